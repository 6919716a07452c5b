/** The panel where game pads and steering wheels are calibrated. */
import { element } from "../view";
import { createDeviceForm, type DeviceForm, type Task } from "./device_form";
import { addDialog, showDialog } from "./help";
import type { Device, Pads } from "./pads";
import "./pads.css";

export interface Calibrator {
    readonly dialog: HTMLDialogElement;
    show(show?: boolean): void;
}

const nothingThere =
    "No game pad or steering wheel is to be seen. Connect one and press one of its buttons: " +
    "before that, browsers keep it to themselves.";
const howTo = "Choose Set, then do what is asked for here.";

/** The control that is being learned, and the instructions for the user. */
function createGuide(parent: HTMLElement) {
    const box = element("p", "pads-guide", parent);
    box.setAttribute("role", "status");
    const text = element("span", "", box, howTo);
    let task: Task | null = null;
    const write = (what: string) => {
        if (text.textContent !== what) text.textContent = what;
    };
    return {
        element: box,
        get isBusy() {
            return task !== null;
        },
        begin(next: Task) {
            task = next;
        },
        stop() {
            task = null;
            write(howTo);
        },
        update(device: Device | undefined, dtS: number) {
            const state = device && task?.(device.reading, dtS);
            if (task && !state) task = null;
            write(state ? state.ask : howTo);
            box.classList.toggle("busy", task !== null);
            box.style.setProperty("--held", String(Math.min(1, state?.held ?? 0)));
        },
    };
}

/** Calls each frame as long as the dialog is open. */
function whileOpen(dialog: HTMLDialogElement, update: (dtS: number) => void) {
    let last = performance.now();
    const next = (now: number) => {
        if (!dialog.open) return;
        update(Math.min(0.1, Math.max(0, (now - last) / 1000)));
        last = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}

/** Chooses among the devices. */
function addChoice(parent: HTMLElement) {
    const label = element("label", "pads-device", parent, "Device ");
    const select = element("select", "", label);
    return {
        select,
        fill(devices: readonly Device[], chosen: Device | undefined) {
            label.hidden = !chosen;
            select.replaceChildren(
                ...devices.map(
                    (one) => new Option(`${one.name} (${one.index + 1})`, String(one.index)),
                ),
            );
            if (chosen) select.value = String(chosen.index);
        },
    };
}

/** Builds something again and leaves the focus where it was, by what has the same label. */
function keepFocus(place: HTMLElement, build: () => void) {
    const { activeElement } = document;
    const label = place.contains(activeElement) && activeElement!.getAttribute("aria-label");
    build();
    if (label) place.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`)?.focus();
}

/** What the form depends on: which devices there are, and what the chosen one has. */
const signatureOf = (devices: readonly Device[], chosen: Device | undefined) =>
    [
        ...devices.map(({ id, index }) => `${index} ${id}`),
        chosen &&
            `${chosen.index}: ${chosen.reading.axes.length}, ${chosen.reading.buttons.length}`,
    ].join("\n");

export function createCalibrator(parent: HTMLElement, pads: Pads): Calibrator {
    const { dialog, body } = addDialog(parent, "hands-pads", "Game pads and steering wheels");
    const choice = addChoice(body);
    const empty = element("p", "", body, nothingThere);
    const guide = createGuide(body);
    const place = element("div", "pads-form", body);
    let form: DeviceForm | null = null;
    let shown = "";

    const chosen = () =>
        pads.devices.find(({ index }) => String(index) === choice.select.value) ?? pads.devices[0];

    function build() {
        const device = chosen();
        choice.fill(pads.devices, device);
        empty.hidden = device !== undefined;
        guide.element.hidden = !device;
        keepFocus(place, () => {
            place.replaceChildren();
            form = device
                ? createDeviceForm(place, { pads, device, again: build, begin: guide.begin })
                : null;
        });
        shown = signatureOf(pads.devices, device);
    }

    function update(dtS: number) {
        pads.poll(0, true); // also while nothing else asks for them
        if (signatureOf(pads.devices, chosen()) !== shown) {
            guide.stop();
            build();
        }
        guide.update(chosen(), dtS);
        form?.refresh();
    }

    choice.select.addEventListener("change", build);
    dialog.addEventListener("cancel", (event) => {
        if (!guide.isBusy) return;
        event.preventDefault(); // Escape ends what is being learned first
        guide.stop();
    });
    dialog.addEventListener("close", guide.stop);
    build();
    return {
        dialog,
        show(show) {
            showDialog(dialog, show);
            if (dialog.open) whileOpen(dialog, update);
        },
    };
}
