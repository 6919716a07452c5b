/** The ladder's panel: the leader, the cost, how far the rungs are apart, and the plots. */
import type { Rung } from "kamm";
import { fixed } from "../dials/format";
import { element } from "../view";
import { createCharts } from "./charts";
import type { Difference } from "./differences";
import { looks, nameOf } from "./looks";
import { manoeuvres } from "./manoeuvres";
import { createRoute } from "./route";
import type { Traces } from "./traces";
import "./ladder.css";

export type RunId = "follow" | "lap" | (typeof manoeuvres)[number]["id"];

export interface Settings {
    speedKmh: number;
    wheelDeg: number;
    /** Manoeuvres are driven on a level plane of their own; else on the ground that is there. */
    isLevel: boolean;
    /** Time after which ghosts that follow are put together again; 0: never. */
    meetEveryS: number;
}

export interface Actions {
    run(id: RunId): void;
    meet(): void;
    close(): void;
}

/** A line of the table. */
export interface Row {
    readonly rung: Rung;
    /** Undefined: not yet measured. */
    readonly costNs: number | undefined;
    readonly difference: Difference | undefined;
}

export interface Panel {
    readonly element: HTMLElement;
    readonly settings: Settings;
    /** Other ghosts. */
    rebuild(rungs: readonly Rung[], missing: readonly { rung: Rung; reason: string }[]): void;
    showRun(id: RunId, text: string, hasLap: boolean): void;
    showRows(rows: readonly Row[]): void;
    draw(traces: Traces): void;
    repaint(): void;
}

const followTitle = "They take your inputs from now on, and start where you are.";
const lapTitle = "Your last lap's inputs, from the state in which it began.";
const noLapTitle = "Drive a lap of the circuit first.";
const meetTitle = "All are put where you are.";

const columns = ["", "ns", "of full", "°/s", "aside", "leaves"] as const;
const columnTitles = [
    "Rung of the ladder",
    "Cost of a substep, in nanoseconds, measured on this machine",
    "Cost against that of the truest",
    "Largest yaw rate",
    "Largest distance from the path of the most accurate model, in metres",
    "Lateral acceleration at which the yaw rate has differed from the most accurate model's by more than 5 % for half a second, in m/s²",
];

function addButton(parent: HTMLElement, text: string, title: string, press: () => void): HTMLButtonElement {
    const button = element("button", "", parent, text);
    button.type = "button";
    button.title = title;
    button.addEventListener("click", press);
    return button;
}

interface NumberLimits {
    readonly min: number;
    readonly max: number;
    readonly step: number;
}

function addNumber(parent: HTMLElement, text: string, unit: string, value: number, limits: NumberLimits, set: (value: number) => void) {
    const label = element("label", "", parent, `${text} `);
    const input = element("input", "", label);
    Object.assign(input, { type: "number", value: String(value), ...limits });
    input.addEventListener("change", () => {
        const asked = input.valueAsNumber;
        const allowed = Number.isFinite(asked) ? Math.min(limits.max, Math.max(limits.min, asked)) : value;
        input.value = String(allowed);
        set(allowed);
    });
    label.append(` ${unit}`);
}

function addChoice(parent: HTMLElement, text: string, options: readonly (readonly [string, string])[], value: string, set: (value: string) => void) {
    const label = element("label", "", parent, `${text} `);
    const select = element("select", "", label);
    for (const [key, title] of options) select.add(new Option(title, key));
    select.value = value;
    select.addEventListener("change", () => set(select.value));
}

function addSettings(parent: HTMLElement, settings: Settings) {
    const box = element("div", "ladder-settings", parent);
    addNumber(box, "Speed", "km/h", settings.speedKmh, { min: 5, max: 300, step: 5 }, (value) => (settings.speedKmh = value));
    addNumber(box, "Wheel", "°", settings.wheelDeg, { min: -720, max: 720, step: 5 }, (value) => (settings.wheelDeg = value));
    const grounds = [
        ["level", "level and infinite"],
        ["here", "as it is here"],
    ] as const;
    addChoice(box, "Ground", grounds, "level", (value) => (settings.isLevel = value === "level"));
    const often = [
        ["0", "never"],
        ["5", "every 5 s"],
        ["10", "every 10 s"],
        ["30", "every 30 s"],
    ] as const;
    addChoice(box, "Meet", often, String(settings.meetEveryS), (value) => (settings.meetEveryS = Number(value)));
}

/** A line as the rung's lines are. */
function addSwatch(parent: HTMLElement, rung: Rung) {
    const { colour, dash, widthPx } = looks()[rung];
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 26 8");
    picture.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    const attributes = { d: "M0 4H26", stroke: colour, "stroke-width": `${widthPx + 0.4}`, "stroke-dasharray": dash.join(" ") };
    for (const [name, value] of Object.entries(attributes)) if (value) line.setAttribute(name, value);
    picture.append(line);
    parent.append(picture);
}

function createTable(parent: HTMLElement) {
    const table = element("table", "ladder-table", parent);
    const caption = element("caption", "", table, "Cost and difference of the rungs");
    caption.className = "ladder-unseen";
    const head = element("tr", "", element("thead", "", table));
    columns.forEach((column, i) => {
        const cell = element("th", "", head, column || "rung");
        cell.scope = "col";
        cell.title = columnTitles[i]!;
    });
    const body = element("tbody", "", table);
    let cells: HTMLElement[][] = [];
    return {
        rebuild(rungs: readonly Rung[], missing: readonly { rung: Rung; reason: string }[]) {
            body.replaceChildren();
            cells = rungs.map((rung) => {
                const row = element("tr", "", body);
                const name = element("th", "", row);
                name.scope = "row";
                addSwatch(name, rung);
                name.append(nameOf(rung));
                return columns.slice(1).map(() => element("td", "", row));
            });
            for (const { rung, reason } of missing) {
                const row = element("tr", "ladder-missing", body);
                element("th", "", row, nameOf(rung)).scope = "row";
                element("td", "", row, reason).colSpan = columns.length - 1;
            }
        },
        show(rows: readonly Row[]) {
            const truest = rows.at(-1)?.costNs;
            rows.forEach(({ costNs, difference }, i) => {
                const isTruest = i === rows.length - 1;
                const leaves = difference?.leavesAtMps2;
                const texts = [
                    costNs === undefined ? "…" : fixed(costNs, 0),
                    costNs === undefined || !truest ? "…" : fixed(costNs / truest, costNs < 0.1 * truest ? 3 : 2),
                    difference ? fixed(difference.peakYawRateDegps, 1) : "–",
                    difference && !isTruest ? `${fixed(difference.asideM, difference.asideM < 10 ? 2 : 0)} m` : "–",
                    leaves === null || leaves === undefined ? "–" : fixed(leaves, 1),
                ];
                texts.forEach((text, k) => {
                    const cell = cells[i]![k]!;
                    if (cell.textContent !== text) cell.textContent = text;
                });
            });
        },
    };
}

function addRunButtons(parent: HTMLElement, actions: Actions) {
    const box = element("div", "ladder-runs", parent);
    const add = (id: RunId, text: string, title: string) => [id, addButton(box, text, title, () => actions.run(id))] as const;
    const buttons = new Map<RunId, HTMLButtonElement>([
        add("follow", "Follow me", followTitle),
        ...manoeuvres.map(({ id, title, text }) => add(id, title, text)),
        add("lap", "Lap", lapTitle),
    ]);
    addButton(box, "Meet", meetTitle, actions.meet);
    return buttons;
}

export function createPanel(parent: HTMLElement, settings: Settings, actions: Actions): Panel {
    const box = element("aside", "panel ladder", parent);
    box.setAttribute("aria-label", "Ladder");
    box.tabIndex = 0; // it scrolls, by keys too
    box.hidden = true;
    const head = element("header", "", box);
    element("h2", "", head, "Ladder: one input, every rung");
    addButton(head, "Close", "Close (Y)", actions.close);
    const buttons = addRunButtons(box, actions);
    addSettings(box, settings);
    const status = element("p", "ladder-status", box);
    status.setAttribute("aria-live", "polite");
    const table = createTable(box);
    const charts = createCharts(box);
    const route = createRoute(box);
    let rungs: readonly Rung[] = [];
    let missing: readonly { rung: Rung; reason: string }[] = [];
    const rebuild = () => {
        table.rebuild(rungs, missing);
        charts.rebuild(rungs);
        route.rebuild(rungs);
    };
    return {
        element: box,
        settings,
        rebuild(nextRungs, nextMissing) {
            [rungs, missing] = [nextRungs, nextMissing];
            rebuild();
        },
        repaint: rebuild,
        showRun(id, text, hasLap) {
            for (const [each, button] of buttons) button.setAttribute("aria-pressed", String(each === id));
            const lap = buttons.get("lap")!;
            lap.disabled = !hasLap;
            lap.title = hasLap ? lapTitle : noLapTitle;
            if (status.textContent !== text) status.textContent = text;
        },
        showRows: table.show,
        draw(traces) {
            charts.draw(traces);
            route.draw(traces);
        },
    };
}
