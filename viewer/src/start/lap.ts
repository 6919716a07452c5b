/** The task "Lap": once round the circuit, beside what Kamm's driver takes for it in the same car. */
import type { Laps } from "../replay";
import { lapText, secondsText } from "../replay/time";
import type { Judge, Result } from "./task";

export interface Reference {
    /** Null until it is known. */
    readonly lapS: number | null;
}

export function createLapJudge(laps: Laps, reference: Reference): Judge {
    const before = laps.lastS;
    let hadBestS = laps.bestS;

    function result(lapS: number): Result {
        const { lapS: kammS } = reference;
        const against = (name: string, otherS: number | null) =>
            otherS === null ? [] : [[name, `${lapText(otherS, 2)} (you ${secondsText(lapS - otherS)})`] as const];
        return {
            isDone: true,
            title: lapText(lapS, 2),
            figures: [...against("Kamm's driver", kammS), ...against("Your best before", hadBestS)],
        };
    }

    return {
        share: null,
        get live() {
            const { currentS } = laps;
            const kamm = reference.lapS === null ? "" : ` · Kamm's driver ${lapText(reference.lapS, 1)}`;
            return currentS === null ? `Off the road: no lap${kamm}` : `${lapText(currentS, 1)}${kamm}`;
        },
        update() {
            const { lastS } = laps;
            if (lastS === null || lastS === before) {
                hadBestS = laps.bestS;
                return null;
            }
            return result(lastS);
        },
    };
}
