import { expect, test } from "vitest";
import { cycleHz, firingHz } from "./engines";
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

test("four-stroke: a cylinder fires once in two turns", () => {
    const sixThousand = (6000 * Math.PI) / 30;
    expect(cycleHz(sixThousand)).toBeCloseTo(50);
    expect(firingHz(sixThousand, 6)).toBeCloseTo(300);
    expect(firingHz(-1, 6)).toBe(0);
});
