/** Which vehicles have two wheels in line, and their paint. */
import type { ModelInfo } from "kamm";

type Wheels = Pick<ModelInfo, "axleCount" | "wheelCount" | "wheelSide">;

export const isTwoWheeler = ({ axleCount, wheelCount, wheelSide }: Wheels) =>
    axleCount === 2 && wheelCount === 2 && wheelSide[0] === 0 && wheelSide[1] === 0;

/** A motorcycle with one wheel more beside it. */
export const hasSidecar = ({ axleCount, wheelCount, wheelSide }: Wheels) =>
    axleCount === 3 && wheelCount === 3 && wheelSide.some((side) => side !== 0);

/** What is drawn with a rider. */
export const isRidden = (info: Wheels) => isTwoWheeler(info) || hasSidecar(info);

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
