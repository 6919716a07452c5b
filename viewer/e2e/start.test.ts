/** The first minute: the top bar, the cards, the cameras, the clip. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBrowser, type Server, startServer } from "./server";
import { focusScene, read, until, visit } from "./visit";

let server: Server;
let browser: Browser;

beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), startBrowser()]);
});
afterAll(async () => {
    await browser?.close();
    server?.stop();
});

const phones = [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
] as const;
const asPhone = (viewport: { width: number; height: number }) => ({ viewport, hasTouch: true, isMobile: true });

describe("the top bar", () => {
    for (const options of [{ viewport: { width: 1280, height: 760 } }, ...phones.map(asPhone)])
        test(`has at most seven things at ${options.viewport.width} x ${options.viewport.height}, all inside`, async () => {
            const { page, complaints, close } = await visit(browser, server.url, { hash: "car=bmw-m3-e46", ...options });
            const things = page.locator("#top summary:visible, #top button:visible");
            const names = await things.allTextContents();
            expect(names.length).toBeLessThanOrEqual(7);
            expect(names[0]).toMatch(/^Car.*BMW M3/);
            expect(names.slice(-3)).toEqual(["View", "Tune", "Help"]);
            for (const thing of await things.all()) {
                const { x, y, width, height } = (await thing.boundingBox())!;
                expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
                expect(x + width).toBeLessThanOrEqual(options.viewport.width);
                expect(y + height).toBeLessThan(110);
            }
            expect(complaints).toEqual([]);
            await close();
        });

    test("its lists reach all that there was, and close when somebody drives on", async () => {
        const { page, complaints, close } = await visit(browser, server.url, { hash: "car=bmw-m3-e46" });
        await page.locator(".menu-view > summary").click();
        const list = page.locator(".menu-list");
        for (const name of ["Forces", "Camera", "Replay", "Sound", "Autopilot", "Pads and wheels", "Kamm circles", "Plots", "Cost of a frame"])
            expect(await list.getByRole("button", { name }).isVisible(), name).toBe(true);
        await list.getByRole("button", { name: "Plots" }).click();
        expect(await list.isVisible()).toBe(true); // the next instrument
        await list.getByRole("button", { name: "Forces" }).click();
        expect(await list.isVisible()).toBe(false);
        await page.locator(".conditions > summary").click();
        for (const label of ["Car", "Model", "Surface", "Place", "Gearbox", "Wind, km/h", "Others"])
            expect(await page.getByLabel(label, { exact: true }).first().isVisible(), label).toBe(true);
        await page.locator(".menu-view > summary").click(); // one list at a time
        expect(await page.locator(".conditions-list").isVisible()).toBe(false);
        await page.locator(".menu-view > summary").focus();
        await page.keyboard.press("Escape");
        expect(await list.isVisible()).toBe(false);
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("View");
        await page.keyboard.press("Enter");
        expect(await list.isVisible()).toBe(true);
        await focusScene(page);
        await page.keyboard.press("ArrowUp");
        expect(await list.isVisible()).toBe(false);
        expect(complaints).toEqual([]);
        await close();
    });
});
