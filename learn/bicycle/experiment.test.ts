import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { advance } from "../src/experiment";
import { degree, drive, kmh } from "../src/testing";
import { characteristicMps, createExperiment, understeerGradient } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);
const stiffness = (knPerDegree: number) => (1000 * knPerDegree) / degree;
const values = (speed: number, rear: number, steering = 0.5) => ({
    speed: speed * kmh,
    steering: steering * degree,
    rear: stiffness(rear),
});

describe("the understeer gradient", () => {
    test.each([
        [60, 3.1],
        [80, 3.1],
        [100, 2.2],
        [80, 1.8],
        [70, 1.4],
    ])("measured in a steady circle at %d km/h is that of the equation, rear %d kN/°", (speed, rear) => {
        const { figures } = drive(experiment, values(speed, rear), 10);
        expect(Math.abs(figures["gradient"]! - figures["form"]!)).toBeLessThan(4e-5); // rad per m/s²
    });

    test("the rear axle is as stiff as the sentence says", () => {
        const { figures } = drive(experiment, values(80, 2), 8);
        expect(figures["rearStiffness"]! / stiffness(2)).toBeCloseTo(1, 1);
    });

    test("is 0 where stiffness and weight are shared alike", () => {
        const body = { massKg: 1000, frontM: 1, rearM: 2 };
        expect(understeerGradient(body, 200_000, 100_000)).toBeCloseTo(0, 12);
        expect(understeerGradient(body, 200_000, 90_000)).toBeLessThan(0);
        expect(understeerGradient(body, 190_000, 100_000)).toBeGreaterThan(0);
    });
});

test("at the characteristic speed the circle is twice as wide as geometry has it", () => {
    const { figures } = drive(experiment, values(80, 3.1, 0.25), 8);
    const characteristic = figures["characteristic"]!;
    const there = drive(experiment, { ...values(80, 3.1, 0.25), speed: characteristic }, 12).figures;
    expect(there["radius"]! / there["geometry"]!).toBeGreaterThan(1.95);
    expect(there["radius"]! / there["geometry"]!).toBeLessThan(2.05);
});

test("it spins only if it oversteers", () => {
    const spins = (rear: number) => {
        drive(experiment, values(80, rear), 5);
        experiment.set(values(150, rear));
        advance(experiment, 12);
        return experiment.progress().isDone;
    };
    expect(spins(3.1)).toBe(false);
    expect(spins(1.4)).toBe(true);
    expect(drive(experiment, values(60, 1.4), 10).isDone).toBe(false); // it is too slow for that
});

test("the critical speed is there before the car turns, and while it spins; the acceleration is that of its path", () => {
    const before = drive(experiment, values(80, 1.4, 0), 0.1).figures;
    drive(experiment, values(80, 1.4), 5);
    const turning = experiment.figures();
    expect(turning["critical"]! / before["critical"]!).toBeCloseTo(1, 9);
    expect(turning["critical"]! / characteristicMps(2.731, turning["form"]!)).toBeCloseTo(1, 1); // of the tyres as they are now
    experiment.set(values(150, 1.4));
    for (let i = 0; i < 120; ++i) {
        advance(experiment, 0.1);
        const { sideways, critical, radius, speed } = experiment.figures();
        expect(critical).toBe(turning["critical"]);
        if (speed! < 1) continue; // it has no course
        expect(Math.abs(sideways!)).toBeLessThan(13); // what the tyres can hold
        expect(Math.abs(sideways! * radius!)).toBeCloseTo(speed! * speed!, 6);
    }
    expect(experiment.progress().isDone).toBe(true);
});
