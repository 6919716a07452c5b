/** The tasks of two-wheelers, which are loaded for them alone: "Lean", a lean of 20° for 3 s, and "Stop", from 80 km/h within 45 m. */
import type { Frame } from "../frame";
import { degreesText, type Judge, kmh, type Result, type Task } from "./task";

const wantedRad = (20 * Math.PI) / 180;
const holdS = 3;
/** More is a fall. */
const fallenRad = (65 * Math.PI) / 180;
const minSpeedMps = 4;

export function createLeanJudge(): Judge {
    let beforeS: number | null = null;
    let [leanRad, heldS, largestRad, wayM] = [0, 0, 0, 0];
    const result = (): Result => ({
        isDone: true,
        title: `Held for ${holdS} s`,
        figures: [["Largest lean", degreesText(largestRad)], ["Mean speed", kmh(wayM / heldS)]],
    });
    return {
        get live() {
            return `${degreesText(leanRad)} held for ${heldS.toFixed(1)} of ${holdS} s`;
        },
        get share() {
            return Math.min(1, heldS / holdS);
        },
        update({ timeS, cars }: Frame) {
            const { rollRad, speedMps } = cars[0]!;
            const dtS = Math.max(0, timeS - (beforeS ?? timeS));
            [beforeS, leanRad] = [timeS, Math.abs(rollRad)];
            const isHeld = leanRad >= wantedRad && leanRad < fallenRad && speedMps > minSpeedMps;
            if (!isHeld) heldS = largestRad = wayM = 0;
            else [heldS, wayM, largestRad] = [heldS + dtS, wayM + speedMps * dtS, Math.max(largestRad, leanRad)];
            return heldS >= holdS ? result() : null;
        },
    };
}

const fromMps = 80 / 3.6;
export const stopWithinM = 45;
const standingMps = 0.3;

export function createStopJudge(): Judge {
    let [wayM, speedMps, beforeS] = [0, 0, null as number | null];
    let isFast = false;
    return {
        share: null,
        get live() {
            return isFast && wayM > 0 ? `${wayM.toFixed(0)} m` : `${kmh(speedMps)}: ${isFast ? "brake" : "faster"}`;
        },
        update({ timeS, cars }: Frame) {
            const { brake, throttle, speedMps: nowMps } = cars[0]!;
            const dtS = Math.max(0, timeS - (beforeS ?? timeS));
            [beforeS, speedMps] = [timeS, nowMps];
            const isBraking = throttle < 0.05 && (brake > 0.05 || wayM > 0); // the brake begins it, and lets go where a wheel lifts
            if (!isBraking) [wayM, isFast] = [0, nowMps >= fromMps];
            else if (isFast) wayM += nowMps * dtS;
            if (!isFast || nowMps > standingMps || wayM === 0) return null;
            const isDone = wayM <= stopWithinM;
            isFast = false;
            return { isDone, title: isDone ? "Stopped" : "Too far", figures: [["Distance", `${wayM.toFixed(1)} m`]] };
        },
    };
}

const still = { rung: "full", surfaceOverride: null, windMps: [0, 0, 0], others: 0 } as const;

/** Tasks of two-wheelers, ridden on the present machine. */
export const riddenTasks: readonly Task[] = [
    {
        id: "lean",
        title: "Lean",
        summary: "Hold 20° of lean for 3 s",
        advice: "Some 40 km/h, then hold an arrow to the side: the rider countersteers first, and the machine falls into the turn.",
        setup: { ...still, start: "skid_pad_100" },
    },
    {
        id: "stop",
        title: "Stop",
        summary: "From 80 km/h within 45 m",
        advice: "Faster than 80 km/h, upright, then the whole brake: the rear wheel hardly touches the road.",
        setup: { ...still, start: "straight" },
    },
    {
        id: "lap",
        title: "Lap",
        summary: "Once round on two wheels",
        advice: "The clock starts when you do. Brake before the bend, and lean while the throttle is steady.",
        setup: { ...still, start: "circuit" },
    },
];
