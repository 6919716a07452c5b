/** Cars and bodies of a recording between two frames. */
import type { BodyFrame, CarFrame, WheelFrame } from "../frame";
import type { Recording, RecordedCar } from "./read";

const lengthM = 1e-4;
const whole = 1 / 32767;
const turn = (2 * Math.PI) / 65536;
const afterOff = 5;
const afterPose = 25;
const afterCar = 31;
const wheelBytes = 16;

type Quaternion = [number, number, number, number];

/** The shorter way between two orientations, evenly enough for neighbouring frames. */
function blend(a: Quaternion, b: Quaternion, share: number): Quaternion {
    const dot = a.reduce((sum, value, k) => sum + value * b[k]!, 0);
    const sign = dot < 0 ? -1 : 1;
    const mixed = a.map((value, k) => value + share * (sign * b[k]! - value));
    const length = Math.hypot(...mixed) || 1;
    return mixed.map((value) => value / length) as Quaternion;
}

const multiply = ([a, b, c, d]: Quaternion, [e, f, g, h]: Quaternion): Quaternion => [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
];

function rotate(q: Quaternion, [x, y, z]: readonly number[]): [number, number, number] {
    const [w, i, j, k] = q;
    const [, ...turned] = multiply(multiply(q, [0, x!, y!, z!]), [w, -i, -j, -k]);
    return turned as [number, number, number];
}

const mix = (a: number, b: number, share: number) => a + share * (b - a);

/** Poses of entries at two places of the file; the second may be 0: it goes, or there is no later frame. */
export function readPose({ view, originM }: Recording, from: number, to: number, share: number, out: BodyFrame) {
    const place = (at: number) => [0, 4, 8].map((k) => view.getInt32(at + afterOff + k, true) * lengthM);
    const orientation = (at: number) =>
        [12, 14, 16, 18].map((k) => view.getInt16(at + afterOff + k, true) * whole) as Quaternion;
    const [a, b] = [place(from), place(to || from)];
    for (let k = 0; k < 3; ++k) out.position[k] = originM[k]! + mix(a[k]!, b[k]!, share);
    out.orientation.set(blend(orientation(from), orientation(to || from), share));
}

function wheelTurn(view: DataView, at: number): Quaternion {
    const [x, y, z] = [6, 8, 10].map((k) => view.getInt16(at + k, true) * whole) as [number, number, number];
    return [Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z)), x, y, z];
}

/** How far a wheel turns between two angles: as far as its speed says, to the nearest whole turn. */
export function turnBetween(fromRad: number, toRad: number, radps: number, dtS: number): number {
    const least = toRad - fromRad;
    return least + 2 * Math.PI * Math.round((radps * dtS - least) / (2 * Math.PI));
}

function readWheel(view: DataView, from: number, to: number, share: number, dtS: number, centre: readonly number[], car: CarFrame, out: WheelFrame) {
    const body = Array.from(car.orientation) as Quaternion;
    const local = [0, 2, 4].map((k, i) => {
        const [a, b] = [from, to].map((at) => view.getInt16(at + k, true) * lengthM) as [number, number];
        return centre[i]! + mix(a, b, share);
    });
    out.position.set(rotate(body, local).map((value, k) => value + car.position[k]!));
    out.orientation.set(multiply(body, blend(wheelTurn(view, from), wheelTurn(view, to), share)));
    const [a, b] = [from, to].map((at) => view.getUint16(at + 12, true) * turn) as [number, number];
    out.spinRadps = view.getInt16(from + 14, true) * 0.05;
    const mean = (out.spinRadps + view.getInt16(to + 14, true) * 0.05) / 2;
    out.spinAngleRad = a + share * turnBetween(a, b, mean, dtS);
}

/** Fills in what draws a car. `dtS`: between the frames of both entries. */
export function readCar(recording: Recording, car: RecordedCar, from: number, to: number, share: number, dtS: number, out: CarFrame) {
    const { view, models } = recording;
    const next = to || from;
    readPose(recording, from, to, share, out);
    out.throttle = view.getUint8(from + afterPose) / 255;
    out.brake = view.getUint8(from + afterPose + 1) / 255;
    out.handBrake = view.getUint8(from + afterPose + 2) / 255;
    out.gear = view.getInt8(from + afterPose + 3);
    const steering = (at: number) => view.getInt16(at + afterPose + 4, true) * 0.002;
    out.steeringWheelRad = mix(steering(from), steering(next), share);
    models[car.model]!.wheels.forEach(({ centre_m }, i) => {
        const at = afterCar + wheelBytes * i;
        readWheel(view, from + at, next + at, share, next === from ? 0 : dtS, centre_m, out, out.wheels[i]!);
    });
}
