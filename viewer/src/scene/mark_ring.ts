/**
 * A ring buffer of quads, as arrays that a mesh shows: the newest takes the place of the oldest.
 */
import type { Color } from "three";

export interface MarkRing {
    readonly positions: Float32Array;
    readonly colours: Uint8Array;
    /** Quads that hold something. */
    readonly count: number;
    /** A new quad in the place of the oldest; returns its number. */
    begin(): number;
    /** Corners 0 and 1 of a quad are where it begins (left, right), 2 and 3 where it ends. */
    set(quad: number, end: 0 | 1, corners: Float32Array, tone: Color, alpha: number): void;
    /** The quads that changed since the last call, as at most two ranges. */
    takeChanges(): { from: number; count: number }[];
}

export function createMarkRing(capacity: number): MarkRing {
    const positions = new Float32Array(12 * capacity);
    const colours = new Uint8Array(16 * capacity);
    let begun = 0;
    let changedFrom = Infinity;
    const changed = (quad: number) => {
        // Uses a number that only grows, so that a change across the ring's end stays one range.
        const latest = begun - 1;
        changedFrom = Math.min(changedFrom, latest - ((latest - quad) % capacity));
    };
    return {
        positions,
        colours,
        get count() {
            return Math.min(begun, capacity);
        },
        begin() {
            const quad = begun++ % capacity;
            changed(quad);
            return quad;
        },
        set(quad, end, corners, tone, alpha) {
            positions.set(corners, 12 * quad + 6 * end);
            for (let k = 0; k < 2; ++k) {
                const at = 16 * quad + 8 * end + 4 * k;
                colours[at] = 255 * tone.r;
                colours[at + 1] = 255 * tone.g;
                colours[at + 2] = 255 * tone.b;
                colours[at + 3] = 255 * alpha;
            }
            changed(quad);
        },
        takeChanges() {
            const count = Math.min(capacity, begun - changedFrom);
            const from = (begun - count) % capacity;
            changedFrom = Infinity;
            if (count <= 0) return [];
            const first = Math.min(count, capacity - from);
            const ranges = [{ from, count: first }];
            if (first < count) ranges.push({ from: 0, count: count - first });
            return ranges;
        },
    };
}
