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
    /** The same, until the next visit. */
    putOff(): void;
}

const isShown = (panel: HTMLElement) => panel.checkVisibility() && panel.offsetHeight > 0;

const gapPx = 10;
/** What a thumb may want, and what opens lists. */
const keptFree = "#top > *, .touch-slide, .touch-pedal, .touch-buttons button";

/** How much of a box lies on another. */
function overlapPx2(a: DOMRect, b: DOMRect): number {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return Math.max(0, across) * Math.max(0, down);
}

/** Beside the panel, above or below it: where the window has room, and no control lies. */
function placeBeside(note: HTMLElement, panel: HTMLElement) {
    const { offsetWidth: width, offsetHeight: height } = note;
    const shown = panel.getBoundingClientRect();
    const controls = [...document.querySelectorAll(keptFree)].map((control) => control.getBoundingClientRect());
    const sides = [shown.right + gapPx, shown.left - width - gapPx];
    if (shown.left >= innerWidth / 2) sides.reverse();
    const places = [
        ...sides.map((x) => [x, shown.top] as const),
        [shown.left, shown.bottom + gapPx] as const,
        [shown.left, shown.top - height - gapPx] as const,
    ];
    const boxes = places.map(([x, y]) => {
        const within = (at: number, size: number, room: number) => Math.max(8, Math.min(at, room - size - 8));
        return new DOMRect(within(x, width, innerWidth), within(y, height, innerHeight), width, height);
    });
    const covered = boxes.map((box) => [shown, ...controls].reduce((sum, other) => sum + overlapPx2(box, other), 0));
    const best = boxes[covered.indexOf(Math.min(...covered))]!;
    note.style.left = `${best.x}px`;
    note.style.top = `${best.y}px`;
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
        putOff() {
            isOn = false;
            tour.end();
        },
    };
    // A user who points at the note is reading it.
    note.addEventListener("pointerenter", () => clearTimeout(timer));
    note.addEventListener("pointerleave", () => {
        clearTimeout(timer);
        if (isOn) timer = window.setTimeout(go, stayMs);
    });
    next.addEventListener("click", go);
    skip.addEventListener("click", tour.end);
    return tour;
}
