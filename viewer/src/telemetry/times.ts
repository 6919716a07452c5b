/** The best times that were driven in this browser, by car, model and surface, and by the driver. */
import { forget, keep, keptKeys, readKept } from "../database";
import type { Origin } from "./origin";

export interface TimeEntry {
    readonly world: string;
    readonly car: string;
    readonly carName: string;
    readonly rung: string;
    readonly surface: string;
    readonly driver: Origin["driver"];
    readonly bestS: number;
    /** What was changed on the car for the best lap. */
    readonly changeCount: number;
    readonly lapCount: number;
    readonly atMs: number;
}

export const keyOf = ({
    world,
    car,
    rung,
    surface,
    driver,
}: Pick<TimeEntry, "world" | "car" | "rung" | "surface" | "driver">) =>
    JSON.stringify([world, car, rung, surface, driver]);

/** Returns the entry of one lap. */
export function timeEntry(world: string, origin: Origin, bestS: number): TimeEntry {
    const { car, carName, rung, surface, driver, changes } = origin;
    const changeCount = Object.keys(changes).length;
    return { world, car, carName, rung, surface, driver, bestS, changeCount, lapCount: 1, atMs: Date.now() };
}

/** The entry after one more lap. */
export function withLap(before: TimeEntry | undefined, lap: TimeEntry): TimeEntry {
    if (!before) return lap;
    const better = lap.bestS < before.bestS ? lap : before;
    return { ...better, lapCount: before.lapCount + lap.lapCount };
}

const isEntry = (value: unknown): value is TimeEntry => typeof (value as TimeEntry | undefined)?.bestS === "number";

let queue: Promise<unknown> = Promise.resolve();

/** One lap after the other, so that none is lost. */
export function addTime(lap: TimeEntry): Promise<unknown> {
    queue = queue.then(async () => {
        const before = await readKept("times", keyOf(lap));
        await keep("times", keyOf(lap), withLap(isEntry(before) ? before : undefined, lap));
    });
    return queue;
}

/** The fastest first. */
export async function readTimes(): Promise<TimeEntry[]> {
    await queue;
    const all = await Promise.all((await keptKeys("times")).map((key) => readKept("times", String(key))));
    return all.filter(isEntry).sort((a, b) => a.bestS - b.bestS);
}

export const forgetTime = (entry: TimeEntry) => forget("times", keyOf(entry));
