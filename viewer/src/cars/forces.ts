/** Arrows of the forces in the contact patches of a car's wheels. */
import {
    Color,
    ConeGeometry,
    CylinderGeometry,
    Group,
    InstancedMesh,
    Matrix4,
    MeshBasicMaterial,
    Quaternion,
    Vector3,
    type BufferGeometry,
} from "three";
import type { ModelInfo } from "kamm";
import { wheelLooks } from "../dials/wheel_looks";
import type { CarFrame, WheelFrame } from "../frame";

export interface Forces {
    readonly root: Group;
    visible: boolean;
    update(car: CarFrame): void;
    dispose(): void;
}

/** Arrows of that many newtons are 1 m long; of heavier vehicles, those of the largest load at rest. */
const minNewtonsPerMetre = 4000;
export const metresPerNewtonOf = ({ staticLoadN }: Pick<ModelInfo, "staticLoadN">) =>
    1 / Math.max(minNewtonsPerMetre, ...staticLoadN);

/** Load, lengthwise, sideways, and what the road does in its plane in all. */
const kinds = ["load", "longitudinal", "lateral", "resultant"] as const;
const thicknessM: Record<(typeof kinds)[number], number> = {
    load: 0.009,
    longitudinal: 0.009,
    lateral: 0.009,
    resultant: 0.015,
};
const headM = 0.12;

/** A unit arrow's shaft and head, along +z, of radius 1. */
const shaftGeometry = () =>
    new CylinderGeometry(1, 1, 1, 8, 1).rotateX(Math.PI / 2).translate(0, 0, 0.5);
const headGeometry = () => new ConeGeometry(3, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5);

function arrows(geometry: BufferGeometry, count: number): InstancedMesh {
    const material = new MeshBasicMaterial({
        depthTest: false,
        transparent: true,
        opacity: 0.92,
        toneMapped: false,
    });
    const mesh = new InstancedMesh(geometry, material, count);
    mesh.frustumCulled = false;
    mesh.renderOrder = 10;
    return mesh;
}

/** Colours of the page's wheels; the single forces paler than their sum. */
function paint(meshes: readonly InstancedMesh[], info: ModelInfo) {
    const colour = new Color();
    wheelLooks(info).forEach((look, wheel) =>
        kinds.forEach((kind, k) => {
            colour.set(look.colour);
            if (kind === "load") colour.lerp(white, 0.55);
            if (kind === "longitudinal" || kind === "lateral") colour.lerp(white, 0.25);
            for (const mesh of meshes) mesh.setColorAt(wheel * kinds.length + k, colour);
        }),
    );
}

const white = new Color("#ffffff");
const along = new Vector3(0, 0, 1);
const patch = new Vector3();
const normal = new Vector3();
const forward = new Vector3();
const left = new Vector3();
const force = new Vector3();
const tip = new Vector3();
const turn = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();

/**
 * The patch's place and axes: forward along the wheel, left along the ground, the ground's normal.
 */
function patchAxes(wheel: WheelFrame) {
    normal.fromArray(wheel.groundNormal);
    const [w, x, y, z] = wheel.orientation as unknown as [number, number, number, number];
    left.set(0, 1, 0).applyQuaternion(turn.set(x, y, z, w));
    forward.crossVectors(left, normal).normalize();
    left.crossVectors(normal, forward);
    patch.fromArray(wheel.position);
    const height = force.fromArray(wheel.groundPoint).sub(patch).dot(normal);
    patch.addScaledVector(normal, height + 0.02);
}

/** The same for others; the vectors are the same each time. */
export function patchAt(wheel: WheelFrame) {
    patchAxes(wheel);
    return { place: patch, forward, left, normal };
}

function setForce(kind: (typeof kinds)[number], wheel: WheelFrame) {
    force.set(0, 0, 0);
    if (kind === "load") force.addScaledVector(normal, wheel.loadN);
    if (kind === "longitudinal" || kind === "resultant")
        force.addScaledVector(forward, wheel.longitudinalForceN);
    if (kind === "lateral" || kind === "resultant")
        force.addScaledVector(left, wheel.lateralForceN);
}

export function createForces(info: ModelInfo): Forces {
    const count = info.wheelCount * kinds.length;
    const shafts = arrows(shaftGeometry(), count);
    const heads = arrows(headGeometry(), count);
    const root = new Group();
    root.add(shafts, heads);
    paint([shafts, heads], info);
    const metresPerNewton = metresPerNewtonOf(info);

    const show = (index: number, thickM: number) => {
        const lengthM = force.length() * metresPerNewton;
        const drawn = lengthM > 0.02;
        const head = Math.min(headM, lengthM * 0.6);
        if (drawn) turn.setFromUnitVectors(along, force.normalize());
        scale.set(thickM, thickM, Math.max(lengthM - head, 1e-4)).multiplyScalar(drawn ? 1 : 0);
        shafts.setMatrixAt(index, matrix.compose(patch, turn, scale));
        tip.copy(patch).addScaledVector(force, drawn ? lengthM - head : 0);
        scale.set(thickM, thickM, head).multiplyScalar(drawn ? 1 : 0);
        heads.setMatrixAt(index, matrix.compose(tip, turn, scale));
    };
    return {
        root,
        get visible() {
            return root.visible;
        },
        set visible(visible) {
            root.visible = visible;
        },
        update(car) {
            if (!root.visible) return;
            car.wheels.forEach((wheel, i) => {
                if (i >= info.wheelCount) return;
                patchAxes(wheel);
                kinds.forEach((kind, k) => {
                    setForce(kind, wheel);
                    show(i * kinds.length + k, thicknessM[kind]);
                });
            });
            for (const mesh of [shafts, heads]) mesh.instanceMatrix.needsUpdate = true;
        },
        dispose() {
            root.removeFromParent();
            for (const mesh of [shafts, heads]) {
                mesh.geometry.dispose();
                (mesh.material as MeshBasicMaterial).dispose();
                mesh.dispose();
            }
        },
    };
}
