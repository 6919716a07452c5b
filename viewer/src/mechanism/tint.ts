/** Colours that show what a part does. */
import { Color } from "three";
import type { Tint } from "./parts";
import type { Pose } from "./pose";

/** Springs: at rest, at the bump stop, as far out. Bars: not twisted, left wheel higher, right wheel higher. */
export const scales = {
    travel: { middle: new Color("#c92a2a"), above: new Color("#ffc43d"), below: new Color("#3f5fd8") },
    twist: { middle: new Color("#e9e4f5"), above: new Color("#12c4a8"), below: new Color("#e23b9b") },
    brake: { middle: new Color("#8b9298"), above: new Color("#ff4a12"), below: new Color("#8b9298") },
} as const;

/** A twist of this much has the whole colour. */
const fullTwistRad = 0.25;

/** From -1 to 1 where the value is on its scale. */
export function levelOf(tint: Exclude<Tint, string>, pose: Pose): number {
    if (tint.shows === "twist") return pose.twistRad(tint.left, tint.right) / fullTwistRad;
    if (tint.shows === "brake") return Math.abs(pose.car.wheels[tint.wheel]?.brakeTorqueNm ?? 0) / tint.fullNm;
    const sumM = tint.wheels.reduce((sum, wheel) => sum + (pose.car.wheels[wheel]?.travelM ?? 0), 0);
    return sumM / tint.wheels.length / tint.fullM;
}

export function colourOf(tint: Tint, pose: Pose, to: Color): Color {
    if (typeof tint === "string") return to.set(tint);
    const { middle, above, below } = scales[tint.shows];
    const level = Math.max(-1, Math.min(1, levelOf(tint, pose)));
    return to.copy(middle).lerp(level < 0 ? below : above, Math.abs(level));
}
