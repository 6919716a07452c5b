/**
 * Decides what a change of set-up ends and what goes on. The simulation passes a `Change` to its listeners; parts
 * that keep data ask it whether these end.
 */
import type { Setup } from "./setup";

export type ChangeKind =
    /** A parameter of the player's vehicle, or its tyres by a file. */
    | "parameter"
    /** Another vehicle for the player. */
    | "car"
    | "rung"
    /** The surface override. */
    | "surface"
    | "wind"
    /** The player's car is put to a start. */
    | "place"
    /** The number of other cars. */
    | "traffic"
    /** Strength of the input assist. Aids that are parameters (ABS, TCS, ESC) are of the first kind. */
    | "driverAid"
    /** Another world: that of a road test, or the proving ground again. */
    | "world"
    /** What follows from some of these: another number of cars, or of the wheels of one. */
    | "layout"
    /** … and another number of wheels of the player's car. */
    | "wheels";

/** What remembers, and may so end. */
export type Memory =
    /** Parameters that differ from the vehicle's file. */
    | "parameters"
    /** The last seconds: plots, slip strips, trails of the circles and of the G-G diagram. */
    | "plots"
    /** The recorded minute. */
    | "replay"
    /** The lap that is on. Best laps are kept by car, set-up and world. */
    | "lap";

/** What is not named goes on. */
const endedBy: Readonly<Record<ChangeKind, readonly Memory[]>> = {
    parameter: [],
    car: ["parameters"],
    rung: [],
    surface: [],
    wind: [],
    place: ["lap"],
    traffic: [],
    driverAid: [],
    world: ["plots", "replay", "lap"],
    layout: ["replay"],
    wheels: ["plots", "replay", "lap"],
};

/** These compile another model for the player's car, which drives on as that. */
const modelKinds: readonly ChangeKind[] = ["parameter", "car", "rung"];

export interface Change {
    readonly kinds: ReadonlySet<ChangeKind>;
    /** The player's car goes on as another model. */
    readonly otherModel: boolean;
    /** That, or another number of cars: what draws them is made again. */
    readonly otherCars: boolean;
    ends(memory: Memory): boolean;
}

export function changeOf(kinds: Iterable<ChangeKind>): Change {
    const all = new Set(kinds);
    const otherModel = modelKinds.some((kind) => all.has(kind));
    return {
        kinds: all,
        otherModel,
        otherCars: otherModel || all.has("traffic"),
        ends: (memory) => [...all].some((kind) => endedBy[kind].includes(memory)),
    };
}

/** Returns the kinds of changes that a part of a set-up makes to the present one. */
export function kindsOf(before: Setup, part: Partial<Setup>): Set<ChangeKind> {
    const differs = (key: keyof Setup) => part[key] !== undefined && part[key] !== before[key];
    const found: Record<string, boolean> = {
        parameter: differs("changes") || differs("arcade"),
        car: differs("car"),
        rung: differs("rung"),
        surface: differs("surfaceOverride"),
        wind: part.windMps !== undefined,
        place: part.start !== undefined, // the present start as well: the car is put there
        traffic: differs("others"),
        driverAid: differs("aid"),
    } satisfies Partial<Record<ChangeKind, boolean>>;
    return new Set((Object.keys(found) as ChangeKind[]).filter((kind) => found[kind]));
}

/** What follows from other numbers of wheels, car by car, the player's first. */
export function layoutKinds(before: readonly number[], after: readonly number[]): ChangeKind[] {
    const kinds: ChangeKind[] = [];
    if (before.join() !== after.join()) kinds.push("layout");
    if (before[0] !== after[0]) kinds.push("wheels");
    return kinds;
}
