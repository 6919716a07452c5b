/** A card's task, its judge, and its result. */
import type { Frame } from "../frame";
import type { Setup } from "../simulation";

export interface Result {
    readonly isDone: boolean;
    readonly title: string;
    /** Figures: name and value. */
    readonly figures: readonly (readonly [string, string])[];
}

export interface Judge {
    /** Sees each frame that is driven; the result once there is one. */
    update(frame: Frame): Result | null;
    /** How it stands, in a few words. */
    readonly live: string;
    /** How much of it is done, 0 to 1; null: no bar tells that. */
    readonly share: number | null;
}

export interface Task {
    readonly id: "drift" | "moose" | "lap" | "lean" | "stop";
    /** One of the lab's, which has a course and a card of its own; otherwise a judge here tells how it went. */
    readonly roadTest?: string;
    readonly title: string;
    /** Text on the card: the task. */
    readonly summary: string;
    /** While it is driven: how it is done. */
    readonly advice: string;
    readonly setup: Partial<Setup>;
}

export const kmh = (speedMps: number) => `${(3.6 * speedMps).toFixed(0)} km/h`;
export const degreesText = (angleRad: number) => `${((Math.abs(angleRad) * 180) / Math.PI).toFixed(0)}°`;
