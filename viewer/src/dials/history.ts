/** The last seconds of some channels, as plots want them: one stretch of numbers each. */
import type { CarFrame } from "../frame";

export type Read = (car: CarFrame) => number;

export interface History {
    readonly count: number;
    /** Goes up with each sample and each clearing: something new to draw. */
    readonly version: number;
    /** Views of the oldest to the newest value; good until the next sample. */
    times(): Float64Array;
    column(channel: number): Float64Array;
    /** The car at a time; only kept when a new sample is due. */
    take(car: CarFrame, timeS: number): void;
    clear(): void;
}

/**
 * Each value is written twice, half a buffer apart: then the last `capacity` of them always lie
 * side by side and nothing has to be moved or copied.
 */
export function createHistory(reads: readonly Read[], spanS: number, rateHz: number): History {
    const capacity = Math.ceil(spanS * rateHz) + 1;
    const columns = [...reads, () => 0].map(() => new Float64Array(2 * capacity));
    const timeColumn = columns[reads.length]!;
    let next = 0;
    let count = 0;
    let version = 0;
    let dueS = -Infinity;

    const write = (column: Float64Array, value: number) => {
        column[next] = value;
        column[next + capacity] = value;
    };
    const view = (column: Float64Array) => {
        const end = next + capacity;
        return column.subarray(end - count, end);
    };

    return {
        get count() {
            return count;
        },
        get version() {
            return version;
        },
        times: () => view(timeColumn),
        column: (channel) => view(columns[channel]!),
        take(car, timeS) {
            if (timeS < dueS) return;
            dueS = Math.max(dueS + 1 / rateHz, timeS + 0.5 / rateHz);
            reads.forEach((read, i) => write(columns[i]!, read(car)));
            write(timeColumn, timeS);
            next = (next + 1) % capacity;
            count = Math.min(capacity, count + 1);
            ++version;
        },
        clear() {
            count = 0;
            dueS = -Infinity;
            ++version;
        },
    };
}
