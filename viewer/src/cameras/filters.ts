/** Filters whose results do not depend on the frame rate: exact solutions over a frame. */

/** The smallest turn from one heading to another, in -π … π. */
export function turnTo(fromRad: number, toRad: number): number {
    const turn = (toRad - fromRad) % (2 * Math.PI);
    if (turn > Math.PI) return turn - 2 * Math.PI;
    return turn < -Math.PI ? turn + 2 * Math.PI : turn;
}

export interface Spring {
    readonly value: number;
    /** Follows a target that moves on evenly over the frame; at `dtS` 0 nothing happens. */
    follow(target: number, dtS: number): number;
    snap(target: number): void;
}

/**
 * A critically damped spring, x'' = w² (r - x) - 2 w x', whose target r is a straight line over
 * each frame. With `turning`, values are headings: the short way round is taken.
 */
export function createSpring(rateRadps: number, turning = false): Spring {
    let value = 0;
    let velocity = 0;
    let before = 0;
    return {
        get value() {
            return value;
        },
        follow(target, dtS) {
            if (dtS <= 0) return value;
            const goal = turning ? before + turnTo(before, target) : target;
            const pace = (goal - before) / dtS;
            const lag = (2 * pace) / rateRadps;
            const a = value - before + lag;
            const b = velocity - pace + rateRadps * a;
            const decay = Math.exp(-rateRadps * dtS);
            value = goal - lag + (a + b * dtS) * decay;
            velocity = pace + (b - rateRadps * (a + b * dtS)) * decay;
            before = goal;
            return value;
        },
        snap(target) {
            value = before = target;
            velocity = 0;
        },
    };
}
