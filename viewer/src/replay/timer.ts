/** Times laps of a closed course, and keeps how the best one was driven. */
import { type CarFrame, carFrameSize, type Frame, packCarFrame } from "../frame";
import type { Course } from "./course";
import { ghostOf, type KeptLap, type LapRecord, packRecord, recordOf, timeAt, unpackRecord } from "./lap_record";
import { createTrack, type Track } from "./track";

/** The car's middle may leave the road by that much: two wheels on the grass, no short cuts. */
const marginM = 1;
/** So close behind the line a car that stands has its clock wait for it. */
const standingStartM = 3;
const standingMps = 0.3;
/** A car that got farther than this between two frames was placed there. */
const maxSpeedMps = 150;
/** The rounding of many small ways. */
const roundingM = 0.5;
const ghostGapS = 0.03;
const maxLapS = 1200;

export interface LapTimer {
    update(frame: Frame): void;
    /** Null while no lap is on. */
    readonly currentS: number | null;
    readonly lastS: number | null;
    readonly bestS: number | null;
    /** The best lap's car at this time into the lap. */
    readonly ghost: CarFrame | null;
    /** Against the best lap at this place; negative: faster. */
    readonly deltaS: number | null;
    /** Ends the lap that is on. */
    restart(): void;
    /** What is driven from now on: each has a best lap of its own, and a lap on more than one counts for none. */
    setClass(name: string): void;
    /** A best lap of another time. */
    remember(className: string, kept: KeptLap): void;
    forgetBest(): void;
}

/** A lap: rows of the car by time into the lap; the last number of a row is how far it has got. */
interface Lap {
    /** Class of the car that drove the lap; "" if it changed on the way. */
    className: string;
    startS: number;
    /** Along the course since the start line. */
    progressM: number;
    readonly wheelCount: number;
    readonly size: number;
    readonly track: Track;
    readonly scratch: Float64Array;
}

function newLap(car: CarFrame, className: string, startS: number, progressM: number): Lap {
    const size = carFrameSize(car);
    const make = () => new Float32Array(size + 1);
    const track = createTrack(Math.ceil(maxLapS / ghostGapS) + 1, make);
    const scratch = new Float64Array(size);
    return { className, startS, progressM, wheelCount: car.wheels.length, size, track, scratch };
}

/** Keeps the car's frame, if it is time for the next. */
function keep(lap: Lap, car: CarFrame, timeS: number) {
    const { track, size, scratch } = lap;
    const intoS = timeS - lap.startS;
    if (track.last && intoS - track.last.timeS < ghostGapS) return;
    const furthestM = Math.max(track.last?.values[size] ?? 0, lap.progressM);
    const { values } = track.add(intoS);
    packCarFrame(car, scratch, 0);
    values.set(scratch);
    values[size] = furthestM;
}

/** Too long a lap is none, and one with another number of wheels cannot be kept as one. */
const isOver = (lap: Lap, car: CarFrame, timeS: number) =>
    car.wheels.length !== lap.wheelCount || timeS - lap.startS > maxLapS;

/** A lap that went all the way round. */
export interface FinishedLap {
    /** Times on the frames' clock. */
    readonly startS: number;
    readonly lapS: number;
    /** What drove it stayed the same all the way. */
    readonly isOfOne: boolean;
}

/** Where the car was a frame ago. */
interface Before {
    timeS: number;
    stationM: number;
}

/** `beaten` hears of each new best lap, `finished` of each lap. */
export function createLapTimer(
    course: Course,
    beaten: (className: string, lap: KeptLap) => void = () => {},
    finished: (lap: FinishedLap) => void = () => {},
): LapTimer {
    const { lengthM } = course;
    let before: Before | null = null;
    let lap: Lap | null = null;
    const bests = new Map<string, LapRecord>();
    let className = "";
    let best: LapRecord | null = null;
    let nowS = 0;
    let lastS: number | null = null;
    let ended: FinishedLap | null = null;

    /** Forwards over the start line: a lap ends if it went all the way round; the next begins. */
    function cross(car: CarFrame, lineS: number, toLineM: number, beyondM: number) {
        if (lap && Math.abs(lap.progressM + toLineM - lengthM) < roundingM) {
            lastS = lineS - lap.startS;
            ended = { startS: lap.startS, lapS: lastS, isOfOne: lap.className === className };
            if (lap.className === className && (!best || lastS < best.timeS)) {
                best = recordOf(lap.track, lastS, lap.wheelCount);
                bests.set(className, best);
                beaten(className, packRecord(best));
            }
        }
        lap = newLap(car, className, lineS, beyondM);
    }

    /** The car has got from one place of the course to the next. */
    function go(car: CarFrame, from: Before, stationM: number) {
        let wayM = stationM - from.stationM;
        wayM -= lengthM * Math.round(wayM / lengthM); // the short way across the line
        const stepS = nowS - from.timeS;
        const reachedM = from.stationM + wayM;
        // Too far, back in time or backwards over the line: that was no driving of a lap.
        if (Math.abs(wayM) > 1 + maxSpeedMps * stepS || reachedM < 0) lap = null;
        else if (reachedM >= lengthM) {
            const toLineM = lengthM - from.stationM;
            cross(car, from.timeS + (stepS * toLineM) / wayM, toLineM, reachedM - lengthM);
        } else if (lap) lap.progressM += wayM;
    }

    /** The car stands at the start line: its lap begins when it leaves. */
    function wait(car: CarFrame, stationM: number) {
        lap ??= newLap(car, className, nowS, stationM);
        lap.className = className;
        lap.startS = nowS;
        lap.progressM = stationM;
        lap.track.clear();
    }

    function update(frame: Frame) {
        const car = frame.cars[0]!;
        nowS = frame.timeS;
        if (before && nowS === before.timeS) return;
        const { stationM, asideM } = course.locate(car.position[0]!, car.position[1]!);
        const isOnRoad = asideM <= course.widthM / 2 + marginM;
        if (before && isOnRoad) go(car, before, stationM);
        else lap = null;
        if (isOnRoad && stationM < standingStartM && Math.abs(car.speedMps) < standingMps)
            wait(car, stationM);
        before = isOnRoad ? { timeS: nowS, stationM } : null;
        if (lap && isOver(lap, car, nowS)) lap = null;
        if (lap) keep(lap, car, nowS);
        if (ended) finished(ended);
        ended = null;
    }

    return {
        update,
        get currentS() {
            return lap && nowS - lap.startS;
        },
        get lastS() {
            return lastS;
        },
        get bestS() {
            return best && best.timeS;
        },
        get ghost() {
            return lap && best && ghostOf(best, nowS - lap.startS);
        },
        get deltaS() {
            return lap && best && nowS - lap.startS - timeAt(best, lap.progressM);
        },
        restart() {
            lap = before = null;
        },
        setClass(name) {
            if (name === className) return;
            className = name;
            if (lap) lap.className = "";
            best = bests.get(name) ?? null;
        },
        remember(name, kept) {
            const record = unpackRecord(kept);
            const known = bests.get(name);
            if (!record || (known && known.timeS <= record.timeS)) return;
            bests.set(name, record);
            if (name === className) best = record;
        },
        forgetBest() {
            best = lastS = null;
            bests.delete(className);
        },
    };
}
