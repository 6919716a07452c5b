/**
 * How a vehicle is drawn that is like no car: closed shapes in shares of the model's boxes, so that it has the measures of its
 * file. A solid is an outline seen from the side, [behind the box's front, above its bottom, rounding in m, share of the half width].
 */
import type { Corner } from "./outline";
import type { Material, RimLook } from "./profile";

export type SolidCorner = readonly [number, number, number?, number?];

/** Another material on one of its faces: (behind the front, height) from the side, (away from the middle, height) from an end. */
export interface Pane {
    readonly material: Material;
    readonly view: "side" | "front" | "rear";
    readonly outline: readonly Corner[];
    /** From an end: how far along the vehicle it may reach. */
    readonly depthM?: number;
}

export interface Solid {
    /** Number of the model's box; null: the part for all of them. */
    readonly of: number | null;
    readonly side: readonly SolidCorner[];
    /** Shares of the half width, inside and outside. */
    readonly across?: readonly [number, number];
    /** Rounding of its outer edges. */
    readonly bendM?: number;
    /** Without one it is painted. */
    readonly colour?: string;
    readonly panes?: readonly Pane[];
}

/** A mudguard, around so much of a wheel: 0 is ahead, a quarter turn above it. */
export interface Fender {
    readonly axle: number;
    readonly fromRad: number;
    readonly toRad: number;
    readonly colour?: string;
}

export interface BoxedLook {
    /** Length, width and height of what it is drawn for; of what is drawn by guess there are none. */
    readonly sizeM?: readonly [number, number, number];
    readonly colour: string;
    readonly rim: RimLook;
    readonly solids: readonly Solid[];
    readonly fenders?: readonly Fender[];
    /** Which solid the driver sits in, and lower and upper edge of its windows in shares of its height; else a box is looked for. */
    readonly cab?: { readonly solid: number; readonly windows: readonly [number, number] };
    /** Wheels that hang free are held by arms so thick. */
    readonly armsM?: number;
    /** It has no occupants: its windows, if any, are black. */
    readonly isTrailer?: boolean;
    /** An axle that is up on the road, a support on small wheels. */
    readonly supportAxle?: number;
}

export const dark = "#1b1d1f";

export const block = (fromU: number, toU: number, fromV: number, toV: number, roundM = 0): SolidCorner[] => [
    [fromU, fromV, roundM],
    [fromU, toV, roundM],
    [toU, toV, roundM],
    [toU, fromV, roundM],
];

export const rect = (fromA: number, toA: number, fromB: number, toB: number, roundM = 0.03): Corner[] =>
    block(fromA, toA, fromB, toB, roundM) as unknown as Corner[];

export const pane = (material: Material, view: Pane["view"], outline: readonly Corner[], depthM?: number): Pane => ({
    material,
    view,
    outline,
    ...(depthM !== undefined && { depthM }),
});

/** Windows in a row, so many, with posts between them. */
export function windowRow(fromU: number, toU: number, [low, high]: readonly [number, number], count: number, post: number): Pane[] {
    const pitch = (toU - fromU + post) / count;
    return Array.from({ length: count }, (_, i) =>
        pane("glass", "side", rect(fromU + i * pitch, fromU + (i + 1) * pitch - post, low, high, 0.05)),
    );
}
