/** Triangles in plain arrays: what bodies are cut out of. */
export interface Mesh {
    readonly positions: number[];
    readonly normals: number[];
    readonly indices: number[];
}

export const newMesh = (): Mesh => ({ positions: [], normals: [], indices: [] });

/** A new vertex between two, at the share `t` from the first. */
export function vertexBetween(mesh: Mesh, i: number, j: number, t: number): number {
    const { positions: p, normals: n } = mesh;
    for (let k = 0; k < 3; ++k) p.push(p[3 * i + k]! + (p[3 * j + k]! - p[3 * i + k]!) * t);
    const [x, y, z] = [0, 1, 2].map((k) => n[3 * i + k]! + (n[3 * j + k]! - n[3 * i + k]!) * t);
    const length = Math.hypot(x!, y!, z!) || 1;
    n.push(x! / length, y! / length, z! / length);
    return p.length / 3 - 1;
}

/** Some triangles of a mesh as one of their own, with the vertices that they need. */
export function extract(from: Mesh, indices: readonly number[]): Mesh {
    const mesh = newMesh();
    const taken = new Int32Array(from.positions.length / 3).fill(-1);
    for (const vertex of indices) {
        if (taken[vertex]! < 0) {
            taken[vertex] = mesh.positions.length / 3;
            for (let k = 3 * vertex; k < 3 * vertex + 3; ++k) {
                mesh.positions.push(from.positions[k]!);
                mesh.normals.push(from.normals[k]!);
            }
        }
        mesh.indices.push(taken[vertex]!);
    }
    return mesh;
}

/** The whole of a mesh that is the left half of something; what lies in the middle is shared. */
export function mirrored({ positions, normals, indices }: Mesh): Mesh {
    const mesh: Mesh = { positions: [...positions], normals: [...normals], indices: [...indices] };
    const other: number[] = [];
    for (let v = 0; v < positions.length; v += 3) {
        if (positions[v + 1] === 0) {
            other.push(v / 3);
            continue;
        }
        other.push(mesh.positions.length / 3);
        mesh.positions.push(positions[v]!, -positions[v + 1]!, positions[v + 2]!);
        mesh.normals.push(normals[v]!, -normals[v + 1]!, normals[v + 2]!);
    }
    for (let i = 0; i < indices.length; i += 3)
        mesh.indices.push(other[indices[i]!]!, other[indices[i + 2]!]!, other[indices[i + 1]!]!);
    return mesh;
}

/** An edge, whichever way it is gone. */
export const edgeKey = (i: number, j: number) => Math.min(i, j) * 2 ** 26 + Math.max(i, j);

/** Edges [from, to] that have a triangle on their left only; those in the middle of the car left out. */
export function boundary({ positions, indices }: Mesh): [number, number][] {
    const edges = new Map<number, [number, number] | null>();
    for (let i = 0; i < indices.length; ++i) {
        const [from, to] = [indices[i]!, indices[i % 3 === 2 ? i - 2 : i + 1]!];
        const key = edgeKey(from, to);
        const isInMiddle = positions[3 * from + 1] === 0 && positions[3 * to + 1] === 0;
        edges.set(key, isInMiddle || edges.has(key) ? null : [from, to]);
    }
    return [...edges.values()].filter((edge) => edge !== null);
}
