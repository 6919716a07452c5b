/** Bodies of bent sheet: an outline seen from the side, drawn out across the vehicle. */
import { ShapeUtils, Vector2 } from "three";
import { newMesh, type Mesh } from "./mesh";

/** x, z, how far before and after the corner its rounding starts, and its share of the half width. */
export type Bend = readonly [number, number, number, number];
type Place = [number, number, number];

const lerp = (a: Bend, b: Bend, t: number): Place => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[3] + (b[3] - a[3]) * t];

/** Each corner becomes a parabola of so many steps: x, z, share. */
function rounded(corners: readonly Bend[], steps: number): Place[] {
    return corners.flatMap((corner, i): Place[] => {
        const sides = [corners.at(i - 1)!, corners[(i + 1) % corners.length]!];
        if (corner[2] === 0) return [[corner[0], corner[1], corner[3]]];
        const [from, to] = sides.map((other) => {
            const length = Math.hypot(other[0] - corner[0], other[1] - corner[1]) || 1;
            return lerp(corner, other, Math.min(corner[2] / length, 0.5));
        }) as [Place, Place];
        const middle = [corner[0], corner[1], corner[3]] as const;
        return Array.from({ length: steps + 1 }, (_, k) => {
            const [t, u] = [k / steps, 1 - k / steps];
            return middle.map((value, n) => u * u * from[n]! + 2 * u * t * value + t * t * to[n]!) as Place;
        });
    });
}

const areaOf = (line: readonly Place[]) =>
    line.reduce((sum, [x, z], i) => {
        const [nextX, nextZ] = line[(i + 1) % line.length]!;
        return sum + x * nextZ - nextX * z;
    }, 0);

/** The line so far inside itself. */
function inset(line: readonly Place[], byM: number): Place[] {
    const normal = (i: number) => {
        const [a, b] = [line.at(i)!, line[(i + 1) % line.length]!];
        const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
        return [(b[1] - a[1]) / length, (a[0] - b[0]) / length] as const;
    };
    return line.map(([x, z, w], i) => {
        const [before, after] = [normal(i - 1), normal(i)];
        const [nx, nz] = [before[0] + after[0], before[1] + after[1]];
        const by = byM / Math.max(0.5, (nx * nx + nz * nz) / 2);
        return [x - nx * by, z - nz * by, w];
    });
}

/** Edges sharper than this are seen as such: the cosine of 50 degrees. */
const creaseCosine = 0.64;

/** Makes a mesh with a normal for each side of a sharp edge. */
function creased(points: readonly Place[], triangles: readonly (readonly [number, number, number])[]): Mesh {
    const mesh = newMesh();
    const faces = triangles.map((corners) => {
        const [a, b, c] = corners.map((v) => points[v]!) as [Place, Place, Place];
        const [u, v] = [b, c].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]]) as [Place, Place];
        const n: Place = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
        return { corners, n, size: Math.hypot(...n) };
    });
    const at = points.map((): number[] => []);
    faces.forEach(({ corners, size }, i) => size > 1e-9 && corners.forEach((v) => at[v]!.push(i)));
    const made = new Map<string, number>();
    for (const { corners, n, size } of faces) {
        if (size <= 1e-9) continue;
        for (const v of corners) {
            const sum: Place = [0, 0, 0];
            for (const other of at[v]!) {
                const { n: m, size: its } = faces[other]!;
                const cosine = (n[0] * m[0] + n[1] * m[1] + n[2] * m[2]) / (size * its);
                if (cosine > creaseCosine) for (let k = 0; k < 3; ++k) sum[k]! += m[k]!;
            }
            const length = Math.hypot(...sum);
            const key = `${v},${sum.map((value) => Math.round((50 * value) / length)).join()}`;
            let vertex = made.get(key);
            if (vertex === undefined) {
                made.set(key, (vertex = mesh.positions.length / 3));
                mesh.positions.push(...points[v]!);
                mesh.normals.push(...sum.map((value) => value / length));
            }
            mesh.indices.push(vertex);
        }
    }
    return mesh;
}

/** From `innerM` to `outerM` away from the middle: its left half, open in the middle. The outer edges are bent with a radius. */
export function prism(corners: readonly Bend[], innerM: number, outerM: number, bendM: number, steps: number): Mesh {
    const line = rounded(corners, steps);
    if (areaOf(line) < 0) line.reverse();
    const flank = bendM > 0 ? inset(line, bendM) : line;
    const rings = [line.map(([x, z]): Place => [x, innerM, z]), line.map(([x, z, w]): Place => [x, Math.max(innerM, outerM * w - bendM), z])];
    if (bendM > 0) rings.push(flank.map(([x, z, w]): Place => [x, Math.max(innerM, outerM * w), z]));
    const count = line.length;
    const triangles: [number, number, number][] = [];
    for (let ring = 0; ring + 1 < rings.length; ++ring)
        for (let i = 0; i < count; ++i) {
            const [p, q] = [ring * count + i, ring * count + ((i + 1) % count)];
            triangles.push([p, p + count, q], [q, p + count, q + count]);
        }
    const contour = flank.map(([x, z]) => new Vector2(x, z));
    for (const [a, b, c] of ShapeUtils.triangulateShape(contour, []) as [number, number, number][]) {
        const [pa, pb, pc] = [contour[a]!, contour[b]!, contour[c]!];
        const turns = (pb.x - pa.x) * (pc.y - pa.y) - (pb.y - pa.y) * (pc.x - pa.x);
        const [first, second, third] = turns < 0 ? [a, b, c] : [a, c, b];
        const last = (rings.length - 1) * count;
        triangles.push([last + first, last + second, last + third]);
        if (innerM > 0) triangles.push([first, third, second]);
    }
    return creased(rings.flat(), triangles);
}
