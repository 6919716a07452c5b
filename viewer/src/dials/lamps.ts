/** The lamps: what a driver should see at once. */
import type { CarFrame, WheelFrame } from "../frame";

export interface Lamps {
    /** How many wheels are locked, spin, are off the ground. */
    locked: number;
    spinning: number;
    airborne: number;
    /** 1 while an aid acts: stability control, traction control, anti-lock brakes. */
    stability: number;
    traction: number;
    antiLock: number;
}

export const newLamps = (): Lamps => ({
    locked: 0,
    spinning: 0,
    airborne: 0,
    stability: 0,
    traction: 0,
    antiLock: 0,
});

/** Less than this share of a torque is not worth a lamp. */
const actsFrom = 0.02;

const lockedBelow = -0.35;
const spinningAbove = 0.3;
/** Slower than this nothing is said of locking: every car stops in the end. */
const slowMps = 2;
/** Nor of spinning of a tyre that slides slower than this: of a car that stands, slip is next to nothing over nothing. */
const creepMps = 0.5;

const touches = (wheel: WheelFrame) => wheel.loadN > 0;

export function readLamps(car: CarFrame, lamps: Lamps): Lamps {
    lamps.locked = lamps.spinning = lamps.airborne = 0;
    for (const wheel of car.wheels) {
        if (!touches(wheel)) ++lamps.airborne;
        else if (wheel.slipRatio > spinningAbove && wheel.slidingMps > creepMps) ++lamps.spinning;
        else if (wheel.slipRatio < lockedBelow && car.speedMps > slowMps) ++lamps.locked;
    }
    lamps.stability = Number(car.stabilityBrake > actsFrom);
    lamps.traction = Number(car.engineCut > actsFrom && !lamps.stability); // which cuts as well
    lamps.antiLock = Number(car.wheels.some((wheel) => wheel.brakeRelease > actsFrom));
    return lamps;
}

/** Keeps a lamp on for a moment, so that it can be seen: of late, the most that was. */
export function createHold(holdS: number) {
    let shown = 0;
    let leftS = 0;
    return {
        get shown() {
            return shown;
        },
        take(value: number, stepS: number) {
            leftS -= stepS;
            if (value < shown && leftS > 0) return;
            if (value > 0) leftS = holdS;
            shown = value;
        },
        clear() {
            shown = leftS = 0;
        },
    };
}
