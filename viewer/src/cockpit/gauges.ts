/** Scales of the dials, and where their needles stand. */
import type { ModelInfo } from "kamm";
import { kmh, rpm } from "../dials/format";

export interface Scale {
    readonly from: number;
    readonly to: number;
    /** Between labelled marks. */
    readonly step: number;
    /** What is written is the value over this. */
    readonly unit: number;
    readonly title: string;
    /** From here on it is red; `to`: nothing is. */
    readonly redFrom: number;
}

/** The needle goes round from low on the left over the top; angles as on a canvas, clockwise from the right. */
export const startRad = 0.75 * Math.PI;
export const sweepRad = 1.5 * Math.PI;

export function angleOf({ from, to }: Pick<Scale, "from" | "to">, value: number): number {
    const share = (value - from) / (to - from);
    return startRad + sweepRad * Math.min(Math.max(share, 0), 1);
}

/** 1, 2, 2.5 or 5 times a power of ten, so that there are at most that many steps. */
function roundStep(span: number, most: number): number {
    const power = 10 ** Math.floor(Math.log10(span / most));
    return power * [1, 2, 2.5, 5, 10].find((lead) => span / (lead * power) <= most)!;
}

const mostSteps = 9;

/** Room above what the car can do. */
const speedRoom = 1.08;
const leastSpeedKmh = 40;

export function speedScale({ topSpeedMps }: Pick<ModelInfo, "topSpeedMps">): Scale {
    const wanted = Math.max(leastSpeedKmh, speedRoom * kmh(topSpeedMps));
    const step = roundStep(wanted, mostSteps);
    const to = step * Math.ceil(wanted / step);
    return { from: 0, to, step, unit: 1, title: "km/h", redFrom: to };
}

/** Red from the speed limiter on. */
export function revScale({ limiterRadps }: Pick<ModelInfo, "limiterRadps">): Scale {
    const redFrom = rpm(limiterRadps);
    const step = roundStep(1.05 * redFrom, mostSteps);
    const isFast = redFrom > 3500;
    return {
        from: 0,
        to: step * Math.ceil((1.05 * redFrom) / step),
        ...{ step, redFrom },
        unit: isFast ? 1000 : 100,
        title: isFast ? "1000/min" : "100/min",
    };
}

/** Returns the scale of electric motors: power into the battery is to the left of 0, up to a third of the dial. */
export function powerScale(mostW: number): Scale {
    const step = roundStep(mostW / 1000, 6);
    const to = step * Math.ceil(mostW / 1000 / step);
    return { from: -step * Math.ceil(to / 2 / step), to, step, unit: 1, title: "kW", redFrom: to };
}
