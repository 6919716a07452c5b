/** All keys, buttons and touches in a dialog, written from the tables by which they are read. */
import { element } from "../view";
import {
    type Binding,
    type BindingGroup,
    keyGroups,
    keyName,
    padButtons,
    textOf,
} from "./bindings";

const padAxes: readonly (readonly [string, string])[] = [
    ["Left stick", "Steer"],
    ["RT", "Throttle"],
    ["LT", "Brake; at rest pressed again, reverse"],
    ["A", "Hand brake"],
];

const touches: readonly (readonly [string, string])[] = [
    ["Left thumb", "Slide to steer"],
    ["Right thumb", "Pedals: the higher, the more"],
];

function addList(parent: HTMLElement, title: string): HTMLElement {
    const section = element("section", "", parent);
    element("h3", "", section, title);
    return element("dl", "", section);
}

function addRow(list: HTMLElement, keys: readonly string[], text: string): HTMLElement[] {
    const row = element("div", "", list);
    const term = element("dt", "", row);
    const caps = keys.map((key) => element("kbd", "", term, key));
    element("dd", "", row, text);
    return caps;
}

/** The caps by the place of their keys, so that they can be given the letters of another layout. */
type Caps = Map<string, HTMLElement>;

function addKeys(parent: HTMLElement, { title, bindings }: BindingGroup, caps: Caps) {
    const list = addList(parent, title);
    const add = ({ codes, text }: Binding) =>
        addRow(list, codes.map(keyName), text).forEach((cap, i) => caps.set(codes[i]!, cap));
    bindings.forEach(add);
}

function addPads(parent: HTMLElement) {
    const list = addList(parent, "Game pad");
    for (const [name, text] of padAxes) addRow(list, [name], text);
    for (const { name, command } of padButtons) addRow(list, [name], textOf(command));
}

function addTouches(parent: HTMLElement) {
    const list = addList(parent, "Touch");
    for (const [name, text] of touches) addRow(list, [name], text);
}

interface KeyboardLayout {
    getLayoutMap?(): Promise<ReadonlyMap<string, string>>;
}

/** Where the browser tells, the letters of the keyboard at hand: A instead of Q on a French one. */
async function relabel(caps: Caps) {
    const { keyboard } = navigator as Navigator & { keyboard?: KeyboardLayout };
    const layout = await keyboard?.getLayoutMap?.().catch(() => undefined);
    for (const [code, cap] of caps) {
        const letter = layout?.get(code);
        if (letter && letter.trim()) cap.textContent = letter.toUpperCase();
    }
}

export interface Help {
    readonly dialog: HTMLDialogElement;
    show(show?: boolean): void;
}

/** A dialog with a heading and a button that closes it; Escape and a click beside it do, too. */
export function addDialog(parent: HTMLElement, className: string, title: string) {
    const dialog = element("dialog", className, parent);
    const head = element("header", "", dialog);
    const heading = element("h2", "", head, title);
    heading.id = `${className}-title`;
    dialog.setAttribute("aria-labelledby", heading.id);
    const close = element("button", "", head, "Close");
    close.type = "button";
    close.addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    const body = element("div", "hands-body", dialog);
    return { dialog, body };
}

export function showDialog(dialog: HTMLDialogElement, show = !dialog.open): void {
    if (show && !dialog.open) dialog.showModal();
    else if (!show) dialog.close();
}

export function createHelp(parent: HTMLElement): Help {
    const { dialog, body } = addDialog(parent, "hands-help", "How to drive");
    const caps: Caps = new Map();
    const columns = [0, 1, 2].map(() => element("div", "", body));
    keyGroups.forEach((group, i) => addKeys(columns[Math.min(i, 1)]!, group, caps));
    addTouches(columns[0]!);
    addPads(columns[2]!);
    element(
        "p",
        "",
        body,
        "Keys are meant by their place: the letters are those of an English keyboard unless the " +
            "browser tells others. Escape gives the keys back to the car while a slider or field " +
            "has them. Drag in the picture to turn the free camera, and scroll to come nearer.",
    );
    const more = element("p", "", body, "How cars drive, and why: ");
    element("a", "", more, "eight short lessons").href = "learn/index.html";
    dialog.addEventListener("keydown", (event) => {
        if (event.code !== "KeyH" || !dialog.open) return;
        event.preventDefault(); // or the page would open it again
        if (!event.repeat) dialog.close();
    });
    void relabel(caps);
    return { dialog, show: (show) => showDialog(dialog, show) };
}
