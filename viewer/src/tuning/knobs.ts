/** Knobs: whatever can be turned in the panel, be it one parameter or several at once. */
import type { ParameterField } from "kamm";
import { type Range, sliderRange } from "./ranges";
import { labelOf, type Unit, unitFor, withUnit } from "./units";
import { type Changes, currentAt, type Tree, type Value, valueAt } from "./values";

interface Common {
    /** Stable: a path, or a name of its own. */
    readonly id: string;
    readonly label: string;
    readonly doc: string;
    /** What it turns. */
    readonly paths: readonly string[];
    read(changes: Changes): Value;
    write(value: Value, changes: Changes): Changes;
}

export interface NumberKnob extends Common {
    readonly kind: "number";
    readonly unit: Unit;
    /** SI, as is all that it reads and writes. */
    readonly range: Range;
    readonly slider: Range;
}

export interface ChoiceKnob extends Common {
    readonly kind: "choice";
    readonly choices: readonly string[];
}

export interface PlainKnob extends Common {
    readonly kind: "flag" | "text";
}

export type Knob = NumberKnob | ChoiceKnob | PlainKnob;

/** Such as "lmuy", "pdx1", "q_v1": they say nothing, so that they need their line of doc. */
const coefficientName = /^(q_)?[a-z]+\d*$/;

function labelFor(field: ParameterField, path: string): string {
    const ofTyre = path.includes(".tyre.") && field.kind === "number" && field.unit === "1";
    if (!ofTyre || !coefficientName.test(field.name)) return labelOf(field.name, field.unit);
    const doc = field.doc.charAt(0).toUpperCase() + field.doc.slice(1);
    return `${doc} (${field.name.toUpperCase()})`;
}

function numberKnob(field: ParameterField, tree: Tree, common: Common): NumberKnob {
    const { min, max } = field;
    const value = Number(valueAt(tree, common.id) ?? field.defaultValue);
    return {
        ...common,
        kind: "number",
        unit: unitFor(field),
        range: { min, max },
        slider: sliderRange(value, field.unit, { min, max }),
    };
}

/** One parameter. */
export function parameterKnob(
    field: ParameterField,
    path: string,
    tree: Tree,
    label = labelFor(field, path),
): Knob {
    const common: Common = {
        id: path,
        label,
        doc: field.doc,
        paths: [path],
        read: (changes) => currentAt(tree, changes, path) ?? field.defaultValue,
        write: (value) => ({ [path]: value }),
    };
    if (field.kind === "choice") return { ...common, kind: "choice", choices: field.choices };
    if (field.kind === "flag" || field.kind === "text") return { ...common, kind: field.kind };
    return numberKnob(field, tree, common);
}

/** A value as people read it. */
export function inWords(knob: Knob, value: Value): string {
    if (knob.kind === "number") return withUnit(knob.unit, Number(value));
    if (knob.kind === "flag") return value === true ? "on" : "off";
    return String(value);
}

export const isChanged = (knob: Knob, changes: Changes) =>
    knob.paths.some((path) => path in changes);
