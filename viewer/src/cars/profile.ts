/**
 * A profile: what makes a car look like itself. Everything is drawn in metres of the real car as
 * seen from the side (s: behind the nose, z: above the road), from above (s, y: from the middle) or
 * from an end (y, z), and stretched to the length, width and height of the vehicle file. Wheels
 * come from the file alone.
 */
import type { Corner } from "./outline";

export const materials = ["paint", "trim", "grille", "glass", "lamp", "tail", "reverse"] as const;
export type Material = (typeof materials)[number];

/**
 * A part of the skin in another material: whatever lies behind this outline as seen from that side.
 */
export interface Patch {
    readonly material: Material;
    readonly view: "side" | "front" | "rear";
    /** (s, z) from the side, (|y|, z) from an end. */
    readonly outline: readonly Corner[];
    /** From an end: how far along the car it may reach. From the side: how near to the middle. */
    readonly depthM?: number;
    /** Only for the cars that are near. */
    readonly fine?: boolean;
}

export type EnginePlace = "front" | "middle" | "rear";

export interface Profile {
    readonly kind: "hatchback" | "saloon" | "sports" | "van" | "pickup";
    /** Length, width and height of the car it is drawn from. */
    readonly sizeM: readonly [number, number, number];
    readonly colour: string;
    /** Where the engine is, if neither driven axles nor the weight on them tell. */
    readonly engine?: EnginePlace;
    /** Side view of the body up to the waist, and of the greenhouse, which goes down into it. */
    readonly lower: readonly Corner[];
    readonly cabin: readonly Corner[];
    /** From above, one half, nose to tail, first and last on the middle line. */
    readonly plan: readonly Corner[];
    readonly cabinPlan: readonly Corner[];
    /** Height at which the body is widest, and how far it is drawn in at sill and waist. */
    readonly widestM: number;
    readonly sillInM: number;
    readonly waistInM: number;
    /** Lean of the side windows inwards: metres per metre of height above the waist. */
    readonly waistM: number;
    readonly tumblehome: number;
    /**
     * How far nose and tail are bowed as seen from above, and roof and bonnet arched as seen from
     * ahead.
     */
    readonly noseBowM: number;
    readonly tailBowM: number;
    readonly crownM: number;
    /** Rounding of the shoulders, of the roof's edges, and of the line where both bodies meet. */
    readonly shoulderM: number;
    readonly roofEdgeM: number;
    readonly filletM: number;
    /** How far the wings stand out over front and rear wheels: by so much that the body is narrower, they make the car's width. */
    readonly flareM: readonly [number, number];
    /** Foot and head of windscreen and rear window (s, z), and how wide their frames are. */
    readonly windscreen: readonly [Corner, Corner];
    readonly rearWindow: readonly [Corner, Corner] | null;
    readonly frameM: number;
    /** Side windows: between the feet and heads of two slanting lines; posts between them. */
    readonly sideGlass: {
        readonly from: readonly [Corner, Corner];
        readonly to: readonly [Corner, Corner];
        /** Lower edge. */
        readonly sillM: readonly [number, number];
        readonly posts: readonly number[];
        /** Upper edge, where it is not the roof's. */
        readonly topM?: number;
    } | null;
    /** A soft top, in its colour. */
    readonly softTop?: boolean;
    /** Black plastic below this height; that around the wheels. */
    readonly sillTrimM: number;
    readonly archTrimM: number;
    readonly patches: readonly Patch[];
    /** Lines on the flank: doors. */
    readonly lines: readonly (readonly Corner[])[];
    /** Door handles: (s, z); without them, ahead of the lines but the first. */
    readonly handles?: readonly Corner[];
    /** Lines on the tail, (|y|, z): its lid and bumper. */
    readonly tailLines: readonly (readonly Corner[])[];
    /** Exhaust pipes: (|y|, z). */
    readonly exhausts: readonly Corner[];
    /** Heights of the number plates, ahead and astern. */
    readonly platesM: readonly [number, number];
    /** Foot of the door mirror: (s, z). */
    readonly mirror: Corner;
    /** The driver's eye: s, y, z. */
    readonly eyeM: readonly [number, number, number];
    readonly rim: RimLook;
    /** What else stands on it, a load or a wing: s, y, z of the centre. */
    readonly boxes?: readonly Extra[];
}

export interface RimLook {
    readonly spokes: number;
    /** Spokes in pairs. */
    readonly twin?: boolean;
    readonly colour?: string;
}

export interface Extra {
    readonly centreM: readonly [number, number, number];
    readonly halfM: readonly [number, number, number];
    /** Without one it is painted as the body is. */
    readonly colour?: string;
    /** A disc that lies across the car, as a spare wheel does. */
    readonly isRound?: boolean;
}
