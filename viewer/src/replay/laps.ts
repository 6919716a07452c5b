/** The panel of lap times. */
import type { Path } from "kamm";
import type { CarFrame, Frame } from "../frame";
import { element } from "../view";
import { createCourse } from "./course";
import { type LapStore, noLaps } from "./kept_laps";
import { lapText, secondsText } from "./time";
import { createLapTimer, type FinishedLap } from "./timer";

/** Another driver's lap, to beat. */
export interface Rival {
    readonly timeS: number;
    readonly name: string;
    /** Returns the car at this time into the lap. */
    carAt(timeS: number): CarFrame;
}

export interface Laps {
    update(frame: Frame): void;
    readonly currentS: number | null;
    readonly lastS: number | null;
    readonly bestS: number | null;
    /** Where the car of the best lap, or the rival's, is at this time into the lap. */
    readonly ghost: CarFrame | null;
    /** Against the best lap at this place; negative: faster. */
    readonly deltaS: number | null;
    /** Ends the lap that is on; the best one is kept. */
    restart(): void;
    /** What is driven from now on: best laps are by that. */
    setClass(name: string): void;
    forgetBest(): void;
    /** Its ghost drives instead of the best lap's. */
    setRival(rival: Rival): void;
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
    const rival = addRow(list, "To beat");
    last.setAttribute("aria-live", "polite");
    return { now, delta, last, best, rival };
}

/** Writes it only if it is another text, as screen readers and layout would have work with it. */
function write(place: HTMLElement, text: string) {
    if (place.textContent !== text) place.textContent = text;
}

/** Best laps are kept in the store. */
export function createLaps(
    circuit: Path,
    store: LapStore = noLaps,
    finished: (lap: FinishedLap) => void = () => {},
): Laps {
    const timer = createLapTimer(createCourse(circuit), (name, lap) => void store.keep(name, lap), finished);
    let rival: Rival | null = null;
    let className = "";
    const panel = element("section", "panel laps");
    element("h2", "", panel, "Laps");
    const times = addTimes(panel);
    const forget = element("button", "", panel, "Forget the best lap");
    forget.type = "button";
    forget.addEventListener("click", forgetBest);

    function refresh() {
        const { currentS, lastS, bestS, deltaS } = timer;
        panel.hidden = !rival && currentS === null && lastS === null && bestS === null;
        if (panel.hidden) return;
        write(times.now, currentS === null ? "–" : lapText(currentS, 1));
        write(times.delta, deltaS === null ? "–" : secondsText(deltaS));
        write(times.last, lastS === null ? "–" : lapText(lastS, 3));
        write(times.best, bestS === null ? "–" : lapText(bestS, 3));
        times.delta.className = deltaS === null ? "" : deltaS < 0 ? "faster" : "slower";
        forget.hidden = bestS === null;
        times.rival.parentElement!.hidden = !rival;
        if (rival) write(times.rival, lapText(rival.timeS, 3));
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
            const { currentS } = timer;
            return rival && currentS !== null ? rival.carAt(currentS) : timer.ghost;
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
        setRival(next) {
            rival = next;
            times.rival.title = next.name;
            refresh();
        },
        update(frame) {
            timer.update(frame);
            refresh();
        },
    };
}
