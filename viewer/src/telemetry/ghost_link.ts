/** A lap in a link: where the car was, ten times a second, packed by the browser into a few thousand letters. */
import { packBytes, unpackBytes } from "../tuning/link_files";
import type { Column } from "./columns";
import { columnNamed } from "./columns";
import { drivenDistances, risen } from "./cut_run";
import { unknownOrigin } from "./origin";
import { indexOf, newId, placeAt, type Run, valueAt } from "./run";

const everyS = 0.1;
/** What is kept of each moment, and how fine. */
const kept = [
    { name: "x_m", step: 0.01 },
    { name: "y_m", step: 0.01 },
    { name: "z_m", step: 0.01 },
    { name: "yaw_rad", step: 0.001 },
    { name: "pitch_rad", step: 0.001 },
    { name: "roll_rad", step: 0.001 },
    { name: "distance_m", step: 0.05 },
] as const;
const version = 1;
const maxLapS = 1200;

interface Head {
    readonly version: number;
    readonly lapS: number;
    readonly lapM: number;
    readonly car: string;
    readonly carName: string;
    readonly rung: string;
    readonly surface: string;
    readonly driver: string;
    readonly count: number;
}

/** How the change changes, column by column: small numbers, which pack well. */
function changesOf(steps: readonly Int32Array[]): number[] {
    return steps.flatMap((column) =>
        Array.from(column, (value, i) => value - 2 * (column[i - 1] ?? 0) + (column[i - 2] ?? 0)),
    );
}

function stepsFrom(changes: readonly number[], count: number): Int32Array[] {
    return kept.map((_, k) => {
        const column = new Int32Array(count);
        for (let i = 0; i < count; ++i)
            column[i] = changes[k * count + i]! + 2 * (column[i - 1] ?? 0) - (column[i - 2] ?? 0);
        return column;
    });
}

function stepsOf(run: Run, count: number): Int32Array[] {
    return kept.map(({ name, step }) => {
        let before = 0;
        return Int32Array.from({ length: count }, (_, i) => {
            const place = placeAt(run.timesS, i * everyS);
            const distance =
                run.distancesM[place.row]! +
                place.share * (run.distancesM[place.row + 1]! - run.distancesM[place.row]!);
            const value = name === "distance_m" ? distance : valueAt(run, name, place);
            const isRound = /yaw|roll/.test(name); // no jumps of a whole turn
            const near = isRound && i > 0 ? value + 2 * Math.PI * Math.round((before - value) / (2 * Math.PI)) : value;
            before = near;
            return Math.round(near / step);
        });
    });
}

export const canBeLinked = (run: Run) => run.kind === "lap" && indexOf(run, "x_m") >= 0;

export async function packGhost(run: Run): Promise<string> {
    const count = Math.ceil(run.lengthS / everyS) + 1;
    const { car, carName, rung, surface, driver } = run.origin;
    const head: Head = { version, lapS: run.lengthS, lapM: run.lengthM, car, carName, rung, surface, driver, count };
    const text = JSON.stringify([head, ...changesOf(stepsOf(run, count))]);
    return packBytes(new TextEncoder().encode(text));
}

function readHead(value: unknown): Head {
    const head = value as Head;
    const texts = [head.car, head.carName, head.rung, head.surface, head.driver];
    const numbers = [head.lapS, head.lapM, head.count];
    if (head.version !== version || !texts.every((text) => typeof text === "string" && text.length < 100))
        throw new TypeError("head");
    if (!numbers.every((number) => Number.isFinite(number) && number > 0) || head.lapS > maxLapS)
        throw new TypeError("head");
    if (head.count !== Math.ceil(head.lapS / everyS) + 1) throw new TypeError("head");
    return head;
}

function runOf(head: Head, steps: readonly Int32Array[], known: readonly Column[]): Run {
    const columns = kept.slice(0, -1).map(({ name }) => columnNamed(name, known));
    const speed = columnNamed("speed_mps", known);
    const timesS = Float64Array.from({ length: head.count }, (_, i) => i * everyS);
    const values = new Float32Array(head.count * (columns.length + 1));
    const [x, y] = steps as [Int32Array, Int32Array];
    for (let row = 0; row < head.count; ++row) {
        const at = row * (columns.length + 1);
        columns.forEach((_, k) => (values[at + k] = steps[k]![row]! * kept[k]!.step));
        const [from, to] = [Math.max(0, row - 1), Math.min(head.count - 1, row + 1)];
        const wayM = Math.hypot(x[to]! - x[from]!, y[to]! - y[from]!) * kept[0].step;
        values[at + columns.length] = wayM / ((to - from) * everyS);
    }
    const distance = kept.length - 1;
    const distancesM = risen(Float64Array.from(steps[distance]!, (step) => step * kept[distance]!.step));
    const { car, carName, rung, surface, driver } = head;
    return {
        id: newId(),
        title: "Ghost of the link",
        kind: "rival",
        origin: { ...unknownOrigin(carName), car, rung, surface, driver: driver === "Kamm" ? "Kamm" : "" },
        columns: [...columns, speed],
        wheelCount: 0,
        timesS,
        distancesM: distancesM.at(-1)! > 0 ? distancesM : drivenDistances(timesS, new Float64Array(head.count)),
        values,
        lengthS: head.lapS,
        lengthM: head.lapM,
    };
}

/** Throws where the letters are no ghost. */
export async function unpackGhost(letters: string, known: readonly Column[]): Promise<Run> {
    try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(await unpackBytes(letters));
        const [first, ...changes] = JSON.parse(text) as [unknown, ...number[]];
        const head = readHead(first);
        if (changes.length !== head.count * kept.length || !changes.every(Number.isInteger))
            throw new TypeError("rows");
        return runOf(head, stepsFrom(changes, head.count), known);
    } catch {
        throw new Error("ghost: what the link carries of a lap is cut off or damaged; ask for the link again");
    }
}
