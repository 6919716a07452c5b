import { describe, expect, test } from "vitest";
import { onStep, sliderRange, sliderStep } from "./ranges";
import { unitFor } from "./units";

const range = (min: number, max: number) => ({ min, max });

describe("a slider", () => {
    test("spans 0.3 to 3 times the file's value", () => {
        expect(sliderRange(17000, "N/m", range(500, 5e6))).toEqual(range(5100, 51000));
    });
    test("stays within what is allowed", () => {
        expect(sliderRange(1000, "N/m", range(500, 2000))).toEqual(range(500, 2000));
        expect(sliderRange(1030, "kg", range(1000, 60000))).toEqual(range(1000, 3090));
    });
    test("reaches down to none where none is allowed", () => {
        expect(sliderRange(8000, "N/m", range(0, 5e6))).toEqual(range(0, 24000));
        expect(sliderRange(0, "N/m", range(0, 5e6))).toEqual(range(0, 20000));
    });
    test("goes to both sides where signs mean something", () => {
        expect(sliderRange(-0.03, "rad", range(-0.3, 0.3))).toEqual(range(-0.09, 0.09));
        expect(sliderRange(0, "rad", range(-0.3, 0.3))).toEqual(range(-0.06, 0.06));
        expect(sliderRange(0.01, "rad", range(-0.05, 0.3))).toEqual(range(-0.05, 0.06));
    });
    test("begins at nothing where a sign would be strange", () => {
        expect(sliderRange(0.25, "rad", range(-0.3, 0.3))).toEqual(range(0, 0.3));
        expect(sliderRange(0.9, "m", range(-5, 20))).toEqual(range(0, 2.7));
        expect(sliderRange(-1, "m", range(-5, 20))).toEqual(range(-3, 0));
    });
    test("spans all of a share", () => {
        expect(sliderRange(0.4, "1", range(0, 1))).toEqual(range(0, 1));
    });
    test("spans something where anything goes", () => {
        expect(sliderRange(0, "1", range(0, 0))).toEqual(range(-1, 1));
    });

    test("has round steps in the unit that is shown, about 200 of them", () => {
        const unit = unitFor({ name: "x", unit: "N/m", defaultValue: 1, max: 1 });
        for (const value of [500, 17000, 31234, 4.9e6]) {
            const span = sliderRange(value, "N/m", range(500, 5e6));
            const step = sliderStep(span, unit);
            const steps = (span.max - span.min) / 1000 / step;
            expect(steps).toBeGreaterThanOrEqual(200 * 0.999);
            expect(steps).toBeLessThanOrEqual(500 * 1.001);
            expect(Number(step.toPrecision(2))).toBe(step);
        }
    });

    test("says round numbers, and its ends", () => {
        const unit = unitFor({ name: "x", unit: "N/m", defaultValue: 1, max: 1 });
        const span = range(5100, 51000);
        const step = sliderStep(span, unit);
        expect(step).toBe(0.1);
        expect(onStep(17.26183, step, span, unit)).toBe(17.3);
        expect(onStep(5.1, step, span, unit)).toBe(5.1);
        expect(onStep(51, step, span, unit)).toBe(51);
        expect(onStep(99, step, span, unit)).toBe(51);
    });
});
