/** Where television would put its cameras: beside the world's paths, on the outside of bends. */
import type { Path } from "kamm";
import type { GroundAt } from "./rig";

export interface TvPlace {
    readonly x: number;
    readonly y: number;
    readonly z: number;
}

/** The places near a point, of which one is chosen. */
export type TvPlaces = (x: number, y: number) => readonly TvPlace[];

const apartM = 70;
const besideRoadM = 5;
const highM = 2.6;
const reachM = 110;
/** Away from all paths they stand on the corners of a grid. */
const gridM = 50;
const gridHighM = 5;

function besidePath({ points, widthM }: Path, groundAt: GroundAt): TvPlace[] {
    const places: TvPlace[] = [];
    let sinceM = apartM / 2;
    for (let i = 2; i + 3 < points.length; i += 2) {
        const [x0, y0, x, y, x1, y1] = points.slice(i - 2, i + 4) as unknown as number[];
        const [inX, inY, outX, outY] = [x! - x0!, y! - y0!, x1! - x!, y1! - y!];
        const stepM = Math.hypot(inX, inY);
        sinceM += stepM;
        if (sinceM < apartM || stepM === 0) continue;
        sinceM = 0;
        const outside = inX * outY - inY * outX > 0 ? -1 : 1; // to the right of what turns left
        const asideM = outside * (widthM / 2 + besideRoadM);
        const at = { x: x! - (inY / stepM) * asideM, y: y! + (inX / stepM) * asideM };
        places.push({ ...at, z: groundAt(at.x, at.y) + highM });
    }
    return places;
}

function gridNear(x: number, y: number, groundAt: GroundAt): TvPlace[] {
    const corners = [0, 1].flatMap((i) => [0, 1].map((j) => [i, j] as const));
    return corners.map(([i, j]) => {
        const at = { x: gridM * (Math.floor(x / gridM) + i), y: gridM * (Math.floor(y / gridM) + j) };
        return { ...at, z: groundAt(at.x, at.y) + gridHighM };
    });
}

export function createTvPlaces(paths: readonly Path[], groundAt: GroundAt): TvPlaces {
    const fixed = paths.flatMap((path) => besidePath(path, groundAt));
    return (x, y) => {
        const near = fixed.filter((place) => Math.hypot(place.x - x, place.y - y) < reachM);
        return near.length > 0 ? near : gridNear(x, y, groundAt);
    };
}
