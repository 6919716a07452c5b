/**
 * What the driver sees of the car from inside: lining, doors, dashboard, and a steering wheel that
 * turns.
 */
import {
    BoxGeometry,
    BufferGeometry,
    CylinderGeometry,
    Float32BufferAttribute,
    Group,
    Mesh,
    TorusGeometry,
    type MeshStandardMaterial,
} from "three";
import type { ModelInfo } from "kamm";
import { driverEye } from "./eye";
import type { Shape } from "./field";
import { trimMaterial } from "./materials";
import type { Mesh as Triangles } from "./mesh";
import type { Profile } from "./profile";
import { frameX, type Skin } from "./skin";
import { coloured, merged } from "./wheel_geometry";

const liningColour = "#3a3d42";
const dashColour = "#1b1c1f";
/** How far the lining lies inside the skin. */
const thickM = 0.012;

/** The inside of a part of the skin: what of it `keeps` accepts, seen from behind. */
function lining(
    skin: Triangles,
    keeps: (x: number, y: number, z: number) => boolean,
): BufferGeometry {
    const { positions: p, normals: n, indices } = skin;
    const kept: number[] = [];
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        const middle = (k: number) => (p[3 * a + k]! + p[3 * b + k]! + p[3 * c + k]!) / 3;
        if (keeps(middle(0), middle(1), middle(2))) kept.push(a, c, b);
    }
    const geometry = new BufferGeometry();
    const inwards = p.map((value, i) => value - thickM * n[i]!);
    geometry.setAttribute("position", new Float32BufferAttribute(inwards, 3));
    geometry.setAttribute(
        "normal",
        new Float32BufferAttribute(
            n.map((value) => -value),
            3,
        ),
    );
    geometry.setIndex(kept);
    return coloured(geometry, liningColour);
}

/**
 * Across the car below the windscreen: a flat top, a round edge, a face that leans to the driver.
 */
function dashboard(cowlX: number, edgeX: number, topZ: number, halfM: number): BufferGeometry[] {
    const deep = cowlX - edgeX;
    const top = new BoxGeometry(deep, 2 * halfM, 0.03).translate(edgeX + deep / 2, 0, topZ - 0.015);
    const edge = new CylinderGeometry(0.045, 0.045, 2 * halfM, 16).translate(
        edgeX,
        0,
        topZ - 0.045,
    );
    const face = new BoxGeometry(0.06, 2 * halfM, 0.4)
        .rotateY(0.3)
        .translate(edgeX + 0.04, 0, topZ - 0.26);
    return [top, edge, face].map((part) => coloured(part, dashColour));
}

/** The hood over the dials, before the driver. */
function binnacle(edgeX: number, y: number, topZ: number): BufferGeometry {
    const hood = new CylinderGeometry(0.17, 0.17, 0.2, 24, 1, false, 0, Math.PI);
    hood.rotateZ(Math.PI / 2)
        .rotateX(Math.PI / 2)
        .scale(1, 1, 0.42);
    return coloured(hood.translate(edgeX + 0.06, y, topZ - 0.01), "#141517");
}

export function interiorGeometry(profile: Profile, shape: Shape, skin: Skin, info: ModelInfo) {
    const [eyeX, eyeY] = driverEye(info);
    const cowl = profile.windscreen[0];
    const waist = cowl[1] * shape.stretch[2];
    const cowlX = frameX(shape, cowl[0]);
    const edgeX = Math.max(eyeX + 0.62, cowlX - 0.75);
    const topZ = waist - 0.01;
    const keeps = (x: number, _y: number, z: number) =>
        x < cowlX + 0.5 && z > waist - 0.75 && z > 0.3;
    const above = (x: number, y: number, z: number) =>
        keeps(x, y, z) &&
        (x < edgeX ||
            shape.lower(x, y, z) > 0.005 ||
            (x < cowlX && Math.abs(y) > 0.38 * info.widthM));
    const halfM = Math.max(0.5, 0.44 * info.widthM);
    return merged([
        lining(skin.paint, above),
        lining(skin.trim, above),
        ...dashboard(cowlX - 0.03, edgeX, topZ, halfM),
        binnacle(edgeX, eyeY, topZ),
        coloured(
            new BoxGeometry(0.02, 0.19, 0.05).translate(
                eyeX + 0.58,
                0,
                mirrorHeight(profile, shape),
            ),
            "#17181a",
        ),
    ]);
}

const mirrorHeight = (profile: Profile, shape: Shape) =>
    (profile.windscreen[1][1] - 0.07) * shape.stretch[2];

function steeringWheel(): BufferGeometry {
    const parts = [coloured(new TorusGeometry(0.182, 0.016, 12, 48), "#17181a")];
    for (const angle of [0, Math.PI, -Math.PI / 2]) {
        const spoke = new BoxGeometry(0.16, 0.034, 0.014).translate(0.1, 0, -0.012).rotateZ(angle);
        parts.push(coloured(spoke, "#2c2e31"));
    }
    parts.push(
        coloured(new CylinderGeometry(0.058, 0.066, 0.04, 24).rotateX(Math.PI / 2), "#222427"),
    );
    parts.push(coloured(new BoxGeometry(0.02, 0.034, 0.008).translate(0, 0.182, 0.013), "#ff8a3c"));
    return merged(parts);
}

export interface Interior {
    readonly root: Group;
    readonly material: MeshStandardMaterial;
    turn(steeringWheelRad: number): void;
    dispose(): void;
}

/** `inside` stays the caller's. */
export function createInterior(inside: BufferGeometry, info: ModelInfo): Interior {
    const material = trimMaterial();
    const root = new Group();
    const wheel = new Mesh(steeringWheel(), material);
    const column = new Group();
    const [x, y, z] = driverEye(info);
    column.position.set(x + 0.44, y, z - 0.33);
    // The wheel's axis, its z, points back and up to the driver; its x to the right.
    column.rotation.set(0, -Math.PI / 2 + 0.42, 0);
    column.rotateZ(-Math.PI / 2);
    column.add(wheel);
    root.add(new Mesh(inside, material), column);
    return {
        root,
        material,
        turn(steeringWheelRad) {
            wheel.rotation.z = steeringWheelRad;
        },
        dispose() {
            root.removeFromParent();
            wheel.geometry.dispose();
            material.dispose();
        },
    };
}
