/** A button of the top bar that opens a list below it; one list is open at a time. */
import { element, keepInside } from "../view";

export interface Dropdown {
    readonly details: HTMLDetailsElement;
    readonly summary: HTMLElement;
    readonly list: HTMLElement;
    /** Closes it; a user of keys finds the focus on its button. */
    close(): void;
    dispose(): void;
}

const isByKeys = (focused: Element | null) => focused?.matches(":focus-visible") ?? false;

export function createDropdown(parent: HTMLElement, className: string, title: string): Dropdown {
    const details = element("details", `dropdown ${className}`, parent);
    details.name = "bar";
    const summary = element("summary", "", details, title);
    const list = element("div", "panel dropped", details);
    const listening = new AbortController();
    keepInside(details, list);

    function close() {
        const had = details.contains(document.activeElement);
        const byKeys = had && isByKeys(document.activeElement);
        details.open = false;
        if (byKeys) summary.focus();
        else if (had) document.getElementById("scene")?.focus();
    }

    /** Closes the list when the user touches something else or drives on by keys. */
    function leave(event: Event) {
        if (details.open && !details.contains(event.target as Node)) details.open = false;
    }

    details.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !details.open) return;
        event.preventDefault();
        details.open = false;
        summary.focus();
    });
    for (const kind of ["pointerdown", "keydown"])
        document.addEventListener(kind, leave, { signal: listening.signal });
    return {
        details,
        summary,
        list,
        close,
        dispose() {
            listening.abort();
            details.remove();
        },
    };
}
