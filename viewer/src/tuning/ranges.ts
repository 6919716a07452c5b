/** Where sliders begin and end: the tables' ranges hold for a moped and a lorry alike. */
import { toShown, type Unit } from "./units";

export interface Range {
    readonly lowest: number;
    readonly highest: number;
}

const shrink = 0.3;
const grow = 3;
/** Ranges at most that wide are narrow enough as they are, such as those of shares. */
const narrow = 2;

/** A slider about nothing spans at least that, SI units. */
const leastAboutZero: Readonly<Record<string, number>> = {
    rad: 0.06,
    "rad/m": 0.5,
    m: 0.3,
    "N/m": 20000,
    N: 5000,
    "N.m": 1000,
    "N.s/m": 2000,
    "m/s": 60,
    "m/s2": 10,
    "rad/s": 20,
    kg: 500,
    "kg.m2": 1000,
};

const everything = ({ lowest, highest }: Range) => lowest === 0 && highest === 0;

const clip = ({ lowest, highest }: Range, value: number) =>
    Math.min(highest, Math.max(lowest, value));

function about(value: number, least: number, range: Range): Range {
    const reach = grow * Math.abs(value);
    if (range.lowest < 0 && Math.abs(value) < least) {
        const around = Math.max(reach, least);
        return { lowest: -around, highest: around };
    }
    if (value < 0) return { lowest: -reach, highest: 0 };
    const lowest = range.lowest <= 0 ? 0 : shrink * value;
    return { lowest, highest: value > 0 ? reach : least };
}

/** About the file's value, within what the table allows. */
export function sliderRange(value: number, unit: string, range: Range): Range {
    const limits = everything(range) ? { lowest: -Infinity, highest: Infinity } : range;
    if (unit === "1" && limits.highest - limits.lowest <= narrow) return limits;
    const { lowest, highest } = about(value, leastAboutZero[unit] ?? 1, limits);
    return { lowest: clip(limits, lowest), highest: clip(limits, highest) };
}

/** 1, 2 or 5 times a power of ten, at most that. */
function roundStep(most: number): number {
    const power = 10 ** Math.floor(Math.log10(most));
    const factor = [5, 2, 1].find((each) => each * power <= most * (1 + 1e-9)) ?? 1;
    return factor * power;
}

/** In the unit that is shown: about 200 steps from end to end, each a round number. */
export function sliderStep({ lowest, highest }: Range, unit: Unit): number {
    const width = toShown(unit, highest) - toShown(unit, lowest);
    return width > 0 ? roundStep(width / 100) / 2 : 1;
}

/** The round number of steps nearest to what a slider says, within its ends. */
export function onStep(
    shown: number,
    step: number,
    { lowest, highest }: Range,
    unit: Unit,
): number {
    const stepped = Number((Math.round(shown / step) * step).toPrecision(12));
    const within = { lowest: toShown(unit, lowest), highest: toShown(unit, highest) };
    return clip(within, stepped);
}
