/**
 * Outlines drawn as control points with rounded corners, and how far a point is from one. A control
 * point is [a, b] or [a, b, r]: r is how far before and after the corner the rounding starts;
 * without it the rounding takes half of each side, so that the line flows.
 */
export type Corner = readonly [number, number, number?];
/** Distance from an outline, negative inside. */
export type Distance = (a: number, b: number) => number;

const stepsPerCorner = 9;

function towards(from: Corner, to: Corner, reach: number): [number, number] {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const share = Math.min(reach / length, 0.5);
    return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The points of the closed line: each corner becomes a parabola. */
export function roundedOutline(corners: readonly Corner[]): [number, number][] {
    const points: [number, number][] = [];
    corners.forEach((corner, i) => {
        const before = corners[(i + corners.length - 1) % corners.length]!;
        const after = corners[(i + 1) % corners.length]!;
        const reach = corner[2] ?? Infinity;
        if (reach === 0) {
            points.push([corner[0], corner[1]]);
            return;
        }
        const from = towards(corner, before, reach);
        const to = towards(corner, after, reach);
        for (let k = 0; k <= stepsPerCorner; ++k) {
            const t = k / stepsPerCorner;
            const u = 1 - t;
            points.push([
                u * u * from[0] + 2 * u * t * corner[0] + t * t * to[0],
                u * u * from[1] + 2 * u * t * corner[1] + t * t * to[1],
            ]);
        }
    });
    return points;
}

/** Sides of a closed line that follow each other, and the box around them. */
interface Stretch {
    readonly from: number;
    readonly to: number;
    readonly lowA: number;
    readonly highA: number;
    readonly lowB: number;
    readonly highB: number;
}

/** Stretches as long as a rounded corner: side i is that from point i - 1 to point i. */
function stretchesOf(a: Float64Array, b: Float64Array): Stretch[] {
    const count = a.length;
    const made: Stretch[] = [];
    for (let from = 0; from < count; from += stepsPerCorner + 1) {
        const to = Math.min(from + stepsPerCorner + 1, count);
        const ends = [(from + count - 1) % count, ...Array.from({ length: to - from }, (_, i) => from + i)];
        const [inA, inB] = [ends.map((i) => a[i]!), ends.map((i) => b[i]!)];
        const [lowA, highA, lowB, highB] = [Math.min(...inA), Math.max(...inA), Math.min(...inB), Math.max(...inB)];
        made.push({ from, to, lowA, highA, lowB, highB });
    }
    return made;
}

/** Signed distance from a closed line of any direction. Stretches that are farther away than what was found are passed over. */
export function distanceFrom(points: readonly (readonly [number, number])[]): Distance {
    const count = points.length;
    const a = Float64Array.from(points, (point) => point[0]);
    const b = Float64Array.from(points, (point) => point[1]);
    const stretches = stretchesOf(a, b);
    let first = 0; // the stretch that was the nearest one to the last point: points come in rows
    const before = (i: number) => (i > 0 ? i - 1 : count - 1);

    function nearest2(pa: number, pb: number): number {
        let nearest = Infinity;
        let found = first;
        for (let k = -1; k < stretches.length; ++k) {
            if (k === first) continue; // was looked at before all others
            const s = k < 0 ? first : k;
            const { from, to, lowA, highA, lowB, highB } = stretches[s]!;
            const outA = pa < lowA ? lowA - pa : pa > highA ? pa - highA : 0;
            const outB = pb < lowB ? lowB - pb : pb > highB ? pb - highB : 0;
            if (outA * outA + outB * outB >= nearest) continue;
            for (let i = from, j = before(from); i < to; j = i++) {
                const ea = a[j]! - a[i]!;
                const eb = b[j]! - b[i]!;
                const wa = pa - a[i]!;
                const wb = pb - b[i]!;
                const length2 = ea * ea + eb * eb;
                let t = length2 > 0 ? (wa * ea + wb * eb) / length2 : 0;
                t = t < 0 ? 0 : t > 1 ? 1 : t;
                const da = wa - ea * t;
                const db = wb - eb * t;
                const d = da * da + db * db;
                if (d < nearest) {
                    nearest = d;
                    found = s;
                }
            }
        }
        first = found;
        return nearest;
    }

    /** A line from the point towards larger a crosses an odd number of sides. */
    function isInside(pa: number, pb: number): boolean {
        let inside = false;
        for (const { from, to, highA, lowB, highB } of stretches) {
            if (pa > highA || pb < lowB || pb > highB) continue;
            for (let i = from, j = before(from); i < to; j = i++) {
                if (b[i]! > pb === b[j]! > pb) continue;
                if (pa - a[i]! < ((a[j]! - a[i]!) * (pb - b[i]!)) / (b[j]! - b[i]!)) inside = !inside;
            }
        }
        return inside;
    }

    return (pa, pb) => (isInside(pa, pb) ? -1 : 1) * Math.sqrt(nearest2(pa, pb));
}

/**
 * The same, looked up between the nodes of a grid, which are worked out when they are first needed:
 * bodies ask some hundred thousand times.
 */
export function outline(corners: readonly Corner[]): Distance {
    const points = roundedOutline(corners);
    const exact = distanceFrom(points);
    const [fromA, toA] = range(points.map((point) => point[0]));
    const [fromB, toB] = range(points.map((point) => point[1]));
    const columns = Math.ceil((toB - fromB) / stepM) + 2;
    const nodes = new Float64Array(columns * (Math.ceil((toA - fromA) / stepM) + 2)).fill(NaN);
    const node = (i: number, j: number) => {
        const value = nodes[i * columns + j]!;
        if (value === value) return value;
        return (nodes[i * columns + j] = exact(fromA + i * stepM, fromB + j * stepM));
    };
    return (a, b) => {
        if (!(a >= fromA && a < toA && b >= fromB && b < toB)) return exact(a, b);
        const ia = (a - fromA) / stepM;
        const ib = (b - fromB) / stepM;
        const i = Math.floor(ia);
        const j = Math.floor(ib);
        const low = node(i, j);
        const high = node(i + 1, j);
        const at = low + (node(i, j + 1) - low) * (ib - j);
        return at + (high + (node(i + 1, j + 1) - high) * (ib - j) - at) * (ia - i);
    };
}

/** Between nodes of the grid. */
export const stepM = 0.014;
const marginM = 0.3;
const range = (values: readonly number[]): [number, number] => [
    Math.max(Math.min(...values), -1) - marginM,
    Math.max(...values) + marginM,
];

/** The larger of two, with the edge between them rounded by about `radius`. */
export function smoothMax(a: number, b: number, radius: number): number {
    const h = Math.max(radius - Math.abs(a - b), 0);
    return Math.max(a, b) + (h * h) / (4 * radius);
}

export const smoothMin = (a: number, b: number, radius: number) => -smoothMax(-a, -b, radius);

export const clamp = (value: number, low: number, high: number) =>
    Math.min(Math.max(value, low), high);

export function smoothStep(from: number, to: number, value: number): number {
    const t = clamp((value - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}
