export { judgeCrash, judgeJump } from "./impacts";
export { judgeBrakingInTurn, judgeCircle, judgeTurningCircle } from "./circle";
export type { Judge } from "./judge";
export { judgeLap, type LapClock } from "./lap";
export { type ConeDistances, judgeMoose } from "./moose";
export { judgeAcceleration, judgeCoastDown, judgeTopSpeed } from "./speed";
export { judgeFishhook, judgeSineDwell, judgeStepSteer, type WheelGaps } from "./steering";
export { judgeBraking, judgeSplitBraking, judgeSplitStart } from "./stops";
