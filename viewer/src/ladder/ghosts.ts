/**
 * The player's car on every rung of the ladder at once. They are cars of their own on the world's ground, in no world:
 * they meet neither each other nor anybody else.
 */
import { type CarOptions, type CarView, type Hitch, type Input, type Kamm, type Rung, rungs, type Vehicle } from "kamm";
import { makeCombination, type Combination, takeOver } from "../simulation/combination";
import { reason } from "../tuning/report";

export type Ground = NonNullable<CarOptions["ground"]>;

export interface Ghost {
    readonly rung: Rung;
    readonly combination: Combination;
    /** The first unit: the one that is driven. */
    readonly car: CarView;
}

/** A rung that the vehicle cannot have, in the core's words. */
export interface Missing {
    readonly rung: Rung;
    readonly reason: string;
}

/** From where they start: something that drives, of some rung. */
export interface Source {
    readonly rung: Rung;
    readonly combination: Combination;
}

export interface Ghosts {
    readonly all: readonly Ghost[];
    readonly missing: readonly Missing[];
    /** The truest of them, by which the others are judged. */
    readonly truest: Ghost;
    /** All go on in the state that the source is in. */
    meet(source: Source): void;
    /** All are put there, on their ground, at that speed and at rest in their springs. */
    place(x: number, y: number, yawRad: number, speedMps: number): void;
    /** Takes that many substeps with these inputs; poses are then at that fraction of the last. */
    step(input: Readonly<Input>, substeps: number, fraction: number): void;
    dispose(): void;
}

/** Couples or uncouples as the other one is. */
function coupleAs(hitch: Hitch, other: Hitch) {
    if (hitch.coupled === other.coupled) return;
    if (other.coupled) hitch.couple();
    else hitch.uncouple();
}

function meet({ rung, combination }: Ghost, source: Source) {
    // On the same rung the copy is exact to the bit.
    if (rung === source.rung) return combination.member.restore(source.combination.member.snapshot());
    takeOver(combination, source.combination, true);
    combination.hitches.forEach((hitch, i) => coupleAs(hitch, source.combination.hitches[i]!));
}

function makeAll(kamm: Kamm, ground: Ground, vehicles: readonly Vehicle[]) {
    const all: Ghost[] = [];
    const missing: Missing[] = [];
    for (const rung of rungs) {
        try {
            const combination = makeCombination(kamm, ground, vehicles, { rung });
            all.push({ rung, combination, car: combination.units[0]! });
        } catch (error) {
            missing.push({ rung, reason: reason(error) });
        }
    }
    return { all, missing };
}

export function createGhosts(kamm: Kamm, ground: Ground, vehicles: readonly Vehicle[]): Ghosts {
    const { all, missing } = makeAll(kamm, ground, vehicles);
    const truest = all.at(-1);
    if (!truest) throw new Error(missing[0]!.reason);
    const keys = kamm.fields.input.map(({ key }) => key as keyof Input);
    const values = new Float32Array(keys.length);
    return {
        all,
        missing,
        truest,
        meet: (source) => all.forEach((ghost) => meet(ghost, source)),
        place: (x, y, yawRad, speedMps) => all.forEach(({ combination }) => combination.place({ x, y, yawRad, speedMps })),
        step(input, substeps, fraction) {
            keys.forEach((key, i) => (values[i] = input[key]));
            for (const { combination } of all) {
                combination.groups[0]!.inputs.set(values);
                combination.member.stepSubsteps(substeps, fraction);
            }
        },
        dispose: () => all.forEach(({ combination }) => combination.dispose()),
    };
}
