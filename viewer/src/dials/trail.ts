/** The last points of something that moves, for a line that fades. */
import type { WheelFrame } from "../frame";

export interface Trail {
    readonly count: number;
    /** Place of the newest point (0), the one before (1), … */
    x(back: number): number;
    y(back: number): number;
    /** From 1 for the newest to 0 for what is about to be forgotten. */
    freshness(back: number): number;
    /** Time goes on by `stepS`, the point is now here. */
    move(x: number, y: number, stepS: number): void;
    clear(): void;
}

/** Keeps `lengthS`, one point every `everyS` at most; the newest always is where the point is. */
export function createTrail(lengthS: number, everyS: number): Trail {
    const capacity = Math.ceil(lengthS / everyS) + 1;
    const xs = new Float64Array(capacity);
    const ys = new Float64Array(capacity);
    const bornS = new Float64Array(capacity);
    let newest = -1;
    let count = 0;
    let timeS = 0;
    const at = (back: number) => (newest - back + capacity) % capacity;

    return {
        get count() {
            return count;
        },
        x: (back) => xs[at(back)]!,
        y: (back) => ys[at(back)]!,
        freshness: (back) => Math.max(0, 1 - (timeS - bornS[at(back)]!) / lengthS),
        move(x, y, stepS) {
            timeS += stepS;
            const keptS = count > 1 ? timeS - stepS - bornS[at(1)]! : Infinity;
            if (count === 0 || (stepS > 0 && keptS >= everyS)) {
                newest = (newest + 1) % capacity;
                count = Math.min(capacity, count + 1);
            }
            xs[newest] = x;
            ys[newest] = y;
            bornS[newest] = timeS;
        },
        clear() {
            count = 0;
        },
    };
}

type Force = Pick<WheelFrame, "loadN" | "longitudinalForceN" | "lateralForceN">;

/** The trail of a tyre's force. In the air there is none, and what is left of numbers would draw scribbles. */
export function followForce(trail: Trail, { loadN, longitudinalForceN, lateralForceN }: Force, stepS: number) {
    if (loadN > 0) trail.move(longitudinalForceN, lateralForceN, stepS);
    else trail.clear();
}
