/** What the hands want of the player's car. */
import type { DriverRequest } from "kamm";

export interface Wish extends DriverRequest {
    /** The steering wheel goes by itself, where the rung has a torque on it. */
    handsOff: boolean;
}

/** A wish for nothing, to be filled in. */
export function noWish(): Wish {
    return { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0, handsOff: false };
}

const askedShare = 0.2;

/** Whether the hands ask for a car that the autopilot has. A real steering wheel always stands somewhere: its pedals tell. */
export const wantsToDrive = (wish: Wish, isDirect: boolean): boolean =>
    (!isDirect && Math.abs(wish.steer) > askedShare) ||
    Math.max(wish.throttle, wish.brake, wish.handBrake) > askedShare;
