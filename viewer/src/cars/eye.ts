/** Where the driver's eye is, in the vehicle's frame. */
import type { ModelInfo } from "kamm";
import { eyeInBoxes, isOpen, sitsInHull } from "./boxes";
import { measures } from "./field";
import { isLikeNone, profileFor } from "./profiles";
import { isRidden } from "./two_wheels";

type Point = [number, number, number];

/** The eye of a rider: over the tank, a little below the top of the helmet. */
const riderEye = ({ wheelPositionM: [front], wheelbaseM, heightM }: ModelInfo): Point => [front![0] - 0.4 * wheelbaseM, front![1], heightM - 0.1];

/** The driver sits in the open, in the middle. */
export const sitsInOpen = (info: ModelInfo) => isLikeNone(null, info) && isOpen(info);

export function driverEye(info: ModelInfo): Point {
    if (isRidden(info)) return riderEye(info);
    if (isLikeNone(null, info)) return eyeInBoxes(info);
    const profile = profileFor(null, info);
    const { noseM, stretch } = measures(profile, info);
    const [s, y, z] = profile.eyeM;
    return [noseM - s * stretch[0], y * stretch[1], z * stretch[2]];
}

/** The head leans back by so much, so that wheel, dials and the door's mirror are in the picture. */
const leansM = 0.1;

/** Above a hull that is drawn without its opening, the wheel and the hands are to be seen. */
const aboveHullM = 0.22;

/** Where the cockpit camera is while nothing pulls at the driver's head. */
export function driverView(info: ModelInfo): Point {
    const [x, y, z] = driverEye(info);
    return [x - leansM, y, sitsInOpen(info) && sitsInHull(info) ? z + aboveHullM : z];
}
