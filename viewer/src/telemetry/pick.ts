/** Chooses the runs to compare if the user has not. */
import { placeAt, type Run, valueAt } from "./run";

const best = (runs: readonly Run[]) =>
    runs.reduce<Run | null>((found, run) => (found && found.lengthS <= run.lengthS ? found : run), null);

const lapsOf = (runs: readonly Run[]) => runs.filter(({ kind }) => kind === "lap");

const standingMps = 3;

/** A lap from a standing start is compared with others by its corners at most. */
export const isStanding = (run: Run) =>
    run.kind === "lap" && valueAt(run, "speed_mps", placeAt(run.timesS, 0)) < standingMps;

/** The best lap of each set-up, A first, flying ones before those from a standing start; null: one of them has none. */
export function aAgainstB(runs: readonly Run[]): [Run, Run] | null {
    const [a, b] = (["A", "B"] as const).map((slot) => {
        const laps = lapsOf(runs).filter(({ origin }) => origin.slot === slot && !origin.isMixed);
        return best(laps.filter((lap) => !isStanding(lap))) ?? best(laps);
    });
    return a && b ? [a, b] : null;
}

/** The best lap, and the last one; of the last two where the last is the best. Runs come the newest first. */
export function bestAgainstLast(runs: readonly Run[]): [Run, Run] | null {
    const laps = lapsOf(runs);
    const fastest = best(laps);
    const last = laps.find((lap) => lap !== fastest);
    return fastest && last ? [fastest, last] : null;
}

export function firstPick(runs: readonly Run[]): [Run | null, Run | null] {
    return aAgainstB(runs) ?? bestAgainstLast(runs) ?? [runs[0] ?? null, null];
}
