import { expect, test } from "vitest";
import { slipShown } from "./rest";

test("slip angles fade out as the car comes to rest", () => {
    expect(slipShown({ speedMps: 0 })).toBe(0);
    expect(slipShown({ speedMps: 0.1 })).toBe(0);
    expect(slipShown({ speedMps: 0.6 })).toBeCloseTo(0.5);
    expect(slipShown({ speedMps: 1 })).toBe(1);
    expect(slipShown({ speedMps: 50 })).toBe(1);
});
