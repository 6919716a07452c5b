/** The ladder's ghosts: five cars with the same inputs, in a browser. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { focusScene, frames, read, until, untilSeen, visit } from "./visit";

const shared = shareBrowser();

const rungs = ["kinematic", "rigid2d", "single_track", "double_track", "full"];

const open = async (hash: string, rest = {}) => {
    const here = await visit(shared.browser, shared.url, { hash, ...rest });
    await focusScene(here.page);
    await here.page.keyboard.press("KeyP"); // time goes on by `advance` alone
    await here.page.keyboard.press("KeyY");
    await here.page.locator(".panel.ladder").waitFor();
    return here;
};

/** Time goes on without waiting for it. */
const advance = (page: Page, seconds: number) =>
    page.evaluate((all) => {
        for (let i = 0; i < all * 50; ++i) window.kamm!.advance(0.02);
    }, seconds);

const last = (page: Page, trait: "yawRate" | "lateral" | "speed") =>
    page.evaluate((id) => {
        const { traces } = window.kamm!.ladder;
        return traces!.all.map((trace) => trace.of(id).at(-1)!);
    }, trait);

const shownRungs = (page: Page) => page.evaluate(() => [...window.kamm!.ladder.rungs]);

/** Whether the first plot has pixels of about that colour: lines have soft edges. */
const hasColour = `(...colour) => {
    const canvas = document.querySelector(".ladder-chart canvas");
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d");
    context.drawImage(canvas, 0, 0); // reading the plot's own again and again makes browsers complain
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
        if (data[i + 3] > 120 && colour.every((value, k) => Math.abs(data[i + k] - value) < 16)) ++count;
    return count > 20;
}`;

describe("the ladder", () => {
    test("five cars take the player's inputs, and the one on the player's rung is where the player is", async () => {
        const { page, complaints, close } = await open("car=bmw-m3-e46&start=skid_pad");
        expect(await shownRungs(page)).toEqual(rungs);
        await page.selectOption(".ladder-settings label:has-text('Meet') select", "0");
        await page.keyboard.down("ArrowUp");
        await page.keyboard.down("ArrowLeft");
        await until(page, "simulation.driverInput.throttle === 1 && simulation.driverInput.steer === 1");
        await advance(page, 5);
        const apart = await page.evaluate(() => {
            const { simulation, ladder } = window.kamm!;
            const [x, y] = simulation.player.position;
            return ladder.traces!.all.map((trace) => Math.hypot(trace.x.at(-1)! - x!, trace.y.at(-1)! - y!));
        });
        expect(apart[4]).toBeLessThan(0.5); // a sample is up to four substeps old
        expect(apart[0]).toBeGreaterThan(3);
        expect(await read(page, "simulation.player.speedMps")).toBeGreaterThan(5);
        await page.locator(".ladder-runs button", { hasText: "Meet" }).click();
        await advance(page, 0.1);
        const together = await page.evaluate(() => {
            const { traces } = window.kamm!.ladder;
            return traces!.all.map((trace) => Math.hypot(trace.x.at(-1)! - traces!.all[4]!.x.at(-1)!));
        });
        expect(Math.max(...together)).toBeLessThan(1);
        expect(complaints).toEqual([]);
        await close();
    });

    test("a step at walking pace has them agree, one at the limit has kinematic depart; its mirror image is as long", async () => {
        const { page, complaints, close } = await open("car=bmw-m3-e46&start=skid_pad");
        const set = (label: string, value: string) =>
            page.locator(".ladder-settings label", { hasText: label }).locator("input").fill(value);
        const step = async (speed: string, wheel: string) => {
            await set("Speed", speed);
            await set("Wheel", wheel);
            await page.locator(".ladder-runs button", { hasText: "Step steer" }).click();
            await advance(page, 7);
            expect(await page.evaluate(() => window.kamm!.ladder.isOver)).toBe(true);
            return last(page, "yawRate");
        };
        const slow = await step("18", "30");
        for (const yawRate of slow) expect(Math.abs(yawRate / slow[4]! - 1)).toBeLessThan(0.16);
        const left = await step("80", "90");
        expect(left[0]!).toBeGreaterThan(1.5 * left[4]!);
        expect(Math.abs(left[3]! / left[4]! - 1)).toBeLessThan(0.1);
        const right = await step("80", "-90");
        right.forEach((yawRate, i) => expect(yawRate).toBe(-left[i]!));
        await until(page, "app.ladder.differences[0].asideM > 10");
        await untilSeen(page, page.locator(".ladder-status", { hasText: "Done" }));
        const table = page.locator(".ladder-table tbody tr");
        expect(await table.count()).toBe(5);
        await until(page, "Object.keys(app.ladder.costsNs).length === 5");
        expect(await read(page, "Object.values(app.ladder.costsNs).every((costNs) => costNs > 0 && costNs < Infinity)")).toBe(true);
        await untilSeen(page, page.locator(".ladder-table tbody tr", { hasText: "kinematic" }).locator("td", { hasText: /\d+ m/ }));
        // Driving on, they follow again.
        await focusScene(page);
        await page.keyboard.down("ArrowUp");
        await untilSeen(page, page.locator(".ladder-status", { hasText: "They take your inputs" }));
        expect(complaints).toEqual([]);
        await close();
    });

    test("each plot has a line for each rung, and tells its values", async () => {
        const { page, complaints, close } = await open("car=nissan-micra&start=straight");
        const paper = await page.locator(".panel.ladder").evaluate((each) => getComputedStyle(each).backgroundColor);
        expect(paper).toMatch(/^rgb\(|\/ 0\.98\)$/); // the map below does not show through
        const names = await page.locator(".ladder-chart canvas").evaluateAll((all) => all.map((each) => each.ariaLabel));
        expect(names).toHaveLength(5);
        for (const name of names) expect(name).toContain("kinematic, rigid2d, single track, double track, full");
        await page.locator(".ladder-runs button", { hasText: "Slalom" }).click();
        await advance(page, 4);
        const readouts = page.locator(".ladder-chart").first().locator("output");
        expect(await readouts.count()).toBe(5);
        await until(page, "document.querySelector('.ladder-chart output').textContent !== '0.0'");
        const colours = await readouts.evaluateAll((all) => all.map((each) => getComputedStyle(each).color));
        expect(new Set(colours).size).toBe(5);
        for (const colour of colours) await until(page, `(${hasColour})(${colour.match(/\d+, \d+, \d+/)![0]})`);
        expect(complaints).toEqual([]);
        await close();
    });

    test("another car while it is open has ghosts of its own; with a trailer it says what there is not", async () => {
        const { page, complaints, close } = await open("car=bmw-m3-e46&start=straight");
        await advance(page, 1);
        await page.evaluate(() => window.kamm!.simulation.change({ car: "reliant-robin" }));
        await advance(page, 1);
        expect(await shownRungs(page)).toEqual(rungs);
        expect((await last(page, "speed")).length).toBe(5);
        await page.evaluate(() => window.kamm!.simulation.change({ car: "volvo-v40-caravan" }));
        await advance(page, 1);
        expect(await shownRungs(page)).toEqual(["single_track", "full"]);
        const missing = page.locator(".ladder-missing");
        expect(await missing.count()).toBe(3);
        expect(await missing.first().textContent()).toMatch(/kinematic.*(full|single_track)/);
        await page.evaluate(() => window.kamm!.simulation.change({ car: "nissan-micra", rung: "kinematic" }));
        await advance(page, 1);
        expect(await shownRungs(page)).toEqual(rungs);
        expect(complaints).toEqual([]);
        await close();
    });

    test("they stand while the page does, and are gone when the panel is closed", async () => {
        const { page, complaints, close } = await open("car=nissan-micra&start=straight");
        await page.locator(".ladder-runs button", { hasText: "Slow ramp" }).click();
        await advance(page, 2);
        const count = await read(page, "app.ladder.traces.count");
        await frames(page, 24);
        expect(await read(page, "app.ladder.traces.count")).toBe(count);
        await page.keyboard.press("KeyY");
        await page.locator(".panel.ladder").waitFor({ state: "hidden" });
        expect(await page.evaluate(() => window.kamm!.ladder.traces)).toBeNull();
        expect(complaints).toEqual([]);
        await close();
    });

    test("a lap's inputs drive it once more, the rung on which it was driven to where it ended", async () => {
        const { page, complaints, close } = await open("car=nissan-micra&start=circuit");
        expect(await page.locator(".ladder-runs button", { hasText: "Lap" }).isDisabled()).toBe(true);
        const lap = await page.evaluate(async () => {
            const { simulation, laps, advance: goOn, ladder } = window.kamm!;
            simulation.autopilot = true;
            for (let i = 0; i < 50 * 400 && laps.lastS === null; ++i) {
                goOn(0.02);
                ladder.update({ ...simulation.frame }, 0.02); // not the present one: nothing is drawn
            }
            const { xM, yM } = simulation.player;
            return { lastS: laps.lastS!, xM, yM };
        });
        expect(lap.lastS).toBeGreaterThan(30);
        await until(page, "!document.querySelector('.ladder-runs button:disabled')");
        await page.selectOption(".ladder-settings label:has-text('Meet') select", "0");
        await page.locator(".ladder-runs button", { hasText: "Lap" }).click();
        await advance(page, lap.lastS + 1);
        const [x, y, over] = await page.evaluate(() => {
            const { traces, isOver } = window.kamm!.ladder;
            return [traces!.all[4]!.x.at(-1)!, traces!.all[4]!.y.at(-1)!, Number(isOver)];
        });
        expect(over).toBe(1);
        expect(Math.hypot(x! - lap.xM, y! - lap.yM)).toBeLessThan(3);
        expect(complaints).toEqual([]);
        await close();
    });

    test("on a phone it is a sheet below the car that scrolls", async () => {
        const { page, complaints, close } = await open("car=bmw-m3-e46", {
            ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
        });
        const box = (await page.locator(".panel.ladder").boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(390);
        expect(box.height).toBeLessThan(0.55 * 844);
        const targets = await page
            .locator(".ladder button, .ladder select, .ladder input")
            .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)));
        expect(Math.min(...targets)).toBeGreaterThanOrEqual(44);
        const panel = page.locator(".panel.ladder");
        expect(await panel.evaluate((each) => each.scrollHeight > each.clientHeight && each.scrollWidth <= each.clientWidth)).toBe(true);
        await page.setViewportSize({ width: 844, height: 390 });
        await frames(page, 2);
        const [side, bar] = [(await panel.boundingBox())!, (await page.locator(".menu").boundingBox())!];
        expect(side.y).toBeGreaterThanOrEqual(bar.y + bar.height);
        expect(side.height).toBeGreaterThan(250);
        expect(complaints).toEqual([]);
        await close();
    });
});
