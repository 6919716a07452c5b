/** The runs in memory: the newest ones, as far as there is room. */
import { bytesOf, type Run } from "./run";

/** A lap of a minute and a half with all channels at 60 Hz takes 4 MB. */
export const maxRuns = 8;
export const maxBytes = 36e6;

export interface Library {
    /** The newest first. */
    readonly runs: readonly Run[];
    readonly bytes: number;
    /** `isHeld`: those that are shown, and stay. */
    add(run: Run, isHeld?: (run: Run) => boolean): void;
    remove(run: Run): void;
}

export function createLibrary(): Library {
    let runs: Run[] = [];
    const bytes = () => runs.reduce((sum, run) => sum + bytesOf(run), 0);
    return {
        get runs() {
            return runs;
        },
        get bytes() {
            return bytes();
        },
        add(run, isHeld = () => false) {
            runs = [run, ...runs];
            while (runs.length > maxRuns || bytes() > maxBytes) {
                const oldest = [...runs].reverse().find((kept) => kept !== run && !isHeld(kept));
                if (!oldest) return;
                runs = runs.filter((kept) => kept !== oldest);
            }
        },
        remove: (run) => void (runs = runs.filter((kept) => kept !== run)),
    };
}
