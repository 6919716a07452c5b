/** The calibration panel's form for one device. */
import { element } from "../view";
import { type Calibration, rawValue, type Reading, type Source } from "./calibration";
import { addGauge, addRawValues } from "./gauges";
import { findPressed, learnEnds } from "./learn";
import type { Device, Pads } from "./pads";
import { addSettings } from "./settings";
import { commands, type Way, ways, withButton } from "./ways";

/** Watches the device until it knows; `ask` is what to tell people. Null: done. */
export type Task = (
    reading: Reading,
    dtS: number,
) => { readonly ask: string; readonly held: number } | null;

export interface DeviceForm {
    /** Shows what the device says now. */
    refresh(): void;
}

export interface FormOptions {
    readonly pads: Pads;
    readonly device: Device;
    /** The calibration has changed: the form is to be built again. */
    again(): void;
    begin(task: Task): void;
}

interface Making {
    readonly device: Device;
    change(calibration: Calibration | null): void;
    begin(task: Task): void;
}

const nameOf = ({ kind, index }: Source) => `${kind} ${index}`;
const place = (source: Source | undefined) => (source ? nameOf(source) : "–");

function addButton(parent: HTMLElement, text: string, label: string, press: () => void) {
    const button = element("button", "", parent, text);
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.addEventListener("click", press);
}

/** Asks for both ends of a way. */
function learnWay(way: Way, making: Making): Task {
    const learning = learnEnds(making.device.reading, way.kinds);
    return (reading, dtS) => {
        const ends = learning.update(reading, dtS);
        if (!ends) return { ask: `${way.title}: ${way.asks[learning.phase]}`, held: learning.held };
        making.change(way.change(making.device.calibration, ends));
        return null;
    };
}

function addWay(parent: HTMLElement, way: Way, making: Making): () => void {
    const { device } = making;
    const source = way.source(device.calibration);
    const row = element("div", "pads-way", parent);
    element("span", "", row, way.title);
    element("span", "pads-source", row, place(source));
    const raw = element("span", "pads-value", row);
    const show = addGauge(row, way.isSigned);
    const value = element("span", "pads-value", row);
    addButton(row, "Set", `Set ${way.title}`, () => making.begin(learnWay(way, making)));
    addButton(row, "✕", `No ${way.title}`, () =>
        making.change(way.change(device.calibration, null)),
    );
    return () => {
        const now = way.value(device);
        show(now);
        raw.textContent = source ? (rawValue(device.reading, source) || 0).toFixed(2) : "";
        value.textContent = source ? `${Math.round(100 * now)} %` : "";
    };
}

function addCommand(
    parent: HTMLElement,
    { title, command }: (typeof commands)[number],
    making: Making,
) {
    const { device } = making;
    const index = device.calibration.buttons[command];
    const row = element("div", "pads-command", parent);
    element("span", "", row, title);
    element("span", "pads-source", row, index === undefined ? "–" : `button ${index}`);
    addButton(row, "Set", `Set the button for: ${title}`, () => {
        const start = { axes: [], buttons: [...device.reading.buttons] };
        making.begin((reading) => {
            const pressed = findPressed(start, reading);
            if (pressed === null) return { ask: `${title}: press the button.`, held: 0 };
            making.change(withButton(device.calibration, command, pressed));
            return null;
        });
    });
    addButton(row, "✕", `No button for: ${title}`, () =>
        making.change(withButton(device.calibration, command, null)),
    );
}

function addSection(parent: HTMLElement, title: string): HTMLElement {
    const section = element("section", "", parent);
    element("h3", "", section, title);
    return section;
}

export function createDeviceForm(parent: HTMLElement, options: FormOptions): DeviceForm {
    const { pads, device, again, begin } = options;
    const change = (calibration: Calibration | null) => {
        pads.calibrate(device, calibration);
        again();
    };
    const making: Making = { device, change, begin };
    const left = element("div", "", parent);
    const waysPlace = addSection(left, "Wheel and pedals");
    const shows = ways.map((way) => addWay(waysPlace, way, making));
    addSettings(addSection(left, "Settings"), device.calibration, (changed) =>
        change({ ...device.calibration, ...changed }),
    );
    addButton(left, "Back to the defaults", "Back to the defaults", () => change(null));
    const right = element("div", "", parent);
    const commandPlace = addSection(right, "Buttons");
    for (const command of commands) addCommand(commandPlace, command, making);
    const showRaw = addRawValues(addSection(left, "What the device says"), device.reading);
    return {
        refresh() {
            for (const show of shows) show();
            showRaw(device.reading);
        },
    };
}
