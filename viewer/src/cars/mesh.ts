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
