/** Soft dark patches on the ground below cars, in every quality: without them a car seems to float. */
import { BufferAttribute, InstancedMesh, Matrix4, MeshBasicMaterial, PlaneGeometry, Vector3 } from "three";
import type { ModelInfo } from "kamm";
import type { CarFrame } from "../frame";

export interface ContactShadows {
    readonly mesh: InstancedMesh;
    update(cars: readonly CarFrame[]): void;
    dispose(): void;
}

const darkest = 0.6;
/** Beyond the body's outline, where it has faded. */
const softM = 0.5;
/** Share of the way from the middle to the edge at which the shadow begins to fade, about at the flanks. */
const fadesFrom = 0.62;
/** Above the ground, and above what tyres leave on it. */
const liftM = 0.03;
/** A car whose wheels hang so high above the ground has none. */
const goneM = 1.2;
const cells = 20;

/** A plane from -1 to 1, dark in the middle, clear at its edges. */
function softPlane(): PlaneGeometry {
    const plane = new PlaneGeometry(2, 2, cells, cells);
    const { position } = plane.attributes;
    const colours = new Float32Array(4 * position!.count);
    const fade = (at: number) => {
        const share = Math.min(1, (1 - Math.abs(at)) / (1 - fadesFrom));
        return share * share * (3 - 2 * share);
    };
    for (let i = 0; i < position!.count; ++i) {
        colours[4 * i + 3] = darkest * fade(position!.getX(i)) * fade(position!.getY(i));
    }
    return plane.setAttribute("color", new BufferAttribute(colours, 4));
}

type Measures = Pick<ModelInfo, "boxes" | "wheelPositionM" | "wheelRadiusM" | "wheelWidthM" | "frontOverhangM" | "lengthM">;

/** Middle and half sizes of body and wheels as seen from above. Boxes that reach beyond the car's length, such as a
 * drawbar, count up to there. */
function footprint({ boxes, wheelPositionM, wheelRadiusM, wheelWidthM, frontOverhangM, lengthM }: Measures) {
    const wheelHalves = [wheelRadiusM, wheelWidthM.map((widthM) => widthM / 2)] as const;
    const noseM = wheelPositionM[0]![0] + frontOverhangM;
    const within = (axis: 0 | 1, at: number) => (axis === 0 ? Math.min(Math.max(at, noseM - lengthM), noseM) : at);
    const ends = (axis: 0 | 1, side: 1 | -1) => [
        ...boxes.map(({ centreM, halfM }) => within(axis, centreM[axis] + side * halfM[axis])),
        ...wheelPositionM.map((position, i) => position[axis]! + side * wheelHalves[axis][i]!),
    ];
    const [rear, front] = [Math.min(...ends(0, -1)), Math.max(...ends(0, 1))];
    const [right, left] = [Math.min(...ends(1, -1)), Math.max(...ends(1, 1))];
    return { x: (rear + front) / 2, y: (right + left) / 2, lengthM: (front - rear) / 2 + softM, widthM: (left - right) / 2 + softM };
}

const point = new Vector3();
const normal = new Vector3();
const forward = new Vector3();
const left = new Vector3();
const sum = new Vector3();
const matrix = new Matrix4();

/** The mean plane below the wheels: `point` and `normal`. How high the wheels hang above it. */
function groundBelow(car: CarFrame, radii: readonly number[]): number {
    point.set(0, 0, 0);
    normal.set(0, 0, 0);
    sum.set(0, 0, 0);
    for (const { groundPoint, groundNormal, position } of car.wheels) {
        point.add(left.fromArray(groundPoint));
        normal.add(left.fromArray(groundNormal));
        sum.add(left.fromArray(position));
    }
    const count = car.wheels.length;
    point.divideScalar(count);
    normal.normalize();
    const radiusM = radii.reduce((all, radius) => all + radius, 0) / count;
    return sum.divideScalar(count).sub(point).dot(normal) - radiusM;
}

/** `forward` and `left` along the ground, as the car looks from above. */
function axesOnGround(car: CarFrame) {
    const [w, x, y, z] = car.orientation as unknown as [number, number, number, number];
    forward.set(w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y));
    left.crossVectors(normal, forward);
    if (left.lengthSq() < 1e-6) left.set(2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x)); // it stands on its nose
    left.normalize();
    forward.crossVectors(left, normal);
}

export function createContactShadows(infos: readonly ModelInfo[]): ContactShadows {
    const material = new MeshBasicMaterial({
        ...{ color: 0x000000, vertexColors: true, transparent: true, toneMapped: false },
        ...{ depthWrite: false, polygonOffset: true, polygonOffsetFactor: -4, polygonOffsetUnits: -12 },
    });
    const geometry = softPlane();
    const mesh = new InstancedMesh(geometry, material, infos.length);
    const prints = infos.map(footprint);
    mesh.frustumCulled = false;
    mesh.renderOrder = 2; // on top of paint and of what tyres leave
    return {
        mesh,
        update(cars) {
            prints.forEach(({ x, y, lengthM, widthM }, i) => {
                const car = cars[i];
                const heightM = car ? groundBelow(car, infos[i]!.wheelRadiusM) : goneM;
                const size = Math.min(1, Math.max(0, 1 - heightM / goneM));
                if (!car || size === 0) return mesh.setMatrixAt(i, matrix.makeScale(0, 0, 0));
                axesOnGround(car);
                sum.fromArray(car.position).sub(point);
                sum.addScaledVector(normal, -sum.dot(normal)).add(point); // the vehicle frame's origin, on the ground
                sum.addScaledVector(forward, x).addScaledVector(left, y).addScaledVector(normal, liftM);
                matrix.makeBasis(forward.multiplyScalar(size * lengthM), left.multiplyScalar(size * widthM), normal).setPosition(sum);
                mesh.setMatrixAt(i, matrix);
            });
            mesh.instanceMatrix.needsUpdate = true;
        },
        dispose() {
            mesh.removeFromParent();
            mesh.dispose();
            material.dispose();
            geometry.dispose();
        },
    };
}
