/**
 * What a driver has achieved, by the criteria of the lab's tests and under the names of its figures. Nothing here is
 * physics: times, distances and the lab's own distance to cones.
 */
import type { CarFrame } from "../../frame";

export interface Judge {
    /** Takes each frame; (x, y) are those of the channels x_m and y_m, by which the lab judges. */
    take(car: CarFrame, timeS: number, x: number, y: number): void;
    /** Some words on how it goes. */
    readonly status: string;
    /** Whether the judge has finished; then it measures no more. */
    readonly done: boolean;
    /** Figures in the units of the lab's. */
    readonly figures: Readonly<Record<string, number>>;
    /** A remark for the card. */
    readonly remark: string;
}

export const kmh = 3.6;
export const gMps2 = 9.80665;
export const degree = Math.PI / 180;
/** A pedal that rests gives less. */
export const pressed = 0.02;

export const kmhText = (speedMps: number) => `${(speedMps * kmh).toFixed(0)} km/h`;

/** The same angle, nearest to 0. */
export const wrapped = (rad: number) => rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI));

/** How far a line between two values is when it passes a mark: 0 at the first. */
export const between = (before: number, now: number, mark: number) => (mark - before) / (now - before);

/** Without what was not reached. */
export const reached = (values: Record<string, number | null>) =>
    Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null));
