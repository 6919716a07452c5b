/** Which engine a car has, as far as one hears it. */
import type { ModelInfo } from "kamm";

export interface EngineKind {
    readonly cylinders: number;
    /** Diesels knock. */
    readonly diesel: boolean;
}

const known: Readonly<Record<string, EngineKind>> = {
    "nissan-micra": { cylinders: 3, diesel: false },
    "volvo-v40": { cylinders: 4, diesel: false },
    "bmw-m3-e46": { cylinders: 6, diesel: false },
    "porsche-boxster-s-2004": { cylinders: 6, diesel: false },
    "mclaren-mp4-12c": { cylinders: 8, diesel: false },
    "ford-fiesta-st-2013": { cylinders: 4, diesel: false },
    "ford-transit-minibus": { cylinders: 4, diesel: true },
    "kraz-6x4": { cylinders: 8, diesel: true },
    "man-kat1-8x8": { cylinders: 8, diesel: true },
    "man-tgs-8x4": { cylinders: 6, diesel: true },
    "farm-tractor-250hp": { cylinders: 6, diesel: true },
    "go-kart-125": { cylinders: 2, diesel: false }, /* one of two strokes, which fires in each turn */
    "reliant-robin": { cylinders: 4, diesel: false },
    "toyota-hilux-laden": { cylinders: 4, diesel: true },
    "commonroad-2-bmw-320i": { cylinders: 6, diesel: false },
};

/**
 * What is not known is guessed: an engine that ends early is a diesel, a fast car has many
 * cylinders.
 */
export function engineOf(info: ModelInfo, id?: string): EngineKind {
    if (id !== undefined && known[id]) return known[id];
    const diesel = info.limiterRadps < 520;
    const cylinders = info.topSpeedMps > 78 ? 8 : info.topSpeedMps > 64 ? 6 : 4;
    return { cylinders, diesel };
}

/** Of a four-stroke engine: each cylinder fires once in two turns. */
export const firingHz = (engineRadps: number, cylinders: number) =>
    (Math.max(0, engineRadps) / (2 * Math.PI)) * (cylinders / 2);

/** Two turns: the period of all that an engine repeats. */
export const cycleHz = (engineRadps: number) => Math.max(0, engineRadps) / (4 * Math.PI);
