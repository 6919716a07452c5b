/** Numbers and choices in the sentences: real inputs, which can be dragged, typed into and stepped by keys. */
import { element } from "../../viewer/src/view";
import {
    type ChoiceKnob,
    dragged,
    firstValues,
    type Knobs,
    type NumberKnob,
    onStep,
    paged,
    readTyped,
    shareOf,
    toSi,
    type Values,
} from "./knobs";

/** Less than this is a click, by which the number is typed. */
const leastDragPx = 4;

function addNumber(place: HTMLElement, knob: NumberKnob, tell: (si: number) => void) {
    const input = element("input", "", place);
    input.type = "number";
    input.inputMode = "decimal";
    Object.assign(input, { min: `${knob.min}`, max: `${knob.max}`, step: `${knob.step}` });
    input.setAttribute("aria-label", knob.unit ? `${knob.label}, ${knob.unit}` : knob.label);
    input.title = `${knob.label}: drag, type, or use the arrow keys`;
    const longest = Math.max(...[knob.min, knob.max, knob.min + knob.step].map((end) => `${end}`.length));
    place.style.setProperty("--digits", `${longest}`);
    if (knob.unit) element("span", "unit", place, knob.unit.startsWith("°") ? knob.unit : `\u00a0${knob.unit}`);
    let value = knob.value;

    function show() {
        input.value = `${value}`;
        place.style.setProperty("--share", `${shareOf(knob, value)}`);
    }

    function put(next: number) {
        const isOther = next !== value;
        value = next;
        show();
        if (isOther) tell(toSi(knob, value));
    }

    /** While it is typed, what is whole and allowed counts; the rest waits for the end. */
    input.addEventListener("input", () => {
        const typed = readTyped(knob, input.value);
        if (typed === null || `${typed}` !== input.value || typed === value) return;
        value = typed;
        place.style.setProperty("--share", `${shareOf(knob, value)}`);
        tell(toSi(knob, value));
    });
    input.addEventListener("change", () => put(readTyped(knob, input.value) ?? value));
    input.addEventListener("keydown", (event) => {
        const pages = { PageUp: 1, PageDown: -1 }[event.key];
        if (pages === undefined && event.key !== "Home" && event.key !== "End") return;
        event.preventDefault();
        if (pages) put(paged(knob, value, pages));
        else put(onStep(knob, event.key === "Home" ? knob.min : knob.max));
    });
    input.addEventListener("wheel", (event) => event.preventDefault(), { passive: false }); // the page scrolls by other places
    listenToDrag(input, () => value, (from, px) => put(dragged(knob, from, px)));
    show();
}

function listenToDrag(input: HTMLInputElement, valueNow: () => number, drag: (from: number, px: number) => void) {
    let begin: { x: number; value: number; isDragging: boolean } | null = null;
    input.addEventListener("pointerdown", ({ clientX, button }) => {
        if (button === 0) begin = { x: clientX, value: valueNow(), isDragging: false };
    });
    input.addEventListener("pointermove", ({ clientX, pointerId }) => {
        if (!begin) return;
        const px = clientX - begin.x;
        if (!begin.isDragging && Math.abs(px) < leastDragPx) return;
        if (!begin.isDragging) input.setPointerCapture(pointerId);
        begin.isDragging = true;
        input.classList.add("dragged");
        drag(begin.value, px);
    });
    const end = () => {
        begin = null;
        input.classList.remove("dragged");
    };
    for (const name of ["pointerup", "pointercancel"] as const) input.addEventListener(name, end);
}

function addChoice(place: HTMLElement, { label, choices, value }: ChoiceKnob, tell: (name: string) => void) {
    const select = element("select", "", place);
    select.setAttribute("aria-label", label);
    for (const [name, text] of Object.entries(choices)) {
        const option = element("option", "", select, text);
        option.value = name;
    }
    select.value = value;
    select.addEventListener("change", () => tell(select.value));
}

/** Fills `<span data-knob="speed">` and tells all values when one of them is another. */
export function addKnobs<All extends Knobs>(root: ParentNode, knobs: All, changed: (values: Values<All>) => void) {
    let values = firstValues(knobs);
    for (const [name, knob] of Object.entries(knobs)) {
        const place = root.querySelector<HTMLElement>(`[data-knob="${name}"]`);
        if (!place) throw new Error(`the text has no place for "${name}"`);
        const tell = (value: number | string) => {
            values = { ...values, [name]: value };
            changed(values);
        };
        place.replaceChildren();
        place.className = `knob ${knob.kind}`;
        if (knob.kind === "number") addNumber(place, knob, tell);
        else addChoice(place, knob, tell);
    }
    return {
        get values() {
            return values;
        },
    };
}
