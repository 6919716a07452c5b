/**
 * Cuts a mesh into parts along where functions are zero. An edge is split for both of its triangles,
 * whatever part they are of, so that parts meet without gaps.
 */
import type { Slices } from "../slices";
import { edgeKey, vertexBetween, type Mesh } from "./mesh";

export type Where = (x: number, y: number, z: number) => number;

/** A mesh with the part that each of its triangles is of. */
export interface Parted {
    readonly mesh: Mesh;
    indices: number[];
    parts: number[];
}

/** The part of what is still to be cut. */
export const uncut = 0;

export const parted = (mesh: Mesh): Parted => ({
    mesh,
    indices: [...mesh.indices],
    parts: new Array<number>(mesh.indices.length / 3).fill(uncut),
});

export const trianglesOf = ({ indices, parts }: Parted, part: number) =>
    indices.filter((_, i) => parts[Math.floor(i / 3)] === part);

/** New vertices on edges. */
function newSplits(mesh: Mesh) {
    const found = new Map<number, number>();
    const isTouched = new Uint8Array(mesh.positions.length / 3);
    return {
        isEmpty: () => found.size === 0,
        add(i: number, j: number, share: number) {
            const key = edgeKey(i, j);
            if (found.has(key)) return;
            found.set(key, vertexBetween(mesh, i, j, share));
            isTouched[i] = isTouched[j] = 1;
        },
        mayHave: (i: number, j: number, k: number) => isTouched[i]! + isTouched[j]! + isTouched[k]! > 1,
        of: (i: number, j: number) =>
            isTouched[i] && isTouched[j] ? found.get(edgeKey(i, j)) : undefined,
    };
}

type Splits = ReturnType<typeof newSplits>;

function distance2({ positions: p }: Mesh, i: number, j: number): number {
    let sum = 0;
    for (let k = 0; k < 3; ++k) sum += (p[3 * i + k]! - p[3 * j + k]!) ** 2;
    return sum;
}

/** Makes smaller triangles of those whose edges are split. */
function split(target: Parted, splits: Splits) {
    if (splits.isEmpty()) return;
    const { indices, parts, mesh } = target;
    const to: Parted = { mesh, indices: [], parts: [] };
    const add = (part: number, ...corners: number[]) => {
        for (const corner of corners) to.indices.push(corner);
        for (let i = 0; i < corners.length; i += 3) to.parts.push(part);
    };
    for (let i = 0; i < indices.length; i += 3) {
        const part = parts[i / 3]!;
        let [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        if (!splits.mayHave(a, b, c)) {
            to.indices.push(a, b, c);
            to.parts.push(part);
            continue;
        }
        let [ab, bc, ca] = [splits.of(a, b), splits.of(b, c), splits.of(c, a)];
        // Turned so that ab is split where any is, and ca as well where two are.
        for (let turn = 0; turn < 2; ++turn)
            if (ab === undefined || (ca === undefined && bc !== undefined))
                [a, b, c, ab, bc, ca] = [b, c, a, bc, ca, ab];
        if (ab === undefined) add(part, a, b, c);
        else if (ca === undefined) add(part, a, ab, c, ab, b, c);
        else if (bc !== undefined) add(part, a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
        else if (distance2(mesh, ab, c) < distance2(mesh, b, ca)) add(part, a, ab, ca, ab, b, c, ab, c, ca);
        else add(part, a, ab, ca, ab, b, ca, b, c, ca);
    }
    target.indices = to.indices;
    target.parts = to.parts;
}

/** So near to the line a vertex is taken for one on it: no slivers. */
const onLineM = 0.0006;

type Values = (vertex: number) => number;

function valuesOf({ positions: p }: Mesh, where: Where): Values {
    const values: number[] = [];
    return (v) => {
        while (values.length <= v) values.push(NaN);
        let value = values[v]!;
        if (value !== value) {
            value = where(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!);
            values[v] = value = Math.abs(value) < onLineM ? 0 : value;
        }
        return value;
    };
}

/** Does the line go between these two, as seen from them and the middle between them? */
function crosses({ positions: p }: Mesh, where: Where, values: Values, i: number, j: number): boolean {
    const [from, to] = [values(i), values(j)];
    if (from * to <= 0) return true;
    const lengthM =
        Math.abs(p[3 * i]! - p[3 * j]!) +
        Math.abs(p[3 * i + 1]! - p[3 * j + 1]!) +
        Math.abs(p[3 * i + 2]! - p[3 * j + 2]!);
    if (Math.min(Math.abs(from), Math.abs(to)) > lengthM) return false;
    const at = (k: number) => (p[3 * i + k]! + p[3 * j + k]!) / 2;
    return where(at(0), at(1), at(2)) * from <= 0;
}

/** No edge of a mesh is as long. */
const longestM = 0.3;

/** Halves the edges, longer than that, of triangles that the line goes through; whether there were any. */
function refine(target: Parted, where: Where, values: Values, finestM: number): boolean {
    const { mesh, indices, parts } = target;
    const splits = newSplits(mesh);
    const halve = (i: number, j: number) => {
        if (distance2(mesh, i, j) > finestM ** 2) splits.add(i, j, 0.5);
    };
    const goes = (i: number, j: number) => crosses(mesh, where, values, i, j);
    for (let i = 0; i < indices.length; i += 3) {
        if (parts[i / 3] !== uncut) continue;
        const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        if (Math.abs(values(a)) > longestM || !(goes(a, b) || goes(b, c) || goes(c, a))) continue;
        halve(a, b);
        halve(b, c);
        halve(c, a);
    }
    split(target, splits);
    return !splits.isEmpty();
}

function splitOnLine(target: Parted, values: Values) {
    const { mesh, indices, parts } = target;
    const splits = newSplits(mesh);
    const divide = (i: number, j: number, a: number, b: number) => {
        if (a * b < 0) splits.add(i, j, a / (a - b));
    };
    for (let i = 0; i < indices.length; i += 3) {
        if (parts[i / 3] !== uncut) continue;
        const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        const [va, vb, vc] = [values(a), values(b), values(c)];
        divide(a, b, va, vb);
        divide(b, c, vb, vc);
        divide(c, a, vc, va);
    }
    split(target, splits);
}

/** What is inside, below 0, of the uncut rest becomes that part; edges along its border are finer than the mesh's. */
export function* cut(target: Parted, part: number, where: Where, finestM: number): Slices {
    const values = valuesOf(target.mesh, where);
    for (let round = 0; round < 4 && refine(target, where, values, finestM); ++round) yield;
    yield;
    splitOnLine(target, values);
    yield;
    const { indices, parts } = target;
    for (let t = 0; t < parts.length; ++t) {
        if (parts[t] !== uncut) continue;
        const sum = values(indices[3 * t]!) + values(indices[3 * t + 1]!) + values(indices[3 * t + 2]!);
        if (sum < 0) parts[t] = part;
    }
}

/** The room that a part of a mesh takes, from and to. */
export type Room = readonly [readonly [number, number, number], readonly [number, number, number]];

/** Halves what is longer of the edges of triangles that reach into that room: a cut finds no line that lies between edges. */
export function* densify(target: Parted, [from, to]: Room, longest: number): Slices {
    const { mesh } = target;
    const p = mesh.positions;
    for (let round = 0; round < 9; ++round) {
        const splits = newSplits(mesh);
        const { indices } = target;
        for (let i = 0; i < indices.length; i += 3) {
            const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!] as const;
            const isBeside = from.some(
                (low, k) => corners.every((v) => p[3 * v + k]! < low) || corners.every((v) => p[3 * v + k]! > to[k]!),
            );
            if (isBeside) continue;
            corners.forEach((v, k) => {
                const next = corners[(k + 1) % 3]!;
                if (distance2(mesh, v, next) > longest ** 2) splits.add(v, next, 0.5);
            });
        }
        if (splits.isEmpty()) return;
        split(target, splits);
        yield;
    }
}
