/** Geometry of a body's shape, in the frame of its body. */
import type { Shape } from "kamm";
import * as THREE from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";

/** Sides of what is round. */
const sides = 32;
const quarter = Math.PI / 2;

/** About the middle of its box, along z. */
function ownGeometry({ kind = "box", halfM: [x, y, z] }: Shape): THREE.BufferGeometry {
    if (kind === "sphere") return new THREE.SphereGeometry(x, sides, sides / 2);
    if (kind === "capsule") return new THREE.CapsuleGeometry(x, 2 * (z - x), sides / 4, sides).rotateX(quarter);
    if (kind === "cylinder") return new THREE.CylinderGeometry(x, x, 2 * z, sides).rotateX(quarter);
    return new THREE.BoxGeometry(2 * x, 2 * y, 2 * z);
}

function pointsOf(pointsM: Float64Array): THREE.Vector3[] {
    return Array.from({ length: pointsM.length / 3 }, (_, i) => new THREE.Vector3().fromArray(pointsM, 3 * i));
}

function meshGeometry(pointsM: Float64Array, triangles: Int32Array): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(pointsM, 3));
    geometry.setIndex(Array.from(triangles));
    const flat = geometry.toNonIndexed();
    flat.computeVertexNormals();
    return flat;
}

export const turnOf = ({ orientation: [w, x, y, z] }: Pick<Shape, "orientation">) => new THREE.Quaternion(x, y, z, w);

/** Returns the geometry with normals and without an index. */
export function shapeGeometry(shape: Shape): THREE.BufferGeometry {
    const { pointsM, triangles } = shape;
    if (pointsM) return triangles ? meshGeometry(pointsM, triangles) : new ConvexGeometry(pointsOf(pointsM));
    return ownGeometry(shape).toNonIndexed().applyQuaternion(turnOf(shape)).translate(...shape.centreM);
}

/** Returns the geometry of a shape whose frame is placed in the world (`placedShapes`). */
export function placedGeometry(shape: Shape): THREE.BufferGeometry {
    const { pointsM } = shape;
    const own = pointsM ? { ...shape, centreM: [0, 0, 0] as const } : shape;
    const geometry = shapeGeometry(own);
    return pointsM ? geometry.applyQuaternion(turnOf(shape)).translate(...shape.centreM) : geometry;
}
