/**
 * Triangles for a grid of heights: large where it is level, small where it is not, without cracks.
 *
 * Right-angled triangles are halved at the middle of their longest side until the ground is near
 * enough to them. The error of a middle includes those of all that halving it leads to, so that
 * both triangles at a side are always halved alike.
 */
export interface Grid {
    /** Points; a whole number of blocks, plus one. */
    readonly columns: number;
    readonly rows: number;
    readonly heights: Float32Array;
}

export interface AdaptiveMesh {
    /** Points of the grid that are used: their indices in it. */
    readonly points: Uint32Array;
    /** Three for each triangle, into `points`, anticlockwise seen from above. */
    readonly triangles: Uint32Array;
    /** Height of the triangle there: the visible surface, which differs from the grid by up to the tolerance. */
    heightAt(column: number, row: number): number;
}

/** Side of the largest triangles, in cells. */
export const block = 64;

/**
 * `weight` says how much an error at a point of the grid counts; errors up to `tolerance` remain.
 */
export function adaptiveMesh(
    grid: Grid,
    tolerance: number,
    weight: (column: number, row: number) => number,
): AdaptiveMesh {
    const errors = gridErrors(grid, weight);
    const numbers = new Int32Array(grid.columns * grid.rows).fill(-1);
    const points: number[] = [];
    const triangles: number[] = [];
    const corner = (x: number, y: number) => {
        const at = y * grid.columns + x;
        if (numbers[at]! < 0) numbers[at] = points.push(at) - 1;
        triangles.push(numbers[at]!);
    };
    // a and b are the ends of the longest side, c is opposite.
    const halve = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number) => {
        const mx = (ax + bx) >> 1;
        const my = (ay + by) >> 1;
        const small = Math.abs(ax - cx) + Math.abs(ay - cy) <= 1;
        if (!small && errors[my * grid.columns + mx]! > tolerance) {
            halve(cx, cy, ax, ay, mx, my);
            halve(bx, by, cx, cy, mx, my);
        } else {
            corner(ax, ay);
            corner(bx, by);
            corner(cx, cy);
        }
    };
    for (let j = 0; j < (grid.rows - 1) / block; ++j)
        for (let i = 0; i < (grid.columns - 1) / block; ++i) {
            const [ax, ay, bx, by] = diagonal(i, j, block);
            halve(ax, ay, bx, by, ax, by);
            halve(bx, by, ax, ay, bx, ay);
        }
    turnUpwards(triangles, points, grid.columns);
    return {
        points: Uint32Array.from(points),
        triangles: Uint32Array.from(triangles),
        heightAt: (column, row) => meshHeight(grid, errors, tolerance, column, row),
    };
}

/** Halves down to the triangle that has the place, as the mesh was made. */
function meshHeight(
    grid: Grid,
    errors: Float32Array,
    tolerance: number,
    column: number,
    row: number,
) {
    const x = Math.min(grid.columns - 1.001, Math.max(0, column));
    const y = Math.min(grid.rows - 1.001, Math.max(0, row));
    let [ax, ay, bx, by] = diagonal(Math.floor(x / block), Math.floor(y / block), block);
    let [cx, cy] = [ax, by];
    const left = (px: number, py: number, qx: number, qy: number, rx: number, ry: number) =>
        (qx - px) * (ry - py) - (qy - py) * (rx - px);
    if (left(ax, ay, bx, by, cx, cy) * left(ax, ay, bx, by, x, y) < 0) [cx, cy] = [bx, ay];
    for (;;) {
        const mx = (ax + bx) >> 1;
        const my = (ay + by) >> 1;
        const small = Math.abs(ax - cx) + Math.abs(ay - cy) <= 1;
        if (small || errors[my * grid.columns + mx]! <= tolerance) break;
        const withA = left(cx, cy, mx, my, ax, ay) * left(cx, cy, mx, my, x, y) >= 0;
        if (withA) [ax, ay, bx, by] = [cx, cy, ax, ay];
        else [ax, ay, bx, by] = [bx, by, cx, cy];
        [cx, cy] = [mx, my];
    }
    const area = left(ax, ay, bx, by, cx, cy);
    const partA = left(x, y, bx, by, cx, cy) / area;
    const partB = left(ax, ay, x, y, cx, cy) / area;
    const z = (px: number, py: number) => grid.heights[py * grid.columns + px]!;
    return partA * z(ax, ay) + partB * z(bx, by) + (1 - partA - partB) * z(cx, cy);
}

/** The diagonal of the square (i, j): it goes through the middle of the square twice as large. */
function diagonal(i: number, j: number, size: number): [number, number, number, number] {
    const ax = i | 1;
    const ay = j | 1;
    return [ax * size, ay * size, (ax === i ? i + 1 : i) * size, (ay === j ? j + 1 : j) * size];
}

function gridErrors(grid: Grid, weight: (column: number, row: number) => number): Float32Array {
    const { columns, rows, heights } = grid;
    const errors = new Float32Array(columns * rows);
    const at = (x: number, y: number) =>
        x < 0 || y < 0 || x >= columns || y >= rows ? 0 : errors[y * columns + x]!;
    const around = (x: number, y: number, d: number) =>
        Math.max(at(x - d, y - d), at(x + d, y - d), at(x - d, y + d), at(x + d, y + d));
    const beside = (x: number, y: number, d: number) =>
        Math.max(at(x - d, y), at(x + d, y), at(x, y - d), at(x, y + d));
    const own = (x: number, y: number, a: number, b: number) => {
        const here = y * columns + x;
        return weight(x, y) * Math.abs(heights[here]! - 0.5 * (heights[a]! + heights[b]!));
    };
    const side = (x: number, y: number, step: number, half: number) => {
        const here = y * columns + x;
        const inner = half > 1 ? around(x, y, half / 2) : 0;
        errors[here] = Math.max(inner, own(x, y, here - step, here + step));
    };
    for (let size = 2; size <= block; size *= 2) {
        const half = size / 2;
        for (let y = 0; y < rows; y += size)
            for (let x = half; x < columns; x += size) side(x, y, half, half);
        for (let y = half; y < rows; y += size)
            for (let x = 0; x < columns; x += size) side(x, y, half * columns, half);
        for (let y = half; y < rows; y += size)
            for (let x = half; x < columns; x += size) {
                const [ax, ay, bx, by] = diagonal((x - half) / size, (y - half) / size, size);
                const error = own(x, y, ay * columns + ax, by * columns + bx);
                errors[y * columns + x] = Math.max(error, beside(x, y, half));
            }
    }
    return errors;
}

function turnUpwards(triangles: number[], points: number[], columns: number) {
    for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => points[triangles[t + k]!]!) as [
            number,
            number,
            number,
        ];
        const x = (p: number, q: number) => (q % columns) - (p % columns);
        const y = (p: number, q: number) => Math.floor(q / columns) - Math.floor(p / columns);
        if (x(a, b) * y(a, c) > x(a, c) * y(a, b)) continue;
        const second = triangles[t + 1]!;
        triangles[t + 1] = triangles[t + 2]!;
        triangles[t + 2] = second;
    }
}
