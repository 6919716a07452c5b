/** Round and round: as fast as it goes, as tight as it goes. */
import { degree, gMps2, type Judge, pressed, wrapped } from "./judge";

/** The best mean over three seconds within a metre of a circle; the middle is so far to the left of the start. */
export function judgeCircle(radiusM: number): Judge {
    const toleranceM = 1;
    const windowS = 3;
    let line: { timeS: number; value: number }[] = [];
    let best = 0;
    let now = 0;
    let outsideM = 0;
    return {
        take({ position, speedMps }, timeS) {
            const distanceM = Math.hypot(position[0]!, position[1]! - radiusM);
            outsideM = distanceM - radiusM;
            now = speedMps ** 2 / distanceM / gMps2;
            if (Math.abs(outsideM) > toleranceM) line = [];
            else line.push({ timeS, value: now });
            while (line.length > 1 && timeS - line[1]!.timeS >= windowS) line.shift();
            if (line.length > 1 && timeS - line[0]!.timeS >= windowS)
                best = Math.max(best, line.reduce((sum, { value }) => sum + value, 0) / line.length);
        },
        get status() {
            const side = Math.abs(outsideM) <= toleranceM ? "on the line" : outsideM > 0 ? "too wide" : "too tight";
            return `${now.toFixed(2)} g, ${side} · best ${best.toFixed(2)} g`;
        },
        done: false,
        get figures(): Record<string, number> {
            return best > 0 ? { max_lateral_acceleration_100m_g: best } : {};
        },
        remark: "Yours is the best mean over 3 s within 1 m of the line; Kamm's driver stays within half a metre.",
    };
}

/** The outer front wheel's outer edge over a whole turn, once half a turn is done. */
export function judgeTurningCircle(tyreWidthM: number): Judge {
    let turnedRad = 0;
    let lastYawRad: number | null = null;
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    const isDone = () => Math.abs(turnedRad) >= 3 * Math.PI;
    return {
        take({ yawRad, wheels }) {
            if (isDone()) return;
            turnedRad += lastYawRad === null ? 0 : wrapped(yawRad - lastYawRad);
            lastYawRad = yawRad;
            if (Math.abs(turnedRad) < Math.PI) return;
            const outer = wheels[turnedRad > 0 ? 1 : 0]!; // turning left, the right one
            const [w, x, y, z] = outer.orientation as unknown as [number, number, number, number];
            const aside = ((turnedRad > 0 ? -1 : 1) * tyreWidthM) / 2;
            const edge = [2 * (x * y - w * z) * aside, (1 - 2 * (x * x + z * z)) * aside];
            for (const axis of [0, 1]) {
                const at = outer.position[axis]! + edge[axis]!;
                low[axis] = Math.min(low[axis]!, at);
                high[axis] = Math.max(high[axis]!, at);
            }
        },
        get status() {
            return `turned by ${Math.abs(turnedRad / degree).toFixed(0)}° of 540°`;
        },
        get done() {
            return isDone();
        },
        get figures(): Record<string, number> {
            if (!isDone()) return {};
            return { kerb_to_kerb_m: (high[0]! - low[0]! + high[1]! - low[1]!) / 2 };
        },
        remark: "",
    };
}

/** Judges after ISO 7975: the yaw rate a second after the pedal moved, against that of the circle at the speed there.
 */
export function judgeBrakingInTurn(radiusM: number, nominalMps2: number): Judge {
    const lookS = 1;
    const leastMps = 5;
    const toleranceMps2 = 0.5;
    const stillRad = 10 * degree;
    let lateralMps2 = 0;
    /** The last frame before the pedal moved. */
    const last = { yawRadps: 0, sideslipRad: 0, steeringRad: 0 };
    let from: (typeof last & { timeS: number }) | null = null;
    let ratio: number | null = null;
    let [peakRadps, peakSideslipRad, pedal, steeredRad] = [0, 0, 0, 0];
    let isOver = false;
    const isNominal = () => Math.abs(lateralMps2 - nominalMps2) <= toleranceMps2;
    return {
        take({ yawRateRadps, speedMps, sideslipRad, brake, steeringWheelRad }, timeS) {
            if (isOver) return;
            if (!from && brake > pressed && speedMps > leastMps) from = { timeS, ...last };
            if (!from) {
                lateralMps2 = yawRateRadps * speedMps;
                Object.assign(last, { yawRadps: yawRateRadps, sideslipRad, steeringRad: steeringWheelRad });
                return;
            }
            isOver = speedMps < leastMps;
            if (isOver) return;
            if (timeS - from.timeS >= lookS) ratio ??= (yawRateRadps * radiusM) / speedMps;
            peakRadps = Math.max(peakRadps, Math.abs(yawRateRadps));
            peakSideslipRad = Math.max(peakSideslipRad, Math.abs(wrapped(sideslipRad - from.sideslipRad)));
            pedal = Math.max(pedal, brake);
            if (ratio === null) steeredRad = Math.max(steeredRad, Math.abs(steeringWheelRad - from.steeringRad));
        },
        get status() {
            return from ? `brake ${(100 * pedal).toFixed(0)} %` : `${lateralMps2.toFixed(1)} m/s²: brake at ${nominalMps2}`;
        },
        get done() {
            return isOver;
        },
        get figures(): Record<string, number> {
            if (!from || ratio === null || !isNominal()) return {};
            return {
                yaw_ratio_1_s: ratio,
                peak_yaw_rate_ratio: peakRadps / Math.abs(from.yawRadps),
                peak_yaw_pedal: pedal,
                peak_sideslip_deg: peakSideslipRad / degree,
            };
        },
        get remark() {
            if (!from) return "";
            const came = `Braked at ${lateralMps2.toFixed(1)} m/s²`;
            if (!isNominal()) return `${came}: outside ${nominalMps2} ± ${toleranceMps2}, so this run does not count.`;
            const moved = (steeredRad / degree).toFixed(0);
            return steeredRad > stillRad
                ? `${came}, and steered by ${moved}° in the second after it; the norm holds the wheel still.`
                : `${came}. Kamm's figures are the worst of ten pedals, yours is one.`;
        },
    };
}
