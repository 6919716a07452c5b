/** From the world to a map with north at its top. */
import type { World } from "kamm";

export interface Projection {
    /** What of the world is in the map's middle, and how large it is drawn. */
    x: number;
    y: number;
    pixelsPerM: number;
}

export const newProjection = (): Projection => ({ x: 0, y: 0, pixelsPerM: 1 });

/** The whole of the ground. */
export function showWhole(
    map: Projection,
    { from, to }: World["extent"],
    width: number,
    height: number,
) {
    map.x = (from[0] + to[0]) / 2;
    map.y = (from[1] + to[1]) / 2;
    map.pixelsPerM = Math.min(width / (to[0] - from[0]), height / (to[1] - from[1]));
}

/** That many metres across, with a place in the middle. */
export function showAround(map: Projection, x: number, y: number, acrossM: number, width: number) {
    map.x = x;
    map.y = y;
    map.pixelsPerM = width / acrossM;
}

export const columnOf = (map: Projection, x: number, width: number) =>
    width / 2 + (x - map.x) * map.pixelsPerM;

export const lineOf = (map: Projection, y: number, height: number) =>
    height / 2 - (y - map.y) * map.pixelsPerM;
