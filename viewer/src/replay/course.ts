/** A path as a line to drive along: how far along it something is, and how far beside it. */
import type { Path } from "kamm";

export interface OnCourse {
    /** From the path's first point. */
    stationM: number;
    /** Distance from the line. */
    asideM: number;
}

export interface Course {
    readonly lengthM: number;
    readonly widthM: number;
    /** The nearest place of the line, the same object each time. */
    locate(x: number, y: number): OnCourse;
}

/** The points, the first once more at the end of a closed path. */
function closedPoints({ points, closed }: Path): number[] {
    const all = [...points];
    if (closed) all.push(all[0]!, all[1]!);
    return all;
}

export function createCourse(path: Path): Course {
    const points = closedPoints(path);
    const pieces = points.length / 2 - 1;
    const stations = new Float64Array(pieces + 1);
    for (let i = 0; i < pieces; ++i) {
        const alongX = points[2 * i + 2]! - points[2 * i]!;
        const alongY = points[2 * i + 3]! - points[2 * i + 1]!;
        stations[i + 1] = stations[i]! + Math.hypot(alongX, alongY);
    }
    const found: OnCourse = { stationM: 0, asideM: 0 };

    return {
        lengthM: stations[pieces]!,
        widthM: path.widthM,
        locate(x, y) {
            let nearest = Infinity;
            for (let i = 0; i < pieces; ++i) {
                const fromX = points[2 * i]!;
                const fromY = points[2 * i + 1]!;
                const alongX = points[2 * i + 2]! - fromX;
                const alongY = points[2 * i + 3]! - fromY;
                const square = alongX * alongX + alongY * alongY;
                if (square === 0) continue;
                const dot = (x - fromX) * alongX + (y - fromY) * alongY;
                const share = Math.min(Math.max(dot / square, 0), 1);
                const awayX = x - fromX - share * alongX;
                const awayY = y - fromY - share * alongY;
                const away = awayX * awayX + awayY * awayY;
                if (away >= nearest) continue;
                nearest = away;
                found.stationM = stations[i]! + share * (stations[i + 1]! - stations[i]!);
            }
            found.asideM = Math.sqrt(nearest);
            return found;
        },
    };
}
