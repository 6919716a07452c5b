/** Where the driver's eye is, in the vehicle's frame. */
import type { ModelInfo } from "kamm";
import { cabOf } from "./boxes";
import { measures } from "./field";
import { isLikeNone, profileFor } from "./profiles";

/** In the cab of a vehicle that is drawn as boxes: on its left, behind the windscreen. */
function eyeInCab(info: ModelInfo): [number, number, number] {
    const { centreM, halfM } = cabOf(info.boxes);
    const behindM = Math.min(0.9, halfM[0]);
    return [
        centreM[0] + halfM[0] - behindM,
        centreM[1] + 0.45 * halfM[1],
        centreM[2] + 0.4 * halfM[2],
    ];
}

export function driverEye(info: ModelInfo): [number, number, number] {
    if (isLikeNone(null, info)) return eyeInCab(info);
    const profile = profileFor(null, info);
    const { noseM, stretch } = measures(profile, info);
    const [s, y, z] = profile.eyeM;
    return [noseM - s * stretch[0], y * stretch[1], z * stretch[2]];
}
