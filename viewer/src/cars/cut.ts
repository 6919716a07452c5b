/** Cuts a mesh in two along where a function is zero. */
import { copyVertex, newMesh, vertexBetween, type Mesh } from "./mesh";

export type Where = (x: number, y: number, z: number) => number;

/**
 * Triangles near the line are halved `refine` times first, so that the line is drawn finer than the mesh is.
 * What is inside (below 0) and what is not; every triangle keeps its direction.
 */
export function cut(mesh: Mesh, where: Where, refine: number): { inside: Mesh; outside: Mesh } {
    const work: Mesh = {
        positions: mesh.positions.slice(),
        normals: mesh.normals.slice(),
        indices: mesh.indices,
    };
    const values: number[] = [];
    const valueOf = (v: number) => {
        const p = work.positions;
        return (values[v] ??= where(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!));
    };
    const sides = [collector(work), collector(work)] as const;
    const between = new Map<string, number>();
    const middle = (i: number, j: number) => {
        const key = i < j ? `${i},${j}` : `${j},${i}`;
        let found = between.get(key);
        if (found === undefined) between.set(key, (found = vertexBetween(work, i, j, 0.5)));
        return found;
    };
    const add = (a: number, b: number, c: number, depth: number) => {
        const [va, vb, vc] = [valueOf(a), valueOf(b), valueOf(c)];
        const near = Math.min(Math.abs(va), Math.abs(vb), Math.abs(vc));
        if (depth > 0 && near < longestSide(work, a, b, c) && crosses(work, where, [a, b, c])) {
            const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            add(a, ab, ca, depth - 1);
            add(ab, b, bc, depth - 1);
            add(ca, bc, c, depth - 1);
            add(ab, bc, ca, depth - 1);
        } else if (va < 0 === vb < 0 && vb < 0 === vc < 0) {
            sides[va < 0 ? 0 : 1].add(a, b, c);
        } else clip(work, [a, b, c], [va, vb, vc], sides);
    };
    const t = mesh.indices;
    for (let i = 0; i < t.length; i += 3) add(t[i]!, t[i + 1]!, t[i + 2]!, refine);
    return { inside: sides[0].mesh, outside: sides[1].mesh };
}

/** Is the line seen by the corners of a triangle or the middles of its sides? */
function crosses(mesh: Mesh, where: Where, corner: readonly [number, number, number]): boolean {
    const p = mesh.positions;
    let below = 0;
    for (let k = 0; k < 3; ++k) {
        const i = 3 * corner[k]!;
        const j = 3 * corner[(k + 1) % 3]!;
        const [x, y, z] = [p[i]! + p[j]!, p[i + 1]! + p[j + 1]!, p[i + 2]! + p[j + 2]!];
        if (where(p[i]!, p[i + 1]!, p[i + 2]!) < 0) ++below;
        if (where(x / 2, y / 2, z / 2) < 0) ++below;
    }
    return below > 0 && below < 6;
}

function longestSide(mesh: Mesh, a: number, b: number, c: number): number {
    const p = mesh.positions;
    const side = (i: number, j: number) =>
        Math.hypot(
            p[3 * i]! - p[3 * j]!,
            p[3 * i + 1]! - p[3 * j + 1]!,
            p[3 * i + 2]! - p[3 * j + 2]!,
        );
    return Math.max(side(a, b), side(b, c), side(c, a));
}

/** Gathers triangles of one mesh into another that has only the vertices they need. */
function collector(from: Mesh) {
    const mesh = newMesh();
    const taken = new Map<number, number>();
    const take = (v: number) => {
        let found = taken.get(v);
        if (found === undefined) taken.set(v, (found = copyVertex(mesh, from, v)));
        return found;
    };
    const add = (a: number, b: number, c: number) => mesh.indices.push(take(a), take(b), take(c));
    return { mesh, add };
}

type Sides = readonly [ReturnType<typeof collector>, ReturnType<typeof collector>];

/** One corner is on one side, two are on the other. */
function clip(work: Mesh, corner: readonly number[], value: readonly number[], sides: Sides) {
    const negative = value.filter((v) => v < 0).length;
    const lone = value.findIndex((v) => v < 0 === (negative === 1));
    const [a, b, c] = [0, 1, 2].map((k) => corner[(lone + k) % 3]!) as [number, number, number];
    const [va, vb, vc] = [0, 1, 2].map((k) => value[(lone + k) % 3]!) as [number, number, number];
    const ab = vertexBetween(work, a, b, va / (va - vb));
    const ac = vertexBetween(work, a, c, va / (va - vc));
    const own = va < 0 ? 0 : 1;
    sides[own].add(a, ab, ac);
    sides[1 - own]!.add(ab, b, c);
    sides[1 - own]!.add(ab, c, ac);
}
