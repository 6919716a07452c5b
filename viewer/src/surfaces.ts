/** Kinds of surfaces by their values, also those that the user's own worlds name. */
import type { Surface } from "kamm";

/** Class A of ISO 8608, in which all good roads are; each class has four times the roughness of the one before. */
const classAM3 = 16e-6;

/** Surfaces that a tyre marks and on which nothing is thrown up. */
export const isHard = ({ sinkageM, sinkageDrag, soil }: Surface): boolean =>
    !(sinkageM > 0 || sinkageDrag > 0 || soil);

/** Whether the surface differs from dry asphalt only in roughness. */
export const isPlainRoad = (surface: Surface): boolean =>
    isHard(surface) &&
    surface.friction === 1 &&
    surface.slidingLoss === 0 &&
    surface.rollingResistance === 0 &&
    surface.waterM === 0;

/** By how many classes it is rougher than good roads are. */
export const roughClasses = ({ roughnessM3 }: Surface): number =>
    Math.max(0, Math.log2(roughnessM3 / classAM3) / 2);
