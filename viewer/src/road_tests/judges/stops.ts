/** Braking to a standstill; on split friction, and starting there. */
import type { CarFrame } from "../../frame";
import { type Judge, kmh, degree, pressed, kmhText, wrapped } from "./judge";

const standingMps = 0.05;

/** From the pedal's movement to the first standstill, and how the car turned meanwhile. */
function createStop() {
    const stop = { startMps: 0, distanceM: 0, timeS: 0, asideM: 0, turnedRad: 0, steeringRad: 0, done: false, begun: false };
    let from: { x: number; y: number; timeS: number; yawRad: number } | null = null;
    return {
        stop,
        take({ position, speedMps, brake, yawRad, steeringWheelRad }: CarFrame, timeS: number) {
            const [x, y] = position as unknown as [number, number];
            if (stop.done) return;
            if (!from) {
                stop.startMps = speedMps;
                if (brake > pressed && speedMps > 1) from = { x, y, timeS, yawRad };
                stop.begun = from !== null;
                return;
            }
            stop.distanceM = Math.hypot(x - from.x, y - from.y);
            stop.timeS = timeS - from.timeS;
            stop.asideM = Math.max(stop.asideM, Math.abs(y - from.y));
            if (speedMps > 5) {
                stop.turnedRad = Math.max(stop.turnedRad, Math.abs(wrapped(yawRad - from.yawRad)));
                stop.steeringRad = Math.max(stop.steeringRad, Math.abs(steeringWheelRad));
            }
            stop.done = speedMps < standingMps;
        },
    };
}

const stopStatus = ({ begun, startMps, distanceM }: ReturnType<typeof createStop>["stop"]) =>
    begun ? `from ${kmhText(startMps)}: ${distanceM.toFixed(1)} m` : `${kmhText(startMps)}: brake`;

/** By the square of the speed, as norms correct it. */
const corrected = (startMps: number, nominalMps: number) => (nominalMps / startMps) ** 2;

const correctionRemark = (startMps: number, nominalMps: number) =>
    `Braked from ${(startMps * kmh).toFixed(1)} km/h; distance and time are corrected to ${(nominalMps * kmh).toFixed(0)} km/h, as norms do.`;

export function judgeBraking(): Judge {
    const nominalMps = 100 / kmh;
    const { stop, take } = createStop();
    return {
        take,
        get status() {
            return stopStatus(stop);
        },
        get done() {
            return stop.done;
        },
        get figures(): Record<string, number> {
            if (!stop.done) return {};
            const distanceM = stop.distanceM * corrected(stop.startMps, nominalMps);
            return {
                distance_100_0_kmh_m: distanceM,
                time_100_0_kmh_s: (stop.timeS * nominalMps) / stop.startMps,
                mean_deceleration_mps2: nominalMps ** 2 / (2 * distanceM),
            };
        },
        get remark() {
            return stop.done ? correctionRemark(stop.startMps, nominalMps) : "";
        },
    };
}

/** The figures are those with anti-lock brakes if the car has them. */
export function judgeSplitBraking(hasAbs: boolean): Judge {
    const nominalMps = 100 / kmh;
    const { stop, take } = createStop();
    const ending = hasAbs ? "" : "_no_abs";
    return {
        take,
        get status() {
            return `${stopStatus(stop)}, ${stop.asideM.toFixed(1)} m aside`;
        },
        get done() {
            return stop.done;
        },
        get figures(): Record<string, number> {
            if (!stop.done) return {};
            return {
                [`stopping_distance${ending}_m`]: stop.distanceM * corrected(stop.startMps, nominalMps),
                [`lane_deviation${ending}_m`]: stop.asideM,
                [`max_yaw${ending}_deg`]: stop.turnedRad / degree,
                ...(hasAbs && { steering_deg: stop.steeringRad / degree }),
            };
        },
        get remark() {
            return stop.done ? correctionRemark(stop.startMps, nominalMps) : "";
        },
    };
}

/** Five seconds from the accelerator's movement. */
export function judgeSplitStart(): Judge {
    const watchedS = 5;
    let from: { timeS: number; y: number } | null = null;
    let passedS = 0;
    let speedMps = 0;
    let asideM = 0;
    let steeringRad = 0;
    return {
        take({ position, forwardSpeedMps, throttle, steeringWheelRad }, timeS) {
            const y = position[1]!;
            if (!from && throttle > pressed) from = { timeS, y };
            if (!from || passedS >= watchedS) return;
            passedS = timeS - from.timeS;
            speedMps = forwardSpeedMps;
            asideM = Math.max(asideM, Math.abs(y - from.y));
            steeringRad = Math.max(steeringRad, Math.abs(steeringWheelRad));
        },
        get status() {
            return `${passedS.toFixed(1)} s: ${kmhText(speedMps)}`;
        },
        get done() {
            return passedS >= watchedS;
        },
        get figures(): Record<string, number> {
            if (passedS < watchedS) return {};
            return {
                speed_5_s_kmh: speedMps * kmh,
                lane_deviation_m: asideM,
                steering_deg: steeringRad / degree,
            };
        },
        remark: "",
    };
}
