import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { drive, kmh } from "../src/testing";
import { createExperiment, radiusM } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);

describe("what moves to the outer wheels", () => {
    test.each([
        [30, 0.4],
        [40, 0.55],
        [50, 0.55],
        [45, 0.75],
    ])("is m a h / w but for the lean, and with it to 2.5 %, at %d km/h and %d m", (speed, height) => {
        const { figures } = drive(experiment, { speed: speed * kmh, height }, 8);
        const { mass, sideways, track, measured } = figures as Record<string, number>;
        expect(figures["form"]! / ((mass! * sideways! * height) / track!)).toBeCloseTo(1, 3);
        expect(figures["difference"]).toBeLessThan(-0.04); // too little: the car leans
        expect(figures["difference"]).toBeGreaterThan(-0.16);
        expect(Math.abs(figures["leaningDifference"]!)).toBeLessThan(0.025);
        expect(measured).toBeGreaterThan(400);
    });

    test("leaves the whole as it was", () => {
        const { figures } = drive(experiment, { speed: 45 * kmh, height: 0.55 }, 8);
        const { inner, outer, mass } = figures as Record<string, number>;
        expect((inner! + outer!) / (mass! * 9.80665)).toBeCloseTo(1, 2);
    });
});

test("a quarter is left inside a little before the speed of the equation", () => {
    const expected = drive(experiment, { speed: 35 * kmh, height: 0.55 }, 1).figures["expected"]!;
    expect(expected * 3.6).toBeCloseTo(3.6 * Math.sqrt((9.80665 * radiusM * 1.4725) / (4 * 0.55)), 1);
    const done = [50, 52, 54, 55, 58, 60].filter(
        (speed) => drive(experiment, { speed: speed * kmh, height: 0.55 }, 8).isDone,
    );
    expect(done).toContain(55);
    expect(done).not.toContain(50);
    expect(Math.max(...done) * kmh).toBeLessThan(expected);
});
