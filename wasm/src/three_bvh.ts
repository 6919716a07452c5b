/**
 * Objects of three.js as ground, found by three-mesh-bvh:
 *
 *     const car = kamm.car(json, { ground: bvhGround(level) });
 *
 * A plain raycast looks at every triangle, several hundred times a second for each wheel; the tree of three-mesh-bvh looks at
 * some twenty. For ground that never moves `meshLayer` is faster still: the triangles go into the module, and no ray is cast.
 */
import { Matrix4, Ray, Vector3, BufferAttribute, BufferGeometry, DoubleSide, type Mesh, type Object3D } from "three";
import { MeshBVH } from "three-mesh-bvh";
import type { GroundCallback, MeshLayer } from "./types";

export interface BvhGroundOptions {
    /** Axis of the scene that points up: "y" if not given. */
    readonly up?: "y" | "z";
    /** How far above a wheel's centre its ray starts, so that what it has sunk into is found; 0.5 if not given. */
    readonly aboveM?: number;
    /** Friction of what was hit, say by its material; 1 if not given. */
    readonly friction?: (object: Mesh) => number;
}

const isMesh = (object: Object3D): object is Mesh => (object as Partial<Mesh>).isMesh === true;

/** All meshes of an object, which has to have some. */
function meshesOf(object: Object3D): Mesh[] {
    const meshes: Mesh[] = [];
    object.updateWorldMatrix(true, true);
    object.traverse((each) => void (isMesh(each) && meshes.push(each)));
    if (!meshes.length) throw new TypeError("kamm: this object has no meshes, so it is no ground");
    return meshes;
}

/** The triangles of an object in Kamm's axes, as a layer of `kamm.terrainWorld`; as they are now. */
export function meshLayer(object: Object3D, { up = "y" }: { up?: "y" | "z" } = {}): MeshLayer {
    const positionsM: number[] = [];
    const indices: number[] = [];
    const point = new Vector3();
    for (const { geometry, matrixWorld } of meshesOf(object)) {
        const first = positionsM.length / 3;
        const { position } = geometry.attributes;
        const count = geometry.index?.count ?? position!.count;
        for (let i = 0; i < position!.count; ++i) {
            const { x, y, z } = point.fromBufferAttribute(position!, i).applyMatrix4(matrixWorld);
            positionsM.push(...(up === "y" ? [x, -z, y] : [x, y, z]));
        }
        for (let i = 0; i < count; ++i) indices.push(first + (geometry.index?.getX(i) ?? i));
    }
    return { kind: "mesh", positionsM: Float32Array.from(positionsM), indices: Int32Array.from(indices) };
}

/** A tree of its own, so that the geometry, whose indices a tree sorts again, stays as it is. */
function treeOf(geometry: BufferGeometry): MeshBVH {
    const copy = new BufferGeometry();
    copy.setAttribute("position", geometry.attributes["position"]!);
    const count = geometry.index?.count ?? geometry.attributes["position"]!.count;
    const indices = Uint32Array.from({ length: count }, (_, i) => geometry.index?.getX(i) ?? i);
    copy.setIndex(new BufferAttribute(indices, 1));
    return new MeshBVH(copy);
}

/**
 * The meshes of an object as ground for `CarOptions.ground`: the topmost surface below each wheel. They may move as a
 * whole (their `matrixWorld` is read each time), but what they are made of is looked at once.
 */
export function bvhGround(
    object: Object3D,
    { up = "y", aboveM = 0.5, friction }: BvhGroundOptions = {},
): GroundCallback {
    const parts = meshesOf(object).map((mesh) => ({ mesh, tree: treeOf(mesh.geometry) }));
    const [inverse, ray, normal] = [new Matrix4(), new Ray(), new Vector3()];
    const [found, best] = [new Vector3(), new Vector3()];

    /** Height and normal of what a part has below, in the scene's axes. */
    function cast({ mesh, tree }: (typeof parts)[number], from: Vector3): number {
        inverse.copy(mesh.matrixWorld).invert();
        ray.origin.copy(from);
        ray.direction.set(0, up === "y" ? -1 : 0, up === "y" ? 0 : -1);
        ray.applyMatrix4(inverse);
        const hit = tree.raycastFirst(ray, DoubleSide);
        if (!hit?.face) return -Infinity;
        found.copy(hit.point).applyMatrix4(mesh.matrixWorld);
        normal.copy(hit.face.normal).transformDirection(mesh.matrixWorld);
        return up === "y" ? found.y : found.z;
    }

    return (probe, contact) => {
        const from = new Vector3(probe.x, probe.y, probe.z + aboveM);
        if (up === "y") from.set(probe.x, probe.z + aboveM, -probe.y);
        let [height, under]: [number, Mesh | null] = [-Infinity, null];
        for (const part of parts) {
            const at = cast(part, from);
            if (at <= height) continue;
            [height, under] = [at, part.mesh];
            best.copy(normal);
        }
        if (!under) return false;
        const [x, y, z] = up === "y" ? [best.x, -best.z, best.y] : [best.x, best.y, best.z];
        const side = z < 0 ? -1 : 1; // triangles have two
        contact.z = height;
        contact.x = probe.x;
        contact.y = probe.y;
        [contact.normalX, contact.normalY, contact.normalZ] = [side * x, side * y, side * z];
        if (friction) contact.friction = friction(under);
        return true;
    };
}
