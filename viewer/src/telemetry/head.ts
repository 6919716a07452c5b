/** The head of the view: which runs, what is shown of them, files. */
import { element, keepInside } from "../view";
import { addButton, addSelect } from "./dom";
import type { Selection } from "./model";
import type { Axis, Run } from "./run";
import { runText } from "./runs_text";

export const tabs = ["Traces", "Analysis", "Set-ups", "Times"] as const;
export type Tab = (typeof tabs)[number];

export interface HeadActions {
    pick(main: Run | null, other: Run | null): void;
    aAgainstB(): void;
    bestAgainstLast(): void;
    keepDrive(): void;
    show(tab: Tab): void;
    setAxis(axis: Axis): void;
    zoom(factor: number): void;
    play(): void;
    setGoesOn(goesOn: boolean): void;
    half(): void;
    exportCsv(): void;
    importCsv(): void;
    importExample(): void;
    driveModel(): void;
    copyGhost(): void;
    remove(): void;
    close(): void;
}

export interface HeadState {
    readonly runs: readonly Run[];
    readonly selection: Selection;
    readonly tab: Tab;
    readonly isPlaying: boolean;
    readonly isHalf: boolean;
    readonly goesOn: boolean;
}

function addPickers(head: HTMLElement, actions: HeadActions) {
    const row = element("div", "telemetry-row telemetry-pickers", head);
    let runs: readonly Run[] = [];
    const runOf = (select: HTMLSelectElement) => runs.find(({ id }) => String(id) === select.value) ?? null;
    const choose = () => actions.pick(runOf(main), runOf(other));
    const main = addSelect(row, "Main", choose, "telemetry-main");
    const other = addSelect(row, "Compared", choose, "telemetry-other");
    addButton(row, "⇄", "Change main and compared over", () =>
        actions.pick(runOf(other) ?? runOf(main), runOf(main)),
    ).ariaLabel = "Change over";
    addButton(row, "A | B", "The best lap of set-up A against that of B", actions.aAgainstB);
    addButton(row, "Best | last", "The best lap against the last one", actions.bestAgainstLast);
    const fill = (select: HTMLSelectElement, chosen: Run | null, none: string) => {
        const options = runs.map((run) => new Option(runText(run), String(run.id), false, run === chosen));
        select.replaceChildren(
            ...(none && (chosen === null || select === other) ? [new Option(none, "", false, chosen === null)] : []),
            ...options,
        );
    };
    return (state: HeadState) => {
        runs = state.runs;
        fill(main, state.selection.main, "nothing yet");
        fill(other, state.selection.other, "nothing");
    };
}

function addTabs(row: HTMLElement, actions: HeadActions) {
    const group = element("div", "telemetry-tabs", row);
    group.role = "group";
    group.ariaLabel = "What is shown";
    const buttons = tabs.map((tab) => addButton(group, tab, tab, () => actions.show(tab)));
    return (state: HeadState) => buttons.forEach((button, i) => (button.ariaPressed = String(tabs[i] === state.tab)));
}

function addAxis(row: HTMLElement, actions: HeadActions) {
    const group = element("div", "telemetry-axis", row);
    const axis = addSelect(group, "over", (value) => actions.setAxis(value as Axis));
    axis.append(new Option("Distance", "distance"), new Option("Time", "time"));
    const zooms = element("div", "telemetry-zoom", group);
    addButton(zooms, "−", "Show more (−)", () => actions.zoom(1 / 0.6)).ariaLabel = "Zoom out";
    addButton(zooms, "+", "Show less (+)", () => actions.zoom(0.6)).ariaLabel = "Zoom in";
    addButton(zooms, "All", "Show all (0)", () => actions.zoom(Infinity));
    const play = addButton(group, "▶", "Play from the cursor on", actions.play);
    return (state: HeadState) => {
        axis.value = state.selection.axis;
        play.textContent = state.isPlaying ? "❚❚" : "▶";
        play.ariaLabel = state.isPlaying ? "Stop playing" : "Play from the cursor on";
    };
}

function addFiles(row: HTMLElement, actions: HeadActions) {
    const details = element("details", "telemetry-files", row);
    element("summary", "", details, "Runs and files");
    const list = element("div", "panel", details);
    keepInside(details, list);
    const add = (text: string, title: string, press: () => void) =>
        addButton(list, text, title, () => {
            details.open = false;
            press();
        });
    add("Keep the drive so far", "Keeps the drive until now, up to four minutes, as a run", actions.keepDrive);
    add("Export main as CSV", "All channels by their names in the command's files, SI units", actions.exportCsv);
    add(
        "Import CSV…",
        "A file of the command or of this page, or a measured run: time_s and any columns",
        actions.importCsv,
    );
    add(
        "Example: measured Volvo V40",
        "A measured step steer of 2014, and the model with the same steering",
        actions.importExample,
    );
    add(
        "Drive main's inputs with the model",
        "The present car and surface, with the steering and pedals of the run",
        actions.driveModel,
    );
    add("Link with main as a ghost", "A link that carries the lap: it opens with its ghost", actions.copyGhost);
    add("Remove main", "From this list", actions.remove);
    return details;
}

export function createTelemetryHead(parent: HTMLElement, actions: HeadActions) {
    const head = element("header", "telemetry-head", parent);
    const row = element("div", "telemetry-row", head);
    element("h2", "", row, "Telemetry");
    const refreshTabs = addTabs(row, actions);
    const refreshAxis = addAxis(row, actions);
    addFiles(row, actions);
    const label = element("label", "telemetry-goes-on", row);
    const goesOn = element("input", "", label);
    goesOn.type = "checkbox";
    label.append("world goes on");
    goesOn.addEventListener("change", () => actions.setGoesOn(goesOn.checked));
    const half = addButton(row, "Half", "Half a window, with the scene above", actions.half);
    addButton(row, "×", "Close the telemetry (V)", actions.close).ariaLabel = "Close the telemetry";
    const refreshPickers = addPickers(head, actions);
    return {
        element: head,
        refresh(state: HeadState) {
            refreshTabs(state);
            refreshAxis(state);
            refreshPickers(state);
            goesOn.checked = state.goesOn;
            half.ariaPressed = String(state.isHalf);
        },
    };
}
