/** The page of examples/worker in a browser: shared memory, a worker, keys. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { patienceMs, type Server, startServer } from "./server";
import { shareBrowser } from "./shared";

const configFile = fileURLToPath(new URL("../../examples/worker/vite.config.mjs", import.meta.url));
const shared = shareBrowser();
let server: Server;
beforeAll(async () => {
    await build({ configFile, logLevel: "warn" });
    server = await startServer("worker_page");
});
afterAll(() => server?.stop());

test("the page of examples/worker drives by keys what its worker moves", async () => {
    const page = await shared.browser.newPage({ viewport: { width: 320, height: 240 } });
    page.setDefaultTimeout(patienceMs);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(server.url);
    const figures = page.locator("#figures");
    await figures.getByText("tick").waitFor();
    await page.keyboard.down("ArrowUp");
    await page.locator("#figures", { hasText: /^(1[6-9]|[2-9]\d|\d{3})\D/ }).waitFor(); // more than 15 km/h
    await page.keyboard.up("ArrowUp");
    await page.keyboard.down("ArrowDown");
    await page.locator("#figures", { hasText: /^[0-4]\D/ }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
});
