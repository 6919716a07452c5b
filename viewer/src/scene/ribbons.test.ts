import { expect, test } from "vitest";
import { createPathLine } from "./path_line";
import { addBand, addDashes, addStripe, newRibbons, type Colour, type Floor } from "./ribbons";

const white: Colour = [1, 1, 1, 1];
const hill: Floor = { heightAt: (x) => 0.1 * x, isPaved: () => true };
const lane = createPathLine({ points: Float64Array.of(0, 0, 10, 0, 20, 0, 30, 0), closed: false });
const radius = 50;
const circle = createPathLine({
    points: Float64Array.from({ length: 160 }, (_, i) => {
        const angle = (2 * Math.PI * (i >> 1)) / 80;
        return radius * (i & 1 ? Math.sin(angle) : Math.cos(angle));
    }),
    closed: true,
});

test("a stripe lies on the ground, beside the line, and faces up", () => {
    const ribbons = newRibbons();
    addStripe(ribbons, hill, lane, [0, 30], 2, 0.5, white);
    const corner = (i: number) =>
        ribbons.positions.slice(3 * i, 3 * i + 3) as [number, number, number];
    for (let i = 0; i < ribbons.positions.length / 3; ++i) {
        const [x, y, z] = corner(i);
        expect(Math.abs(y - 2)).toBeCloseTo(0.25);
        expect(z - 0.1 * x).toBeGreaterThan(0);
        expect(z - 0.1 * x).toBeLessThan(0.03);
    }
    let area = 0;
    for (let t = 0; t < ribbons.triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => corner(ribbons.triangles[t + k]!));
        const twice = (b![0] - a![0]) * (c![1] - a![1]) - (c![0] - a![0]) * (b![1] - a![1]);
        expect(twice).toBeGreaterThan(0);
        area += twice / 2;
    }
    expect(area).toBeCloseTo(30 * 0.5);
});

test("paint stops where the road does", () => {
    const ribbons = newRibbons();
    const floor = { ...hill, isPaved: (x: number) => x < 15 };
    addStripe(ribbons, floor, lane, [0, 30], 0, 0.2, white);
    expect(Math.max(...ribbons.positions.filter((_, i) => i % 3 === 0))).toBeLessThan(15);
});

test("dashes leave gaps", () => {
    const ribbons = newRibbons();
    addDashes(ribbons, hill, lane, 0, 0.1, white, [3, 6]);
    const xs = ribbons.positions.filter((_, i) => i % 3 === 0);
    expect(xs.some((x) => x > 3.1 && x < 8.9)).toBe(false);
    expect(Math.max(...xs)).toBeCloseTo(30);
});

test("a line through points on a circle is round, all around", () => {
    expect(circle.lengthM).toBeCloseTo(2 * Math.PI * radius, 0);
    for (let station = 0; station < circle.lengthM; station += 7) {
        const { x, y } = circle.at(station);
        expect(Math.hypot(x, y)).toBeCloseTo(radius, 2);
        expect(circle.curvatureAt(station)).toBeCloseTo(1 / radius, 3);
    }
    expect(circle.at(-5).x).toBeCloseTo(circle.at(circle.lengthM - 5).x);
    const ribbons = newRibbons();
    addBand(ribbons, hill, circle, 0, circle.lengthM, 2, () => [
        { leftM: -1, colour: white },
        { leftM: 0, colour: white },
        { leftM: 1, colour: white },
    ]);
    expect(ribbons.triangles.length / 3).toBe(4 * Math.ceil(circle.lengthM / 2));
});
