/** Rows of numbers by time: a ring that forgets the oldest when it is full. */

export interface Row {
    timeS: number;
    readonly values: Float64Array | Float32Array;
}

/** Two rows and how far from the first to the second what is looked for lies. */
export interface Between {
    readonly before: Row;
    readonly after: Row;
    readonly share: number;
}

export interface Track {
    readonly length: number;
    /** Null while it is empty. */
    readonly first: Row | null;
    readonly last: Row | null;
    /** The rows from the first on. */
    at(i: number): Row;
    /** A row to fill in, later than all others; an old one's memory where there is one to spare. */
    add(timeS: number): Row;
    forgetBefore(timeS: number): void;
    /** Where `value` lies between two rows, by a key that nowhere falls along them (time). */
    find(value: number, key?: (row: Row) => number): Between | null;
    clear(): void;
}

const timeOf = (row: Row) => row.timeS;

export function createTrack(
    capacity: number,
    makeValues: () => Float64Array | Float32Array,
): Track {
    const rows: Row[] = []; // grows up to the capacity, then goes round
    let start = 0;
    let length = 0;
    const at = (i: number) => rows[(start + i) % capacity]!;

    /** How many rows have a key up to the value. */
    function count(value: number, key: (row: Row) => number): number {
        let from = 0;
        let to = length;
        while (from < to) {
            const middle = (from + to) >> 1;
            if (key(at(middle)) <= value) from = middle + 1;
            else to = middle;
        }
        return from;
    }

    return {
        get length() {
            return length;
        },
        get first() {
            return length > 0 ? at(0) : null;
        },
        get last() {
            return length > 0 ? at(length - 1) : null;
        },
        at,
        add(timeS) {
            if (length === capacity) start = (start + 1) % capacity;
            else ++length;
            const place = (start + length - 1) % capacity;
            const row = (rows[place] ??= { timeS, values: makeValues() });
            row.timeS = timeS;
            return row;
        },
        forgetBefore(timeS) {
            for (; length > 1 && at(1).timeS <= timeS; --length) start = (start + 1) % capacity;
        },
        find(value, key = timeOf) {
            if (length === 0) return null;
            const next = count(value, key);
            const before = at(Math.max(0, next - 1));
            const after = at(Math.min(length - 1, next));
            const gap = key(after) - key(before);
            return { before, after, share: gap > 0 ? (value - key(before)) / gap : 0 };
        },
        clear() {
            start = length = 0;
        },
    };
}
