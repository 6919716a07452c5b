/** Where sliders begin and end: the tables' ranges hold for a moped and a lorry alike. */
import { toShown, type Unit } from "./units";

export interface Range {
    readonly min: number;
    readonly max: number;
}

const shrink = 0.3;
const grow = 3;
/** Ranges at most that wide are narrow enough as they are, such as those of shares. */
const narrow = 2;

/** A slider about nothing spans at least that, SI units. */
const minAboutZero: Readonly<Record<string, number>> = {
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

const everything = ({ min, max }: Range) => min === 0 && max === 0;

const clip = ({ min, max }: Range, value: number) =>
    Math.min(max, Math.max(min, value));

function about(value: number, minReach: number, range: Range): Range {
    const reach = grow * Math.abs(value);
    if (range.min < 0 && Math.abs(value) < minReach) {
        const around = Math.max(reach, minReach);
        return { min: -around, max: around };
    }
    if (value < 0) return { min: -reach, max: 0 };
    const min = range.min <= 0 ? 0 : shrink * value;
    return { min, max: value > 0 ? reach : minReach };
}

/** About the file's value, within what the table allows. */
export function sliderRange(value: number, unit: string, range: Range): Range {
    const limits = everything(range) ? { min: -Infinity, max: Infinity } : range;
    if (unit === "1" && limits.max - limits.min <= narrow) return limits;
    const { min, max } = about(value, minAboutZero[unit] ?? 1, limits);
    return { min: clip(limits, min), max: clip(limits, max) };
}

/** 1, 2 or 5 times a power of ten, at most that. */
function roundStep(maxStep: number): number {
    const power = 10 ** Math.floor(Math.log10(maxStep));
    const factor = [5, 2, 1].find((each) => each * power <= maxStep * (1 + 1e-9)) ?? 1;
    return factor * power;
}

/** In the unit that is shown: about 200 steps from end to end, each a round number. */
export function sliderStep({ min, max }: Range, unit: Unit): number {
    const width = toShown(unit, max) - toShown(unit, min);
    return width > 0 ? roundStep(width / 100) / 2 : 1;
}

/** The round number of steps nearest to what a slider says, within its ends. */
export function onStep(
    shown: number,
    step: number,
    { min, max }: Range,
    unit: Unit,
): number {
    const stepped = Number((Math.round(shown / step) * step).toPrecision(12));
    const within = { min: toShown(unit, min), max: toShown(unit, max) };
    return clip(within, stepped);
}
