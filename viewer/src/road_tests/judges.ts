/**
 * What a driver has achieved, by the criteria of the lab's tests and under the names of its figures. Nothing here is
 * physics: times, distances and the lab's own distance to cones.
 */
import type { CarFrame } from "../frame";

export interface Judge {
    /** Of each frame; (x, y) are those of the channels x_m and y_m, by which the lab judges. */
    take(car: CarFrame, timeS: number, x: number, y: number): void;
    /** Some words on how it goes. */
    readonly status: string;
    /** Over: nothing more is measured. */
    readonly done: boolean;
    /** In the units of the lab's figures. */
    readonly figures: Readonly<Record<string, number>>;
    /** A remark for the card. */
    readonly remark: string;
}

const kmh = 3.6;
const mph = 0.44704;
const footM = 0.3048;
const gMps2 = 9.80665;
const degree = Math.PI / 180;
const standingMps = 0.05;
const pressed = 0.02;

const between = (before: number, now: number, mark: number) => (mark - before) / (now - before);
const kmhText = (speedMps: number) => `${(speedMps * kmh).toFixed(0)} km/h`;

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

/** Without what was not reached. */
const reached = (values: Record<string, number | null>) =>
    Object.fromEntries(Object.entries(values).filter((entry): entry is [string, number] => entry[1] !== null));

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

/** From the pedal's movement to the first standstill, and how the car turned meanwhile. */
function createStop() {
    const stop = { startMps: 0, distanceM: 0, timeS: 0, asideM: 0, turnedRad: 0, steeringRad: 0, done: false, begun: false };
    let from: { x: number; y: number; timeS: number; yawRad: number } | null = null;
    const wrapped = (rad: number) => rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI));
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

/** How far the car is from the cones, one by one; negative: touched, or passed on the wrong side. */
export type ConeDistances = (x: number, y: number, yawRad: number) => readonly number[];

/** Between the cones: the speed as the nose enters, and which cones fell. */
export function judgeMoose(distances: ConeDistances, noseM: number, endM: number): Judge {
    const lookEveryM = 0.1;
    const letGoM = 6; // the lab's driver lets go after 2 m; feet take time
    const pedalRest = 0.15;
    const hit = new Set<number>();
    let entryMps: number | null = null;
    let exitMps: number | null = null;
    let maxRollRad = 0;
    let usedPedals = false;
    let before: readonly [x: number, y: number, yawRad: number] | null = null;

    /** Between two frames too: at 60 km/h a car goes a third of a metre from one to the next. */
    function look(now: readonly [number, number, number]) {
        const from = before ?? now;
        const steps = Math.ceil(Math.hypot(now[0] - from[0], now[1] - from[1]) / lookEveryM) || 1;
        for (let i = 1; i <= steps; ++i) {
            const at = (part: 0 | 1 | 2) => from[part] + (i / steps) * (now[part] - from[part]);
            distances(at(0), at(1), at(2)).forEach((distance, cone) => distance < 0 && hit.add(cone));
        }
    }

    return {
        take({ yawRad, speedMps, rollRad, throttle, brake }, _, x, y) {
            if (exitMps !== null) return;
            if (entryMps === null && x + noseM >= 0) entryMps = speedMps;
            if (entryMps !== null) {
                look([x, y, yawRad]);
                maxRollRad = Math.max(maxRollRad, Math.abs(rollRad));
                usedPedals ||= x + noseM > letGoM && Math.max(throttle, brake) > pedalRest;
                if (x > endM) exitMps = speedMps;
            }
            before = [x, y, yawRad];
        },
        get status() {
            if (entryMps === null) return "Let go of the accelerator in the first lane, then only steer";
            return `entered at ${kmhText(entryMps)} · ${hit.size === 0 ? "clean" : cones(hit.size)}`;
        },
        get done() {
            return exitMps !== null;
        },
        get figures(): Record<string, number> {
            if (entryMps === null || exitMps === null || hit.size > 0 || usedPedals) return {};
            return {
                best_entry_speed_kmh: entryMps * kmh,
                exit_speed_kmh: exitMps * kmh,
                max_roll_deg: maxRollRad / degree,
            };
        },
        get remark() {
            if (entryMps === null) return "";
            const how = hit.size === 0 ? "clean" : `${cones(hit.size)} touched or passed on the wrong side`;
            const pedals = usedPedals ? " The course is driven without brake and accelerator: this run does not count." : "";
            return `Entered at ${(entryMps * kmh).toFixed(1)} km/h: ${how}.${pedals}`;
        },
    };
}

const cones = (count: number) => `${count} ${count === 1 ? "cone" : "cones"}`;

/** The outer front wheel's outer edge over a whole turn, once half a turn is done. */
export function judgeTurningCircle(tyreWidthM: number): Judge {
    let turnedRad = 0;
    let lastYawRad: number | null = null;
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    const wrapped = (rad: number) => rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI));
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
