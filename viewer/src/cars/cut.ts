/** Cuts a mesh in two along where a function is zero. */
import { vertexBetween, type Mesh } from "./mesh";

export type Where = (x: number, y: number, z: number) => number;
type Triangle = readonly [number, number, number];

/**
 * Triangles that the line goes through are halved `refine` times first, so that it is drawn finer
 * than the mesh is. Gives the triangles inside (below 0) and those outside; new vertices are added
 * to the mesh.
 */
export function cut(mesh: Mesh, triangles: readonly number[], where: Where, refine: number) {
    const values: number[] = [];
    const valueOf = (v: number) => {
        const p = mesh.positions;
        return (values[v] ??= where(p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!));
    };
    const between = new Map<number, number>();
    const middle = (i: number, j: number) => {
        const key = Math.min(i, j) * 2 ** 26 + Math.max(i, j);
        let found = between.get(key);
        if (found === undefined) between.set(key, (found = vertexBetween(mesh, i, j, 0.5)));
        return found;
    };
    const inside: number[] = [];
    const outside: number[] = [];
    const add = (a: number, b: number, c: number, depth: number) => {
        const value: Triangle = [valueOf(a), valueOf(b), valueOf(c)];
        if (depth > 0 && crosses(mesh, where, [a, b, c], value)) {
            const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            add(a, ab, ca, depth - 1);
            add(ab, b, bc, depth - 1);
            add(ca, bc, c, depth - 1);
            add(ab, bc, ca, depth - 1);
        } else if (oneSided(value)) (value[0] < 0 ? inside : outside).push(a, b, c);
        else clip(mesh, [a, b, c], value, inside, outside);
    };
    for (let i = 0; i < triangles.length; i += 3)
        add(triangles[i]!, triangles[i + 1]!, triangles[i + 2]!, refine);
    return { inside, outside };
}

const oneSided = ([a, b, c]: Triangle) => a < 0 === b < 0 && b < 0 === c < 0;

/** Is the line seen by the corners of a triangle or the middles of its sides? */
function crosses(mesh: Mesh, where: Where, corner: Triangle, value: Triangle): boolean {
    if (!oneSided(value)) return true;
    const p = mesh.positions;
    const nearest = Math.min(Math.abs(value[0]), Math.abs(value[1]), Math.abs(value[2]));
    for (let k = 0; k < 3; ++k) {
        const i = 3 * corner[k]!;
        const j = 3 * corner[(k + 1) % 3]!;
        const [dx, dy, dz] = [p[j]! - p[i]!, p[j + 1]! - p[i + 1]!, p[j + 2]! - p[i + 2]!];
        if (nearest > Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) continue;
        const middle = where(p[i]! + dx / 2, p[i + 1]! + dy / 2, p[i + 2]! + dz / 2);
        if (middle < 0 !== value[0] < 0) return true;
    }
    return false;
}

/** One corner is on one side, two are on the other. */
function clip(mesh: Mesh, corner: Triangle, value: Triangle, inside: number[], outside: number[]) {
    const negative = value.filter((v) => v < 0).length;
    const lone = value.findIndex((v) => v < 0 === (negative === 1));
    const turned = (from: Triangle) => [0, 1, 2].map((k) => from[(lone + k) % 3]!);
    const [a, b, c] = turned(corner) as [number, number, number];
    const [va, vb, vc] = turned(value) as [number, number, number];
    const ab = vertexBetween(mesh, a, b, va / (va - vb));
    const ac = vertexBetween(mesh, a, c, va / (va - vc));
    const [own, other] = va < 0 ? [inside, outside] : [outside, inside];
    own.push(a, ab, ac);
    other.push(ab, b, c, ab, c, ac);
}
