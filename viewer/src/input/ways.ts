/** Calibrated parts of a device: the ways of its wheel and pedals, and its buttons. */
import { type Command, padButtons, textOf } from "./bindings";
import {
    type Calibration,
    type PedalName,
    pedalNames,
    pedalOf,
    type Source,
    steerOf,
} from "./calibration";
import type { Ends } from "./learn";
import type { Device } from "./pads";

export interface Way {
    readonly title: string;
    readonly isSigned: boolean;
    readonly kinds: readonly Source["kind"][];
    /** Instructions to the user for the first and the second end. */
    readonly asks: readonly [string, string];
    source(calibration: Calibration): Source | undefined;
    /** What the device makes of it now; to the right is positive, as on the screen. */
    value(device: Device): number;
    change(calibration: Calibration, ends: Ends | null): Calibration;
}

const steeringWay: Way = {
    title: "Steering",
    isSigned: true,
    kinds: ["axis"],
    asks: ["Turn fully to the left and hold it there.", "Now fully to the right, and hold it."],
    source: ({ steering }) => steering?.source,
    value: ({ calibration, reading }) => -steerOf(calibration, reading, 0),
    change: (calibration, ends) => ({
        ...calibration,
        steering: ends && { source: ends.source, left: ends.first, right: ends.second },
    }),
};

const pedalTitles: Readonly<Record<PedalName, string>> = {
    throttle: "Throttle",
    brake: "Brake",
    clutch: "Clutch",
    handBrake: "Hand brake",
};

const pedalWay = (name: PedalName): Way => ({
    title: pedalTitles[name],
    isSigned: false,
    kinds: ["axis", "button"],
    asks: ["Press it fully and hold it there.", "Now release it."],
    source: ({ pedals }) => pedals[name]?.source,
    value: ({ calibration, reading }) =>
        pedalOf(calibration.pedals[name], reading, calibration.pedalDeadZone),
    change: (calibration, ends) => ({
        ...calibration,
        pedals: {
            ...calibration.pedals,
            [name]: ends && { source: ends.source, pressed: ends.first, released: ends.second },
        },
    }),
});

export const ways: readonly Way[] = [steeringWay, ...pedalNames.map(pedalWay)];

/** What buttons may do. */
export const commands: readonly { readonly title: string; readonly command: Command }[] =
    padButtons.map(({ command }) => ({ title: textOf(command), command }));

/** Takes the button from whatever else it did. */
export function withButton(
    calibration: Calibration,
    command: Command,
    index: number | null,
): Calibration {
    const others = Object.entries(calibration.buttons).filter(
        ([other, taken]) => other !== command && taken !== index,
    );
    const buttons = Object.fromEntries(others);
    return { ...calibration, buttons: index === null ? buttons : { ...buttons, [command]: index } };
}
