/** The driver's input to the player's car. */
import type { DriverRequest } from "kamm";

export interface DriverInput extends DriverRequest {
    /** The steering wheel turns freely, on rungs that have a torque on it. */
    handsOff: boolean;
}

/** No input, to be filled in. */
export function noDriverInput(): DriverInput {
    return { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0, handsOff: false };
}

const askedShare = 0.2;

/** Whether the hands ask for a car that the autopilot has. A real steering wheel always stands somewhere: its pedals tell. */
export const wantsToDrive = (driverInput: DriverInput, isDirect: boolean): boolean =>
    (!isDirect && Math.abs(driverInput.steer) > askedShare) ||
    Math.max(driverInput.throttle, driverInput.brake, driverInput.handBrake) > askedShare;
