/**
 * Decals on the road under each wheel: its Kamm circle with the force in it, to the scale of the force arrows. Also
 * the outline of its contact patch in the model's size.
 */
import {
    BufferGeometry,
    CircleGeometry,
    Color,
    DoubleSide,
    Float32BufferAttribute,
    Group,
    InstancedMesh,
    Matrix4,
    MeshBasicMaterial,
    PlaneGeometry,
    Vector3,
} from "three";
import type { ModelInfo } from "kamm";
import { metresPerNewtonOf, patchAt } from "../cars";
import { mix, parseHex } from "../dials/colour";
import { newGrip, readGrip, type TyreGrip, tyreGrips, urgency } from "../dials/grip";
import type { CarFrame, WheelFrame } from "../frame";
import { poseMatrix } from "../plan/view";

export interface Decals {
    readonly root: Group;
    /** Makes the decals of each unit that the player drives. */
    rebuild(infos: readonly ModelInfo[]): void;
    update(cars: readonly CarFrame[]): void;
    drawPlan(context: CanvasRenderingContext2D, cars: readonly CarFrame[]): void;
}

/** By the grip in use, on any road and in any theme. */
const urgencies = ["#eef2f6", "#ffb02e", "#ff4a3d"].map(parseHex);
const liftM = 0.012;
const shaftM = 0.035;
const headM = 0.13;

/** A closed band about the unit circle, or about a square with round corners: |x|^n + |y|^n = 1. */
function bandGeometry(inner: number, exponent: number): BufferGeometry {
    const segments = 64;
    const positions: number[] = [];
    const index: number[] = [];
    for (let i = 0; i < segments; ++i) {
        const angle = (2 * Math.PI * i) / segments;
        const [x, y] = [Math.cos(angle), Math.sin(angle)];
        const scale = (Math.abs(x) ** exponent + Math.abs(y) ** exponent) ** (-1 / exponent);
        for (const radius of [inner * scale, scale]) positions.push(x * radius, y * radius, 0);
        const [a, b] = [2 * i, 2 * ((i + 1) % segments)];
        index.push(a, a + 1, b, b, a + 1, b + 1);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
    geometry.setIndex(index);
    return geometry;
}

/** From 0 to 1 along x, 1 wide. */
const shaftGeometry = () => new PlaneGeometry(1, 1).translate(0.5, 0, 0);

function headGeometry(): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute([0, -0.5, 0, 1, 0, 0, 0, 0.5, 0], 3));
    return geometry;
}

const kinds = {
    disc: { make: () => new CircleGeometry(1, 64), opacity: 0.13, isOver: false },
    ring: { make: () => bandGeometry(0.975, 2), opacity: 0.95, isOver: false },
    patch: { make: () => bandGeometry(0.84, 4), opacity: 0.9, isOver: true },
    shaft: { make: shaftGeometry, opacity: 0.95, isOver: true },
    head: { make: headGeometry, opacity: 0.95, isOver: true },
} as const;
type Kind = keyof typeof kinds;
const kindNames = Object.keys(kinds) as readonly Kind[];

/** What lies on the road is hidden by the car; what tells of the force is seen through it. */
function createMesh(kind: Kind, count: number): InstancedMesh {
    const { make, opacity, isOver } = kinds[kind];
    const material = new MeshBasicMaterial({
        ...{ transparent: true, opacity, side: DoubleSide, toneMapped: false },
        ...{ depthWrite: false, depthTest: !isOver, polygonOffset: true },
        ...{ polygonOffsetFactor: -2, polygonOffsetUnits: -2 },
    });
    const mesh = new InstancedMesh(make(), material, count);
    mesh.frustumCulled = false;
    mesh.renderOrder = isOver ? 9 : 4;
    return mesh;
}

const matrix = new Matrix4();
const [along, across, at] = [new Vector3(), new Vector3(), new Vector3()];
const colour = new Color();

/** The colour of a wheel whose grip is used that far. */
const toneOf = (share: number) => mix(urgencies, urgency(share));

export function createDecals(): Decals {
    const root = new Group();
    const grip = newGrip();
    let tyres: TyreGrip[][] = [];
    let metresPerNewton = 1;
    let meshes: Readonly<Record<Kind, InstancedMesh>> | null = null;

    function clear() {
        for (const mesh of Object.values(meshes ?? {})) {
            mesh.geometry.dispose();
            (mesh.material as MeshBasicMaterial).dispose();
            mesh.dispose();
        }
        root.clear();
        meshes = null;
    }

    /** Places a decal in the ground's plane with these lengths; beyond the patch it is `aheadM` further along. */
    function put(kind: Kind, index: number, axes: ReturnType<typeof patchAt>, angle: number, alongM: number, acrossM: number, aheadM = 0) {
        const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
        along.copy(axes.forward).multiplyScalar(cos).addScaledVector(axes.left, sin);
        across.copy(axes.left).multiplyScalar(cos).addScaledVector(axes.forward, -sin);
        at.copy(axes.place).addScaledVector(axes.normal, liftM).addScaledVector(along, aheadM);
        along.multiplyScalar(alongM);
        across.multiplyScalar(acrossM);
        matrix.makeBasis(along, across, axes.normal).setPosition(at);
        meshes![kind].setMatrixAt(index, matrix);
        meshes![kind].setColorAt(index, colour);
    }

    function show(wheel: WheelFrame, tyre: TyreGrip, index: number) {
        const axes = patchAt(wheel);
        const { alongN, acrossN, share } = readGrip(wheel, tyre, grip);
        const [red, green, blue] = toneOf(share);
        colour.set(`rgb(${red}, ${green}, ${blue})`);
        const forceM = metresPerNewton * Math.hypot(wheel.longitudinalForceN, wheel.lateralForceN);
        const angle = Math.atan2(wheel.lateralForceN, wheel.longitudinalForceN);
        const tipM = Math.min(headM, 0.6 * forceM);
        const isLoaded = wheel.loadN > 0;
        const [ringX, ringY] = [alongN, acrossN].map((force) => (isLoaded ? metresPerNewton * force : 0)) as [number, number];
        put("disc", index, axes, 0, ringX, ringY);
        put("ring", index, axes, 0, ringX, ringY);
        put("patch", index, axes, 0, wheel.patchLengthM / 2, wheel.patchWidthM / 2);
        put("shaft", index, axes, angle, forceM - tipM, forceM > 0 ? shaftM : 0);
        put("head", index, axes, angle, tipM, tipM, forceM - tipM);
    }

    return {
        root,
        rebuild(infos) {
            clear();
            tyres = infos.map(tyreGrips);
            metresPerNewton = metresPerNewtonOf(infos[0]!);
            const count = tyres.reduce((sum, { length }) => sum + length, 0);
            meshes = Object.fromEntries(kindNames.map((kind) => [kind, createMesh(kind, count)])) as Record<Kind, InstancedMesh>;
            root.add(...Object.values(meshes));
        },
        update(cars) {
            if (!root.visible || !meshes) return;
            let index = 0;
            tyres.forEach((ofUnit, unit) =>
                ofUnit.forEach((tyre, i) => {
                    const wheel = cars[unit]?.wheels[i];
                    if (wheel) show(wheel, tyre, index);
                    ++index;
                }),
            );
            for (const mesh of Object.values(meshes)) {
                mesh.instanceMatrix.needsUpdate = true;
                if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
            }
        },
        drawPlan(context, cars) {
            tyres.forEach((ofUnit, unit) =>
                ofUnit.forEach((tyre, i) => {
                    const wheel = cars[unit]?.wheels[i];
                    if (!wheel || wheel.loadN <= 0) return;
                    const { alongN, acrossN, share } = readGrip(wheel, tyre, grip);
                    context.save();
                    context.transform(...poseMatrix(wheel.position, wheel.orientation));
                    context.beginPath();
                    context.ellipse(0, 0, metresPerNewton * alongN, metresPerNewton * acrossN, 0, 0, 2 * Math.PI);
                    context.strokeStyle = context.fillStyle = `rgb(${toneOf(share).join(" ")})`;
                    context.lineWidth = 0.1;
                    context.stroke();
                    context.globalAlpha = 0.18;
                    context.fill();
                    context.restore();
                }),
            );
        },
    };
}
