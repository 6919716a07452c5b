/** Game pads and steering wheels: what all that are connected want. */
import type { DriverRequest } from "kamm";
import type { Command } from "./bindings";
import { type Calibration, standardPad, unknownDevice, driverInputOf } from "./calibration";
import { loadCalibrations, saveCalibrations } from "./storage";

export interface Device {
    readonly index: number;
    readonly id: string;
    /** Name for users. */
    readonly name: string;
    readonly isStandard: boolean;
    /** What it says now; the same objects each time. */
    readonly reading: { readonly axes: number[]; readonly buttons: number[] };
    readonly driverInput: DriverRequest;
    readonly calibration: Calibration;
    /** It was never calibrated. */
    readonly isDefault: boolean;
}

export interface Pads {
    readonly devices: readonly Device[];
    /** Reads all devices; runs the commands of their buttons unless `isMuted`. */
    poll(lockRad: number, isMuted: boolean): void;
    /** Keeps it for all devices of this kind; null: its defaults. */
    calibrate(device: Device, calibration: Calibration | null): void;
}

/** What of the browser's Gamepad is read. */
export interface GamepadLike {
    readonly index: number;
    readonly id: string;
    readonly mapping: string;
    readonly connected: boolean;
    readonly axes: readonly number[];
    readonly buttons: readonly { readonly value: number; readonly pressed: boolean }[];
}

const noDriverInput = (): DriverRequest => ({ steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0 });
const pressedFrom = 0.5;

/** Returns the name without the rest, such as in "Xbox Controller (STANDARD GAMEPAD Vendor: 045e …)". */
const shortName = (id: string) => id.replace(/\s*\([^)]*\)\s*$/, "");

/** Copies the reading; NaN for axes that have never moved. */
function read(pad: GamepadLike, { axes, buttons }: Device["reading"]) {
    while (axes.length < pad.axes.length) axes.push(NaN);
    buttons.length = pad.buttons.length;
    for (let i = 0; i < axes.length; ++i) {
        const isAwake = pad.axes[i] !== 0 || !Number.isNaN(axes[i]);
        if (isAwake) axes[i] = pad.axes[i]!;
    }
    for (let i = 0; i < buttons.length; ++i) {
        const { value, pressed } = pad.buttons[i]!;
        buttons[i] = Math.max(value, pressed ? 1 : 0);
    }
}

function runPressed(before: readonly number[], device: Device, run: (command: Command) => void) {
    for (const [command, index] of Object.entries(device.calibration.buttons)) {
        const isPressed = (device.reading.buttons[index] ?? 0) > pressedFrom;
        if (isPressed && (before[index] ?? 1) <= pressedFrom) run(command as Command);
    }
}

export function createPads(
    run: (command: Command) => void,
    gamepads: () => readonly (GamepadLike | null)[],
    calibrations = loadCalibrations(),
): Pads {
    const devices: Device[] = [];

    function connect({ index, id, mapping }: GamepadLike): Device {
        const isStandard = mapping === "standard";
        const device: Device = {
            index,
            id,
            name: shortName(id),
            isStandard,
            reading: { axes: [], buttons: [] },
            driverInput: noDriverInput(),
            get calibration() {
                return calibrations.get(id) ?? (isStandard ? standardPad : unknownDevice);
            },
            get isDefault() {
                return !calibrations.has(id);
            },
        };
        devices.push(device);
        return device;
    }

    function disconnect(pads: readonly (GamepadLike | null)[]) {
        for (let i = devices.length - 1; i >= 0; --i) {
            const { index, id } = devices[i]!;
            const isThere = pads.some(
                (pad) => pad?.connected && pad.index === index && pad.id === id,
            );
            if (!isThere) devices.splice(i, 1);
        }
    }

    function pollOne(pad: GamepadLike, lockRad: number, isMuted: boolean) {
        const device = devices.find(({ index }) => index === pad.index) ?? connect(pad);
        const before = [...device.reading.buttons];
        read(pad, device.reading);
        if (isMuted) Object.assign(device.driverInput, noDriverInput());
        else {
            driverInputOf(device.calibration, device.reading, lockRad, device.driverInput);
            runPressed(before, device, run);
        }
    }

    return {
        devices,
        poll(lockRad, isMuted) {
            const pads = gamepads();
            disconnect(pads);
            for (const pad of pads) if (pad?.connected) pollOne(pad, lockRad, isMuted);
        },
        calibrate(device, calibration) {
            if (calibration) calibrations.set(device.id, calibration);
            else calibrations.delete(device.id);
            saveCalibrations(calibrations);
        },
    };
}
