/** Places on the skin of a body, and bands along them. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import { enter, type Shape } from "./field";
import { coloured } from "./wheel_geometry";

export type Point = readonly [number, number, number];

/** What of a shape there has to be for what is put on it. */
export type Outside = Pick<Shape, "body" | "bounds" | "bottomM">;

/** How far out the skin is at a place of the side view; null where there is none. */
export function flankAt(shape: Outside, x: number, z: number): number | null {
    return enter(shape.body, [x, shape.bounds.to[1], z], 1, 0);
}

/** How far out there is room within the lining of a cabin. */
export const roomAcross = (shape: Outside) => (x: number, z: number) =>
    Math.max(0.1, (flankAt(shape, x, z) ?? 0) - 0.03);

/** A surface through lines of as many points. */
export function band(rows: readonly (readonly Point[])[], colour: string): BufferGeometry {
    const geometry = new BufferGeometry();
    const index: number[] = [];
    const length = rows[0]!.length;
    for (let row = 0; row + 1 < rows.length; ++row)
        for (let i = 0; i + 1 < length; ++i) {
            const [a, b] = [row * length + i, (row + 1) * length + i];
            index.push(a, b, a + 1, b, b + 1, a + 1);
        }
    geometry.setAttribute("position", new Float32BufferAttribute(rows.flat(2), 3));
    geometry.setIndex(index);
    geometry.computeVertexNormals();
    return coloured(geometry, colour);
}
