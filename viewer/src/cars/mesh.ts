/** Triangles in plain arrays: what bodies are cut out of. */
export interface Mesh {
    readonly positions: number[];
    readonly normals: number[];
    readonly indices: number[];
}

export const newMesh = (): Mesh => ({ positions: [], normals: [], indices: [] });

/** Takes over a vertex of another mesh. */
export function copyVertex(to: Mesh, from: Mesh, vertex: number): number {
    for (let k = 0; k < 3; ++k) {
        to.positions.push(from.positions[3 * vertex + k]!);
        to.normals.push(from.normals[3 * vertex + k]!);
    }
    return to.positions.length / 3 - 1;
}

/** A new vertex between two of the same mesh, at the share `t` from the first. */
export function vertexBetween(mesh: Mesh, i: number, j: number, t: number): number {
    const normal = [0, 0, 0];
    for (let k = 0; k < 3; ++k) {
        const a = mesh.positions[3 * i + k]!;
        mesh.positions.push(a + (mesh.positions[3 * j + k]! - a) * t);
        const n = mesh.normals[3 * i + k]!;
        normal[k] = n + (mesh.normals[3 * j + k]! - n) * t;
    }
    const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!) || 1;
    for (let k = 0; k < 3; ++k) mesh.normals.push(normal[k]! / length);
    return mesh.positions.length / 3 - 1;
}
