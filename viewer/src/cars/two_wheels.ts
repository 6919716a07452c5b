/** Which vehicles have two wheels in line, and their paint. */
import type { ModelInfo } from "kamm";

export const isTwoWheeler = ({ axleCount, wheelCount, wheelSide }: Pick<ModelInfo, "axleCount" | "wheelCount" | "wheelSide">) =>
    axleCount === 2 && wheelCount === 2 && wheelSide[0] === 0 && wheelSide[1] === 0;

/** On wheels of less than this the rider stands, as on an e-scooter. */
const standingM = 0.16;
export const isScooter = ({ wheelRadiusM }: ModelInfo) => wheelRadiusM[0]! < standingM;

/** Lighter than that with its rider, and on larger wheels, it is drawn as a bicycle. */
const bicycleKg = 130;
export const isBicycle = (info: ModelInfo) => info.massKg < bicycleKg && !isScooter(info);

/** Paint and spokes. */
export const twoWheelerPaint = (info: ModelInfo) =>
    isScooter(info)
        ? { colour: "#2b3136", rim: { spokes: 5, colour: "#3a3e42" } }
        : isBicycle(info)
        ? { colour: "#2e7d5b", rim: { spokes: 18, colour: "#9a9ea3" } }
        : { colour: "#b3261e", rim: { spokes: 5, colour: "#2a2c2f" } };
