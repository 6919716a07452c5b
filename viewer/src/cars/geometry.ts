/** From meshes of the left half of a car to geometries of the whole of it. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import { mirrored, type Mesh } from "./mesh";

/** Returns the whole mesh from its left half. */
export function whole(half: Mesh): BufferGeometry {
    const mesh = mirrored(half);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(mesh.positions, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(mesh.normals, 3));
    geometry.setIndex(mesh.indices);
    return geometry;
}

/** Each of them, and the same on the right. */
export function bothSides(left: readonly BufferGeometry[]): BufferGeometry[] {
    return left.flatMap((geometry) => {
        const right = geometry.clone().scale(1, -1, 1);
        const index = right.index!;
        for (let i = 0; i < index.count; i += 3) {
            const [b, c] = [index.getX(i + 1), index.getX(i + 2)];
            index.setX(i + 1, c).setX(i + 2, b);
        }
        return [geometry, right];
    });
}
