/** Colours between the tokens. */
import { tokens } from "./tokens";

type Rgb = readonly [number, number, number];

/** "#ff8a3c" as numbers. */
export function parseHex(hex: string): Rgb {
    const number = Number.parseInt(hex.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
}

/** Returns the colour at a place in a row, from 0, the first, to 1, the last. */
export function mix(colours: readonly Rgb[], at: number): Rgb {
    const place = Math.min(1, Math.max(0, at)) * (colours.length - 1);
    const from = Math.min(Math.floor(place), colours.length - 2);
    const channel = (i: 0 | 1 | 2) =>
        Math.round(
            colours[from]![i] + (colours[from + 1]![i] - colours[from]![i]) * (place - from),
        );
    return [channel(0), channel(1), channel(2)];
}

const steps = 32;
let table: string[] | undefined;
let tableOf: object | undefined;

/**
 * Ink, accent, red: the colour of what nears its limit. From a table, for it is asked for often.
 */
export function urgencyColour(urgency: number): string {
    const { ink, accent, bad } = tokens();
    if (!table || tableOf !== tokens()) {
        tableOf = tokens();
        const row = [ink, accent, bad].map(parseHex);
        table = Array.from(
            { length: steps + 1 },
            (_, i) => `rgb(${mix(row, i / steps).join(" ")})`,
        );
    }
    return table[Math.round(Math.min(1, Math.max(0, urgency)) * steps)]!;
}
