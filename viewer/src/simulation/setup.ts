import type { Rung } from "kamm";

/** What may be changed while driving; a link carries all of it. */
export interface Setup {
    /** A vehicle of the list ("nissan-micra"), or "own" after a file has been dropped. */
    car: string;
    /** Parameters that differ from the vehicle's file, by path. */
    changes: Readonly<Record<string, number | string | boolean>>;
    rung: Rung;
    /** A surface everywhere in place of the world's own; null: none. */
    surfaceOverride: string | null;
    /** Velocity of the air. */
    windMps: readonly [number, number, number];
    /** Where R puts the car back: a start of the world. */
    start: string;
    /** Cars on the circuit beside the player's, 0 to 19. */
    others: number;
    /** Strength of the input assist, 0 to 1. */
    aid: number;
    /** Preset of arcade handling; empty or left out: the real car. */
    arcade?: string;
}
