/** The page of examples/worker in a browser: shared memory, a worker, keys. */
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, test } from "vitest";
import { shareBrowser } from "./server";

const configFile = fileURLToPath(new URL("../../examples/worker/vite.config.mjs", import.meta.url));
const shared = shareBrowser("worker_page", () => build({ configFile, logLevel: "warn" }));

test("the page of examples/worker drives by keys what its worker moves", async () => {
    const page = await shared.browser.newPage({ viewport: { width: 320, height: 240 } });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    await page.goto(shared.url);
    const figures = page.locator("#figures");
    await figures.getByText("tick").waitFor();
    await page.keyboard.down("ArrowUp");
    const speedKmph = async () => Number(/^\d+/.exec((await figures.textContent())!)![0]);
    await expect.poll(speedKmph, { timeout: 60_000 }).toBeGreaterThan(15);
    await page.keyboard.up("ArrowUp");
    await page.keyboard.down("ArrowDown");
    await expect.poll(speedKmph, { timeout: 60_000 }).toBeLessThan(5);
    expect(complaints).toEqual([]);
    await page.close();
});
