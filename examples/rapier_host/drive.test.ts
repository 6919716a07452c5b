import { expect, test } from "vitest";
import { drive, hitWall } from "./drive.mjs";

test("the car flies over the ramp, pushes the boxes and comes to rest", async () => {
    const seen = await drive();
    expect(seen.flightS).toBeGreaterThan(0.4);
    expect(seen.maxHeightM).toBeGreaterThan(0.6); // the ramp's
    expect(seen.pushedM).toBeGreaterThan(5);
    expect(seen.endM).toBeGreaterThan(112);
    expect(seen.speedMps).toBeLessThan(0.01);
}, 30_000);

test("a wall is no ground, so nothing throws the car up; nothing stops it, either", async () => {
    for (const speedMps of [2, 8, 15, 30]) {
        const seen = await hitWall(speedMps);
        expect(seen.maxHeightM).toBeLessThan(0.02);
        expect(seen.endM).toBeGreaterThan(speedMps > 2 ? 21 : 5);
        expect(seen.fault).toBe(0);
    }
}, 30_000);
