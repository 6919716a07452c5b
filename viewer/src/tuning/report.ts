/** Messages: errors and offers stay until the user dismisses them, explanations until they are read, short remarks
 * fade. */
import { element } from "../view";
import "./report.css";

export interface Report {
    /** Reports an error with file, path and reason; lines and spaces are kept. */
    error(text: string, title?: string): void;
    /** Asks whether something shall be done; stays until it is, or until it is dismissed. */
    offer(text: string, title: string, action: Action): void;
    /** Says why something is not as usual, for as long as it takes to read; the function that is returned takes it back. */
    explain(text: string, title: string): () => void;
    say(text: string): void;
}

/** What a button of a message does. */
export interface Action {
    readonly title: string;
    press(): void;
}

/** A remark stays that long, and longer for each character. */
const remarkMs = 2200;
const remarkPerCharacterMs = 45;
const maxMessages = 4;
const readingMs = (text: string) => remarkMs + remarkPerCharacterMs * text.length;

/** What an exception has to say. */
export const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface Message {
    readonly text: string;
    readonly title: string;
    readonly action?: Action;
}

interface Shown {
    readonly box: HTMLElement;
    readonly key: string;
    /** The same came again. */
    again(): void;
}

function addButton(parent: HTMLElement, title: string, press: () => void): HTMLButtonElement {
    const button = element("button", "", parent, title);
    button.type = "button";
    button.addEventListener("click", press);
    return button;
}

function showMessage(parent: HTMLElement, { text, title, action }: Message, dismiss: () => void): Shown {
    const box = element("section", `panel report-${action ? "offer" : "error"}`, parent);
    const head = element("header", "", box);
    element("strong", "", head, title);
    const count = element("span", "report-count", head);
    if (action)
        addButton(head, action.title, () => {
            dismiss();
            action.press();
        });
    addButton(head, "Dismiss", dismiss).title = "Dismiss (Esc)";
    element("pre", "", box, text).tabIndex = 0; // long ones scroll, by keys too
    let times = 1;
    return {
        box,
        key: `${title}\n${text}`,
        again() {
            count.textContent = `${++times} times`;
        },
    };
}

/** Dismisses it once it is read; while the pointer or the focus is in it, it is still being read. */
function dismissOnceRead(box: HTMLElement, text: string, dismiss: () => void) {
    let timer = 0;
    const stay = () => clearTimeout(timer);
    const wait = () => {
        stay();
        timer = window.setTimeout(dismiss, readingMs(text));
    };
    for (const name of ["pointerenter", "focusin"]) box.addEventListener(name, stay);
    for (const name of ["pointerleave", "focusout"]) box.addEventListener(name, wait);
    wait();
}

export function createReport(parent: HTMLElement): Report {
    const messages: Shown[] = [];
    const remark = element("p", "panel report-remark", parent);
    remark.hidden = true;
    let timer = 0;

    function dismiss(shown: Shown | undefined) {
        const at = shown ? messages.indexOf(shown) : -1;
        if (at < 0) return;
        messages.splice(at, 1);
        shown!.box.remove();
    }

    function show(message: Message): Shown {
        const known = messages.find(({ key }) => key === `${message.title}\n${message.text}`);
        if (known) {
            known.again();
            return known;
        }
        const shown = showMessage(parent, message, () => dismiss(shown));
        messages.push(shown);
        if (messages.length > maxMessages) dismiss(messages[0]);
        return shown;
    }

    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || messages.length === 0) return;
        event.preventDefault();
        dismiss(messages.at(-1));
    });

    return {
        error: (text, title = "That did not work") => void show({ text, title }),
        offer: (text, title, action) => void show({ text, title, action }),
        explain(text, title) {
            const shown = show({ text, title });
            dismissOnceRead(shown.box, text, () => dismiss(shown));
            return () => dismiss(shown);
        },
        say(text) {
            remark.textContent = text;
            remark.hidden = false;
            clearTimeout(timer);
            timer = window.setTimeout(() => (remark.hidden = true), readingMs(text));
        },
    };
}
