import { expect, test } from "vitest";
import { drive } from "./drive.mjs";

test("the car flies over the ramp, pushes the boxes and comes to rest", async () => {
    const seen = await drive();
    expect(seen.flightS).toBeGreaterThan(0.4);
    expect(seen.highestM).toBeGreaterThan(0.6); // the ramp's
    expect(seen.pushedM).toBeGreaterThan(5);
    expect(seen.endM).toBeGreaterThan(112);
    expect(seen.speedMps).toBeLessThan(0.01);
}, 30_000);
