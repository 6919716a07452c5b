/** A run: a lap or an open drive, recorded, imported or computed, as rows of numbers by time and distance. */
import { type Column, isAngle, isStepped } from "./columns";
import type { Origin } from "./origin";

export interface Run {
    /** Unique on this page. */
    readonly id: number;
    readonly title: string;
    readonly kind: "lap" | "drive" | "import" | "model" | "rival";
    readonly origin: Origin;
    readonly columns: readonly Column[];
    readonly wheelCount: number;
    /** Since the start of the lap or drive; a lap has a row before its start, and one after its end. */
    readonly timesS: Float64Array;
    /** Along the path from the start; nowhere falls. */
    readonly distancesM: Float64Array;
    /** Row by row. */
    readonly values: Float32Array;
    /** From the start to the end. */
    readonly lengthS: number;
    readonly lengthM: number;
    /** What the file said of itself. */
    readonly notes?: readonly string[];
}

export type Axis = "distance" | "time";

export const axisOf = (run: Run, axis: Axis) => (axis === "distance" ? run.distancesM : run.timesS);
export const lengthOf = (run: Run, axis: Axis) => (axis === "distance" ? run.lengthM : run.lengthS);

export const bytesOf = ({ timesS, distancesM, values }: Run) =>
    timesS.byteLength + distancesM.byteLength + values.byteLength;

const indices = new WeakMap<readonly Column[], ReadonlyMap<string, number>>();

/** Where in a row a column is; -1: the run has none of that name. */
export function indexOf({ columns }: Pick<Run, "columns">, name: string): number {
    let index = indices.get(columns);
    if (!index) indices.set(columns, (index = new Map(columns.map((column, i) => [column.name, i]))));
    return index.get(name) ?? -1;
}

export const hasColumn = (run: Run, name: string) => indexOf(run, name) >= 0;

/** How many of the rising numbers are up to the value. */
export function countUpTo(rising: Float64Array, value: number): number {
    let from = 0;
    let to = rising.length;
    while (from < to) {
        const middle = (from + to) >> 1;
        if (rising[middle]! <= value) from = middle + 1;
        else to = middle;
    }
    return from;
}

export interface Place {
    /** The row before, and how far it is from there to the next. */
    readonly row: number;
    readonly share: number;
}

/** Between which rows a distance or time lies; at the ends, the last two. */
export function placeAt(rising: Float64Array, value: number): Place {
    const row = Math.min(Math.max(countUpTo(rising, value) - 1, 0), Math.max(0, rising.length - 2));
    const gap = rising.length > 1 ? rising[row + 1]! - rising[row]! : 0;
    return { row, share: gap > 0 ? Math.min(1, Math.max(0, (value - rising[row]!) / gap)) : 0 };
}

const between = (rising: Float64Array, { row, share }: Place) =>
    rising.length < 2 ? (rising[0] ?? NaN) : rising[row]! + share * (rising[row + 1]! - rising[row]!);

export const timeAt = (run: Run, distanceM: number) => between(run.timesS, placeAt(run.distancesM, distanceM));
export const distanceAt = (run: Run, timeS: number) => between(run.distancesM, placeAt(run.timesS, timeS));

const wrap = (angleRad: number) => angleRad - 2 * Math.PI * Math.round(angleRad / (2 * Math.PI));

/** A column's value at a place; NaN where the run has none. */
export function valueAt(run: Run, name: string, { row, share }: Place): number {
    const index = indexOf(run, name);
    if (index < 0) return NaN;
    const width = run.columns.length;
    const here = run.values[row * width + index]!;
    const next = run.values[(row + 1) * width + index];
    if (next === undefined) return here;
    const column = run.columns[index]!;
    if (isStepped(column)) return share < 1 ? here : next;
    const change = isAngle(column) ? wrap(next - here) : next - here;
    return here + share * change;
}

/** The whole column. */
export function columnValues(run: Run, name: string): Float32Array {
    const index = indexOf(run, name);
    const width = run.columns.length;
    return Float32Array.from(run.timesS, (_, row) => (index < 0 ? NaN : run.values[row * width + index]!));
}

let lastId = 0;
export const newId = () => ++lastId;
