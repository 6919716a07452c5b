import { expect, test } from "vitest";
import { noDriverInput, wantsToDrive } from "./driver_input";

test("keys and pedals take the car back from the autopilot, a real wheel's angle does not", () => {
    expect(wantsToDrive(noDriverInput(), false)).toBe(false);
    expect(wantsToDrive({ ...noDriverInput(), steer: -1 }, false)).toBe(true);
    expect(wantsToDrive({ ...noDriverInput(), steer: -1 }, true)).toBe(false);
    for (const pedal of ["throttle", "brake", "handBrake"] as const)
        for (const isDirect of [false, true])
            expect(wantsToDrive({ ...noDriverInput(), [pedal]: 0.5 }, isDirect)).toBe(true);
});
