/**
 * A row of numbers that one thread sends and another takes, by three rows in shared memory: one is the sender's, one the taker's, and
 * one lies between them. Both exchange their own for that one by a single atomic operation, so no side ever reads a row while the other
 * writes it, and no side waits.
 */

/** Set while the row between has not been taken. */
const fresh = 4;
const indexOf = (state: number) => state & 3;
/** The state, on eight bytes for the numbers' sake. */
const headBytes = 8;

export interface RowSender {
    /** To be written as a whole before `send`, and read again after it. */
    readonly row: Float64Array;
    send(): void;
}

export interface RowTaker {
    /** The row that was taken last; zeros at first. */
    readonly row: Float64Array;
    /** Whether there was another one. */
    take(): boolean;
}

export function makeRows(length: number): SharedArrayBuffer {
    const buffer = new SharedArrayBuffer(headBytes + 3 * 8 * length);
    new Int32Array(buffer)[0] = 1; // the sender has 0, the taker 2
    return buffer;
}

function openRows(buffer: SharedArrayBuffer) {
    const length = (buffer.byteLength - headBytes) / 24;
    const rows = [0, 1, 2].map((i) => new Float64Array(buffer, headBytes + 8 * length * i, length));
    return { state: new Int32Array(buffer, 0, 1), rows };
}

export function sendRows(buffer: SharedArrayBuffer): RowSender {
    const { state, rows } = openRows(buffer);
    let own = 0;
    return {
        get row() {
            return rows[own]!;
        },
        send() {
            own = indexOf(Atomics.exchange(state, 0, own | fresh));
        },
    };
}

export function takeRows(buffer: SharedArrayBuffer): RowTaker {
    const { state, rows } = openRows(buffer);
    let own = 2;
    return {
        get row() {
            return rows[own]!;
        },
        take() {
            if (!(Atomics.load(state, 0) & fresh)) return false;
            own = indexOf(Atomics.exchange(state, 0, own));
            return true;
        },
    };
}
