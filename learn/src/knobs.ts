/** What the sentences let readers change: numbers and choices. The arithmetic of it, without a page. */
import { perSi, type Unit } from "./units";

export interface NumberKnob {
    readonly kind: "number";
    /** What screen readers say. */
    readonly label: string;
    readonly unit: Unit;
    /** In that unit, as all that follows. */
    readonly min: number;
    readonly max: number;
    readonly step: number;
    readonly value: number;
}

export interface ChoiceKnob<Name extends string = string> {
    readonly kind: "choice";
    readonly label: string;
    /** What is chosen, by what the sentence then says. */
    readonly choices: Readonly<Record<Name, string>>;
    readonly value: Name;
}

export type Knobs = Readonly<Record<string, NumberKnob | ChoiceKnob>>;

/** Numbers in SI, and what is chosen. */
export type Values<All extends Knobs> = {
    readonly [Name in keyof All]: All[Name] extends ChoiceKnob<infer Choice> ? Choice : number;
};

export const number = (
    label: string,
    unit: Unit,
    [min, max]: readonly [number, number],
    step: number,
    value: number,
): NumberKnob => ({ kind: "number", label, unit, min, max, step, value });

export const choice = <Name extends string>(
    label: string,
    choices: Readonly<Record<Name, string>>,
    value: NoInfer<Name>,
): ChoiceKnob<Name> => ({ kind: "choice", label, choices, value });

/** Onto the steps between the ends, without the dust of binary fractions. */
export function onStep({ min, max, step }: NumberKnob, value: number): number {
    const stepped = min + Math.round((value - min) / step) * step;
    const inside = Math.min(max, Math.max(min, stepped));
    return Number(inside.toFixed(6));
}

/** What was typed, a comma as good as a point; null if it is no number. Beyond the ends it is the end. */
export function readTyped(knob: NumberKnob, text: string): number | null {
    const plain = text.trim().replace(",", ".").replace("−", "-");
    const value = /^[-+]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : NaN;
    return Number.isFinite(value) ? onStep(knob, value) : null;
}

/** The whole range is so wide a way for pointers. */
const rangePx = 240;

export const dragged = (knob: NumberKnob, from: number, px: number): number =>
    onStep(knob, from + (px / rangePx) * (knob.max - knob.min));

/** Page up and page down: ten times as far as the arrows. */
export const paged = (knob: NumberKnob, from: number, pages: number): number =>
    onStep(knob, from + 10 * pages * knob.step);

/** 0 at the lower end, 1 at the upper one. */
export const shareOf = ({ min, max }: NumberKnob, value: number): number => (value - min) / (max - min);

export const toSi = ({ unit }: NumberKnob, value: number): number => value / perSi[unit];

/** Returns the values at the begin of the lesson. */
export function firstValues<All extends Knobs>(knobs: All): Values<All> {
    const pairs = Object.entries(knobs).map(([name, knob]) => [
        name,
        knob.kind === "number" ? toSi(knob, knob.value) : knob.value,
    ]);
    return Object.fromEntries(pairs) as Values<All>;
}
