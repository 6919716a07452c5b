/** The view: a sheet over the scene, or over its lower half. */
import type { Path } from "kamm";
import { isModalOpen } from "../input/keys";
import type { Simulation } from "../simulation";
import type { Report } from "../tuning/report";
import { element } from "../view";
import { type AnalysedCar, createAnalysis } from "./analysis";
import { createTelemetryHead, type HeadActions, type Tab } from "./head";
import type { Library } from "./library";
import { clampCursor, newSelection, type Selection, setAxis, showAll, stripText, zoom } from "./model";
import { aAgainstB, bestAgainstLast } from "./pick";
import type { Run } from "./run";
import { createShelf, type ShelfCar } from "./shelf";
import { createSide } from "./side";
import { createTimeTable } from "./time_table";
import { createTraces } from "./traces";

/** What the sheet leaves to others. */
export type SheetActions = Pick<
    HeadActions,
    "keepDrive" | "exportCsv" | "importCsv" | "importExample" | "driveModel" | "copyGhost" | "remove" | "close"
>;

export interface SheetParts {
    readonly simulation: Simulation;
    readonly report: Report;
    readonly library: Library;
    readonly circuit: Path;
    readonly shelfCar: ShelfCar;
    carOf(run: Run): AnalysedCar;
    /** Other runs are shown. */
    picked(): void;
}

export interface Sheet {
    readonly element: HTMLElement;
    readonly selection: Selection;
    readonly goesOn: boolean;
    readonly hasEnvelope: boolean;
    readonly tab: Tab;
    pick(main: Run | null, other: Run | null): void;
    /** Runs came or went. */
    refresh(): void;
    show(tab: Tab): void;
    /** Real time goes on. */
    update(dtS: number): void;
    stop(): void;
}

export function createSheet(parent: HTMLElement, parts: SheetParts, actions: SheetActions): Sheet {
    const { simulation, report, library, carOf } = parts;
    const selection = newSelection();
    const sheet = element("section", "telemetry", parent);
    sheet.ariaLabel = "Telemetry";
    sheet.tabIndex = -1;
    sheet.hidden = true;
    let tab: Tab = "Traces";
    let isPlaying = false;
    let isHalf = false;
    let goesOn = false;
    let isStale = true;

    const layoutOf = (run: Run) => carOf(run).layout;
    const head = createTelemetryHead(sheet, {
        ...actions,
        pick,
        aAgainstB: () =>
            pickPair(
                aAgainstB(library.runs),
                "There is no lap of both set-ups, A and B, yet: B changes over (or the tuning panel)",
            ),
        bestAgainstLast: () => pickPair(bestAgainstLast(library.runs), "There are no two laps yet"),
        show,
        setAxis(axis) {
            setAxis(selection, axis);
            reset();
        },
        zoom(factor) {
            zoom(selection, factor, selection.cursor);
            isStale = true;
        },
        play() {
            isPlaying = !isPlaying;
            if (isPlaying && selection.cursor >= lengthNow() - 1e-6) clampCursor(selection, 0);
            refresh();
        },
        setGoesOn: (is) => (goesOn = is),
        half() {
            isHalf = !isHalf;
            sheet.classList.toggle("telemetry-half", isHalf);
            document.body.classList.toggle("telemetry-scene", isHalf && !sheet.hidden);
            refresh();
        },
    });
    const body = element("div", "telemetry-body", sheet);
    const places = {
        Traces: element("div", "telemetry-page telemetry-traces-page", body),
        Analysis: element("div", "telemetry-page", body),
        "Set-ups": element("div", "telemetry-page", body),
        Times: element("div", "telemetry-page", body),
    } as const satisfies Record<Tab, HTMLElement>;
    for (const name of ["Analysis", "Set-ups", "Times"] as const) {
        places[name].tabIndex = 0; // scrolled by keys
        places[name].role = "group";
        places[name].ariaLabel = name;
    }
    const moved = () => (isStale = true);
    const traces = createTraces(places.Traces, selection, nameOf, moved);
    const side = createSide(places.Traces, simulation, selection, parts.circuit, layoutOf, reset);
    const analysis = createAnalysis(places.Analysis, simulation.kamm, selection, report, carOf);
    const shelf = createShelf(places["Set-ups"], parts.shelfCar, report);
    const times = createTimeTable(places.Times);

    function nameOf(strip: string) {
        const runs = [selection.main, selection.other].flatMap((run) => run ?? []);
        return stripText(
            strip,
            runs.flatMap(({ columns }) => columns),
            runs[0] ? layoutOf(runs[0]) : simulation.info,
        );
    }

    const lengthNow = () =>
        selection.main ? (selection.axis === "time" ? selection.main.lengthS : selection.main.lengthM) : 0;

    function pickPair(pair: [Run, Run] | null, otherwise: string) {
        if (pair) pick(...pair);
        else report.say(otherwise);
    }

    function pick(main: Run | null, other: Run | null) {
        selection.main = main;
        selection.other = other === main ? null : other;
        showAll(selection);
        clampCursor(selection, selection.cursor);
        parts.picked();
        reset();
    }

    function reset() {
        traces.reset();
        side.reset();
        analysis.reset();
        refresh();
    }

    function refresh() {
        head.refresh({ runs: library.runs, selection, tab, isPlaying, isHalf, goesOn });
        isStale = true;
    }

    function show(next: Tab) {
        tab = next;
        for (const [name, place] of Object.entries(places)) place.hidden = name !== tab;
        analysis.element.hidden = tab !== "Analysis";
        if (tab === "Set-ups") void shelf.refresh();
        if (tab === "Times") void times.refresh();
        reset();
    }

    function advance(dtS: number) {
        if (!isPlaying || !selection.main) return;
        const { main } = selection;
        const speedMps = selection.axis === "time" ? 1 : speedAt(main, selection.cursor);
        clampCursor(selection, selection.cursor + speedMps * dtS);
        isPlaying = selection.cursor < lengthNow();
        if (!isPlaying) refresh();
        isStale = true;
    }

    const resized = new ResizeObserver(moved);
    for (const canvas of sheet.querySelectorAll("canvas")) resized.observe(canvas);
    keepFocus(sheet, () => (tab === "Traces" ? traces.slider : sheet));
    document.addEventListener("keydown", (event) => {
        if (sheet.hidden || event.key !== "Escape" || event.defaultPrevented || isModalOpen()) return;
        event.preventDefault();
        actions.close();
    });
    show("Traces");
    return {
        element: sheet,
        selection,
        get goesOn() {
            return goesOn;
        },
        get hasEnvelope() {
            return analysis.hasEnvelope;
        },
        get tab() {
            return tab;
        },
        pick,
        refresh,
        show,
        stop() {
            isPlaying = false;
        },
        update(dtS) {
            advance(dtS);
            if (!isStale) return;
            isStale = false;
            if (tab === "Traces") {
                traces.draw();
                side.drawMap();
            } else if (tab === "Analysis") analysis.draw();
        },
    };
}

/** After a press by pointer the keys are the cursor's, not the car's, who would get them else (input/keys.ts). */
function keepFocus(sheet: HTMLElement, place: () => HTMLElement) {
    let isByPointer = false;
    sheet.addEventListener("pointerdown", () => (isByPointer = true));
    sheet.addEventListener("keydown", () => (isByPointer = false));
    const keep = (event: Event) => {
        const pressed = (event.target as Element).closest("button, select, input[type=checkbox]");
        if (isByPointer && pressed && !sheet.hidden && !(event.type === "click" && pressed.tagName === "SELECT"))
            place().focus({ preventScroll: true });
    };
    sheet.addEventListener("click", keep);
    sheet.addEventListener("change", keep);
}

/** Along the axis of distance, of the run at that place. */
function speedAt(run: Run, distanceM: number): number {
    const row = Math.min(
        run.distancesM.length - 2,
        Math.max(0, run.distancesM.findIndex((each) => each > distanceM) - 1),
    );
    const stepS = run.timesS[row + 1]! - run.timesS[row]!;
    return Math.max(0.5, stepS > 0 ? (run.distancesM[row + 1]! - run.distancesM[row]!) / stepS : 0);
}
