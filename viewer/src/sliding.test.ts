import { expect, test } from "vitest";
import { newWheelFrame } from "./frame";
import { singsFrom, sliding, usualPeakSlipRad } from "./sliding";

const peakRad = 0.1;
/** A tyre with that slip, in units of its peak on this ground, along or across. */
const slips = (peaks: number, way: "along" | "across", groundFriction = 1, slidingMps = 5) => {
    const slip = peaks * peakRad * groundFriction;
    const part = way === "along" ? { slipRatio: -slip } : { slipAngleRad: Math.atan(slip) };
    return Object.assign(newWheelFrame(), { groundFriction, slidingMps, ...part });
};

test.each(["along", "across"] as const)("a tyre slides from beyond its peak on, %s, on any ground", (way) => {
    for (const friction of [1, 0.7, 0.3]) {
        const at = (peaks: number) => sliding(slips(peaks, way, friction), peakRad);
        expect(at(1)).toBe(0);
        expect(at(1.8)).toBeCloseTo(0.5, 6);
        expect(at(2.4)).toBeCloseTo(1, 6);
        expect(at(20)).toBe(1);
        expect(sliding(slips(1, way, friction), peakRad, singsFrom)).toBeGreaterThan(0.1); // heard before
    }
});

test("slip that is next to nothing over nothing is no sliding", () => {
    expect(sliding(slips(10, "along", 1, 0.1), peakRad)).toBe(0);
    expect(sliding(slips(10, "along", 1, 0.6), peakRad)).toBeCloseTo(0.5, 6);
    expect(sliding(newWheelFrame(), usualPeakSlipRad)).toBe(0);
});
