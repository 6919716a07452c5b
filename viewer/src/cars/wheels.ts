/** The wheels of a car, in the frame of its body. */
import {
    Group,
    InstancedMesh,
    Matrix4,
    Mesh,
    Quaternion,
    Sphere,
    Vector3,
    type MeshStandardMaterial,
    type Object3D,
} from "three";
import type { CarFrame, WheelFrame } from "../frame";
import type { CarGeometry } from "./body";
import type { WheelPlace } from "./field";
import { rimMaterial, rubberMaterial, trimMaterial } from "./materials";
import { addTyreShape, newTyreShape, patchShift } from "./tyre_shape";
import { merged } from "./wheel_geometry";

export interface Wheels {
    readonly root: Object3D;
    readonly materials: readonly MeshStandardMaterial[];
    update(car: CarFrame): void;
    dispose(): void;
}

const up = new Vector3(0, 0, 1);
const axle = new Vector3(0, 1, 0);

/** From world axes into those of something with this pose. */
const bodyTurn = new Quaternion();
const wheelTurn = new Quaternion();
const place = new Vector3();

export const setQuaternion = (to: Quaternion, from: ArrayLike<number>) =>
    to.set(from[1]!, from[2]!, from[3]!, from[0]!);

/** Gives an object of the body the pose of a wheel, without its spin. */
export function poseAsWheel(object: Object3D, car: CarFrame, wheel: WheelFrame) {
    wheelInBody(car, wheel);
    object.position.copy(place);
    object.quaternion.copy(wheelTurn);
}

/** Pose of a wheel as seen from the body: left in `place` and `wheelTurn`. */
function wheelInBody(car: CarFrame, wheel: WheelFrame) {
    setQuaternion(bodyTurn, car.orientation).invert();
    setQuaternion(wheelTurn, wheel.orientation).premultiply(bodyTurn);
    place
        .set(
            wheel.position[0]! - car.position[0]!,
            wheel.position[1]! - car.position[1]!,
            wheel.position[2]! - car.position[2]!,
        )
        .applyQuaternion(bodyTurn);
}

/** A wheel near by: a tyre that takes the shape of its load, and a rim that turns. */
function fineWheel(
    geometry: CarGeometry,
    index: number,
    wheelPlace: WheelPlace,
    rim: MeshStandardMaterial,
) {
    const shape = newTyreShape(wheelPlace);
    const rubber = rubberMaterial();
    addTyreShape(rubber, shape);
    const root = new Group();
    const tyreMesh = new Mesh(geometry.tyres[index], rubber);
    const rimMesh = new Mesh(geometry.rims[index], rim);
    for (const mesh of [tyreMesh, rimMesh]) mesh.castShadow = true;
    rimMesh.receiveShadow = true;
    root.add(tyreMesh, rimMesh);
    const { lowerM = 0 } = wheelPlace;
    const inverse = new Quaternion();
    const normal = shape.normal.value;
    const update = (wheel: WheelFrame) => {
        root.position.copy(place);
        root.position.z -= lowerM;
        root.quaternion.copy(wheelTurn);
        rimMesh.rotation.set(0, wheel.spinAngleRad, 0);
        normal.fromArray(wheel.groundNormal);
        if (normal.lengthSq() < 0.5) normal.copy(up);
        shape.distanceM.value = [0, 1, 2].reduce(
            (sum, k) => sum + (wheel.position[k]! - wheel.groundPoint[k]!) * normal.getComponent(k),
            -lowerM,
        );
        normal.applyQuaternion(setQuaternion(inverse, wheel.orientation).invert());
        shape.spinRad.value = wheel.spinAngleRad % (2 * Math.PI);
        patchShift(wheel.longitudinalForceN, wheel.lateralForceN, wheelPlace, shape.shiftM.value);
    };
    return { root, rubber, update };
}

export function createFineWheels(geometry: CarGeometry, places: readonly WheelPlace[]): Wheels {
    const root = new Group();
    const rim = rimMaterial();
    const wheels = places.map((wheelPlace, i) => fineWheel(geometry, i, wheelPlace, rim));
    for (const wheel of wheels) root.add(wheel.root);
    const materials = [rim, ...wheels.map((wheel) => wheel.rubber)];
    return {
        root,
        materials,
        update(car) {
            wheels.forEach((wheel, i) => {
                const frame = car.wheels[i];
                if (!frame) return;
                wheelInBody(car, frame);
                wheel.update(frame);
            });
        },
        dispose: () => materials.forEach((material) => material.dispose()),
    };
}

/** Wheels far away: one draw call for all of them, each the first one stretched. */
export function createPlainWheels(geometry: CarGeometry, places: readonly WheelPlace[]): Wheels {
    const first = places[0]!;
    const whole = merged([geometry.tyres[0]!.clone(), geometry.rims[0]!.clone()]);
    const material = trimMaterial();
    const mesh = new InstancedMesh(whole, material, places.length);
    mesh.castShadow = true;
    const reach = Math.max(...places.map((wheel) => Math.hypot(...[wheel.x, wheel.y, wheel.z])));
    mesh.boundingSphere = new Sphere(new Vector3(), reach + 1);
    const turn = new Quaternion();
    const scale = new Vector3();
    const matrix = new Matrix4();
    return {
        root: mesh,
        materials: [material],
        update(car) {
            places.forEach((wheel, i) => {
                const frame = car.wheels[i];
                if (!frame) return;
                wheelInBody(car, frame);
                turn.setFromAxisAngle(axle, frame.spinAngleRad).premultiply(wheelTurn);
                if (wheel.side < 0) turn.multiply(halfTurn);
                const size = wheel.radiusM / first.radiusM;
                place.z -= wheel.lowerM ?? 0;
                scale.set(size, wheel.widthM / first.widthM, size);
                mesh.setMatrixAt(i, matrix.compose(place, turn, scale));
            });
            mesh.instanceMatrix.needsUpdate = true;
        },
        dispose() {
            whole.dispose();
            material.dispose();
            mesh.dispose();
        },
    };
}

const halfTurn = new Quaternion().setFromAxisAngle(up, Math.PI);
