/** How far the rungs are from the truest one: the figures of the table. */
import type { Trace, Traces } from "./traces";

export interface Difference {
    readonly peakYawRateDegps: number;
    /** How far from the truest one's path it has been, at most. */
    readonly asideM: number;
    /** The truest one's lateral acceleration when the yaw rate has differed by more than 5 % for half a second; null: it has not. */
    readonly leavesAtMps2: number | null;
}

const leavingShare = 0.05;
/** A difference that is over before that is delay, and no other steady state. */
const lastingS = 0.5;
/** Below this, all of a yaw rate is noise. */
const minLateralMps2 = 0.5;

function peak(values: Float64Array): number {
    let most = 0;
    for (const value of values) most = Math.max(most, Math.abs(value));
    return most;
}

/** Corners of the way that one has gone, far enough from each other to tell a direction: a car that waits adds none. */
interface Way {
    readonly x: readonly number[];
    readonly y: readonly number[];
}

const cornerM = 0.3;
/** So many corners that lie farther away, and the nearest one is behind. */
const patience = 30;
/** Only each sample of that number of the other's samples is compared. */
const stride = 3;

function wayOf({ x, y }: Trace, from: number, end: number): Way {
    const [wayX, wayY] = [[x[from]!], [y[from]!]];
    for (let i = from + 1; i < end; ++i) {
        if (Math.hypot(x[i]! - wayX.at(-1)!, y[i]! - wayY.at(-1)!) < cornerM) continue;
        wayX.push(x[i]!);
        wayY.push(y[i]!);
    }
    return { x: wayX, y: wayY };
}

/** The nearest corner, from where it was before: all drive on. */
function nearest({ x, y }: Way, px: number, py: number, before: number): number {
    const apart = (i: number) => Math.hypot(px - x[i]!, py - y[i]!);
    let at = before;
    while (at > 0 && apart(at - 1) < apart(at)) --at;
    let leastM = apart(at);
    for (let i = at + 1, farther = 0; i < x.length && farther < patience; ++i) {
        const here = apart(i);
        if (here > leastM) ++farther;
        else [at, leastM, farther] = [i, here, 0];
    }
    return at;
}

/** From the line through the corner and the next one; beyond the ends, from the line that goes on. */
function asideOf({ x, y }: Way, px: number, py: number, corner: number): number {
    const a = Math.min(corner, x.length - 2);
    if (a < 0) return 0; // there is no way yet
    const [dx, dy] = [x[a + 1]! - x[a]!, y[a + 1]! - y[a]!];
    return Math.abs((px - x[a]!) * dy - (py - y[a]!) * dx) / Math.hypot(dx, dy);
}

/** Returns the distance between two meetings. */
function asideWithin({ all }: Traces, ghost: number, truest: number, from: number, end: number): number {
    const own = all[ghost]!;
    const way = wayOf(all[truest]!, from, end);
    const [ownX, ownY] = [own.x, own.y];
    let most = 0;
    let at = 0;
    for (let i = from; i < end; i += stride) {
        at = nearest(way, ownX[i]!, ownY[i]!, at);
        most = Math.max(most, asideOf(way, ownX[i]!, ownY[i]!, at));
    }
    return most;
}

function asideM(traces: Traces, ghost: number, truest: number): number {
    const ends = [...traces.meetings, traces.count];
    return Math.max(0, ...ends.map((end, i) => asideWithin(traces, ghost, truest, ends[i - 1] ?? 0, end)));
}

function leavesAt({ all, timesS, count }: Traces, ghost: number, truest: number): number | null {
    const [own, other] = [all[ghost]!.of("yawRate"), all[truest]!.of("yawRate")];
    const lateral = all[truest]!.of("lateral");
    let first = -1;
    for (let i = 0; i < count; ++i) {
        const isApart =
            Math.abs(lateral[i]!) > minLateralMps2 &&
            Math.abs(own[i]! - other[i]!) > leavingShare * Math.abs(other[i]!);
        if (!isApart) first = -1;
        else if (first < 0) first = i;
        if (first >= 0 && timesS[i]! - timesS[first]! >= lastingS) return Math.abs(lateral[i]!);
    }
    return null;
}

/** Returns the differences of each ghost from that one. */
export function differences(traces: Traces, truest: number): Difference[] {
    return traces.all.map((trace, ghost) => ({
        peakYawRateDegps: peak(trace.of("yawRate")),
        asideM: ghost === truest ? 0 : asideM(traces, ghost, truest),
        leavesAtMps2: ghost === truest ? null : leavesAt(traces, ghost, truest),
    }));
}
