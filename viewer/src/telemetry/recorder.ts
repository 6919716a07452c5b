/** Keeps all channels of the player's car for the last minutes; laps and drives are cut out of it. */
import type { CarFields, CarView } from "kamm";
import { type Column, columnsOf } from "./columns";

/** A row has 201 numbers of four bytes for a car with four wheels: 48 kB a second, 12 MB when it is full. */
export const keptS = 240;
/** Rows are at least so far apart but for the last one: 60 in a second where the screen shows 60 or 120, at most 100. */
export const gapS = 0.0095;
/** Memory is taken in pieces of so many rows. */
const chunkRows = 600;
/** Faster than that nothing drives: it was put elsewhere. */
const maxSpeedMps = 150;

interface Chunk {
    count: number;
    readonly timesS: Float64Array;
    readonly values: Float32Array;
}

/** Rows that lie in memory one after another. */
export interface Cut {
    readonly columns: readonly Column[];
    readonly timesS: Float64Array;
    readonly values: Float32Array;
}

export interface Recorder {
    take(car: CarView, timeS: number): void;
    /** The rows from the last one at or before `fromS` to the first at or after `toS`; null: not all of it is kept. */
    cut(fromS: number, toS: number): Cut | null;
    readonly firstS: number;
    readonly lastS: number;
    readonly bytes: number;
    clear(): void;
}

/** Reads a car's numbers in the order of the columns. */
function createReader(fields: CarFields, wheelCount: number) {
    const channelKeys = fields.channel.map(({ key }) => key as keyof CarView);
    const wheelKeys = fields.wheelChannel.map(({ key }) => key);
    return (car: CarView, row: Float32Array, at: number) => {
        for (const key of channelKeys) row[at++] = car[key] as number;
        for (let wheel = 0; wheel < wheelCount; ++wheel) {
            const from = car.wheels[wheel] as unknown as Record<string, number>;
            for (const key of wheelKeys) row[at++] = from[key]!;
        }
        row[at++] = car.input.handBrake;
        row[at] = car.input.clutch;
    };
}

export function createRecorder(fields: CarFields, leastGapS = gapS): Recorder {
    let chunks: Chunk[] = [];
    let wheelCount = -1;
    let columns: readonly Column[] = [];
    let read = createReader(fields, 0);
    let beforeLastS = -Infinity;
    let x = NaN;
    let y = NaN;

    const last = () => chunks.at(-1);
    const lastS = () => (last() ? last()!.timesS[last()!.count - 1]! : -Infinity);
    const firstS = () => chunks[0]?.timesS[0] ?? Infinity;

    function clear() {
        chunks = [];
        beforeLastS = -Infinity;
    }

    function prepare(car: CarView) {
        if (car.wheels.length === wheelCount) return;
        clear();
        wheelCount = car.wheels.length;
        columns = columnsOf(fields, wheelCount);
        read = createReader(fields, wheelCount);
    }

    function hasJumped(car: CarView, timeS: number): boolean {
        const movedM = Math.hypot(car.xM - x, car.yM - y);
        [x, y] = [car.xM, car.yM];
        return timeS < lastS() || movedM > 1 + maxSpeedMps * Math.max(0, timeS - lastS());
    }

    function nextChunk(): Chunk {
        const newest = last();
        if (newest && newest.count < chunkRows) return newest;
        const made = {
            count: 0,
            timesS: new Float64Array(chunkRows),
            values: new Float32Array(chunkRows * columns.length),
        };
        chunks.push(made);
        return made;
    }

    return {
        clear,
        get firstS() {
            return firstS();
        },
        get lastS() {
            return lastS();
        },
        get bytes() {
            return chunks.reduce((sum, { timesS, values }) => sum + timesS.byteLength + values.byteLength, 0);
        },
        take(car, timeS) {
            prepare(car);
            if (hasJumped(car, timeS)) clear();
            // The newest row is always there, as laps end with it; one that came too early makes place for the next.
            if (lastS() - beforeLastS < leastGapS) --last()!.count;
            else beforeLastS = lastS();
            const chunk = nextChunk();
            chunk.timesS[chunk.count] = timeS;
            read(car, chunk.values, chunk.count * columns.length);
            ++chunk.count;
            while (chunks.length > 1 && chunks[1]!.timesS[0]! < timeS - keptS) chunks.shift();
        },
        cut(fromS, toS) {
            if (chunks.length === 0 || firstS() > fromS + gapS || lastS() < toS - gapS) return null;
            const timesS = join(
                chunks.map((chunk) => chunk.timesS.subarray(0, chunk.count)),
                Float64Array,
            );
            let from = timesS.findIndex((timeS) => timeS > fromS + 1e-9) - 1;
            let to = timesS.findIndex((timeS) => timeS >= toS - 1e-9);
            if (from < 0) from = 0;
            if (to < 0) to = timesS.length - 1;
            if (to <= from) return null;
            const width = columns.length;
            const values = join(
                chunks.map((chunk) => chunk.values.subarray(0, chunk.count * width)),
                Float32Array,
            );
            return {
                columns,
                timesS: timesS.slice(from, to + 1),
                values: values.slice(from * width, (to + 1) * width),
            };
        },
    };
}

type Numbers = Float64Array | Float32Array;

function join<Kind extends Numbers>(parts: readonly Kind[], make: new (length: number) => Kind): Kind {
    const all = new make(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        all.set(part as never, at);
        at += part.length;
    }
    return all;
}
