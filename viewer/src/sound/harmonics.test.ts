import type { ModelInfo } from "kamm";
import { expect, test } from "vitest";
import { cycleHz, engineOf } from "./engines";
import { engineSpectrum } from "./harmonics";

const power = (cylinders: number, count: number, reach: number) => {
    const { real, imag } = engineSpectrum({ cylinders, diesel: false }, count, reach);
    return Array.from(real, (value, i) => value ** 2 + imag[i]! ** 2);
};

test("an engine sounds loudest at its firing frequency, and a little in between", () => {
    for (const cylinders of [3, 4, 6, 8]) {
        const powers = power(cylinders, 40, 2);
        expect(powers.indexOf(Math.max(...powers))).toBe(cylinders);
        const between = powers.slice(1, cylinders).reduce((sum, value) => sum + value, 0);
        expect(between).toBeGreaterThan(1e-4 * powers[cylinders]!);
        expect(between).toBeLessThan(0.2 * powers[cylinders]!);
    }
});

test("a hard engine reaches higher than a soft one, and none has a constant part", () => {
    const [soft, hard] = [power(4, 40, 1.6), power(4, 40, 6)];
    expect(hard[24]! / hard[4]!).toBeGreaterThan(20 * (soft[24]! / soft[4]!));
    expect(soft[0]).toBe(0);
});

test("each cylinder fires once in a cycle; an electric car has none", () => {
    const six = engineOf({ engineCylinders: 6, engineDiesel: false } as ModelInfo);
    expect(cycleHz(300, six)).toBeCloseTo(50);
    expect(cycleHz(-1, six)).toBe(0);
    const none = engineOf({ engineCylinders: 0, engineDiesel: false } as ModelInfo);
    expect(cycleHz(0, none)).toBe(0);
});
