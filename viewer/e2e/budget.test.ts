/** What the page asks of a graphics card and of memory stays within what an integrated GPU and a phone have. */
import { describe, expect, test } from "vitest";
import { changeCars } from "../../bench/page/car_changes.mjs";
import { probeGl } from "../../bench/page/gl_probe.mjs";
import { shareBrowser } from "./shared";
import { frames, read, visit } from "./visit";

const shared = shareBrowser();
/** What is counted does not depend on it, but drawing in software does. */
const viewport = { width: 320, height: 200 };

/** Limits of a frame: the measured values and a quarter more. A laptop's card draws 2 million triangles in 1/60 s. */
const budgets = {
    low: { 1: { calls: 40, triangles: 400_000 }, 20: { calls: 140, triangles: 860_000 } },
    medium: { 1: { calls: 60, triangles: 570_000 }, 20: { calls: 165, triangles: 1_100_000 } },
    high: { 1: { calls: 60, triangles: 620_000 }, 20: { calls: 165, triangles: 1_150_000 } },
} as const;

/** The release tier, as the test `page_release`, has all three qualities, and 40 changes in ten minutes. */
const isWhole = process.env["KAMM_TIER"] === "release";

describe("of a frame, draw calls and triangles are within the budget", () => {
    for (const quality of isWhole ? (["low", "medium", "high"] as const) : (["low", "high"] as const))
        test(`${quality}, with 1 car and with 20`, async () => {
            const hash = "car=bmw-m3-e46&start=circuit";
            const { page, complaints, close } = await visit(shared.browser, shared.url, { hash, quality, viewport, before: probeGl });
            const drawn = () => page.evaluate(() => ({ ...(window as any).glCounts, frames: window.kamm!.costs.frames }));
            for (const cars of [1, 20] as const) {
                await page.evaluate((others) => window.kamm!.simulation.change({ start: "circuit", others }), cars - 1);
                await page.evaluate(() => window.kamm!.simulation.restartAll());
                await frames(page, 1); // builds what is new
                const before = await drawn();
                await frames(page, 6);
                const after = await drawn();
                const made = after.frames - before.frames;
                expect(made).toBe(6);
                const [calls, triangles] = [after.calls - before.calls, after.triangles - before.triangles].map((sum) => sum / made);
                console.log(`${quality}, ${cars}: ${calls!.toFixed(0)} calls, ${triangles!.toFixed(0)} triangles`);
                expect(triangles).toBeGreaterThan(50_000); // there was something to see
                expect(calls).toBeLessThan(budgets[quality][cars].calls);
                expect(triangles).toBeLessThan(budgets[quality][cars].triangles);
            }
            expect(complaints).toEqual([]);
            await close();
        });
});

/** What is built when it is first needed has to come in the first two rounds: less driving does not bring all of it. */
const [rounds, secondsACar] = isWhole ? [4, 15] : [3, 6];

test(`memory stays flat over ${10 * rounds} changes of car in minutes of driving`, async () => {
    const { page, complaints, close } = await visit(shared.browser, shared.url, {
        ...{ hash: "start=circuit", quality: "low", viewport, before: probeGl },
    });
    const states = await changeCars(page, { rounds, secondsACar, stepS: 1 / 30 });
    console.log(states.map(({ heapBytes }) => (heapBytes / 1e6).toFixed(2)).join(" "), "MB");
    expect(await read(page, "simulation.frame.timeS")).toBeGreaterThan(10 * rounds * secondsACar);
    const [, , warm] = states; // the rings of replay and plots are full, every car was here twice
    const [before, last] = states.slice(-2) as [(typeof states)[0], (typeof states)[0]];
    expect(last.changes).toBe(10 * rounds);
    expect(last.moduleBytes).toBe(warm!.moduleBytes);
    expect(last.alive).toEqual(before.alive); // what is built when it is first needed may come in an earlier round
    expect(last.heapBytes - warm!.heapBytes).toBeLessThan(600_000);
    expect(complaints).toEqual([]);
    await close();
});
