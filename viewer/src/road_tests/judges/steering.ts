/** Manoeuvres of the lab's steering machine, done by hand: a step, a sine with dwell, a fishhook. */
import type { CarFrame } from "../../frame";
import { between, degree, type Judge, kmh, kmhText } from "./judge";

/** More than a hand that keeps the lane turns the wheel, and the least that is seen of a turn that gets there. */
const begunRad = 8 * degree;
const twitchRad = 2 * degree;

/** Since the wheel was first turned, in the sense of that turn: all that is to the left is positive. */
interface Moment {
    readonly timeS: number;
    readonly steeringRad: number;
    readonly yawRadps: number;
    readonly lateralMps2: number;
    readonly rollRad: number;
    readonly sideslipRad: number;
    readonly asideM: number;
}

/** Place and state at which it began. */
interface Begin {
    readonly timeS: number;
    readonly x: number;
    readonly y: number;
    readonly yawRad: number;
    readonly speedMps: number;
    readonly side: number;
}

/** What is kept of each frame: the frame itself is the next one's then. */
const seen = (car: CarFrame, timeS: number) => {
    const { steeringWheelRad, yawRateRadps, accelerationYMps2, rollRad, sideslipRad, yawRad, speedMps } = car;
    const [x, y] = car.position as unknown as [number, number];
    return { timeS, x, y, steeringWheelRad, yawRateRadps, accelerationYMps2, rollRad, sideslipRad, yawRad, speedMps };
};

const momentOf = (now: ReturnType<typeof seen>, { timeS, x, y, yawRad, side }: Begin): Moment => ({
    timeS: now.timeS - timeS,
    steeringRad: side * now.steeringWheelRad,
    yawRadps: side * now.yawRateRadps,
    lateralMps2: side * now.accelerationYMps2,
    rollRad: side * now.rollRad,
    sideslipRad: side * now.sideslipRad,
    asideM: side * ((now.y - y) * Math.cos(yawRad) - (now.x - x) * Math.sin(yawRad)),
});

/** From the last frame before the wheel was turned on. */
function createSteeringTrace() {
    const moments: Moment[] = [];
    let from: Begin | null = null;
    let before: ReturnType<typeof seen> | null = null;
    return {
        moments,
        get from() {
            return from;
        },
        take(car: CarFrame, timeS: number) {
            const now = seen(car, timeS);
            const isStill = Math.abs(now.steeringWheelRad) < twitchRad;
            if (from && isStill && greatest(moments, "steeringRad") < begunRad) {
                from = null;
                moments.length = 0;
            }
            if (!from && !isStill) {
                from = { ...(before ?? now), side: Math.sign(now.steeringWheelRad) };
                if (before) moments.push(momentOf(before, from));
            }
            if (from) moments.push(momentOf(now, from));
            before = now;
        },
    };
}

type Key = Exclude<keyof Moment, "timeS">;

const lastS = (moments: readonly Moment[]) => moments.at(-1)?.timeS ?? 0;
const greatest = (moments: readonly Moment[], key: Key) => Math.max(0, ...moments.map((each) => each[key]));

const meanOf = (moments: readonly Moment[], key: Key) =>
    moments.reduce((sum, each) => sum + each[key], 0) / moments.length;

/** When a value first passes a mark, by a line between two frames; null: never. */
function passesS(moments: readonly Moment[], key: Key, mark: number): number | null {
    for (let i = 1; i < moments.length; ++i) {
        const [before, now] = [moments[i - 1]!, moments[i]!];
        if (now[key] >= mark && before[key] < mark)
            return before.timeS + between(before[key], now[key], mark) * (now.timeS - before.timeS);
    }
    return null;
}

/** The value at a time, by a line between two frames; null: not yet. */
function valueAt(moments: readonly Moment[], key: Key, timeS: number): number | null {
    const i = moments.findIndex((each) => each.timeS >= timeS);
    if (i < 1) return null;
    const [before, now] = [moments[i - 1]!, moments[i]!];
    return before[key] + between(before.timeS, now.timeS, timeS) * (now[key] - before[key]);
}

/** ISO 7401: times from half of the step; steady is the mean over the fourth second. */
export function judgeStepSteer(): Judge {
    const [steadyFromS, watchedS] = [3, 4];
    const stillShare = 0.1;
    const trace = createSteeringTrace();
    const { moments } = trace;
    const isDone = () => lastS(moments) >= watchedS;

    function measure() {
        const tail = moments.filter(({ timeS }) => timeS >= steadyFromS);
        const angleRad = meanOf(tail, "steeringRad");
        const held = moments.filter(({ timeS }) => timeS >= 1);
        const isHeld = held.every(({ steeringRad }) => Math.abs(steeringRad - angleRad) < stillShare * Math.abs(angleRad));
        return { tail, angleRad, isHeld, startS: passesS(moments, "steeringRad", angleRad / 2) };
    }

    return {
        take(car, timeS) {
            if (!isDone()) trace.take(car, timeS);
        },
        get status() {
            return trace.from ? `hold it: ${lastS(moments).toFixed(1)} s` : "Turn the wheel at once, and hold it";
        },
        get done() {
            return isDone();
        },
        get figures(): Record<string, number> {
            if (!isDone()) return {};
            const { tail, angleRad, isHeld, startS } = measure();
            if (!isHeld || startS === null) return {};
            const yawRadps = meanOf(tail, "yawRadps");
            const responseS = (key: Key) => (passesS(moments, key, 0.9 * meanOf(tail, key)) ?? NaN) - startS;
            const peak = moments.reduce((best, each) => (each.yawRadps > best.yawRadps ? each : best));
            return {
                steering_wheel_deg: angleRad / degree,
                steady_yaw_rate_radps: yawRadps,
                response_time_yaw_s: responseS("yawRadps"),
                peak_response_time_yaw_s: peak.timeS - startS,
                overshoot_yaw_percent: 100 * (peak.yawRadps / yawRadps - 1),
                response_time_ay_s: responseS("lateralMps2"),
                steady_roll_deg: meanOf(tail, "rollRad") / degree,
                tb_factor_s_deg: ((peak.timeS - startS) * Math.abs(meanOf(tail, "sideslipRad"))) / degree,
            };
        },
        get remark() {
            if (!isDone()) return "";
            const { tail, isHeld } = measure();
            if (!isHeld) return "The wheel was not held still for four seconds: this run does not count.";
            return `From ${kmhText(trace.from!.speedMps)} to ${meanOf(tail, "lateralMps2").toFixed(1)} m/s²; the lab's step gives 4. Hands take longer than its machine.`;
        },
    };
}

/** FMVSS 126: what is left of the second peak of the yaw rate, once the wheel is straight again. */
export function judgeSineDwell(): Judge {
    const straightShare = 0.08;
    const [firstLookS, secondLookS, asideAtS, longestS] = [1, 1.75, 1.07, 8];
    const trace = createSteeringTrace();
    const { moments } = trace;

    /** The wheel is straight again from then on; null: not yet, or it has not been on the other side. */
    function endS(): number | null {
        const lowest = Math.min(...moments.map(({ steeringRad }) => steeringRad));
        if (!(lowest < -begunRad)) return null;
        const straightRad = straightShare * Math.max(-lowest, greatest(moments, "steeringRad"));
        let at = moments.length;
        while (at > 0 && Math.abs(moments[at - 1]!.steeringRad) < straightRad) --at;
        return moments[at]?.timeS ?? null;
    }

    function isDone() {
        const straightS = endS();
        return lastS(moments) >= (straightS === null ? longestS : straightS + secondLookS);
    }

    /** The greatest yaw rate to the other side, between the wheel's change of sides and its return. */
    function secondPeak(straightS: number) {
        const turned = moments.find(({ steeringRad }) => steeringRad < 0)?.timeS ?? 0;
        const span = moments.filter(({ timeS }) => timeS >= turned && timeS <= straightS);
        return Math.max(...span.map(({ yawRadps }) => -yawRadps));
    }

    return {
        take(car, timeS) {
            if (!isDone()) trace.take(car, timeS);
        },
        get status() {
            if (!trace.from) return "To one side, to the other, stay there for half a second, and straight";
            return endS() === null ? `${lastS(moments).toFixed(1)} s` : "keep the wheel straight";
        },
        get done() {
            return isDone();
        },
        get figures(): Record<string, number> {
            const straightS = endS();
            if (!isDone() || straightS === null) return {};
            const peakRadps = secondPeak(straightS);
            const leftPercent = (afterS: number) =>
                (-100 * (valueAt(moments, "yawRadps", straightS + afterS) ?? moments.at(-1)!.yawRadps)) / peakRadps;
            return {
                yaw_left_after_1_s_percent: leftPercent(firstLookS),
                yaw_left_after_1_75_s_percent: leftPercent(secondLookS),
                aside_after_1_07_s_m: valueAt(moments, "asideM", asideAtS) ?? NaN,
            };
        },
        get remark() {
            if (!isDone()) return "";
            if (endS() === null) return "The wheel did not go to both sides and back: this run does not count.";
            const most = Math.max(...moments.map(({ steeringRad }) => Math.abs(steeringRad))) / degree;
            return `You turned the wheel by up to ${most.toFixed(0)}°. Kamm's figures are the worst of runs up to 270° and more.`;
        },
    };
}

/** How far the wheels of each side are off the ground at least, the left ones first. */
export type WheelGaps = (car: CarFrame) => readonly [leftM: number, rightM: number];

/** NHTSA's fishhook; the car tips up if all wheels of a side stand two inches off the road. */
export function judgeFishhook(gaps: WheelGaps): Judge {
    const tipUpM = 0.0508;
    const heldS = 3;
    const longestS = 10;
    const trace = createSteeringTrace();
    const { moments } = trace;
    let counterS: number | null = null;
    let hasTipped = false;
    const isDone = () => hasTipped || lastS(moments) >= (counterS === null ? longestS : counterS + heldS);
    return {
        take(car, timeS) {
            if (isDone()) return;
            trace.take(car, timeS);
            if (!trace.from) return;
            if (moments.at(-1)!.steeringRad < -begunRad) counterS ??= lastS(moments);
            hasTipped = Math.max(...gaps(car)) > tipUpM;
        },
        get status() {
            if (!trace.from) return "Turn fast to one side; when the roll has settled, fast to the other";
            return counterS === null ? "hard to the other side" : `hold it: ${(lastS(moments) - counterS).toFixed(1)} s`;
        },
        get done() {
            return isDone();
        },
        get figures(): Record<string, number> {
            if (!isDone() || (counterS === null && !hasTipped)) return {};
            const amplitudeRad = greatest(moments, "steeringRad");
            return {
                ...(hasTipped && { tip_up_speed_kmh: trace.from!.speedMps * kmh }),
                max_roll_deg: Math.max(...moments.map(({ rollRad }) => Math.abs(rollRad))) / degree,
                steering_amplitude_deg: amplitudeRad / degree,
            };
        },
        get remark() {
            if (!isDone()) return "";
            if (counterS === null && !hasTipped) return "The wheel was not turned to the other side: this run does not count.";
            const from = `From ${kmhText(trace.from!.speedMps)}`;
            return hasTipped ? `${from}: two wheels stood two inches off the road.` : `${from}: no tip-up.`;
        },
    };
}
