/** Where in the world something is shown that drives elsewhere: on a level plane of its own, from its origin on. */
import type { CarFrame } from "../frame";

export interface Pose {
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly yawRad: number;
}

/** A car that drives in the world is shown in its place. */
export const asItIs: Pose = { x: 0, y: 0, z: 0, yawRad: 0 };

export function movedBy({ x, y, z, yawRad }: Pose, place: ArrayLike<number>): [number, number, number] {
    const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)];
    return [x + cos * place[0]! - sin * place[1]!, y + sin * place[0]! + cos * place[1]!, z + place[2]!];
}

/** The turn about the vertical, then what was there. */
function turn(orientation: Float64Array, yawRad: number) {
    const [w, x, y, z] = orientation as unknown as [number, number, number, number];
    const [cos, sin] = [Math.cos(yawRad / 2), Math.sin(yawRad / 2)];
    orientation.set([cos * w - sin * z, cos * x - sin * y, cos * y + sin * x, cos * z + sin * w]);
}

export function moveFrame(frame: CarFrame, pose: Pose) {
    if (pose === asItIs) return;
    frame.yawRad += pose.yawRad;
    for (const body of [frame, ...frame.wheels]) {
        body.position.set(movedBy(pose, body.position));
        turn(body.orientation, pose.yawRad);
    }
    for (const wheel of frame.wheels) {
        wheel.groundPoint.set(movedBy(pose, wheel.groundPoint));
        wheel.groundNormal.set(movedBy({ ...asItIs, yawRad: pose.yawRad }, wheel.groundNormal));
    }
}
