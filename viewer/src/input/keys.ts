/** The keyboard: which keys are held, and what they ask for. */
import { noDriverInput, type DriverInput } from "../driver_input";
import { bindingOfKey, type Command, repeats } from "./bindings";

/** What has the focus, as far as it matters for keys. An Element is one. */
export interface Focused {
    readonly tagName: string;
    readonly type?: string;
    readonly isContentEditable?: boolean;
    getAttribute?(name: string): string | null;
}

const moving = /^(Arrow|Home$|End$|Page)/;
const pressing = /^(Space|Enter|NumpadEnter)$/;
const pressedInputs = new Set(["button", "submit", "reset", "checkbox", "color", "file", "image"]);
/** Columns and long messages that have the focus are scrolled by keys. */
const scrolled = new Set(["aside", "pre"]);
const movedRoles = new Set([
    "slider",
    "tab",
    "option",
    "listbox",
    "radio",
    "menuitem",
    "spinbutton",
]);

/** Does what has the focus need this key for itself? */
export function isTaken(focused: Focused, code: string): boolean {
    const tag = focused.tagName.toLowerCase();
    const role = focused.getAttribute?.("role") ?? "";
    if (focused.isContentEditable || tag === "textarea" || tag === "select") return true;
    if (role === "textbox" || role === "combobox") return true;
    if (tag === "input") {
        const type = focused.type ?? "text";
        if (type === "range") return moving.test(code);
        if (type === "radio") return moving.test(code) || pressing.test(code);
        return pressedInputs.has(type) ? pressing.test(code) : true;
    }
    if (scrolled.has(tag)) return moving.test(code);
    if (movedRoles.has(role)) return moving.test(code) || pressing.test(code);
    const isPressed = tag === "button" || tag === "summary" || tag === "a" || role === "button";
    return isPressed && pressing.test(code);
}

/** Among opposite keys the later one wins: `held` is in the order of pressing. */
function driverInputOfKeys(held: Iterable<string>, driverInput: DriverInput): void {
    driverInput.steer = driverInput.throttle = driverInput.brake = driverInput.handBrake = driverInput.clutch = 0;
    driverInput.handsOff = false;
    for (const code of held) {
        const does = bindingOfKey.get(code)?.does;
        if (!does || !("control" in does)) continue;
        if (does.control === "left") driverInput.steer = 1;
        else if (does.control === "right") driverInput.steer = -1;
        else if (does.control === "handsOff") driverInput.handsOff = true;
        else driverInput[does.control] = 1;
    }
}

/** What of a key's event is read here. */
export interface KeyPress {
    readonly code: string;
    readonly key: string;
    readonly repeat: boolean;
    readonly ctrlKey: boolean;
    readonly altKey: boolean;
    readonly metaKey: boolean;
    readonly isComposing: boolean;
}

export interface Keys {
    readonly driverInput: DriverInput;
    /** True if the key was for the car or the page: then the browser shall do nothing with it. */
    down(press: KeyPress, focused: Focused): boolean;
    up(press: Pick<KeyPress, "code" | "key">): void;
    /** Releases all keys. */
    clear(): void;
}

export function createKeys(run: (command: Command) => void): Keys {
    const held = new Set<string>();
    const driverInput = noDriverInput();
    const clear = () => {
        held.clear();
        driverInputOfKeys(held, driverInput);
    };

    return {
        driverInput,
        clear,
        down(press, focused) {
            if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return false;
            const binding = bindingOfKey.get(press.code);
            if (!binding || isTaken(focused, press.code)) return false;
            if ("control" in binding.does) {
                held.add(press.code);
                driverInputOfKeys(held, driverInput);
            } else if (!press.repeat || repeats.has(binding.does.command))
                run(binding.does.command);
            return true;
        },
        up({ code, key }) {
            if (key === "Meta")
                clear(); // macOS keeps to itself which keys go up meanwhile
            else if (held.delete(code)) driverInputOfKeys(held, driverInput);
        },
    };
}

export const isModalOpen = () => document.querySelector("dialog:modal") !== null;

/** Connects the keyboard; the returned function disconnects it. */
export function listenToKeys(keys: Keys, canvas: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener(
        "keydown",
        (event) => {
            if (event.defaultPrevented || isModalOpen()) return;
            const focused = event.target instanceof HTMLElement ? event.target : document.body;
            // Enter is for what has the focus, whatever it is: only the scene lets the car have it.
            const isScene = focused === canvas || focused === document.body;
            if (event.code === "Enter" && !isScene) return;
            if (event.key === "Escape" && !focused.closest("details"))
                canvas.focus({ preventScroll: true });
            if (keys.down(event, focused)) event.preventDefault();
        },
        { signal },
    );
    addEventListener("keyup", (event) => keys.up(event), { signal });
    addEventListener("blur", () => keys.clear(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && keys.clear(), {
        signal,
    });
    return () => listening.abort();
}

/** Shows a user who comes by Tab that the scene has the focus, until the next key drives (".by-tab" in style.css). */
export function showFocus(canvas: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    let isByTab = false;
    const show = (is: boolean) => canvas.classList.toggle("by-tab", is);
    const note = ({ key }: KeyboardEvent) => {
        isByTab = key === "Tab";
        if (!isByTab && key !== "Shift") show(false);
    };
    addEventListener("keydown", note, { signal, capture: true });
    addEventListener("pointerdown", () => show((isByTab = false)), { signal, capture: true });
    canvas.addEventListener("focus", () => show(isByTab), { signal });
    canvas.addEventListener("blur", () => show(false), { signal });
    return () => listening.abort();
}

/**
 * Gives the focus back to the scene after a mouse has pressed a button or chosen from a list, so
 * that Space and arrows go on driving. After Tab it stays there; sliders keep it for fine steps.
 */
export function returnFocus(canvas: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    let isByPointer = false;
    const giveBack = (event: Event) => {
        const target = event.target instanceof Element ? event.target : null;
        const pressed = target?.closest("button, summary, select, input[type=checkbox], label");
        const active = document.activeElement;
        if (!isByPointer || !pressed || isModalOpen() || active === canvas) return;
        if (active === pressed || (pressed.tagName === "LABEL" && pressed.contains(active)))
            canvas.focus({ preventScroll: true });
    };
    addEventListener("pointerdown", () => (isByPointer = true), { signal, capture: true });
    addEventListener("keydown", () => (isByPointer = false), { signal, capture: true });
    addEventListener(
        "click",
        (event) => !(event.target instanceof HTMLSelectElement) && giveBack(event),
        {
            signal,
        },
    );
    addEventListener("change", giveBack, { signal });
    return () => listening.abort();
}
