/** A lap that was driven, and how: its ghost, and what of it is kept. */
import { type CarFrame, carFrameSize, carKeys, newCarFrame, unpackCarFrame, wheelKeys } from "../frame";
import { blend, carKinds } from "./blend";
import { createTrack, type Row, type Track } from "./track";

export interface LapRecord {
    readonly timeS: number;
    /** Rows of the car by time into the lap; the last number of a row is how far it has got. */
    readonly track: Track;
    readonly wheelCount: number;
    readonly size: number;
    readonly kinds: Uint8Array;
    readonly car: CarFrame;
    readonly row: Float64Array;
}

/** A lap as the browser keeps it. */
export interface KeptLap {
    /** Layout of the rows; later pages may have others. */
    readonly layout: string;
    readonly timeS: number;
    readonly wheelCount: number;
    readonly timesS: Float64Array;
    readonly values: Float32Array;
}

/** Largest gap of rows with which a ghost is drawn smoothly. Closer rows are not stored. */
const keptGapS = 0.1;
const layout = [...carKeys, ...wheelKeys].join();

export function recordOf(track: Track, timeS: number, wheelCount: number): LapRecord {
    const car = newCarFrame(wheelCount);
    const size = carFrameSize(car);
    return { timeS, track, wheelCount, size, kinds: carKinds(wheelCount), car, row: new Float64Array(size) };
}

/** The car at this time into the lap, the same object each time. */
export function ghostOf(record: LapRecord, intoS: number): CarFrame {
    const { track, kinds, row, car } = record;
    const { before, after, share } = track.find(intoS)!;
    const gapS = after.timeS - before.timeS;
    blend(kinds, before.values, after.values, 0, share, gapS, row);
    unpackCarFrame(car, row, 0);
    return car;
}

/** A ghost within the car would hide it: it fades from 8 m on, and is gone at 3 m. */
export function ghostShare({ position: a }: CarFrame, { position: b }: CarFrame): number {
    const apartM = Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
    return Math.min(1, Math.max(0, (apartM - 3) / 5));
}

/** When it was as far. */
export function timeAt({ track, size }: LapRecord, progressM: number): number {
    const { before, after, share } = track.find(progressM, (row: Row) => row.values[size]!)!;
    return before.timeS + share * (after.timeS - before.timeS);
}

export function packRecord({ timeS, track, wheelCount, size }: LapRecord): KeptLap {
    const rows: Row[] = [];
    for (let i = 0; i < track.length; ++i) {
        const row = track.at(i);
        const isLast = i === track.length - 1;
        if (isLast || rows.length === 0 || row.timeS - rows.at(-1)!.timeS >= keptGapS) rows.push(row);
    }
    const values = new Float32Array(rows.length * (size + 1));
    rows.forEach((row, i) => values.set(row.values, i * (size + 1)));
    return { layout, timeS, wheelCount, timesS: Float64Array.from(rows, (row) => row.timeS), values };
}

/** Null: another page wrote it. */
export function unpackRecord(kept: KeptLap): LapRecord | null {
    if (kept.layout !== layout) return null;
    const { timeS, wheelCount, timesS, values } = kept;
    const width = carFrameSize(newCarFrame(wheelCount)) + 1;
    if (timesS.length === 0 || values.length !== timesS.length * width) return null;
    const track = createTrack(timesS.length, () => new Float32Array(width));
    timesS.forEach((rowS, i) => track.add(rowS).values.set(values.subarray(i * width, (i + 1) * width)));
    return recordOf(track, timeS, wheelCount);
}
