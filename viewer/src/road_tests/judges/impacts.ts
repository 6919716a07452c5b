/** Off the ground, and into a wall. */
import { type Judge, kmh, kmhText } from "./judge";

/** The longest time in which no wheel carries load. */
export function judgeJump(): Judge {
    const leastS = 0.15;
    let start: { timeS: number; speedMps: number } | null = null;
    let best: { timeS: number; speedMps: number } | null = null;
    let endS: number | null = null;
    let nowS = 0;
    return {
        take({ wheels, speedMps, verticalSpeedMps }, timeS) {
            nowS = timeS;
            const flies = wheels.every(({ loadN }) => loadN <= 0);
            if (flies) start ??= { timeS, speedMps: Math.hypot(speedMps, verticalSpeedMps) };
            if (flies || !start) return;
            const lastedS = timeS - start.timeS;
            if (lastedS > (best?.timeS ?? leastS)) {
                best = { timeS: lastedS, speedMps: start.speedMps };
                endS = timeS;
            }
            start = null;
        },
        get status() {
            return best ? `flew for ${best.timeS.toFixed(2)} s` : "over the ramp";
        },
        get done() {
            return endS !== null && nowS > endS + 2;
        },
        get figures(): Record<string, number> {
            return best ? { flight_time_s: best.timeS, take_off_speed_kmh: best.speedMps * kmh } : {};
        },
        remark: "",
    };
}

/** Against the wall: the change of velocity in the tenth of a second after the nose has got there. */
export function judgeCrash(wallM: number, noseM: number, nominalMps: number): Judge {
    const lookS = 0.1;
    const toleranceMps = 2 / kmh;
    let before = { x: 0, y: 0 };
    let impact: { timeS: number; velocity: typeof before } | null = null;
    let after: typeof before | null = null;
    const isNominal = () => impact !== null && Math.abs(impact.velocity.x - nominalMps) <= toleranceMps;
    return {
        take({ forwardSpeedMps, lateralSpeedMps, yawRad }, timeS, x) {
            const [c, s] = [Math.cos(yawRad), Math.sin(yawRad)];
            const now = { x: forwardSpeedMps * c - lateralSpeedMps * s, y: forwardSpeedMps * s + lateralSpeedMps * c };
            // It stands against the wall, or the impact has turned it back since the frame before.
            const isThere = x + noseM >= wallM || (before.x > 1 && now.x < before.x / 2);
            if (!impact && isThere && before.x > 1) impact = { timeS, velocity: before };
            if (impact && !after && timeS >= impact.timeS + lookS) after = now;
            before = now;
        },
        get status() {
            return impact ? `hit at ${kmhText(impact.velocity.x)}` : kmhText(before.x);
        },
        get done() {
            return after !== null;
        },
        get figures(): Record<string, number> {
            if (!impact || !after || !isNominal()) return {};
            return {
                wall_delta_v_kmh: Math.hypot(after.x - impact.velocity.x, after.y - impact.velocity.y) * kmh,
                wall_rebound_kmh: -after.x * kmh,
            };
        },
        get remark() {
            if (!after || isNominal()) return "";
            return `The test's speed is ${kmhText(nominalMps)}: this run does not count.`;
        },
    };
}
