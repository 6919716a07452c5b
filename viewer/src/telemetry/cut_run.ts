/** Runs out of recorded rows: laps by their place along the course, drives by the way that was driven. */
import type { Course } from "../replay/course";
import type { Origin } from "./origin";
import type { Cut } from "./recorder";
import { newId, type Run } from "./run";

const at = ({ columns }: Pick<Cut, "columns">, name: string) => columns.findIndex((column) => column.name === name);

/** It never falls: a car that slides backwards keeps its value. */
export function risen(values: Float64Array): Float64Array {
    for (let i = 1; i < values.length; ++i) values[i] = Math.max(values[i]!, values[i - 1]!);
    return values;
}

/** Returns distances along the course from the line where the lap began; the first row lies before it, the last one
 * beyond. */
function lapDistances(cut: Cut, { lengthM, locate }: Course): Float64Array {
    const [x, y, width] = [at(cut, "x_m"), at(cut, "y_m"), cut.columns.length];
    const distancesM = new Float64Array(cut.timesS.length);
    let before = 0;
    for (let row = 0; row < distancesM.length; ++row) {
        const { stationM } = locate(cut.values[row * width + x]!, cut.values[row * width + y]!);
        const wayM = stationM - before;
        before += wayM - lengthM * Math.round(wayM / lengthM);
        distancesM[row] = before;
    }
    return risen(distancesM);
}

/** Speed over time, by the trapezoidal rule. */
export function drivenDistances(timesS: Float64Array, speedsMps: ArrayLike<number>): Float64Array {
    const distancesM = new Float64Array(timesS.length);
    for (let row = 1; row < distancesM.length; ++row) {
        const speedMps = (Math.abs(speedsMps[row]!) + Math.abs(speedsMps[row - 1]!)) / 2;
        distancesM[row] = distancesM[row - 1]! + speedMps * (timesS[row]! - timesS[row - 1]!);
    }
    return distancesM;
}

const countWheels = ({ columns }: Cut) => columns.reduce((count, { wheel = -1 }) => Math.max(count, wheel + 1), 0);

function runOf(cut: Cut, startS: number) {
    const { columns, values } = cut;
    return {
        id: newId(),
        columns,
        values,
        wheelCount: countWheels(cut),
        timesS: cut.timesS.map((timeS) => timeS - startS),
    };
}

export interface Lap {
    readonly startS: number;
    readonly lapS: number;
}

export function lapRun(cut: Cut, course: Course, { startS, lapS }: Lap, title: string, origin: Origin): Run {
    return {
        ...runOf(cut, startS),
        title,
        kind: "lap",
        origin,
        distancesM: lapDistances(cut, course),
        lengthS: lapS,
        lengthM: course.lengthM,
    };
}

export function driveRun(cut: Cut, title: string, origin: Origin, kind: Run["kind"] = "drive"): Run {
    const base = runOf(cut, cut.timesS[0]!);
    const speed = at(cut, "speed_mps");
    const width = cut.columns.length;
    const speedsMps = Array.from(cut.timesS, (_, row) => cut.values[row * width + speed]!);
    const distancesM = drivenDistances(base.timesS, speedsMps);
    return {
        ...base,
        title,
        kind,
        origin,
        distancesM,
        lengthS: base.timesS.at(-1)!,
        lengthM: distancesM.at(-1)!,
    };
}
