/** How axes and buttons become driver inputs: one description for game pads and steering wheels alike. */
import type { DriverRequest } from "kamm";
import { type Command, padButtons } from "./bindings";

/** What a device says. An axis that has not moved yet is NaN: browsers call it 0 anywhere. */
export interface Reading {
    readonly axes: readonly number[];
    readonly buttons: readonly number[];
}

export interface Source {
    readonly kind: "axis" | "button";
    readonly index: number;
}

/** The raw values at both ends of a way, whichever is larger. */
export interface Steering {
    readonly source: Source;
    readonly left: number;
    readonly right: number;
}

export interface Pedal {
    readonly source: Source;
    readonly pressed: number;
    readonly released: number;
}

export const pedalNames = ["throttle", "brake", "clutch", "handBrake"] as const;
export type PedalName = (typeof pedalNames)[number];

export interface Calibration {
    readonly steering: Steering | null;
    readonly pedals: Readonly<Record<PedalName, Pedal | null>>;
    readonly buttons: Readonly<Partial<Record<Command, number>>>;
    /** It is turned as a car's is: the input assist keeps out. */
    readonly isWheel: boolean;
    /** How far a steering wheel turns, from lock to lock. */
    readonly rangeDeg: number;
    /** The car's steering wheel turns as far as that in the hands, not by the same share. */
    readonly isDegreeForDegree: boolean;
    /** Shares of the way from the middle, and of the pedals' way, in which nothing happens. */
    readonly steeringDeadZone: number;
    readonly pedalDeadZone: number;
}

export const minRangeDeg = 90;
export const maxRangeDeg = 2520;
export const maxDeadZone = 0.5;

const button = (index: number): Pedal => ({
    source: { kind: "button", index },
    pressed: 1,
    released: 0,
});

const noButtons: Partial<Record<Command, number>> = {};

/** The Gamepad API's standard mapping. */
export const standardPad: Calibration = {
    steering: { source: { kind: "axis", index: 0 }, left: -1, right: 1 },
    pedals: { throttle: button(7), brake: button(6), clutch: null, handBrake: button(0) },
    buttons: Object.fromEntries(padButtons.map(({ command, button: index }) => [command, index])),
    isWheel: false,
    rangeDeg: 900,
    isDegreeForDegree: true,
    steeringDeadZone: 0.1,
    pedalDeadZone: 0.03,
};

/** A device of which nothing is known. */
export const unknownDevice: Calibration = {
    ...standardPad,
    steering: null,
    pedals: { throttle: null, brake: null, clutch: null, handBrake: null },
    buttons: noButtons,
    isWheel: true,
    steeringDeadZone: 0,
};

export function rawValue({ axes, buttons }: Reading, { kind, index }: Source): number {
    return (kind === "axis" ? axes[index] : buttons[index]) ?? NaN;
}

const clamp = (value: number, min: number, max: number) =>
    Math.min(Math.max(value, min), max);

/** Removes the dead zone: 0 within it, and no jump at its edge. */
function withoutDeadZone(value: number, zone: number): number {
    return (Math.sign(value) * Math.max(0, Math.abs(value) - zone)) / (1 - zone);
}

/** A stick has little way: it is finer near its middle. */
const stickCurve = (value: number) => 0.6 * value + 0.4 * value ** 3;

/** -1 to 1, positive left. `lockRad` is that of the car's steering wheel, 0 if it is not known. */
export function steerOf(calibration: Calibration, reading: Reading, lockRad: number): number {
    const { steering, isWheel, isDegreeForDegree, rangeDeg, steeringDeadZone } = calibration;
    if (!steering) return 0;
    const { left, right, source } = steering;
    const raw = rawValue(reading, source);
    if (Number.isNaN(raw)) return 0;
    const share = clamp((2 * raw - left - right) / (left - right), -1, 1);
    const steer = withoutDeadZone(share, steeringDeadZone);
    if (!isWheel) return stickCurve(steer);
    if (!isDegreeForDegree || lockRad <= 0) return steer;
    return clamp((steer * rangeDeg * Math.PI) / 360 / lockRad, -1, 1);
}

/** Drivers seldom press a pedal quite as far as when it was calibrated. */
const fullyPressed = 0.98;

export function pedalOf(pedal: Pedal | null, reading: Reading, deadZone: number): number {
    if (!pedal) return 0;
    const raw = rawValue(reading, pedal.source);
    if (Number.isNaN(raw)) return 0;
    const way = (raw - pedal.released) / (pedal.pressed - pedal.released);
    return clamp((way - deadZone) / (fullyPressed - deadZone), 0, 1);
}

/** What the device wants of the car. */
export function driverInputOf(
    calibration: Calibration,
    reading: Reading,
    lockRad: number,
    driverInput: DriverRequest,
): void {
    driverInput.steer = steerOf(calibration, reading, lockRad);
    for (const name of pedalNames)
        driverInput[name] = pedalOf(calibration.pedals[name], reading, calibration.pedalDeadZone);
}
