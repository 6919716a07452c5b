/** Audible quantities of a frame: numbers without sound. */
import type { ModelInfo } from "kamm";
import type { CarFrame, WheelFrame } from "../frame";
import { singsFrom, sliding, usualPeakSlipRad } from "../sliding";
import { groundSound, type GroundSound } from "./surfaces";

/** Slower than this a sliding tyre is quiet. */
const quietSlipMps = 0.7;
const loudSlipMps = 3.5;

export const smoothStep = (from: number, to: number, value: number) => {
    const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
    return share * share * (3 - 2 * share);
};

/** 0: rolls; 1: slides under its usual load; more with more load. */
export function slideOf(wheel: WheelFrame, info: ModelInfo, i: number): number {
    if (wheel.loadN <= 0) return 0;
    const load = Math.min(1.6, wheel.loadN / (info.staticLoadN[i] || wheel.loadN));
    const slides = sliding(wheel, info.peakSlipAngleRad[i] || usualPeakSlipRad, singsFrom);
    return slides * smoothStep(quietSlipMps, loudSlipMps, wheel.slidingMps) * load;
}

/** The tyres of one axle or more. */
export interface AxleSound {
    squeal: number;
    hiss: number;
    /** -1: the left wheel alone, 1: the right one. */
    pan: number;
    slipMps: number;
}

/** What all wheels roll over. */
export interface RoadSound {
    roll: number;
    rollHz: number;
    crunch: number;
}

export interface Heard {
    /** Sound of the first axle, and of all behind it. */
    readonly front: AxleSound;
    readonly rear: AxleSound;
    readonly road: RoadSound;
}

const newAxleSound = (): AxleSound => ({ squeal: 0, hiss: 0, pan: 0, slipMps: 0 });

export const newHeard = (): Heard => ({
    front: newAxleSound(),
    rear: newAxleSound(),
    road: { roll: 0, rollHz: 600, crunch: 0 },
});

function hearAxles(
    car: CarFrame,
    info: ModelInfo,
    grounds: readonly GroundSound[],
    isRear: boolean,
    axle: AxleSound,
) {
    let left = 0;
    let right = 0;
    axle.squeal = axle.hiss = axle.slipMps = 0;
    car.wheels.forEach((wheel, i) => {
        if (info.wheelAxle[i]! > 0 !== isRear) return;
        const ground = grounds[wheel.groundSurface] ?? groundSound(undefined);
        const slide = slideOf(wheel, info, i);
        axle.squeal += slide * ground.squeal;
        axle.hiss += slide * ground.hiss;
        if (slide > 0) axle.slipMps = Math.max(axle.slipMps, wheel.slidingMps);
        const side = info.wheelSide[i]!;
        left += (slide * (1 + side)) / 2;
        right += (slide * (1 - side)) / 2;
    });
    axle.pan = left + right > 0 ? (right - left) / (left + right) : 0;
}

function hearRoad(car: CarFrame, grounds: readonly GroundSound[], road: RoadSound) {
    const count = Math.max(1, car.wheels.length);
    road.roll = road.crunch = 0;
    let pitch = 0;
    for (const wheel of car.wheels) {
        if (wheel.loadN <= 0) continue;
        const ground = grounds[wheel.groundSurface] ?? groundSound(undefined);
        road.roll += ground.roll / count;
        road.crunch += ground.crunch / count;
        pitch += (ground.roll * ground.rollHz) / count;
    }
    if (road.roll > 0) road.rollHz = pitch / road.roll;
}

export function hear(
    car: CarFrame,
    info: ModelInfo,
    grounds: readonly GroundSound[],
    heard: Heard,
): Heard {
    hearAxles(car, info, grounds, false, heard.front);
    hearAxles(car, info, grounds, true, heard.rear);
    hearRoad(car, grounds, heard.road);
    return heard;
}

/** Notices wheels that come back to the ground, and suspensions that meet their stops. */
export function createLandings() {
    /** State of each wheel: the time for which it has been in the air, and whether it was on its stop. */
    let airS: number[] = [];
    let stopped: boolean[] = [];

    function landing(wheel: WheelFrame, i: number, stepS: number): number {
        const flown = airS[i] ?? 0;
        airS[i] = wheel.loadN <= 0 ? flown + stepS : 0;
        if (wheel.loadN <= 0 || flown < 0.12) return 0;
        return Math.min(1, Math.abs(wheel.travelRateMps) / 2.5 + flown / 3);
    }

    function stop(wheel: WheelFrame, staticLoadN: number, i: number): number {
        const force = Math.max(0, wheel.stopForceN) / Math.max(1, staticLoadN);
        const was = stopped[i];
        stopped[i] = force > 0.5;
        return stopped[i] && !was ? Math.min(1, force / 4) : 0;
    }

    return {
        /** How hard the hardest of them lands: 0 to 1. */
        take(car: CarFrame, info: ModelInfo, stepS: number): number {
            let hardest = 0;
            car.wheels.forEach((wheel, i) => {
                const impact = Math.max(landing(wheel, i, stepS), stop(wheel, info.staticLoadN[i]!, i));
                hardest = Math.max(hardest, impact);
            });
            return hardest;
        },
        clear() {
            airS = [];
            stopped = [];
        },
    };
}
