/** Which runs are compared, if nobody has chosen. */
import type { Run } from "./run";

const best = (runs: readonly Run[]) => runs.reduce<Run | null>((found, run) => (found && found.lengthS <= run.lengthS ? found : run), null);

const lapsOf = (runs: readonly Run[]) => runs.filter(({ kind }) => kind === "lap");

/** The best lap of each set-up, A first; null: one of them has none. */
export function aAgainstB(runs: readonly Run[]): [Run, Run] | null {
    const [a, b] = (["A", "B"] as const).map((slot) => best(lapsOf(runs).filter(({ origin }) => origin.slot === slot && !origin.isMixed)));
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
