import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { drive, kmh } from "../src/testing";
import { createExperiment, pushS, staysS } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);
type Part = { spin?: "with" | "without"; trail?: "with" | "without"; mass?: "ahead" | "behind" };
const values = (speed: number, { spin = "with", trail = "with", mass = "ahead" }: Part = {}) => ({ speed: speed * kmh, spin, trail, mass });
const wholeS = pushS + staysS + 0.1;

describe("the whole bicycle", () => {
    test("falls at walking pace, in a weave", () => {
        const { figures, isDone } = drive(experiment, values(10), wholeS);
        expect(figures["fallen"]).toBeLessThan(pushS + 3);
        expect(isDone).toBe(false);
    });

    test.each([17, 20])("rights itself at %f km/h", (speed) => {
        const { figures, isDone } = drive(experiment, values(speed), wholeS);
        expect(figures["fallen"]).toBeNaN();
        expect(figures["most"]).toBeGreaterThan(0.02); // it was pushed
        expect(Math.abs(figures["lean"]!)).toBeLessThan(0.01);
        expect(isDone).toBe(true);
    });
});

test.each([17, 20, 30])("without spin it falls, at %f km/h", (speed) => {
    const { figures, isDone } = drive(experiment, values(speed, { spin: "without" }), wholeS);
    expect(figures["fallen"]).toBeLessThan(pushS + 4);
    expect(isDone).toBe(false);
});

test.each([17, 20])("without trail it does not come back, at %f km/h: it leans over slowly", (speed) => {
    const { figures, isDone } = drive(experiment, values(speed, { trail: "without" }), wholeS);
    expect(figures["trail"]).toBeCloseTo(0, 9);
    expect(figures["most"]).toBeGreaterThan(0.25);
    expect(Math.abs(figures["lean"]!)).toBeGreaterThan(0.05);
    expect(isDone).toBe(false);
});

test.each([17, 20, 30])("with the mass behind the axis it falls, at %f km/h", (speed) => {
    const { figures } = drive(experiment, values(speed, { mass: "behind" }), wholeS);
    expect(figures["ahead"]).toBeLessThan(-0.3);
    expect(figures["fallen"]).toBeLessThan(wholeS);
});

test("it steers to where it leans, as the figures say", () => {
    const { figures } = drive(experiment, values(17), pushS + 0.15);
    expect(figures["lean"]).toBeLessThan(-0.005); // pushed to the left
    expect(figures["steer"]).toBeGreaterThan(0.005); // positive left
    expect(figures["trail"]).toBeCloseTo(0.08, 2); // of the benchmark
    expect(figures["ahead"]).toBeGreaterThan(0.02);
});
