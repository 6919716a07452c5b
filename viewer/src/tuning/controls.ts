/** Labelled controls of the top bar. Each is set up once and shows what `show` hands it. */
import { element } from "../view";

export interface Control<Shown> {
    readonly element: HTMLElement;
    show(value: Shown): void;
}

export interface Option {
    readonly value: string;
    readonly text: string;
    readonly title?: string;
}

let count = 0;

/** The label does not enclose its control: screen readers would read its options as part of the name. */
function labelled<Input extends HTMLElement>(text: string, title: string, control: Input) {
    const box = element("div", "condition");
    const label = element("label", "condition-name", box, text);
    control.id = label.htmlFor = `condition-${++count}`;
    box.title = title;
    box.append(control);
    return { box, label };
}

function fillSelect(select: HTMLSelectElement, options: readonly Option[]) {
    const made = options.map(({ value, text, title = "" }) => {
        const option = element("option", "", undefined, text);
        option.value = value;
        option.title = title;
        return option;
    });
    select.replaceChildren(...made);
}

/** A list to choose from; a value that is not in it is shown empty. */
export function createSelect(
    text: string,
    title: string,
    options: readonly Option[],
    chosen: (value: string) => void,
): Control<string> & { setOptions(options: readonly Option[]): void } {
    const select = element("select");
    const { box } = labelled(text, title, select);
    let shown = "";
    const setOptions = (next: readonly Option[]) => {
        const key = JSON.stringify(next);
        if (key !== shown) fillSelect(select, next);
        shown = key;
    };
    setOptions(options);
    select.addEventListener("change", () => chosen(select.value));
    return {
        element: box,
        setOptions,
        show(value) {
            select.value = value;
            box.title = select.selectedOptions[0]?.title || title;
        },
    };
}

export interface Span {
    readonly min: number;
    readonly max: number;
    readonly step: number;
}

function createInput(
    kind: "number" | "range",
    text: string,
    title: string,
    span: Span,
    chosen: (value: number) => void,
): Control<number> & { readonly input: HTMLInputElement; readonly label: HTMLElement } {
    const input = element("input");
    let shown = "";
    const { box, label } = labelled(text, title, input);
    input.type = kind;
    Object.assign(input, { min: String(span.min), max: String(span.max), step: String(span.step) });
    input.addEventListener(kind === "range" ? "input" : "change", () => {
        const value = input.value === "" ? NaN : input.valueAsNumber;
        if (Number.isFinite(value)) chosen(Math.min(span.max, Math.max(span.min, value)));
        else input.value = shown;
    });
    return {
        element: box,
        input,
        label,
        show: (value) => (input.value = shown = String(value)),
    };
}

export function createNumber(
    text: string,
    title: string,
    span: Span,
    chosen: (value: number) => void,
) {
    return createInput("number", text, title, span, chosen);
}

/** A slider with its value in words behind the name. */
export function createSlider(
    text: string,
    title: string,
    span: Span,
    written: (value: number) => string,
    chosen: (value: number) => void,
): Control<number> {
    const control = createInput("range", text, title, span, chosen);
    const shown = element("span", "", control.label);
    shown.ariaHidden = "true"; // the slider says it itself
    return {
        element: control.element,
        show(value) {
            control.show(value);
            shown.textContent = ` ${written(value)}`;
            control.input.setAttribute("aria-valuetext", written(value));
        },
    };
}

/** A button that is on or off. */
export function createToggle(
    text: string,
    title: string,
    chosen: (on: boolean) => void,
): Control<boolean> {
    const button = element("button", "", undefined, text);
    button.type = "button";
    button.title = title;
    let on = false;
    button.addEventListener("click", () => chosen(!on));
    return {
        element: button,
        show(value) {
            on = value;
            button.setAttribute("aria-pressed", String(value));
        },
    };
}
