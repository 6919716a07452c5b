/** State of the view: two runs, the channels, the visible part of the axis, the cursor. */
import { type Column, shownAs, type Shown } from "./columns";
import { type Axis, distanceAt, hasColumn, lengthOf, type Run, timeAt } from "./run";
import { labelOf } from "../tuning/units";
import { wheelNames, type WheelLayout } from "../wheels";

/** A strip of the view: a column, or the time between the two runs. */
export const deltaStrip = "delta";

export const firstStrips: readonly string[] = [
    deltaStrip,
    "speed_mps",
    "steering_wheel_rad",
    "throttle",
    "brake",
    "gear",
    "acceleration_y_mps2",
    "acceleration_x_mps2",
    "yaw_rate_radps",
];
export const maxStrips = 16;

export interface Selection {
    main: Run | null;
    other: Run | null;
    axis: Axis;
    strips: string[];
    /** In metres or seconds, as the axis has it. */
    cursor: number;
    from: number;
    to: number;
}

export const newSelection = (): Selection => ({
    main: null,
    other: null,
    axis: "distance",
    strips: [...firstStrips],
    cursor: 0,
    from: 0,
    to: 1,
});

const runsOf = ({ main, other }: Selection) => [main, other].filter((run): run is Run => run !== null);

/** The whole of the axis. */
export const fullLength = (selection: Selection) =>
    Math.max(1e-3, ...runsOf(selection).map((run) => lengthOf(run, selection.axis)));

export function showAll(selection: Selection) {
    selection.from = 0;
    selection.to = fullLength(selection);
}

export const clampCursor = (selection: Selection, cursor: number) =>
    (selection.cursor = Math.min(fullLength(selection), Math.max(0, cursor)));

/** The part of the axis that is seen, by a factor, with `around` staying where it is. */
export function zoom(selection: Selection, factor: number, around: number) {
    const full = fullLength(selection);
    const span = Math.min(full, Math.max(full / 400, (selection.to - selection.from) * factor));
    const share = (around - selection.from) / (selection.to - selection.from);
    moveTo(selection, around - share * span, span);
}

export function moveTo(selection: Selection, from: number, span = selection.to - selection.from) {
    const full = fullLength(selection);
    selection.from = Math.min(Math.max(0, from), Math.max(0, full - span));
    selection.to = selection.from + span;
}

/** The cursor stays in sight. */
export function follow(selection: Selection) {
    const { cursor, from, to } = selection;
    if (cursor < from) moveTo(selection, cursor);
    else if (cursor > to) moveTo(selection, cursor - (to - from));
}

/** The moment of a run that is shown at the cursor. By distance each run is at the same place. */
export const timeAtCursor = ({ axis, cursor }: Selection, run: Run) =>
    Math.min(run.lengthS, axis === "time" ? cursor : timeAt(run, cursor));

/** Keeps the place of the main run when the axis changes over. */
export function setAxis(selection: Selection, axis: Axis) {
    if (axis === selection.axis) return;
    const { main, cursor } = selection;
    const next = !main ? 0 : axis === "time" ? timeAt(main, cursor) : distanceAt(main, cursor);
    selection.axis = axis;
    showAll(selection);
    clampCursor(selection, next);
}

export interface StripText {
    readonly title: string;
    readonly shown: Shown;
}

/** Titles as engineers say them, if the table's name is less plain. */
const titles: Readonly<Record<string, string>> = {
    acceleration_x_mps2: "Longitudinal acc.",
    acceleration_y_mps2: "Lateral acc.",
    acceleration_z_mps2: "Vertical acc.",
};

/** What a strip is called. */
export function stripText(strip: string, columns: readonly Column[], layout: WheelLayout): StripText {
    if (strip === deltaStrip) return { title: "Delta to main", shown: { unit: "s", factor: 1, digits: 3 } };
    const column = columns.find(({ name }) => name === strip);
    if (!column) return { title: strip, shown: { unit: "", factor: 1, digits: 2 } };
    const wheel = column.wheel === undefined ? "" : ` ${wheelNames(layout)[column.wheel]?.short ?? column.wheel}`;
    return { title: (titles[column.field] ?? labelOf(column.field, column.unit)) + wheel, shown: shownAs(column) };
}

export const isShown = (strip: string, selection: Selection) =>
    strip === deltaStrip ? runsOf(selection).length === 2 : runsOf(selection).some((run) => hasColumn(run, strip));
