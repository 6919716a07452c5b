/** Messages: errors stay until somebody dismisses them, short remarks fade. */
import { element } from "../view";
import "./report.css";

export interface Report {
    /** With file, path and reason; lines and spaces are kept. */
    error(text: string, title?: string): void;
    say(text: string): void;
}

/** A remark stays that long, and longer for each character. */
const remarkMs = 2200;
const remarkPerCharacterMs = 45;
const maxErrors = 4;

/** What an exception has to say. */
export const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface Shown {
    readonly box: HTMLElement;
    readonly key: string;
    /** The same error came again. */
    again(): void;
}

function showError(parent: HTMLElement, text: string, title: string, dismiss: () => void): Shown {
    const box = element("section", "panel report-error", parent);
    const head = element("header", "", box);
    element("strong", "", head, title);
    const count = element("span", "report-count", head);
    const button = element("button", "", head, "Dismiss");
    button.type = "button";
    button.title = "Dismiss (Esc)";
    button.addEventListener("click", dismiss);
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

export function createReport(parent: HTMLElement): Report {
    const errors: Shown[] = [];
    const remark = element("p", "panel report-remark", parent);
    remark.hidden = true;
    let timer = 0;

    function dismiss(shown: Shown | undefined) {
        const at = shown ? errors.indexOf(shown) : -1;
        if (at < 0) return;
        errors.splice(at, 1);
        shown!.box.remove();
    }

    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || errors.length === 0) return;
        event.preventDefault();
        dismiss(errors.at(-1));
    });

    return {
        error(text, title = "That did not work") {
            const known = errors.find(({ key }) => key === `${title}\n${text}`);
            if (known) return known.again();
            const shown = showError(parent, text, title, () => dismiss(shown));
            errors.push(shown);
            if (errors.length > maxErrors) dismiss(errors[0]);
        },
        say(text) {
            remark.textContent = text;
            remark.hidden = false;
            clearTimeout(timer);
            timer = window.setTimeout(
                () => (remark.hidden = true),
                remarkMs + remarkPerCharacterMs * text.length,
            );
        },
    };
}
