/** The inputs of a lap, substep by substep, and the state in which it began: so the ghosts can drive it once more. */
import type { Input, Rung } from "kamm";

export interface LapInputs {
    /** State of the player's combination at the begin of the lap, and its rung. */
    readonly snapshot: Uint8Array;
    readonly rung: Rung;
    readonly substeps: number;
    /** Sets the inputs of that substep; false: the lap is over. */
    read(substep: number, input: Input): boolean;
}

export interface LapKeeper {
    /** So many substeps were taken with these inputs. */
    take(input: Readonly<Input>, substeps: number): void;
    /** Called once a frame with the lap timer's state and a function that saves the car's state. */
    update(currentS: number | null, lastS: number | null, keep: () => { snapshot: Uint8Array; rung: Rung }): void;
    /** Another car: none of it fits any more. */
    forget(): void;
    /** The last lap that was driven to its end. */
    readonly last: LapInputs | null;
}

/** Half an hour at 240 a second. */
const maxSubsteps = 30 * 60 * 240;

interface Piece {
    readonly until: number;
    readonly values: readonly number[];
}

function createRecording(keys: readonly (keyof Input)[], snapshot: Uint8Array, rung: Rung) {
    const pieces: Piece[] = [];
    let at = 0;
    const lap: LapInputs & { add(input: Readonly<Input>, substeps: number): void } = {
        snapshot,
        rung,
        get substeps() {
            return pieces.at(-1)?.until ?? 0;
        },
        add(input, substeps) {
            if (substeps > 0) pieces.push({ until: lap.substeps + substeps, values: keys.map((key) => input[key]) });
        },
        read(substep, input) {
            if (substep === 0) at = 0;
            while (at < pieces.length && pieces[at]!.until <= substep) ++at;
            const piece = pieces[at];
            if (piece) keys.forEach((key, i) => (input[key] = piece.values[i]!));
            return piece !== undefined;
        },
    };
    return lap;
}

export function createLapKeeper(keys: readonly (keyof Input)[]): LapKeeper {
    let recording: ReturnType<typeof createRecording> | null = null;
    let last: LapInputs | null = null;
    let beforeS: number | null = null;
    let finishedS: number | null = null;
    return {
        get last() {
            return last;
        },
        take(input, substeps) {
            recording?.add(input, substeps);
            if (recording && recording.substeps > maxSubsteps) recording = null;
        },
        update(currentS, lastS, keep) {
            const began = currentS !== null && currentS > 0 && (beforeS === null || currentS < beforeS || beforeS === 0);
            if (began) {
                if (recording && lastS !== null && lastS !== finishedS) last = recording;
                const { snapshot, rung } = keep();
                recording = createRecording(keys, snapshot, rung);
            } else if (currentS === null) recording = null;
            finishedS = lastS;
            beforeS = currentS;
        },
        forget() {
            recording = last = null;
        },
    };
}
