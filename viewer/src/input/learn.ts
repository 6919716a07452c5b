/** Detects which axis or button the user moves, and between which ends. */
import { rawValue, type Reading, type Source } from "./calibration";

/** The ends of a way: fully left and right, pressed and released. */
export interface Ends {
    readonly source: Source;
    readonly first: number;
    readonly second: number;
}

export interface Learning {
    /** 0: waits for the first end; 1: for the second. */
    readonly phase: 0 | 1;
    /** Something is being held there: how much of the time it must be, 0 to 1. */
    readonly held: number;
    /** Watches on; the ends, once both are known. */
    update(reading: Reading, dtS: number): Ends | null;
}

/** A movement, not noise. */
const movedBy = 0.25;
const steadyWithin = 0.04;
const holdS = 0.7;
/** Some hats are axes that rest outside of the range of others. */
const largestAxis = 1.05;

function sourcesOf({ axes, buttons }: Reading, kinds: readonly Source["kind"][]): Source[] {
    const all: Source[] = [
        ...axes.map((_, index) => ({ kind: "axis", index }) as const),
        ...buttons.map((_, index) => ({ kind: "button", index }) as const),
    ];
    return all.filter(({ kind }) => kinds.includes(kind));
}

/** An axis that has not moved yet may stand anywhere: 0 is what browsers say. */
const valueOf = (reading: Reading, source: Source) => rawValue(reading, source) || 0;

/** The source that is farthest from where it was, if any has moved. */
function findMoved(start: Reading, now: Reading, sources: readonly Source[]): Source | null {
    let moved: Source | null = null;
    let farthest = movedBy;
    for (const source of sources) {
        const [from, to] = [valueOf(start, source), valueOf(now, source)];
        const away = Math.abs(to - from);
        if (away < farthest || Math.max(Math.abs(from), Math.abs(to)) > largestAxis) continue;
        farthest = away;
        moved = source;
    }
    return moved;
}

const copy = ({ axes, buttons }: Reading) => ({ axes: [...axes], buttons: [...buttons] });

/** The same reading with another value of one source. */
function withValue(reading: Reading, { kind, index }: Source, value: number): Reading {
    const changed = copy(reading);
    (kind === "axis" ? changed.axes : changed.buttons)[index] = value;
    return changed;
}

export function learnEnds(first: Reading, kinds: readonly Source["kind"][]): Learning {
    const sources = sourcesOf(first, kinds);
    let start: Reading = copy(first);
    let source: Source | null = null;
    let value = 0;
    let heldS = 0;
    let firstEnd: number | null = null;

    /** For the second end of the way only the source that moved to the first end is read. */
    const candidates = () => (firstEnd !== null && source ? [source] : sources);

    function reach(): Ends | null {
        heldS = 0;
        if (firstEnd !== null) return { source: source!, first: firstEnd, second: value };
        firstEnd = value;
        start = withValue(start, source!, value);
        return null;
    }

    return {
        get phase() {
            return firstEnd === null ? 0 : 1;
        },
        get held() {
            return heldS / holdS;
        },
        update(reading, dtS) {
            const moved = findMoved(start, reading, candidates());
            if (!moved) {
                heldS = 0;
                return null;
            }
            const now = valueOf(reading, moved);
            const isSame = moved.kind === source?.kind && moved.index === source.index;
            if (!isSame || Math.abs(now - value) > steadyWithin) {
                value = now;
                heldS = 0;
            }
            source = moved;
            heldS += dtS;
            return heldS >= holdS ? reach() : null;
        },
    };
}

/** The button that is pressed now and was not then. */
export function findPressed(start: Reading, now: Reading): number | null {
    const index = now.buttons.findIndex(
        (value, i) => value > 0.5 && (start.buttons[i] ?? 0) <= 0.5,
    );
    return index < 0 ? null : index;
}
