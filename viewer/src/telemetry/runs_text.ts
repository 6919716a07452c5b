/** Runs in words. */
import { lapText } from "../replay/time";
import { isStanding } from "./pick";
import type { Run } from "./run";

const runLength = ({ kind, lengthS }: Run) =>
    kind === "lap" || kind === "rival" ? lapText(lengthS, 3) : `${lengthS.toFixed(1)} s`;

/** "Lap 3 · 1:02.345 · A · Kamm" */
export function runText(run: Run): string {
    const { title, origin } = run;
    const parts = [
        title,
        runLength(run),
        isStanding(run) && "standing start",
        origin.slot && `set-up ${origin.slot}`,
        origin.isMixed && "changed on the way",
        origin.driver,
    ];
    return parts.filter(Boolean).join(" · ");
}
