/** The lamps: what a driver should see at once. */
import type { CarFrame, WheelFrame } from "../frame";

export interface Lamps {
    /** How many wheels are locked, spin, are off the ground. */
    locked: number;
    spinning: number;
    airborne: number;
}

export const newLamps = (): Lamps => ({ locked: 0, spinning: 0, airborne: 0 });

const lockedBelow = -0.35;
const spinningAbove = 0.3;
/** Slower than this nothing is said of locking: every car stops in the end. */
const slowMps = 2;

const touches = (wheel: WheelFrame) => wheel.loadN > 0;

export function readLamps(car: CarFrame, lamps: Lamps): Lamps {
    lamps.locked = lamps.spinning = lamps.airborne = 0;
    for (const wheel of car.wheels) {
        if (!touches(wheel)) ++lamps.airborne;
        else if (wheel.slipRatio > spinningAbove) ++lamps.spinning;
        else if (wheel.slipRatio < lockedBelow && car.speedMps > slowMps) ++lamps.locked;
    }
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
