/** Lines, bars and arrows of the wheels differ by colour and dash, by axle and side. */
import { twinOf, type WheelLayout } from "../wheels";
import { mix, parseHex } from "./colour";
import { tokens } from "./tokens";

export interface WheelLook {
    /** Colour as "#rrggbb". */
    readonly colour: string;
    /** Colour is not the only sign: solid in front, dashed behind. */
    readonly dash: readonly number[];
    readonly isFront: boolean;
}

const dashes: readonly (readonly number[])[] = [[], [5, 3], [2, 3], [9, 3, 2, 3]];

/** Halfway to white. */
function paler(colour: string): string {
    const mixed = mix([parseHex(colour), [255, 255, 255]], 0.5);
    return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** More axles than there are colours or dashes begin again; outer twins are paler. */
export function wheelLooks(
    layout: WheelLayout,
    colours: readonly (readonly [left: string, right: string])[] = tokens().axles,
): WheelLook[] {
    return layout.wheelAxle.map((axle, wheel) => {
        const [left, right] = colours[axle % colours.length]!;
        const colour = layout.wheelSide[wheel]! < 0 ? right : left;
        return {
            colour: twinOf(layout, wheel).index > 0 ? paler(colour) : colour,
            dash: dashes[axle % dashes.length]!,
            isFront: axle === 0,
        };
    });
}
