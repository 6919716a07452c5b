/** A lap of the circuit, by the page's own clock. */
import { gMps2, type Judge, kmh } from "./judge";

export interface LapClock {
    readonly currentS: number | null;
    /** The last lap that went all the way round. */
    readonly lastS: number | null;
}

/** The largest value that was not left for so long. */
function createHeld(heldS: number) {
    let last: { timeS: number; value: number }[] = [];
    let best = 0;
    return {
        take(value: number, timeS: number) {
            last.push({ timeS, value });
            while (last.length > 1 && timeS - last[1]!.timeS >= heldS) last.shift();
            if (timeS - last[0]!.timeS >= heldS) best = Math.max(best, Math.min(...last.map((each) => each.value)));
        },
        get best() {
            return best;
        },
    };
}

/** The first whole lap from now on. */
export function judgeLap(clock: LapClock): Judge {
    const firstS = clock.lastS;
    let lapS: number | null = null;
    let topMps = 0;
    const [lateral, braking] = [createHeld(0.2), createHeld(0.2)];
    return {
        take({ speedMps, accelerationXMps2, accelerationYMps2 }, timeS) {
            if (clock.lastS !== firstS) lapS ??= clock.lastS;
            if (clock.currentS === null || lapS !== null) return;
            topMps = Math.max(topMps, speedMps);
            lateral.take(Math.abs(accelerationYMps2), timeS);
            braking.take(-accelerationXMps2, timeS);
        },
        get status() {
            const { currentS } = clock;
            return currentS === null ? "Over the start line, and stay on the road" : `${currentS.toFixed(1)} s`;
        },
        get done() {
            return lapS !== null;
        },
        get figures(): Record<string, number> {
            if (lapS === null) return {};
            return {
                lap_time_s: lapS,
                top_speed_kmh: topMps * kmh,
                max_lateral_acceleration_g: lateral.best / gMps2,
                max_deceleration_g: braking.best / gMps2,
            };
        },
        remark: "Kamm's driver has a run-up of 100 m; the first lap from rest takes longer.",
    };
}
