/** Parts along the border of a part of the skin: walls into the car, seals of windows. */
import { boundary, type Mesh, newMesh } from "./mesh";

type Vector = readonly [number, number, number];

const at = (values: readonly number[], v: number): Vector => [
    values[3 * v]!,
    values[3 * v + 1]!,
    values[3 * v + 2]!,
];

const cross = (a: Vector, b: Vector): Vector => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
];

function unit([x, y, z]: Vector): Vector {
    const length = Math.hypot(x, y, z) || 1;
    return [x / length, y / length, z / length];
}

const difference = (p: readonly number[], i: number, j: number): Vector => [
    p[3 * j]! - p[3 * i]!,
    p[3 * j + 1]! - p[3 * i + 1]!,
    p[3 * j + 2]! - p[3 * i + 2]!,
];

/** A part, so far inside the skin; what would be folded over by that, behind sharp edges, is left out. */
export function sunk({ positions, normals, indices }: Mesh, byM: number): Mesh {
    const mesh: Mesh = { positions: positions.map((value, i) => value - byM * normals[i]!), normals, indices: [] };
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        const [x, y, z] = cross(difference(mesh.positions, a, b), difference(mesh.positions, a, c));
        const [nx, ny, nz] = at(normals, a);
        if (x * nx + y * ny + z * nz > 0) mesh.indices.push(a, b, c);
    }
    return mesh;
}

/** From the border, between two depths below the skin; seen from inside the border. */
export function walls(part: Mesh, fromM: number, toM: number): Mesh {
    const mesh = newMesh();
    const { positions: p, normals: n } = part;
    for (const [a, b] of boundary(part)) {
        const inwards = unit(cross(at(n, a), difference(p, a, b)));
        const first = mesh.positions.length / 3;
        for (const [v, depthM] of [[a, fromM], [b, fromM], [a, toM], [b, toM]] as const) {
            for (let k = 0; k < 3; ++k) mesh.positions.push(p[3 * v + k]! - depthM * n[3 * v + k]!);
            mesh.normals.push(...inwards);
        }
        mesh.indices.push(first, first + 2, first + 1, first + 1, first + 2, first + 3);
    }
    return mesh;
}

/** Returns the direction along the skin and away from the part at each vertex of its border. */
function awayFrom(part: Mesh, border: readonly [number, number][]): Map<number, Vector> {
    const sums = new Map<number, Vector>();
    for (const [a, b] of border) {
        const along = unit(difference(part.positions, a, b));
        for (const v of [a, b]) {
            const away = cross(along, at(part.normals, v));
            const sum = sums.get(v) ?? [0, 0, 0];
            sums.set(v, [sum[0] + away[0], sum[1] + away[1], sum[2] + away[2]]);
        }
    }
    for (const [v, sum] of sums) sums.set(v, unit(sum));
    return sums;
}

/** A profile across a border: how far away from the part, and how far above the skin. */
type Strip = readonly (readonly [number, number])[];

/** A strip along the border, of this profile, which goes away from the part. */
export function strip(part: Mesh, profile: Strip): Mesh {
    const mesh = newMesh();
    const border = boundary(part);
    const first = new Map<number, number>();
    for (const [v, away] of awayFrom(part, border)) {
        first.set(v, mesh.positions.length / 3);
        const [place, normal] = [at(part.positions, v), at(part.normals, v)];
        const isInMiddle = place[1] === 0;
        for (const [asideM, proudM] of profile)
            for (let k = 0; k < 3; ++k) {
                const moved = place[k]! + asideM * away[k]! + proudM * normal[k]!;
                mesh.positions.push(k === 1 && isInMiddle ? 0 : moved);
            }
        for (let i = 0; i < profile.length; ++i) mesh.normals.push(...normal);
    }
    for (const [a, b] of border)
        for (let i = 0; i + 1 < profile.length; ++i) {
            const [from, to] = [first.get(a)! + i, first.get(b)! + i];
            mesh.indices.push(from, from + 1, to, from + 1, to + 1, to);
        }
    return mesh;
}
