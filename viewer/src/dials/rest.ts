/** Angles of what hardly moves say nothing: a parked car that creeps by a hair has a slip angle of 80 degrees. */
import type { CarFrame } from "../frame";

/** Below the first none of a slip angle is shown, from the second on all of it. */
const [stillMps, movingMps] = [0.2, 1];

/** The share of slip angles and sideslip that is shown. */
export function slipShown({ speedMps }: Pick<CarFrame, "speedMps">): number {
    const share = Math.min(1, Math.max(0, (speedMps - stillMps) / (movingMps - stillMps)));
    return share * share * (3 - 2 * share);
}
