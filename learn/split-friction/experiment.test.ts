import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { drive, kmh } from "../src/testing";
import { createExperiment, goalM, laneM } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);
const values = (pedal: number, abs: "with" | "without", hands: "steer" | "still", speed = 80) => ({
    ...{ speed: speed * kmh, pedal, abs, hands },
});

describe("the full pedal, half on ice", () => {
    test("turns the car round without anti-lock brakes, whatever the hands do", () => {
        const { figures, isDone } = drive(experiment, values(1, "without", "steer"), 10);
        expect(figures["mostYaw"]).toBeGreaterThan(Math.PI / 2);
        expect(isDone).toBe(false);
    });

    test("stops straight and in lane with them, if the hands steer against it", () => {
        const { figures, isDone } = drive(experiment, values(1, "with", "steer"), 10);
        expect(figures["off"]).toBeLessThan(laneM);
        expect((figures["mostYaw"]! * 180) / Math.PI).toBeLessThan(6);
        expect(figures["way"]).toBeLessThan(goalM);
        expect(figures["way"]).toBeGreaterThan(figures["form"]!); // no car beats the mean friction
        expect(isDone).toBe(true);
    });

    test("leaves the lane with them and still hands", () => {
        const { figures, isDone } = drive(experiment, values(1, "with", "still"), 10);
        expect(figures["off"]).toBeGreaterThan(3);
        expect(isDone).toBe(false);
    });
});

test("the moment turns it towards the side that grips", () => {
    const { figures } = drive(experiment, values(0.5, "with", "still"), 1.7);
    const { left, right, moment, track, yaw } = figures as Record<string, number>;
    expect(right).toBeGreaterThan(2 * left!);
    expect(moment).toBeCloseTo((track! / 2) * (right! - left!), 3);
    expect(yaw).toBeLessThan(0);
});

test("slower, or with a timid foot, does not count", () => {
    expect(drive(experiment, values(1, "with", "steer", 60), 10).isDone).toBe(false);
    expect(drive(experiment, values(0.3, "with", "steer"), 12).isDone).toBe(false);
});
