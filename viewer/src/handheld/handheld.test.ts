import { expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { pulseOf } from "./haptics";
import { steerOf, tiltOf } from "./tilt";

test("turned to the left like a wheel is positive, flat or upright, whatever edge of the device is up", () => {
    expect(tiltOf(0, 0, 0)).toBeCloseTo(0, 9); // flat on a table
    expect(tiltOf(0, -20, 0)).toBeCloseTo(20, 6); // its left side lowered
    expect(tiltOf(0, 20, 0)).toBeCloseTo(-20, 6);
    expect(tiltOf(90, 0, 0)).toBeCloseTo(0, 6); // upright
    // On its left side, as most hold it: the top of the device is at the left, the screen is turned by 90 degrees.
    expect(tiltOf(0, -45, 90)).toBeCloseTo(0, 6);
    expect(tiltOf(-20, -45, 90)).toBeCloseTo(20, 6);
    expect(tiltOf(20, 45, 270)).toBeCloseTo(20, 6); // on its right side
});

test("there is no play beyond the dead zone, and no more than full lock", () => {
    expect(steerOf(1, 30)).toBe(0);
    expect(steerOf(30, 30)).toBe(1);
    expect(steerOf(-80, 30)).toBe(-1);
    expect(steerOf(15, 30)).toBeGreaterThan(steerOf(15, 45));
    expect(steerOf(-10, 30)).toBe(-steerOf(10, 30));
});

const car = (travelRateMps: number, gear = 2) => {
    const frame = newCarFrame(6);
    frame.gear = gear;
    frame.wheels[4]!.travelRateMps = travelRateMps;
    return frame;
};
const impact = (speedMps: number) => ({ point: [0, 0, 0] as const, speedMps, impulseNs: 100 });

test("a smooth road is not felt; kerbs, impacts and gears are, the harder the more", () => {
    expect(pulseOf(car(0.3), [], 2)).toBeNull();
    const [kerb, hole] = [pulseOf(car(1), [], 2)!, pulseOf(car(-2), [], 2)!];
    expect(hole.strength).toBeGreaterThan(kerb.strength);
    expect(pulseOf(car(0.1, 3), [], 2)!.strength).toBeGreaterThan(0);
    const [soft, hard] = [pulseOf(car(0), [impact(1)], 2)!, pulseOf(car(0), [impact(1), impact(7)], 2)!];
    expect(hard.strength).toBeGreaterThan(soft.strength);
    expect(hard.forMs).toBeGreaterThan(hole.forMs);
    expect(pulseOf(car(0), [impact(0.1)], 2)).toBeNull();
});
