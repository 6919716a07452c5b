/** Backwards with a trailer: where it shall go is what the hands ask for, as if they steered it; and not too fast for that. */
import type { DriverInput } from "../driver_input";
import type { Combination } from "./combination";

/** Speed at which hands turn a steering wheel. */
const handsRadps = 9;
/** Asked for at full lock: more than any vehicle can hold, which the core takes as the most that it can. */
const mostPerM = 0.2;
/** From the first speed on the accelerator gives way, at the second it is released. */
const [easyMps, fastMps] = [2, 3.5];

export interface Reversing {
    /** Turns the steering wheel again where the combination goes backwards with a trailer. */
    steer(combination: Combination, driverInput: DriverInput, dtS: number): void;
}

export function createReversing(): Reversing {
    let wheelRad: number | null = null;
    return {
        steer(combination, driverInput, dtS) {
            const { input } = combination.units[0]!;
            if (input.gear >= 0 || driverInput.handsOff || !combination.hitches[0]?.coupled) {
                wheelRad = null;
                return;
            }
            const speedMps = Math.abs(combination.units[0]!.forwardSpeedMps);
            const share = (fastMps - speedMps) / (fastMps - easyMps);
            input.throttle *= Math.min(Math.max(share, 0), 1);
            const wanted = combination.reversingWheelRad(mostPerM * driverInput.steer);
            const from = wheelRad ?? combination.units[0]!.steeringWheelRad;
            const most = handsRadps * dtS;
            wheelRad = from + Math.min(Math.max(wanted - from, -most), most);
            input.steeringWheelRad = wheelRad;
        },
    };
}
