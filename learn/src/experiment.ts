/** What a lesson drives, apart from any page: the same runs in tests. */
import type { CarView } from "kamm";
import type { Setup } from "../../viewer/src/simulation/setup";
import type { Knobs, Values } from "./knobs";

/** How far the reader has got with what there is to try. */
export interface Progress {
    readonly isDone: boolean;
    /** 0 to 1. */
    readonly share: number;
    /** How it stands, in a sentence. */
    readonly says: string;
}

export interface Experiment<All extends Knobs = Knobs> {
    /** The first is followed. */
    readonly cars: readonly CarView[];
    /** What the sentences say now; the cars drive on. */
    set(values: Values<All>): void;
    restart(): void;
    /** Hands, feet and physics, for at most 10 ms. */
    step(dtS: number): void;
    /** By name, in SI. */
    figures(): Readonly<Record<string, number>>;
    progress(): Progress;
    /** The same in the full page. */
    setup(): Pick<Setup, "car" | "rung" | "changes" | "surfaceOverride" | "start">;
}

export const notYet = (says: string, share = 0): Progress => ({ isDone: false, share, says });
export const reached = (says: string): Progress => ({ isDone: true, share: 1, says });

/** Hands and drivers act so often. */
export const actS = 0.01;

/** Takes an experiment on by so many seconds. */
export function advance(experiment: Pick<Experiment, "step">, seconds: number): void {
    const steps = Math.round(seconds / actS);
    for (let i = 0; i < steps; ++i) experiment.step(actS);
}
