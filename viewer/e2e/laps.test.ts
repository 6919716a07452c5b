/** Laps, replay and plots in a browser: they outlive changes, reloads and pauses. */
import { describe, expect, test } from "vitest";
import { shareBrowser } from "./shared";
import { focusScene, read, shareVisit, until, untilReady, visit, when } from "./visit";

const shared = shareBrowser();

test("plots, replay and lap outlive changes, and plots say what was changed", async () => {
    const { page, complaints, close } = await visit(shared.browser, shared.url, {
        hash: "car=bmw-m3-e46&start=circuit",
        before: () => {
            const drawn: string[] = [];
            Object.assign(window, { drawn });
            const original = CanvasRenderingContext2D.prototype.fillText;
            CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
                if (/ to |Model: |Surface: |Nissan/.test(text)) drawn.push(text);
                return original.call(this, text, ...place);
            };
        },
    });
    await page.locator(".menu-view summary").click();
    await page.getByRole("button", { name: "Plots" }).click();
    await page.keyboard.press("Escape");
    await focusScene(page);
    await page.keyboard.down("ArrowUp");
    await until(page, "simulation.player.speedMps > 5 && app.laps.currentS > 1");
    const changes = [
        [{ changes: { "axles[0].suspension.spring_n_per_m": 60_000 } }, "Spring, front 26.5 to 60 N/mm"],
        [{ rung: "double_track" }, "Model: Double track"],
        [{ surfaceOverride: "wet_asphalt" }, "Surface: Wet asphalt"],
        [{ car: "nissan-micra" }, "Nissan Micra 1.2 (K13, 2011)"],
    ] as const;
    for (const [part, text] of changes) {
        const before = await page.evaluate(() => {
            const { simulation, laps } = window.kamm!;
            return { timeS: simulation.frame.timeS, lapS: laps.currentS! };
        });
        await page.evaluate((setup) => window.kamm!.simulation.change(setup as object), part);
        await until(page, `simulation.frame.timeS > ${before.timeS} + 0.2`);
        expect(await read(page, "app.laps.currentS")).toBeGreaterThan(before.lapS);
        await until(page, `window.drawn.includes(${JSON.stringify(text)})`);
    }
    await page.keyboard.up("ArrowUp");
    const nowS = await read(page, "simulation.frame.timeS");
    await page.keyboard.press("KeyL");
    const bar = page.locator("#bottom input[type=range]");
    await bar.focus();
    await page.keyboard.press("Home");
    await until(page, "app.shown.timeS < 1"); // from before all changes
    expect(nowS).toBeGreaterThan(2);
    expect(complaints).toEqual([]);
    await close();
});

describe("replay and ghost", () => {
    const here = shareVisit(shared, { hash: "car=mclaren-mp4-12c&start=circuit" }, async (page) => {
        await page.evaluate(() => {
            const app = window.kamm!;
            app.simulation.autopilot = true;
            for (let i = 0; i < 2000 && app.laps.bestS === null; ++i) for (let j = 0; j < 6; ++j) app.advance(1 / 60);
            app.simulation.autopilot = false;
        });
        await focusScene(page);
    });

    test("a lap by the core's driver is timed and leaves a ghost", async () => {
        const { page } = here;
        const best = await read(page, "app.laps.bestS");
        expect(best).toBeGreaterThan(60);
        expect(best).toBeLessThan(110);
        await until(page, "app.laps.ghost !== null");
    });

    test("the best lap is there again after a reload, for this set-up alone", async () => {
        const { page } = here;
        const best = await read(page, "app.laps.bestS");
        await when(page, "!app.isWriting");
        await page.reload();
        await untilReady(page);
        await when(page, `app.laps.bestS === ${best}`);
        for (const part of [{ aid: 0.3 }, { rung: "single_track" }, { changes: { "body.mass_kg": 1700 } }] as const) {
            await page.evaluate((setup) => window.kamm!.simulation.change(setup), part);
            await when(page, "!app.isReading");
            expect(await page.evaluate(() => window.kamm!.laps.bestS)).toBeNull();
        }
        await page.evaluate(() => window.kamm!.simulation.change({ aid: 0.8, rung: "full", changes: {} }));
        await when(page, `app.laps.bestS === ${best}`);
        await page.evaluate(() => window.kamm!.simulation.restart());
        await page.evaluate(() => {
            const app = window.kamm!;
            app.simulation.autopilot = true;
            for (let i = 0; i < 2000; ++i) app.advance(1 / 60); // long enough for the replay
            app.simulation.autopilot = false;
        });
        expect(await read(page, "app.laps.ghost !== null && app.laps.deltaS !== null")).toBe(true);
    });

    test("a key takes the car back from the autopilot", async () => {
        const { page } = here;
        await focusScene(page);
        await page.keyboard.press("KeyO");
        await until(page, "simulation.autopilot");
        await page.keyboard.down("ArrowLeft");
        await until(page, "!simulation.autopilot");
        await page.keyboard.up("ArrowLeft");
    });

    test("the replay goes back up to 60 s, in slow motion, and returns to the present", async () => {
        const { page } = here;
        await page.keyboard.press("KeyL");
        const bar = page.locator("#bottom input[type=range]");
        await bar.waitFor();
        const now = await read(page, "simulation.frame.timeS");
        await bar.focus();
        await page.keyboard.press("Home");
        await until(page, `app.shown.timeS < ${now} - 30`);
        const shown = await page.evaluate(() => window.kamm!.shown.timeS);
        expect(now - shown).toBeLessThan(61);
        expect(await read(page, "simulation.frame.timeS")).toBe(now); // the present waits
        await focusScene(page);
        await page.keyboard.press("KeyL");
        await until(page, `simulation.frame.timeS > ${now}`);
    });

    test("nothing was complained of", () => expect(here.complaints).toEqual([]));
});
