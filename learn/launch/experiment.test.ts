import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { advance } from "../src/experiment";
import { drive } from "../src/testing";
import { createExperiment, goalS, pushN, speedIn } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);
const values = (pedal: number, rpm: number, traction: "on" | "off" = "off") => ({
    ...{ pedal, shift: (rpm * Math.PI) / 30, traction },
});

describe("push and torque", () => {
    test("the tyres push by the equation, less what spins up engine and wheels", () => {
        experiment.set(values(0.6, 7000));
        experiment.restart();
        advance(experiment, 4.6); // in the second gear, long after the shift
        const { form, push, gear, slip } = experiment.figures() as Record<string, number>;
        expect(gear).toBe(2);
        expect(slip).toBeLessThan(0.05);
        expect(push! / form!).toBeLessThan(1);
        expect(push! / form!).toBeGreaterThan(0.82);
    });

    test("speed and engine speed belong together by the ratios", () => {
        const { engine, speed, slip, gear } = experiment.figures() as Record<string, number>;
        const form = speedIn(experiment.drivetrain, gear!, engine!) / (1 + slip!);
        expect(form / speed!).toBeGreaterThan(0.96);
        expect(form / speed!).toBeLessThan(1.04);
    });

    test("a lower gear pushes more", () => {
        const { drivetrain } = experiment;
        expect(pushN(drivetrain, 1, 300) / pushN(drivetrain, 2, 300)).toBeCloseTo(
            drivetrain.ratios[0]! / drivetrain.ratios[1]!,
            12,
        );
    });
});

describe("from 0 to 100 km/h", () => {
    const time = (...knobs: Parameters<typeof values>) => drive(experiment, values(...knobs), 10).figures["time"]!;

    test("is lost by shifting early, by spinning wheels and by a timid foot", () => {
        const best = time(0.6, 7000);
        expect(best).toBeLessThan(goalS - 0.1);
        expect(time(0.6, 4000)).toBeGreaterThan(best + 1);
        expect(time(1, 7000)).toBeGreaterThan(best + 0.3);
        expect(time(0.2, 7000)).toBeGreaterThan(best + 1);
    });

    test("counts as done without traction control only", () => {
        expect(drive(experiment, values(0.6, 7000), 10).isDone).toBe(true);
        expect(drive(experiment, values(1, 7000, "on"), 10).isDone).toBe(false);
        expect(drive(experiment, values(1, 7000), 10).isDone).toBe(false);
        expect(drive(experiment, values(0.6, 7000), 3).isDone).toBe(false);
    });

    test("traction control keeps the slip small", () => {
        expect(drive(experiment, values(1, 7000, "on"), 10).figures["mostSlip"]).toBeLessThan(0.3);
        expect(drive(experiment, values(1, 7000), 10).figures["mostSlip"]).toBeGreaterThan(1);
    });
});
