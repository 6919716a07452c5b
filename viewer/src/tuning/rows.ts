/** Rows of the panel: each shows a knob, and turns it. */
import { element } from "../view";
import type { Grid } from "./groups";
import {
    type ChoiceKnob,
    inWords,
    isChanged,
    type Knob,
    type NumberKnob,
    type PlainKnob,
} from "./knobs";
import { onStep, sliderStep } from "./ranges";
import { labelOf, readIn, toShown, withUnit, writtenIn } from "./units";
import type { Changes, Value } from "./values";

/** The owner of the knobs: the panel. */
export interface Bench {
    changes(): Changes;
    /** Takes effect in the next frame; `done` ends a drag. */
    turn(knob: Knob, value: Value, done: boolean): void;
    /** Back to the file's value. */
    putBack(knob: Knob): void;
}

export interface Row {
    readonly element: HTMLElement;
    /** Shows what is. */
    update(changes: Changes): void;
}

let count = 0;
const newId = () => `knob-${++count}`;

function hintOf(knob: Knob): string {
    if (knob.kind !== "number" || knob.range.min === knob.range.max) return knob.doc;
    const { min, max } = knob.range;
    return `${knob.doc} (${withUnit(knob.unit, min)} to ${withUnit(knob.unit, max)})`;
}

function describe(control: HTMLElement, knob: Knob) {
    control.title = hintOf(knob);
    control.setAttribute("aria-description", hintOf(knob));
}

/** The dot that marks a changed value, and takes the change back. */
function createMark(knob: Knob, bench: Bench) {
    const button = element("button", "knob-mark");
    const file = inWords(knob, knob.read({}));
    let shown: boolean | undefined;
    button.type = "button";
    button.ariaLabel = `${knob.label}: put back the file's ${file}`;
    button.addEventListener("click", () => bench.putBack(knob));
    return {
        button,
        update(changes: Changes) {
            const changed = isChanged(knob, changes);
            if (changed === shown) return;
            shown = changed;
            button.classList.toggle("changed", changed);
            button.disabled = !changed;
            button.title = changed ? `The file has ${file}. Put it back` : "";
        },
    };
}

function createShell(knob: Knob, bench: Bench) {
    const row = element("div", `knob knob-${knob.kind}`);
    const mark = createMark(knob, bench);
    const label = element("label", "knob-label", row, knob.label);
    label.title = hintOf(knob);
    row.prepend(mark.button);
    return { row, mark, label };
}

function createNumberBox(
    knob: NumberKnob,
    bench: Bench,
): Row & { readonly element: HTMLInputElement } {
    const box = element("input", "knob-box");
    box.type = "number";
    box.step = String(sliderStep(knob.slider, knob.unit) * 2);
    describe(box, knob);
    const value = () => Number(knob.read(bench.changes()));
    box.addEventListener("change", () => {
        const read = readIn(knob.unit, box.value, [value(), Number(knob.read({}))]);
        if (read !== null) bench.turn(knob, read, true);
        else box.value = writtenIn(knob.unit, value());
    });
    return {
        element: box,
        update(changes) {
            const text = writtenIn(knob.unit, Number(knob.read(changes)));
            if (Number(box.value) !== Number(text) || box.value === "") box.value = text;
        },
    };
}

function createSlider(knob: NumberKnob, bench: Bench): Row {
    const slider = element("input", "knob-slider");
    const step = sliderStep(knob.slider, knob.unit);
    const { min, max } = knob.slider;
    slider.type = "range";
    slider.min = String(toShown(knob.unit, min));
    slider.max = String(toShown(knob.unit, max));
    slider.step = "any"; // the file's value need not lie on a step
    slider.ariaLabel = `${knob.label}, slider`;
    describe(slider, knob);
    const turn = (done: boolean) => {
        const shown = onStep(slider.valueAsNumber, step, knob.slider, knob.unit);
        const value = readIn(knob.unit, String(shown), [Number(knob.read({}))]);
        if (value !== null) bench.turn(knob, value, done);
    };
    slider.addEventListener("input", () => turn(false));
    slider.addEventListener("change", () => turn(true));
    return {
        element: slider,
        update(changes) {
            const value = Number(knob.read(changes));
            slider.value = String(toShown(knob.unit, value));
            slider.setAttribute("aria-valuetext", withUnit(knob.unit, value));
        },
    };
}

function createNumberRow(knob: NumberKnob, bench: Bench): Row {
    const { row, mark, label } = createShell(knob, bench);
    const box = createNumberBox(knob, bench);
    const slider = createSlider(knob, bench);
    box.element.id = label.htmlFor = newId();
    row.append(box.element);
    element("span", "knob-unit", row, knob.unit.symbol);
    row.append(slider.element);
    return {
        element: row,
        update(changes) {
            for (const part of [mark, box, slider]) part.update(changes);
        },
    };
}

function createChoiceRow(knob: ChoiceKnob, bench: Bench): Row {
    const { row, mark, label } = createShell(knob, bench);
    const select = element("select", "knob-choice", row);
    for (const word of knob.choices) element("option", "", select, labelOf(word)).value = word;
    select.id = label.htmlFor = newId();
    describe(select, knob);
    select.addEventListener("change", () => bench.turn(knob, select.value, true));
    return {
        element: row,
        update(changes) {
            mark.update(changes);
            select.value = String(knob.read(changes));
        },
    };
}

function createPlainRow(knob: PlainKnob, bench: Bench): Row {
    const { row, mark, label } = createShell(knob, bench);
    const flag = knob.kind === "flag";
    const input = element("input", flag ? "knob-flag" : "knob-text", row);
    input.type = flag ? "checkbox" : "text";
    input.id = label.htmlFor = newId();
    describe(input, knob);
    input.addEventListener("change", () =>
        bench.turn(knob, flag ? input.checked : input.value, true),
    );
    return {
        element: row,
        update(changes) {
            mark.update(changes);
            const value = knob.read(changes);
            if (flag) input.checked = value === true;
            else input.value = String(value);
        },
    };
}

export function createRow(knob: Knob, bench: Bench): Row {
    if (knob.kind === "number") return createNumberRow(knob, bench);
    if (knob.kind === "choice") return createChoiceRow(knob, bench);
    return createPlainRow(knob, bench);
}

function createCell(knob: NumberKnob, bench: Bench): Row {
    const cell = element("td");
    const mark = createMark(knob, bench);
    const box = createNumberBox(knob, bench);
    box.element.ariaLabel = knob.label;
    cell.append(mark.button, box.element);
    return {
        element: cell,
        update(changes) {
            mark.update(changes);
            box.update(changes);
        },
    };
}

/** A curve or a list of numbers as a small table. */
export function createGrid(grid: Grid, bench: Bench): Row {
    const table = element("table", "knob-grid");
    element("caption", "", table, grid.title).title = grid.doc;
    const head = element("tr", "", element("thead", "", table));
    element("td", "", head);
    for (const title of grid.columns) element("th", "", head, title).scope = "col";
    const body = element("tbody", "", table);
    const cells = grid.rows.flatMap((knobs, i) => {
        const line = element("tr", "", body);
        element("th", "", line, String(i + 1)).scope = "row";
        const made = knobs.map((knob) => createCell(knob, bench));
        line.append(...made.map((cell) => cell.element));
        return made;
    });
    return { element: table, update: (changes) => cells.forEach((cell) => cell.update(changes)) };
}
