import { expect, test } from "vitest";
import { deltaAt, deltaTrace } from "./delta";
import { distanceAt, timeAt } from "./run";
import { wavyLap } from "./testing";

const places = [0, 1, 250, 499.5, 730, 1000];

test("a lap is nowhere later than itself", () => {
    const lap = wavyLap();
    expect(Array.from(deltaTrace(lap, lap, "distance").y).every((delta) => delta === 0)).toBe(true);
});

test("a lap that takes 1.1 times as long is later by a tenth of the time, everywhere", () => {
    const [lap, slower] = [wavyLap(), wavyLap(1.1)];
    for (const distanceM of places)
        expect(deltaAt(lap, slower, distanceM)).toBeCloseTo(0.1 * timeAt(lap, distanceM), 9);
    expect(deltaAt(lap, slower, 1000)).toBeCloseTo(5, 9);
    expect(deltaAt(slower, lap, 1000)).toBeCloseTo(-5, 9);
});

test("rows at other times give the same, but for the bend between two rows", () => {
    const [lap, coarse] = [wavyLap(1, 2001), wavyLap(1.1, 301)];
    for (const distanceM of places)
        expect(Math.abs(deltaAt(lap, coarse, distanceM) - 0.1 * timeAt(lap, distanceM))).toBeLessThan(0.004);
});

test("beyond the end of one of them there is none", () => {
    const [lap, short] = [wavyLap(), { ...wavyLap(), lengthM: 600 }];
    expect(deltaAt(lap, short, 601)).toBeNaN();
    expect(deltaAt(lap, short, 599)).toBeCloseTo(0, 9);
});

test("time and distance lead back to each other", () => {
    const lap = wavyLap();
    for (const distanceM of places) expect(distanceAt(lap, timeAt(lap, distanceM))).toBeCloseTo(distanceM, 6);
});
