/** Interpolation of two packed frames: each number by its kind. */
import { carFrameSize, newCarFrame, packCarFrame } from "../frame";

type Numbers = Float64Array | Float32Array;

/* Kinds of numbers in a row; 0: linear. */

/** Values that are not interpolated: gears, surfaces. */
const step = 1;
const angle = 2;
/** The four of a quaternion. */
const rotation = 3;
/** The rate of the spin angle that follows it. */
const spinRate = 4;
const spin = 5;
/** The three of the body's position. */
const place = 6;

/** Faster than that nothing drives: it has been put elsewhere. */
const maxSpeedMps = 150;

/** The kinds of a car's numbers, in the order in which they are packed. */
export function carKinds(wheelCount: number): Uint8Array {
    const car = newCarFrame(wheelCount);
    car.gear = car.fault = car.shiftRefusal = car.lowRange = car.raisedAxles = step;
    car.yawRad = car.rollRad = car.sideslipRad = car.trailerYawRad = angle;
    car.position.fill(place);
    car.orientation.fill(rotation);
    for (const wheel of car.wheels) {
        wheel.groundSurface = step;
        wheel.spinRadps = spinRate;
        wheel.spinAngleRad = spin;
        wheel.orientation.fill(rotation);
    }
    const row = new Float64Array(carFrameSize(car));
    packCarFrame(car, row, 0);
    return Uint8Array.from(row);
}

/** Kinds of a body's numbers: position and orientation. */
export const bodyKinds = Uint8Array.of(
    place,
    place,
    place,
    rotation,
    rotation,
    rotation,
    rotation,
);

const wrap = (angleRad: number) => angleRad - 2 * Math.PI * Math.round(angleRad / (2 * Math.PI));

/** Has the body been put elsewhere meanwhile? */
function hasJumped(kinds: Uint8Array, a: Numbers, b: Numbers, at: number, gapS: number): boolean {
    const i = at + kinds.indexOf(place);
    const movedM = Math.hypot(b[i]! - a[i]!, b[i + 1]! - a[i + 1]!, b[i + 2]! - a[i + 2]!);
    return movedM > 1 + maxSpeedMps * gapS;
}

function blendRotation(a: Numbers, b: Numbers, at: number, share: number, out: Float64Array) {
    let dot = 0;
    for (let i = at; i < at + 4; ++i) dot += a[i]! * b[i]!;
    const toward = dot < 0 ? -share : share; // q and -q are the same rotation
    let square = 0;
    for (let i = at; i < at + 4; ++i) {
        out[i] = (1 - share) * a[i]! + toward * b[i]!;
        square += out[i]! * out[i]!;
    }
    const length = Math.sqrt(square) || 1;
    for (let i = at; i < at + 4; ++i) out[i]! /= length;
}

/**
 * Fills in a body's numbers, which start at `at` of all three rows. `gapS` is the time from a to b.
 * The wheels' spin angles are known but for whole turns: their rates tell how many there were.
 */
export function blend(
    kinds: Uint8Array,
    a: Numbers,
    b: Numbers,
    at: number,
    share: number,
    gapS: number,
    out: Float64Array,
): void {
    if (hasJumped(kinds, a, b, at, gapS)) {
        const from = share < 1 ? a : b;
        for (let i = at; i < at + kinds.length; ++i) out[i] = from[i]!;
        return;
    }
    let turnedRad = 0;
    for (let k = 0; k < kinds.length; ++k) {
        const i = at + k;
        const change = b[i]! - a[i]!;
        const kind = kinds[k];
        if (kind === rotation) {
            blendRotation(a, b, i, share, out);
            k += 3;
        } else if (kind === step) out[i] = share < 1 ? a[i]! : b[i]!;
        else if (kind === angle) out[i] = a[i]! + share * wrap(change);
        else if (kind === spin) out[i] = a[i]! + share * (turnedRad + wrap(change - turnedRad));
        else out[i] = a[i]! + share * change;
        if (kind === spinRate) turnedRad = 0.5 * (a[i]! + b[i]!) * gapS;
    }
}
