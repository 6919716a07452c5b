/**
 * A frame: all that is drawn, heard and plotted of one moment.
 *
 * The simulation fills one in each frame; replay and ghost keep copies as rows of numbers. What shows
 * something takes a frame and nothing else, so that it shows the present, a replay and a ghost alike.
 * Axes are Kamm's: x forward or east, y left or north, z up.
 */
import { type CarChannels, carChannelUnits, type WheelChannels, wheelChannelUnits } from "kamm";

/** All channels, in the order of the package's tables. */
export const carKeys = Object.keys(carChannelUnits) as readonly (keyof CarChannels)[];
export const wheelKeys = Object.keys(wheelChannelUnits) as readonly (keyof WheelChannels)[];

function zeros<Key extends string>(keys: readonly Key[]): Record<Key, number> {
    return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}

export interface WheelFrame extends WheelChannels {
    /** Centre, and orientation (w, x, y, z) without spin; y is the axle, pointing left on both sides. */
    position: Float64Array;
    orientation: Float64Array;
    spinAngleRad: number;
    /** The ground below: a point of it, its normal, its friction and which of the world's surfaces it is. */
    groundPoint: Float64Array;
    groundNormal: Float64Array;
    groundFriction: number;
    groundSurface: number;
}

export interface CarFrame extends CarChannels {
    /** Position of the vehicle frame's origin: on the road at rest, below the centre of gravity. */
    position: Float64Array;
    orientation: Float64Array;
    handBrake: number;
    /** Lean of a rider's upper body relative to the machine, positive to the right. */
    riderLeanRad: number;
    fault: number;
    wheels: WheelFrame[];
}

export interface BodyFrame {
    position: Float64Array;
    orientation: Float64Array;
}

export interface Impact {
    point: readonly [number, number, number];
    speedMps: number;
    impulseNs: number;
}

export interface Frame {
    timeS: number;
    /** The first is the player's. */
    cars: CarFrame[];
    bodies: BodyFrame[];
    /** What hit what during this frame, the player's car taking part. Not kept in replays. */
    impacts: Impact[];
}

const vectors = (size: number) => new Float64Array(size);

export function newWheelFrame(): WheelFrame {
    return {
        ...zeros(wheelKeys),
        position: vectors(3),
        orientation: vectors(4),
        spinAngleRad: 0,
        groundPoint: vectors(3),
        groundNormal: vectors(3),
        groundFriction: 1,
        groundSurface: 0,
    };
}

export function newCarFrame(wheelCount: number): CarFrame {
    return {
        ...zeros(carKeys),
        position: vectors(3),
        orientation: vectors(4),
        handBrake: 0,
        riderLeanRad: 0,
        fault: 0,
        wheels: Array.from({ length: wheelCount }, newWheelFrame),
    };
}

export function newFrame(wheelCounts: readonly number[], bodyCount: number): Frame {
    return {
        timeS: 0,
        cars: wheelCounts.map(newCarFrame),
        bodies: Array.from({ length: bodyCount }, () => ({
            position: vectors(3),
            orientation: vectors(4),
        })),
        impacts: [],
    };
}

/** Walks over all numbers of a car's frame in a fixed order. */
function walkCar(car: CarFrame, number: (holder: never, key: never) => void) {
    const each = number as (holder: object, key: string | number) => void;
    const all = (values: Float64Array) => values.forEach((_, i) => each(values, i));
    for (const key of carKeys) each(car, key);
    each(car, "handBrake");
    each(car, "riderLeanRad");
    each(car, "fault");
    all(car.position);
    all(car.orientation);
    for (const wheel of car.wheels) {
        for (const key of wheelKeys) each(wheel, key);
        each(wheel, "spinAngleRad");
        each(wheel, "groundFriction");
        each(wheel, "groundSurface");
        for (const values of [wheel.position, wheel.orientation, wheel.groundPoint, wheel.groundNormal])
            all(values);
    }
}

/** How many numbers a car's frame has. */
export function carFrameSize(car: CarFrame): number {
    let count = 0;
    walkCar(car, () => ++count);
    return count;
}

/** Writes a car's frame as a row of numbers from `at` on; returns where it ends. */
export function packCarFrame(car: CarFrame, row: Float64Array, at: number): number {
    walkCar(car, (holder: Record<string, number>, key: string) => {
        row[at++] = holder[key]!;
    });
    return at;
}

/** Reads it back. */
export function unpackCarFrame(car: CarFrame, row: Float64Array, at: number): number {
    walkCar(car, (holder: Record<string, number>, key: string) => {
        holder[key] = row[at++]!;
    });
    return at;
}
