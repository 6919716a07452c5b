/**
 * A mesh of where a field is zero: a surface net (a vertex in each cell that the surface crosses, joined across the
 * cells' shared edges). The vertices are then put on the surface itself and take its direction as normal. Fields are
 * mirror symmetric in y: the mesh is that of the left half, and ends at the middle.
 */
import type { Slices } from "../slices";
import { gradient, type Field } from "./field";
import { newMesh, type Mesh } from "./mesh";

interface Box {
    readonly from: readonly [number, number, number];
    readonly to: readonly [number, number, number];
}

interface Grid {
    readonly counts: readonly [number, number, number];
    readonly values: Float64Array;
    readonly place: (axis: 0 | 1 | 2, index: number) => number;
    readonly at: (i: number, j: number, k: number) => number;
}

/** The field at the nodes of the left half, and a row of them beyond the middle. */
function* sample(field: Field, box: Box, cellM: number): Slices<Grid> {
    const counts = [
        Math.ceil((box.to[0] - box.from[0]) / cellM) + 4,
        Math.ceil(box.to[1] / cellM) + 3, // a cell of air all around
        Math.ceil((box.to[2] - box.from[2]) / cellM) + 4,
    ] as const;
    const place = (axis: 0 | 1 | 2, index: number) =>
        axis === 1 ? (index - 0.5) * cellM : box.from[axis] + (index - 1) * cellM;
    const at = (i: number, j: number, k: number) => (i * counts[1] + j) * counts[2] + k;
    const values = new Float64Array(counts[0] * counts[1] * counts[2]);
    for (let i = 0; i < counts[0]; ++i) {
        for (let j = 1; j < counts[1]; ++j)
            for (let k = 0; k < counts[2];) {
                const value = field(place(0, i), place(1, j), place(2, k));
                // No field grows more than twice as fast as one goes: so far there is no surface.
                const run = Math.min(k + 1 + Math.floor(Math.abs(value) / (2 * cellM)), counts[2]);
                values.fill(value, at(i, j, k), at(i, j, run));
                k = run;
            }
        values.copyWithin(at(i, 0, 0), at(i, 1, 0), at(i, 2, 0));
        if (i % 2 === 0) yield;
    }
    return { counts, values, place, at };
}

/** Edges as sharp as that keep their highlights; the grid of outlines is no finer. */
const mostReachM = 0.01;

// prettier-ignore
const edges = [
    [0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7],
] as const;

/** The mean of where the surface crosses the edges of a cell, in cells; null if it does not. */
function crossing(corner: readonly number[]): [number, number, number] | null {
    const sum: [number, number, number] = [0, 0, 0];
    let count = 0;
    for (const [a, b] of edges) {
        const from = corner[a]!;
        const to = corner[b]!;
        if (from > 0 === to > 0) continue;
        const t = from / (from - to);
        for (let axis = 0; axis < 3; ++axis) {
            const low = (a >> axis) & 1;
            sum[axis]! += low + (((b >> axis) & 1) - low) * t;
        }
        ++count;
    }
    return count ? [sum[0] / count, sum[1] / count, sum[2] / count] : null;
}

function addVertices(grid: Grid, mesh: Mesh): Int32Array {
    const [ni, nj, nk] = grid.counts;
    const vertexOf = new Int32Array(ni * nj * nk).fill(-1);
    const corner = new Array<number>(8);
    const lerp = (axis: 0 | 1 | 2, index: number, t: number) =>
        grid.place(axis, index) * (1 - t) + grid.place(axis, index + 1) * t;
    for (let i = 0; i + 1 < ni; ++i)
        for (let j = 0; j + 1 < nj; ++j)
            for (let k = 0; k + 1 < nk; ++k) {
                for (let c = 0; c < 8; ++c)
                    corner[c] =
                        grid.values[grid.at(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))]!;
                const found = crossing(corner);
                if (!found) continue;
                vertexOf[grid.at(i, j, k)] = mesh.positions.length / 3;
                mesh.positions.push(
                    lerp(0, i, found[0]),
                    j === 0 ? 0 : lerp(1, j, found[1]),
                    lerp(2, k, found[2]),
                );
            }
    return vertexOf;
}

function addQuads(grid: Grid, vertexOf: Int32Array, mesh: Mesh) {
    const [ni, nj, nk] = grid.counts;
    const strides = [nj * nk, nk, 1];
    for (let i = 1; i + 1 < ni; ++i)
        for (let j = 1; j + 1 < nj; ++j)
            for (let k = 1; k + 1 < nk; ++k) {
                const at = grid.at(i, j, k);
                for (let axis = 0; axis < 3; ++axis) {
                    const inside = grid.values[at]! <= 0;
                    if (inside === grid.values[at + strides[axis]!]! <= 0) continue;
                    const u = strides[(axis + 1) % 3]!;
                    const v = strides[(axis + 2) % 3]!;
                    const [a, b, c, d] = [at, at - u, at - u - v, at - v].map((n) => vertexOf[n]!);
                    if (inside) mesh.indices.push(a!, b!, c!, a!, c!, d!);
                    else mesh.indices.push(a!, c!, b!, a!, d!, c!);
                }
            }
}

/** Two of Newton's steps along the gradient; then normals, smoothed over a part of a cell. */
function* settle(field: Field, mesh: Mesh, cellM: number): Slices {
    const p = mesh.positions;
    const n = [0, 0, 0];
    for (let v = 0; v < p.length; v += 3) {
        const slope = gradient(field, p[v]!, p[v + 1]!, p[v + 2]!, 0.004, n);
        for (let step = 0; step < 2; ++step) {
            const value = field(p[v]!, p[v + 1]!, p[v + 2]!);
            const move = Math.max(-cellM, Math.min(value / Math.max(slope, 0.3), cellM));
            for (let k = 0; k < 3; ++k) p[v + k]! -= move * n[k]!;
        }
        gradient(field, p[v]!, p[v + 1]!, p[v + 2]!, Math.min(cellM * 0.35, mostReachM), n);
        mesh.normals.push(n[0]!, n[1]!, n[2]!);
        if (v % 900 === 0) yield;
    }
}

/** The left half of the surface. */
export function* surfaceNet(field: Field, box: Box, cellM: number): Slices<Mesh> {
    const grid = yield* sample(field, box, cellM);
    const mesh = newMesh();
    const vertexOf = addVertices(grid, mesh);
    yield;
    addQuads(grid, vertexOf, mesh);
    yield;
    yield* settle(field, mesh, cellM);
    return mesh;
}
