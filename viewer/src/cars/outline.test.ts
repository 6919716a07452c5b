import { describe, expect, it } from "vitest";
import { type Corner, distanceFrom, outline, roundedOutline, stepM } from "./outline";

const car = roundedOutline([[0, 0.2], [0.2, 0.7, 0.1], [1.4, 0.9], [2, 1.4, 0.3], [3.1, 1.42], [3.6, 0.95, 0], [4.3, 0.8], [4.2, 0.2, 0.05]]);

/** All sides, one after the other; inside is where they turn round the point once. */
function slowly(points: readonly (readonly [number, number])[], a: number, b: number): number {
    let nearest = Infinity;
    let turned = 0;
    points.forEach((to, i) => {
        const from = points.at(i - 1)!;
        const [ea, eb, wa, wb] = [to[0] - from[0], to[1] - from[1], a - from[0], b - from[1]];
        const t = Math.min(Math.max((wa * ea + wb * eb) / (ea * ea + eb * eb || 1), 0), 1);
        nearest = Math.min(nearest, Math.hypot(wa - ea * t, wb - eb * t));
        const [va, vb] = [a - to[0], b - to[1]];
        turned += Math.atan2(wa * vb - wb * va, wa * va + wb * vb);
    });
    return Math.abs(turned) > Math.PI ? -nearest : nearest;
}

describe("the distance from an outline", () => {
    it("is that of a square", () => {
        const distance = distanceFrom([[-1, -1], [1, -1], [1, 1], [-1, 1]]);
        expect(distance(0.25, 0)).toBe(-0.75);
        expect(distance(3, 0.5)).toBe(2);
        expect(distance(-4, 5)).toBe(5);
    });

    it.each([1, -1])("is that of the nearest of all sides, inside and out (direction %i)", (direction) => {
        const points = direction < 0 ? [...car].reverse() : car;
        const distance = distanceFrom(points);
        for (let i = 0; i < 70; ++i)
            for (let j = 0; j < 31; ++j) {
                const [a, b] = [-0.4 + 0.0737 * ((i * 37) % 70), -0.3 + 0.0713 * j]; // near points do not follow each other
                expect(distance(a, b)).toBeCloseTo(slowly(points, a, b), 12);
            }
    });

    it("is looked up in a grid: as it changes by no more than the way, within half a diagonal of a cell", () => {
        const corners: Corner[] = [[0, 0.2], [0.2, 0.7, 0.1], [1.4, 0.9], [4.3, 0.8], [4.2, 0.2, 0.05]];
        const exact = distanceFrom(roundedOutline(corners));
        const lookedUp = outline(corners);
        for (let a = -0.2; a < 4.5; a += 0.0331)
            for (let b = 0; b < 1.1; b += 0.0317)
                expect(Math.abs(lookedUp(a, b) - exact(a, b))).toBeLessThan((stepM * Math.SQRT2) / 2);
    });
});
