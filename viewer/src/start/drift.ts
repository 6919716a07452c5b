/** The task "Drift": hold a sideslip of 20° for 3 s. */
import type { Frame } from "../frame";
import { degreesText, type Judge, kmh, type Result } from "./task";

const wantedRad = (20 * Math.PI) / 180;
const holdS = 3;
/** Slower than that, a car that turns on the spot would do; beyond 90° it has spun. */
const minSpeedMps = 4;
const maxRad = Math.PI / 2;

export function createDriftJudge(): Judge {
    let beforeS: number | null = null;
    let angleRad = 0;
    let heldS = 0;
    let largestRad = 0;
    let wayM = 0;

    function follow(speedMps: number, dtS: number) {
        const isHeld = angleRad >= wantedRad && angleRad < maxRad && speedMps > minSpeedMps;
        if (!isHeld) heldS = largestRad = wayM = 0;
        else {
            heldS += dtS;
            wayM += speedMps * dtS;
            largestRad = Math.max(largestRad, angleRad);
        }
    }

    const result = (): Result => ({
        isDone: true,
        title: `Held for ${holdS} s`,
        figures: [
            ["Largest sideslip", degreesText(largestRad)],
            ["Mean speed", kmh(wayM / heldS)],
        ],
    });

    return {
        get live() {
            return `${degreesText(angleRad)} held for ${heldS.toFixed(1)} of ${holdS} s`;
        },
        get share() {
            return Math.min(1, heldS / holdS);
        },
        update({ timeS, cars }: Frame) {
            const { speedMps, sideslipRad } = cars[0]!;
            angleRad = speedMps > 1 ? Math.abs(sideslipRad) : 0; // of a car at rest it says nothing
            follow(speedMps, Math.max(0, timeS - (beforeS ?? timeS)));
            beforeS = timeS;
            return heldS >= holdS ? result() : null;
        },
    };
}
