/** Sources of the inputs that all ghosts take: the player, a manoeuvre, or a recorded lap. */
import type { Input } from "kamm";
import type { LapInputs } from "./lap_inputs";
import { type Manoeuvre, runInS } from "./manoeuvres";

export interface Leader {
    /** Sets the inputs of the coming substep; false: it is over. `speedMps` is that of the truest ghost. */
    lead(input: Input, substep: number, speedMps: number): boolean;
}

export interface Asked {
    readonly speedMps: number;
    readonly wheelRad: number;
}

const holdingThrottle = 0.1;
/** Position of the accelerator per m/s of missing speed. */
const throttlePerMps = 0.3;

/** A foot that keeps the speed during the run-in and stays where it is as soon as the wheel is turned, as ISO 7401 asks. */
export function leadManoeuvre(manoeuvre: Manoeuvre, { speedMps, wheelRad }: Asked, substepS: number): Leader {
    let throttle = holdingThrottle;
    return {
        lead(input, substep, nowMps) {
            const timeS = substep * substepS;
            if (timeS >= manoeuvre.lengthS) return false;
            if (timeS < runInS)
                throttle = Math.min(1, Math.max(0, holdingThrottle + throttlePerMps * (speedMps - nowMps)));
            input.steeringWheelRad = manoeuvre.wheelRad(timeS, wheelRad);
            input.throttle = throttle;
            return true;
        },
    };
}

export function leadLap(lap: LapInputs): Leader {
    return { lead: (input, substep) => lap.read(substep, input) };
}
