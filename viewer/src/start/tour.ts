/** Panels come one by one, each with a sentence, on the first visit. */
import { element } from "../view";
import { hasSeen, keepSeen } from "./visits";

/** Long enough to read a sentence while driving. */
const stayMs = 6000;

/** By the class of what they tell of. */
const sentences: readonly (readonly [string, string])[] = [
    [".dial-speed", "Speed, revs and pedals; lamps tell when wheels lock or spin, and when aids act."],
    [".dial-circles", "The friction circle of each tyre: a point at its rim is a tyre that can do no more."],
    [".dial-gg", "How hard the car brakes, accelerates and corners, in g."],
    [".dial-slip", "Slip of each wheel: angle and ratio. Beyond the dashes the grip falls."],
    [".map", "Where you are on the proving ground."],
    [".laps", "Laps of the circuit; the best one drives ahead as a ghost."],
];

export interface Tour {
    readonly isOn: boolean;
    /** Hides what it will show. */
    prepare(): void;
    start(): void;
    /** Shows all. */
    end(): void;
}

const isShown = (panel: HTMLElement) => panel.checkVisibility() && panel.offsetHeight > 0;

/** Beside the panel, where the window has room. */
function placeBeside(note: HTMLElement, panel: HTMLElement) {
    const { left, right, top, bottom } = panel.getBoundingClientRect();
    const isLeft = left < innerWidth / 2;
    const hasRoom = isLeft ? right + note.offsetWidth < innerWidth - 16 : left - note.offsetWidth > 16;
    const x = !hasRoom ? 8 : isLeft ? right + 10 : left - note.offsetWidth - 10;
    const y = hasRoom ? top : bottom + 8;
    note.style.left = `${x}px`;
    note.style.top = `${Math.max(8, Math.min(y, innerHeight - note.offsetHeight - 8))}px`;
}

export function createTour(root: HTMLElement): Tour {
    const note = element("section", "panel start-note", root);
    note.role = "status";
    note.hidden = true;
    const text = element("p", "", note);
    const buttons = element("div", "start-buttons", note);
    const next = element("button", "", buttons, "Next");
    const skip = element("button", "", buttons, "Show all");
    next.type = skip.type = "button";
    skip.title = "Show all (Esc)";
    let rest: (readonly [HTMLElement, string])[] = [];
    let timer = 0;
    let isOn = false;

    function go() {
        clearTimeout(timer);
        const step = rest.shift();
        if (!step) return tour.end();
        const [panel, sentence] = step;
        panel.classList.remove("to-come");
        panel.scrollIntoView({ block: "nearest" });
        text.textContent = sentence;
        note.hidden = false;
        placeBeside(note, panel);
        timer = window.setTimeout(go, stayMs);
    }

    const tour: Tour = {
        get isOn() {
            return isOn;
        },
        prepare() {
            document.body.classList.add("intro");
        },
        start() {
            document.body.classList.remove("intro");
            if (hasSeen()) return;
            isOn = true;
            rest = sentences
                .map(([name, sentence]) => [document.querySelector<HTMLElement>(name), sentence] as const)
                .filter((step): step is readonly [HTMLElement, string] => step[0] !== null && isShown(step[0]));
            for (const [panel] of rest) panel.classList.add("to-come");
            go();
        },
        end() {
            clearTimeout(timer);
            document.body.classList.remove("intro");
            for (const [panel] of rest) panel.classList.remove("to-come");
            rest = [];
            note.hidden = true;
            if (isOn) keepSeen();
            isOn = false;
        },
    };
    // Who points at it reads it.
    note.addEventListener("pointerenter", () => clearTimeout(timer));
    note.addEventListener("pointerleave", () => {
        clearTimeout(timer);
        if (isOn) timer = window.setTimeout(go, stayMs);
    });
    next.addEventListener("click", go);
    skip.addEventListener("click", tour.end);
    return tour;
}
