/** Messages between the form and its worker. */
import type { Diagnosis } from "kamm/new-cars";

/** No facts: only the words of the choices. */
export interface Request {
    readonly facts: Readonly<Record<string, string>> | null;
    readonly choices: readonly string[];
}

export interface NewVehicle {
    readonly json: string;
    readonly diagnosis: Diagnosis;
}

export interface Result {
    readonly made: NewVehicle | null;
    readonly words: Readonly<Record<string, readonly string[]>>;
}

export type Answer = Result | { readonly failed: string };
