/** Straight on: accelerating, rolling, going as fast as it goes. */
import { type Judge, kmh, pressed, kmhText, between, reached } from "./judge";

const mph = 0.44704;
const footM = 0.3048;

/** The moment at which something rose past a mark, by a line between two frames. */
function createMark(mark: number) {
    let atS: number | null = null;
    let before: { value: number; timeS: number } | null = null;
    return {
        take(value: number, timeS: number) {
            if (atS === null && before && before.value < mark && value >= mark)
                atS = before.timeS + between(before.value, value, mark) * (timeS - before.timeS);
            before = { value, timeS };
        },
        get atS() {
            return atS;
        },
    };
}


const since = (atS: number | null, fromS: number | null) => (atS === null || fromS === null ? null : atS - fromS);

/** Clock from the pedal's movement; the foot of rollout is that of American drag strips. */
export function judgeAcceleration(): Judge {
    const rollout = createMark(footM);
    const quarter = createMark(footM + 402.336);
    const kilometre = createMark(1000);
    const speeds = { 100: createMark(100 / kmh), 200: createMark(200 / kmh) };
    const milesPerHour = { 60: createMark(60 * mph), 100: createMark(100 * mph) };
    let startS: number | null = null;
    let fromM: readonly [number, number] | null = null;
    let distanceM = 0;
    let speedMps = 0;
    let quarterKmh: number | null = null;
    return {
        take({ position, forwardSpeedMps, throttle }, timeS) {
            const [x, y] = position as unknown as [number, number];
            if (startS === null && throttle > pressed) [startS, fromM] = [timeS, [x, y]];
            if (!fromM) return;
            speedMps = forwardSpeedMps;
            distanceM = Math.hypot(x - fromM[0], y - fromM[1]);
            for (const mark of [rollout, quarter, kilometre]) mark.take(distanceM, timeS);
            for (const mark of [...Object.values(speeds), ...Object.values(milesPerHour)])
                mark.take(speedMps, timeS);
            if (quarter.atS !== null) quarterKmh ??= speedMps * kmh;
        },
        get status() {
            const text = `${kmhText(speedMps)}, ${distanceM.toFixed(0)} m`;
            const atS = since(speeds[100].atS, startS);
            return atS === null ? text : `${text} · 0–100 km/h ${atS.toFixed(2)} s`;
        },
        get done() {
            return kilometre.atS !== null;
        },
        get figures() {
            return reached({
                time_0_100_kmh_s: since(speeds[100].atS, startS),
                time_0_60_mph_s: since(milesPerHour[60].atS, rollout.atS),
                time_0_100_mph_s: since(milesPerHour[100].atS, rollout.atS),
                time_0_200_kmh_s: since(speeds[200].atS, startS),
                quarter_mile_s: since(quarter.atS, rollout.atS),
                quarter_mile_kmh: quarterKmh,
                standing_km_s: since(kilometre.atS, startS),
            });
        },
        remark: "Time counts from the accelerator's movement.",
    };
}

/** The best mean over five seconds. */
export function judgeTopSpeed(): Judge {
    const windowS = 5;
    let last: { timeS: number; speedMps: number }[] = [];
    let bestMps = 0;
    return {
        take({ forwardSpeedMps: speedMps }, timeS) {
            last.push({ timeS, speedMps });
            while (last.length > 1 && timeS - last[1]!.timeS >= windowS) last.shift();
            if (timeS - last[0]!.timeS < windowS) return;
            bestMps = Math.max(bestMps, last.reduce((sum, each) => sum + each.speedMps, 0) / last.length);
        },
        get status() {
            return `${kmhText(last.at(-1)?.speedMps ?? 0)} · best ${kmhText(bestMps)}`;
        },
        done: false,
        get figures(): Record<string, number> {
            return bestMps > 0 ? { top_speed_kmh: bestMps * kmh } : {};
        },
        remark: "The best mean over 5 s.",
    };
}

/** Rolling out; the marks are those of the lab's coast-down. */
export function judgeCoastDown(): Judge {
    const [fromKmh, toKmh] = [115, 15];
    const from = createMark(-fromKmh / kmh);
    const to = createMark(-toKmh / kmh);
    let speedMps = 0;
    let usedPedals = false;
    return {
        take({ forwardSpeedMps, throttle, brake }, timeS) {
            speedMps = forwardSpeedMps;
            from.take(-speedMps, timeS);
            to.take(-speedMps, timeS);
            usedPedals ||= from.atS !== null && to.atS === null && Math.max(throttle, brake) > pressed;
        },
        get status() {
            return kmhText(speedMps);
        },
        get done() {
            return to.atS !== null;
        },
        get figures() {
            return usedPedals ? {} : reached({ time_115_15_kmh_s: since(to.atS, from.atS) });
        },
        get remark() {
            return usedPedals ? "A pedal was used: this run does not count." : "";
        },
    };
}
