/** The wheels of a model by axle and side: their names, and where they go in rows. All of it is the model's data. */
import type { ModelInfo } from "kamm";

/** What of a model says which wheel is where. */
export type WheelLayout = Pick<ModelInfo, "axleCount" | "wheelAxle" | "wheelSide">;

/** Name of a wheel or an axle. */
export interface WheelName {
    /** "FL", "2R", "3LO". */
    readonly short: string;
    /** Full name for screen readers: "front left", "axle 3 left outer". */
    readonly title: string;
}

const isOfPair = ({ wheelAxle, wheelSide }: WheelLayout, wheel: number) => (other: number) =>
    wheelAxle[other] === wheelAxle[wheel] && wheelSide[other] === wheelSide[wheel];

const all = ({ wheelAxle }: WheelLayout) => wheelAxle.map((_, wheel) => wheel);

/** Returns the number of a wheel among those on its side of the axle, from the middle outwards, and their count. */
export function twinOf(layout: WheelLayout, wheel: number): { index: number; count: number } {
    const pair = all(layout).filter(isOfPair(layout, wheel));
    return { index: pair.indexOf(wheel), count: pair.length };
}

/** Front and rear of two axles, numbers from the front of more. */
function axleName(layout: WheelLayout, axle: number): WheelName {
    if (layout.axleCount !== 2) return { short: `${axle + 1}`, title: `axle ${axle + 1}` };
    return axle === 0 ? { short: "F", title: "front" } : { short: "R", title: "rear" };
}

export const axleNames = (layout: WheelLayout): WheelName[] =>
    Array.from({ length: layout.axleCount }, (_, axle) => axleName(layout, axle));

function nameOf(layout: WheelLayout, wheel: number): WheelName {
    const axle = axleName(layout, layout.wheelAxle[wheel]!);
    const side = layout.wheelSide[wheel]!;
    if (side === 0) return axle;
    const { index, count } = twinOf(layout, wheel);
    const [letter, word] = side > 0 ? ["L", "left"] : ["R", "right"];
    const [twinLetter, twinWord] = count < 2 ? ["", ""] : index === 0 ? ["I", " inner"] : ["O", " outer"];
    return {
        short: axle.short + letter + twinLetter,
        title: `${axle.title} ${word}${twinWord}`,
    };
}

export const wheelNames = (layout: WheelLayout): WheelName[] =>
    all(layout).map((wheel) => nameOf(layout, wheel));

/** Wheels axle by axle from the front, each row from left to right. */
export function axleRows(layout: WheelLayout): number[][] {
    const fromLeft = (wheel: number) => -layout.wheelSide[wheel]! * (1 + twinOf(layout, wheel).index);
    const rows = Array.from({ length: layout.axleCount }, (_, axle) =>
        all(layout).filter((wheel) => layout.wheelAxle[wheel] === axle),
    );
    return rows.map((row) => row.sort((a, b) => fromLeft(a) - fromLeft(b)));
}

/** Text of all wheels for screen readers: "front left 3.1 kN; front right …". */
export const sayWheels = (names: readonly WheelName[], each: (wheel: number) => string) =>
    names.map(({ title }, wheel) => `${title} ${each(wheel)}`).join("; ");
