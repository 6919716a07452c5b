/**
 * A path of the world as a smooth line that can be asked for its points by the distance along it.
 */
import type { Path } from "kamm";

export interface LinePoint {
    x: number;
    y: number;
    /** Direction, of length 1; left of it is (-dy, dx). */
    dx: number;
    dy: number;
}

export interface PathLine {
    readonly lengthM: number;
    readonly closed: boolean;
    at(stationM: number): LinePoint;
    /** 1 / radius, positive to the left, averaged over so many metres to both sides. */
    curvatureAt(stationM: number, spanM?: number): number;
}

type Points = Pick<Path, "points" | "closed">;

export function createPathLine(path: Points): PathLine {
    const count = path.points.length / 2;
    const point = (i: number) => {
        const k = path.closed ? (i + count) % count : Math.min(count - 1, Math.max(0, i));
        return [path.points[2 * k]!, path.points[2 * k + 1]!] as const;
    };
    const stations = [0];
    for (let i = 1; i <= (path.closed ? count : count - 1); ++i) {
        const [ax, ay] = point(i - 1);
        const [bx, by] = point(i);
        stations.push(stations[i - 1]! + Math.hypot(bx - ax, by - ay));
    }
    const lengthM = stations[stations.length - 1]!;
    const within = (station: number) =>
        path.closed
            ? ((station % lengthM) + lengthM) % lengthM
            : Math.min(lengthM, Math.max(0, station));
    const at = (stationM: number): LinePoint => {
        const station = within(stationM);
        const i = pieceOf(stations, station);
        const size = stations[i + 1]! - stations[i]!;
        const t = (station - stations[i]!) / size;
        return spline(point(i - 1), point(i), point(i + 1), point(i + 2), t);
    };
    return {
        lengthM,
        closed: path.closed,
        at,
        curvatureAt(stationM, spanM = 3) {
            const a = at(stationM - spanM);
            const b = at(stationM + spanM);
            return Math.atan2(a.dx * b.dy - a.dy * b.dx, a.dx * b.dx + a.dy * b.dy) / (2 * spanM);
        },
    };
}

/** The piece between two points that has the station. */
function pieceOf(stations: readonly number[], station: number): number {
    let low = 0;
    let high = stations.length - 2;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (stations[middle]! <= station) low = middle;
        else high = middle - 1;
    }
    return low;
}

type Point = readonly [number, number];

/** Catmull and Rom's, through all points. */
function spline(p: Point, a: Point, b: Point, q: Point, t: number): LinePoint {
    const along = (k: 0 | 1) => {
        const [c1, c2, c3] = [
            b[k] - p[k],
            2 * p[k] - 5 * a[k] + 4 * b[k] - q[k],
            3 * (a[k] - b[k]) + q[k] - p[k],
        ];
        return {
            value: a[k] + 0.5 * t * (c1 + t * (c2 + t * c3)),
            slope: 0.5 * (c1 + t * (2 * c2 + 3 * t * c3)),
        };
    };
    const [x, y] = [along(0), along(1)];
    const length = Math.hypot(x.slope, y.slope) || 1;
    return { x: x.value, y: y.value, dx: x.slope / length, dy: y.slope / length };
}
