/** Where the driver's eye is, in the vehicle's frame. */
import type { ModelInfo } from "kamm";
import { measures } from "./field";
import { profileFor } from "./profiles";

export function driverEye(info: ModelInfo): [number, number, number] {
    const profile = profileFor(null, info);
    const { noseM, stretch } = measures(profile, info);
    const [s, y, z] = profile.eyeM;
    return [noseM - s * stretch[0], y * stretch[1], z * stretch[2]];
}
