/** Which axle and which side a wheel belongs to. */
import type { WheelSide } from "./types";

export interface WheelPlaces {
    readonly wheelAxle: readonly number[];
    readonly wheelSide: readonly WheelSide[];
}

/** Wheels of one axle lie that close along the car; the next axle is farther. */
const sameAxleM = 0.05;
const middleM = 0.01;

/**
 * From where the wheels are, in their order: axle by axle from the front. The only place that works this out, until the
 * core tells it with the rest of kamm_model_info.
 */
export function wheelPlaces(positionM: readonly (readonly [number, number, number])[]): WheelPlaces {
    let axle = 0;
    const wheelAxle = positionM.map(([x], wheel) =>
        wheel > 0 && Math.abs(x - positionM[wheel - 1]![0]) > sameAxleM ? ++axle : axle,
    );
    const wheelSide = positionM.map(([, y]) => (Math.abs(y) < middleM ? 0 : y > 0 ? 1 : -1));
    return { wheelAxle, wheelSide };
}
