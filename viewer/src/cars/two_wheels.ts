/** Which vehicles have two wheels in line, and their paint. */
import type { ModelInfo } from "kamm";

export const isTwoWheeler = ({ axleCount, wheelCount, wheelSide }: Pick<ModelInfo, "axleCount" | "wheelCount" | "wheelSide">) =>
    axleCount === 2 && wheelCount === 2 && wheelSide[0] === 0 && wheelSide[1] === 0;

/** Lighter than that with its rider it is drawn as a bicycle. */
const bicycleKg = 130;
export const isBicycle = ({ massKg }: ModelInfo) => massKg < bicycleKg;

/** Paint and spokes. */
export const twoWheelerPaint = (info: ModelInfo) =>
    isBicycle(info)
        ? { colour: "#2e7d5b", rim: { spokes: 18, colour: "#9a9ea3" } }
        : { colour: "#b3261e", rim: { spokes: 5, colour: "#2a2c2f" } };
