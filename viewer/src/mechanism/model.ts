/** The mechanism as a three.js model: one draw call for all parts of a shape, and one for the coils of an axle. */
import { Color, Group, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Sphere, Vector3, type BufferGeometry } from "three";
import type { ModelInfo, Vehicle } from "kamm";
import type { CarFrame } from "../frame";
import { setQuaternion } from "../cars/wheels";
import { readData, type VehicleData } from "./data";
import type { Part, Shape } from "./parts";
import { partsOf, planOf } from "./plan";
import { createPose, type Pose } from "./pose";
import { coilGeometry, shapes } from "./shapes";
import { wireM } from "./springs";
import { colourOf } from "./tint";

export interface Mechanism {
    readonly root: Group;
    readonly drawCalls: number;
    update(car: CarFrame): void;
    dispose(): void;
}

const along = new Vector3(0, 0, 1);
const [a, b, way, scale] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
const [turn, roll] = [new Quaternion(), new Quaternion()];
const matrix = new Matrix4();
const colour = new Color();

/** The two ends between which a part is drawn. */
export function endsOf(part: Part, pose: Pose, from: Vector3, to: Vector3): void {
    pose.find(part.a, from);
    pose.find(part.b, to);
    if (!part.only) return;
    const share = part.only.lengthM / Math.max(1e-6, from.distanceTo(to));
    if (part.only.from === "a") to.sub(from).multiplyScalar(share).add(from);
    else from.sub(to).multiplyScalar(share).add(to);
}

/** Its width lies across the part and the car's height: a block that goes along the car stands upright. */
function turnAlong(part: Part, pose: Pose, direction: Vector3) {
    turn.setFromUnitVectors(along, direction);
    if (part.shape === "block") {
        // Its own x axis to where it is level.
        const x = scale.set(1, 0, 0).applyQuaternion(turn);
        const level = b.crossVectors(along, direction);
        if (level.lengthSq() > 1e-6) {
            level.normalize();
            const rad = Math.atan2(way.crossVectors(x, level).dot(direction), x.dot(level));
            turn.multiply(roll.setFromAxisAngle(along, rad));
        }
    }
    if (!part.spin) return;
    // Wheels turn about the axis that points left; a shaft along the car has its own.
    const side = direction.y < -0.5 ? -1 : 1;
    turn.multiply(roll.setFromAxisAngle(along, side * pose.spinRad(part.spin)));
}

const direction = new Vector3();

function setMatrix(part: Part, pose: Pose) {
    endsOf(part, pose, a, b);
    const [width, height] = part.sizeM;
    if (part.shape === "ball") return matrix.compose(a, turn.identity(), scale.set(width, width, width));
    const lengthM = Math.max(1e-5, a.distanceTo(b));
    direction.copy(b).sub(a).divideScalar(lengthM);
    turnAlong(part, pose, direction);
    return matrix.compose(a, turn, scale.set(width, height, lengthM));
}

/** Returns the coil of an axle's springs: wire and radius follow from its rate, and the length is that at rest. */
function coilOf(shape: Shape, part: Part, data: VehicleData, pose: Pose): BufferGeometry {
    const axle = data.axles[Number(shape.split(" ")[1])]!;
    endsOf(part, pose, a, b);
    const radiusM = part.sizeM[0];
    return coilGeometry(Math.min(0.3, wireM(axle) / 2 / radiusM), a.distanceTo(b) / radiusM);
}

function materialOf(shape: Shape): MeshStandardMaterial {
    const isFlat = shape === "shaft" || shape === "block";
    return new MeshStandardMaterial({
        metalness: 0.35,
        roughness: 0.42,
        flatShading: isFlat,
        vertexColors: shape === "shaft",
    });
}

function meshOf(shape: Shape, parts: readonly Part[], geometry: BufferGeometry): InstancedMesh {
    const mesh = new InstancedMesh(geometry, materialOf(shape), parts.length);
    mesh.castShadow = true;
    mesh.boundingSphere = new Sphere(new Vector3(), 20);
    mesh.name = `mechanism ${shape}`;
    return mesh;
}

/** A frame of the car at rest, from which springs get their length. */
function atRest(info: ModelInfo, update: (car: CarFrame) => void) {
    const wheels = info.wheelPositionM.slice(0, info.wheelCount).map((position) => ({
        position,
        orientation: [1, 0, 0, 0],
        steerRad: 0,
        travelM: 0,
        spinAngleRad: 0,
        brakeTorqueNm: 0,
    }));
    const rest = { position: [0, 0, 0], orientation: [1, 0, 0, 0], timeS: 0, engineRadps: 0, wheels };
    update(rest as unknown as CarFrame);
}

export function createMechanism(vehicle: Vehicle, info: ModelInfo): Mechanism {
    const data = readData(vehicle);
    const pose = createPose(info, data);
    const rest = createPose(info, data);
    atRest(info, rest.update);
    const byShape = new Map<Shape, Part[]>();
    for (const part of partsOf(planOf(data, info)))
        byShape.set(part.shape, [...(byShape.get(part.shape) ?? []), part]);
    const groups = [...byShape].map(([shape, parts]) => {
        const isCoil = shape.startsWith("coil");
        const geometry = isCoil ? coilOf(shape, parts[0]!, data, rest) : shapes[shape as keyof typeof shapes]();
        const mesh = meshOf(shape, parts, geometry);
        parts.forEach((part, i) => mesh.setColorAt(i, colourOf(part.tint, rest, colour)));
        return { mesh, parts };
    });
    const root = new Group();
    root.add(...groups.map(({ mesh }) => mesh));
    return {
        root,
        drawCalls: groups.length,
        update(car) {
            root.position.fromArray(car.position);
            setQuaternion(root.quaternion, car.orientation);
            pose.update(car);
            for (const { mesh, parts } of groups) {
                parts.forEach((part, i) => {
                    mesh.setMatrixAt(i, setMatrix(part, pose));
                    if (typeof part.tint !== "string") mesh.setColorAt(i, colourOf(part.tint, pose, colour));
                });
                mesh.instanceMatrix.needsUpdate = true;
                mesh.instanceColor!.needsUpdate = true;
            }
        },
        dispose() {
            root.removeFromParent();
            for (const { mesh } of groups) {
                mesh.geometry.dispose();
                (mesh.material as MeshStandardMaterial).dispose();
                mesh.dispose();
            }
        },
    };
}
