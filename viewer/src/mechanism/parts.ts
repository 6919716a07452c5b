/** Parts of a mechanism: shapes between two points, each of which goes with something that moves. */
import type { Point } from "./data";

/** Points are those of the car at rest, in its own axes; `pose.ts` says where they are in a frame. */
export type Anchor =
    | { readonly on: "body"; readonly at: Point }
    /** What carries the wheel and does not steer: an upright, an arm, an axle's end. */
    | { readonly on: "carrier" | "wheel"; readonly wheel: number; readonly at: Point }
    /** An axle that carries a wheel on each side. */
    | { readonly on: "beam"; readonly wheels: Pair; readonly at: Point }
    /** Goes sideways with the steering, by an arm as long as `armM` (behind the wheel's centre: below 0). */
    | { readonly on: "rack"; readonly wheels: readonly number[]; readonly armM: number; readonly at: Point }
    /** The end of an anti-roll bar's arm: it turns about `pivot` as far as `link` moves up and down. */
    | { readonly on: "bar"; readonly link: Anchor; readonly pivot: Point; readonly at: Point }
    /** A piston or a crank's pin. */
    | { readonly on: "crank"; readonly phaseRad: number; readonly radiusM: number; readonly along: Point; readonly at: Point }
    /** Place on the line from one anchor to the other, which sags by `sagM` in the middle. */
    | { readonly on: "between"; readonly a: Anchor; readonly b: Anchor; readonly share: number; readonly sagM: number };

export type Pair = readonly [left: number, right: number];

export type Shape = "round" | "shaft" | "block" | "ball" | "gear" | `coil ${number}`;

/** What turns it about its own axis. */
export type Spin =
    | { readonly by: "wheels"; readonly wheels: readonly number[]; readonly ratio: number }
    | { readonly by: "engine" }
    /** `share` 0: as the left arm of the bar, 1: as the right one. */
    | { readonly by: "bar"; readonly left: BarEnd; readonly right: BarEnd; readonly share: number };

export type BarEnd = Extract<Anchor, { on: "bar" }>;

/** A colour, or what it shows. */
export type Tint =
    | string
    | { readonly shows: "travel"; readonly wheels: readonly number[]; readonly fullM: number }
    | { readonly shows: "twist"; readonly left: BarEnd; readonly right: BarEnd }
    | { readonly shows: "brake"; readonly wheel: number; readonly fullNm: number };

export interface Part {
    readonly shape: Shape;
    readonly a: Anchor;
    readonly b: Anchor;
    /** Across; of a block its width and its height. */
    readonly sizeM: readonly [number, number];
    readonly tint: Tint;
    readonly spin?: Spin;
    /** Drawn from that end on for this length only: a damper's tube and its rod. */
    readonly only?: { readonly from: "a" | "b"; readonly lengthM: number };
}

export const colours = {
    steel: "#b9c3cc",
    dark: "#4a525b",
    cast: "#8f989f",
    tube: "#f2b90c",
    rod: "#eef1f3",
    shaft: "#d5dade",
    steering: "#4f9df0",
    engine: "#9aa6b2",
    piston: "#e6e9ec",
    gearbox: "#6f7a85",
    motor: "#39b7a4",
    open: "#7d9bbd",
    limited_slip: "#e08a2c",
    clutch: "#e08a2c",
    locked: "#d3362d",
} as const;

const flipped = ([x, y, z]: Point): Point => [x, -y, z];

function mirroredAnchor(anchor: Anchor, other: (wheel: number) => number): Anchor {
    const mirror = (inner: Anchor) => mirroredAnchor(inner, other);
    switch (anchor.on) {
        case "carrier":
        case "wheel":
            return { ...anchor, wheel: other(anchor.wheel), at: flipped(anchor.at) };
        case "bar":
            return { ...anchor, link: mirror(anchor.link), pivot: flipped(anchor.pivot), at: flipped(anchor.at) };
        case "between":
            return { ...anchor, a: mirror(anchor.a), b: mirror(anchor.b) };
        default:
            return { ...anchor, at: flipped(anchor.at) };
    }
}

function mirroredTint(tint: Tint, other: (wheel: number) => number): Tint {
    if (typeof tint === "string" || tint.shows === "twist") return tint;
    if (tint.shows === "brake") return { ...tint, wheel: other(tint.wheel) };
    return { ...tint, wheels: tint.wheels.map(other) };
}

/** The same on the other side of the car. */
export function mirrored(part: Part, other: (wheel: number) => number): Part {
    const { spin } = part;
    return {
        ...part,
        a: mirroredAnchor(part.a, other),
        b: mirroredAnchor(part.b, other),
        tint: mirroredTint(part.tint, other),
        ...(spin?.by === "wheels" && { spin: { ...spin, wheels: spin.wheels.map(other) } }),
    };
}
