import type { Shape } from "kamm";
import { Box3, type BufferGeometry } from "three";
import { describe, expect, test } from "vitest";
import { placedGeometry, shapeGeometry } from "./shape_geometry";

const box = { centreM: [1, 2, 3], halfM: [0.5, 0.5, 1.5], orientation: [1, 0, 0, 0] } as const;

function boundsOf(geometry: BufferGeometry) {
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox as Box3;
    return [...min.toArray(), ...max.toArray()];
}

function expectBounds(geometry: BufferGeometry, expected: number[]) {
    boundsOf(geometry).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 5));
    expect(geometry.index).toBeNull();
    expect(geometry.getAttribute("normal").count).toBe(geometry.getAttribute("position").count);
}

describe("the look of a shape", () => {
    test("fills its box, along z", () => {
        for (const kind of ["box", "capsule", "cylinder"] as const)
            expectBounds(shapeGeometry({ ...box, kind }), [0.5, 1.5, 1.5, 1.5, 2.5, 4.5]);
        expectBounds(shapeGeometry({ ...box, kind: "sphere", halfM: [0.5, 0.5, 0.5] }), [0.5, 1.5, 2.5, 1.5, 2.5, 3.5]);
    });

    test("is turned in the body", () => {
        const lying = { ...box, kind: "cylinder", orientation: [Math.SQRT1_2, Math.SQRT1_2, 0, 0] } as const;
        expectBounds(shapeGeometry(lying), [0.5, 0.5, 2.5, 1.5, 3.5, 3.5]);
    });

    test("of points is spanned by them, in the frame where they are placed", () => {
        const pointsM = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1);
        const hull: Shape = { ...box, kind: "hull", pointsM };
        expectBounds(shapeGeometry(hull), [0, 0, 0, 4, 2, 1]);
        expect(shapeGeometry(hull).getAttribute("position").count).toBe(12);
        const mesh: Shape = { ...hull, kind: "mesh", triangles: Int32Array.of(0, 2, 1) };
        expectBounds(placedGeometry(mesh), [1, 2, 3, 5, 4, 3]);
        expectBounds(placedGeometry({ ...hull, orientation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] }), [-1, 2, 3, 1, 6, 4]);
    });
});
