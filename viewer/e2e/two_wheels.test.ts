/** Two-wheelers on the page: drawn, ridden by keys, with a camera that leans and cards of their own. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probeGl } from "../../bench/page/gl_probe.mjs";
import { shareBrowser } from "./shared";
import { countBytes, openPage, pass, read, until, untilReady, type Visit, visit, when } from "./visit";

const shared = shareBrowser();
const car = "simulation.frame.cars[0]";

describe("a motorcycle", () => {
    let here: Visit;
    beforeAll(async () => {
        here = await visit(shared.browser, shared.url, { hash: "car=sport-1000&start=skid_pad_100" });
    });
    afterAll(() => here?.close());

    test("stands, starts, leans into the turn of an arrow key and stops upright", async () => {
        const { page, complaints } = here;
        await pass(page, 1);
        expect(Math.abs(await read(page, `${car}.rollRad`))).toBeLessThan(0.05);
        await page.keyboard.down("ArrowUp");
        await pass(page, 2);
        await page.keyboard.up("ArrowUp");
        const before = await read(page, `${car}.speedMps`);
        expect(before).toBeGreaterThan(5);
        await page.keyboard.down("ArrowLeft");
        await pass(page, 2);
        expect(await read(page, `${car}.rollRad`)).toBeLessThan(-0.2);
        expect(await read(page, `${car}.yawRateRadps`)).toBeGreaterThan(0.1);
        await page.keyboard.up("ArrowLeft");
        await page.keyboard.down("ArrowDown");
        await until(page, `${car}.speedMps < 0.05`);
        await pass(page, 1);
        expect(Math.abs(await read(page, `${car}.rollRad`))).toBeLessThan(0.1);
        await page.keyboard.up("ArrowDown");
        expect(complaints).toEqual([]);
    });

    test("plots lean and the torque of the hands", async () => {
        const { page } = here;
        const plots = page.locator("text=Lean and steering torque");
        expect(await plots.count()).toBeGreaterThan(0);
    });

    test("has cards of its own, and the lean is ridden by a key", async () => {
        const { page } = here;
        await page.keyboard.press("Digit1");
        await when(page, "document.querySelector('.start-card strong').textContent === 'Lean'"); // comes over the network
        const titles = await page.locator(".start-card strong").allTextContents();
        expect(titles).toEqual(["Lean", "Stop", "Lap"]);
        await page.locator(".start-card", { hasText: "Lean" }).click();
        await page.keyboard.down("ArrowUp");
        await until(page, `${car}.speedMps > 11`);
        await page.keyboard.up("ArrowUp");
        await page.keyboard.down("ArrowLeft");
        await until(page, "document.querySelector('.start-result').checkVisibility()", 20);
        await page.keyboard.up("ArrowLeft");
        expect(await page.locator(".start-result").textContent()).toContain("Held for 3 s");
        expect(await read(page, "simulation.setup.car === 'sport-1000'")).toBe(true);
        await page.keyboard.press("Escape");
    });

    test("goes round the circuit by Kamm's rider", async () => {
        const { page, close } = await visit(shared.browser, shared.url, { hash: "car=sport-1000&start=circuit" });
        await page.evaluate(() => void (window.kamm!.simulation.autopilot = true));
        await pass(page, 30); // past the bends in which less careful ones fall
        expect(await read(page, `${car}.speedMps`)).toBeGreaterThan(8);
        expect(Math.abs(await read(page, `${car}.rollRad`))).toBeLessThan(1);
        expect(await read(page, `${car}.fault`)).toBe(0);
        await close();
    });
});

test("what draws it is loaded for it alone", async () => {
    for (const [id, isWanted] of [["sport-1000", true], ["nissan-micra", false]] as const) {
        const { page, close } = await openPage(shared.browser, shared.url, { viewport: { width: 320, height: 200 }, before: probeGl });
        const load = countBytes(page);
        await page.goto(`${shared.url}?quality=low#car=${id}&start=skid_pad`);
        await untilReady(page);
        if (isWanted) await when(page, "performance.getEntriesByType('resource').some(({ name }) => name.includes('two_wheeler'))");
        const names = [...(await load.settled()).keys()];
        expect(names.some((name) => name.includes("two_wheeler"))).toBe(isWanted);
        await close();
    }
});
