import { expect, test } from "vitest";
import { createCosts } from "./costs";

test("each part of a frame gets its time, in the mean as well", () => {
    let nowMs = 0;
    const costs = createCosts(() => nowMs);
    for (let frame = 0; frame < 300; ++frame) {
        nowMs += 10; // between frames
        costs.begin();
        for (const [part, ms] of [["physics", 0.5], ["scene", 2], ["dials", 1]] as const) {
            nowMs += ms;
            costs.end(part);
        }
    }
    expect(costs.frames).toBe(300);
    expect(costs.totalMs).toEqual({ physics: 150, scene: 600, dials: 300 });
    expect(costs.frameMs.scene).toBeCloseTo(2, 3);
});
