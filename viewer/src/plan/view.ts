/** From the world to a canvas that is looked at from straight above, as the camera "above" has it. */
import type { PerspectiveCamera } from "three";

/** What `setTransform` takes: from metres, x east and y north, to pixels. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export interface PlanView {
    readonly matrix: Matrix;
    readonly pixelsPerM: number;
    readonly x: number;
    readonly y: number;
    /** All that is farther than this from its middle is out of sight. */
    readonly reachM: number;
}

/** `groundM`: the height of what is looked at. */
export function planView(
    { position, up, fov }: PerspectiveCamera,
    groundM: number,
    width: number,
    height: number,
): PlanView {
    const overM = Math.max(1, position.z - groundM);
    const pixelsPerM = height / 2 / (overM * Math.tan((fov * Math.PI) / 360));
    const { x, y } = position;
    const [upX, upY] = [up.x * pixelsPerM, up.y * pixelsPerM];
    // To the right of "up" is (up.y, -up.x); lines of a canvas count downwards.
    const matrix: Matrix = [
        upY,
        -upX,
        -upX,
        -upY,
        width / 2 - x * upY + y * upX,
        height / 2 + x * upX + y * upY,
    ];
    return { matrix, pixelsPerM, x, y, reachM: Math.hypot(width, height) / 2 / pixelsPerM };
}

/** How something lies that is looked at from above: its x axis, its y axis and where it is. */
export function poseMatrix(position: ArrayLike<number>, orientation: ArrayLike<number>): Matrix {
    const [w, x, y, z] = [0, 1, 2, 3].map((i) => orientation[i]!) as [number, number, number, number];
    return [
        1 - 2 * (y * y + z * z),
        2 * (x * y + w * z),
        2 * (x * y - w * z),
        1 - 2 * (x * x + z * z),
        position[0]!,
        position[1]!,
    ];
}

export const isInSight = ({ x, y, reachM }: PlanView, place: ArrayLike<number>, sizeM: number) =>
    Math.hypot(place[0]! - x, place[1]! - y) < reachM + sizeM;
