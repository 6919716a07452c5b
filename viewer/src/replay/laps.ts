/** The panel of lap times. */
import type { Path } from "kamm";
import type { CarFrame, Frame } from "../frame";
import { element } from "../view";
import { createCourse } from "./course";
import { type LapStore, noLaps } from "./kept_laps";
import { lapText, secondsText } from "./time";
import { createLapTimer } from "./timer";

export interface Laps {
    update(frame: Frame): void;
    readonly currentS: number | null;
    readonly lastS: number | null;
    readonly bestS: number | null;
    /** Where the best lap's car is at this time into the lap. */
    readonly ghost: CarFrame | null;
    /** Against the best lap at this place; negative: faster. */
    readonly deltaS: number | null;
    /** Ends the lap that is on; the best one is kept. */
    restart(): void;
    /** What is driven from now on: best laps are by that. */
    setClass(name: string): void;
    forgetBest(): void;
    readonly element: HTMLElement;
}

function addRow(list: HTMLElement, title: string): HTMLElement {
    const row = element("div", "", list);
    element("dt", "", row, title);
    return element("dd", "", row);
}

function addTimes(panel: HTMLElement) {
    const list = element("dl", "", panel);
    const now = addRow(list, "Lap");
    const delta = addRow(list, "To the best");
    const last = addRow(list, "Last");
    const best = addRow(list, "Best");
    last.setAttribute("aria-live", "polite");
    return { now, delta, last, best };
}

/** Writes it only if it is another text, as screen readers and layout would have work with it. */
function write(place: HTMLElement, text: string) {
    if (place.textContent !== text) place.textContent = text;
}

/** Best laps are kept in the store. */
export function createLaps(circuit: Path, store: LapStore = noLaps): Laps {
    const timer = createLapTimer(createCourse(circuit), (name, lap) => void store.keep(name, lap));
    let className = "";
    const panel = element("section", "panel laps");
    element("h2", "", panel, "Laps");
    const times = addTimes(panel);
    const forget = element("button", "", panel, "Forget the best lap");
    forget.type = "button";
    forget.addEventListener("click", forgetBest);

    function refresh() {
        const { currentS, lastS, bestS, deltaS } = timer;
        panel.hidden = currentS === null && lastS === null && bestS === null;
        if (panel.hidden) return;
        write(times.now, currentS === null ? "–" : lapText(currentS, 1));
        write(times.delta, deltaS === null ? "–" : secondsText(deltaS));
        write(times.last, lastS === null ? "–" : lapText(lastS, 3));
        write(times.best, bestS === null ? "–" : lapText(bestS, 3));
        times.delta.className = deltaS === null ? "" : deltaS < 0 ? "faster" : "slower";
        forget.hidden = bestS === null;
    }

    function forgetBest() {
        timer.forgetBest();
        void store.forget(className);
        refresh();
    }

    async function readBest(name: string) {
        const kept = await store.read(name);
        if (!kept) return;
        timer.remember(name, kept);
        refresh();
    }

    refresh();
    return {
        element: panel,
        get currentS() {
            return timer.currentS;
        },
        get lastS() {
            return timer.lastS;
        },
        get bestS() {
            return timer.bestS;
        },
        get ghost() {
            return timer.ghost;
        },
        get deltaS() {
            return timer.deltaS;
        },
        restart: timer.restart,
        setClass(name) {
            if (name === className) return;
            className = name;
            timer.setClass(name);
            refresh();
            void readBest(name);
        },
        forgetBest,
        update(frame) {
            timer.update(frame);
            refresh();
        },
    };
}
