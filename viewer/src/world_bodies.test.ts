import { describe, expect, test } from "vitest";
import { boxAround, placedShapes } from "./world_bodies";

const box = { centreM: [1, 0, 0.5], halfM: [0.2, 0.3, 0.5], orientation: [1, 0, 0, 0] } as const;
const half = Math.SQRT1_2;

describe("shapes of a body", () => {
    test("are where their frame is, each turned with it", () => {
        const leaning = { ...box, orientation: [half, half, 0, 0] } as const;
        const body = { shapes: [box, leaning], position: Float64Array.of(10, 20, 3), orientation: Float64Array.of(half, 0, 0, half) };
        const [first, second] = placedShapes(body);
        [10, 21, 3.5].forEach((value, k) => expect(first!.centreM[k]).toBeCloseTo(value, 12));
        [half, 0, 0, half].forEach((value, k) => expect(first!.orientation[k]).toBeCloseTo(value, 12));
        [0.5, 0.5, 0.5, 0.5].forEach((value, k) => expect(second!.orientation[k]).toBeCloseTo(value, 12));
    });

    test("that have points keep them in the frame", () => {
        const pointsM = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1);
        const hull = { ...box, kind: "hull", halfM: [0, 0, 0], pointsM } as const;
        const [placed] = placedShapes({ shapes: [hull], position: Float64Array.of(5, 6, 7), orientation: Float64Array.of(half, 0, 0, half) });
        expect(placed!.centreM).toEqual([5, 6, 7]);
        expect(placed!.orientation).toEqual([half, 0, 0, half]);
        expect(boxAround(hull)).toEqual({ centreM: [2, 1, 0.5], halfM: [2, 1, 0.5] });
        expect(boxAround(box)).toEqual({ centreM: box.centreM, halfM: box.halfM });
    });
});
