import { expect, test } from "vitest";
import { noWish, wantsToDrive } from "./wish";

test("keys and pedals take the car back from the autopilot, a real wheel's angle does not", () => {
    expect(wantsToDrive(noWish(), false)).toBe(false);
    expect(wantsToDrive({ ...noWish(), steer: -1 }, false)).toBe(true);
    expect(wantsToDrive({ ...noWish(), steer: -1 }, true)).toBe(false);
    for (const pedal of ["throttle", "brake", "handBrake"] as const)
        for (const isDirect of [false, true])
            expect(wantsToDrive({ ...noWish(), [pedal]: 0.5 }, isDirect)).toBe(true);
});
