/** Devices of the driver: keyboard, game pads, steering wheels, touch. */
import type { DriverRequest } from "kamm";
import type { DriverInput } from "../driver_input";
import type { Command } from "./bindings";
import { createCalibrator } from "./calibrator";
import "./input.css";
import { createHandheld, type Haptics } from "../handheld";
import { createHelp } from "./help";
import { createKeys, isModalOpen, listenToKeys, returnFocus, showFocus } from "./keys";
import { createNote } from "./note";
import { createPads } from "./pads";
import { createSteering } from "./steering";
import { createTouch } from "./touch";

export type { Command };

export interface HandsOptions {
    readonly canvas: HTMLElement;
    readonly touch: HTMLElement;
    readonly dialogs: HTMLElement;
    run(command: Command): void;
}

export interface Hands {
    /** What all hands together want; filled in by update(). */
    readonly driverInput: DriverInput;
    /** A calibrated steering wheel is in use. */
    readonly directSteering: boolean;
    /** Shakes phones and pads by what is shown. */
    readonly haptics: Haptics;
    /** Lock of the car's steering wheel: real wheels turn degree for degree with it. 0: unknown. */
    steeringLockRad: number;
    /** Reads all devices; each frame, in the replay, too, as pads have buttons for the page. */
    update(dtS: number): void;
    showHelp(show?: boolean): void;
    /** The panel where game pads and steering wheels are calibrated. */
    showPads(show?: boolean): void;
    dispose(): void;
}

/** Pedals are as far down as the heaviest foot has them. */
function pressAll(driverInput: DriverRequest, all: readonly DriverRequest[]) {
    driverInput.throttle = Math.max(...all.map(({ throttle }) => throttle));
    driverInput.brake = Math.max(...all.map(({ brake }) => brake));
    driverInput.handBrake = Math.max(...all.map(({ handBrake }) => handBrake));
    driverInput.clutch = Math.max(...all.map(({ clutch }) => clutch ?? 0));
}

const gamepads = () => navigator.getGamepads?.() ?? [];

export function createHands(options: HandsOptions): Hands {
    const keys = createKeys(options.run);
    const driverInput: DriverInput = { ...keys.driverInput };
    const touch = createTouch(options.touch, options.run);
    const pads = createPads(options.run, gamepads);
    const steering = createSteering();
    const help = createHelp(options.dialogs);
    const calibrator = createCalibrator(options.dialogs, pads);
    const { tilt, haptics, addForm } = createHandheld();
    addForm(calibrator.dialog.querySelector(".hands-body")!);
    const note = createNote(options.dialogs, () => calibrator.show(true));
    const stops = [listenToKeys(keys, options.canvas), returnFocus(options.canvas), showFocus(options.canvas)];
    let steeringLockRad = 0;

    function update() {
        pads.poll(steeringLockRad, isModalOpen());
        const { devices } = pads;
        note.update(devices);
        steering.update([
            { driverInput: keys.driverInput, isDirect: false },
            { driverInput: touch.driverInput, isDirect: false },
            ...(tilt.isOn ? [{ driverInput: tilt.driverInput, isDirect: false }] : []),
            ...devices.map(({ driverInput, calibration }) => ({ driverInput, isDirect: calibration.isWheel })),
        ]);
        driverInput.steer = steering.steer;
        driverInput.handsOff = keys.driverInput.handsOff;
        pressAll(driverInput, [keys.driverInput, touch.driverInput, ...devices.map((device) => device.driverInput)]);
    }

    return {
        driverInput,
        haptics,
        update,
        get directSteering() {
            return steering.isDirect;
        },
        get steeringLockRad() {
            return steeringLockRad;
        },
        set steeringLockRad(lockRad) {
            steeringLockRad = lockRad;
        },
        showHelp: help.show,
        showPads: calibrator.show,
        dispose() {
            for (const stop of stops) stop();
            tilt.stop();
            touch.dispose();
            calibrator.dialog.remove();
            note.dispose();
            help.dialog.remove();
        },
    };
}
