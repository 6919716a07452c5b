/** Messages between page and lab's worker. */
import type { Figure, LabCar, Rung, TestRows } from "kamm/lab";

export interface Request {
    readonly test: string;
    readonly car: LabCar;
    readonly rung: Rung;
    readonly surface: string | null;
}

export interface Result {
    readonly figures: readonly Figure[];
    readonly rows: TestRows | null;
}

export type Answer = Result | { readonly failed: string };
