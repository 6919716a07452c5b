/** How much later one run is than another, place by place. */
import { type Axis, axisOf, type Run, timeAt } from "./run";

/** Returns the time by which the other run is later at this distance. It is NaN beyond the end of one of them. */
export function deltaAt(main: Run, other: Run, distanceM: number): number {
    if (distanceM > Math.min(main.lengthM, other.lengthM)) return NaN;
    return timeAt(other, distanceM) - timeAt(main, distanceM);
}

/** Along the main run's rows. */
export function deltaTrace(main: Run, other: Run, axis: Axis): { x: Float64Array; y: Float64Array } {
    return {
        x: axisOf(main, axis),
        y: Float64Array.from(main.distancesM, (distanceM) => deltaAt(main, other, distanceM)),
    };
}
