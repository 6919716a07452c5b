/**
 * What is inside a car: lining, doors, dashboard, seats, and a driver at a steering wheel that turns.
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
import type { Slices } from "../slices";
import { driverGeometry, pillow, seat } from "./driver";
import { driverEye } from "./eye";
import { enter, type Shape } from "./field";
import { trimMaterial } from "./materials";
import { extract, mirrored, type Mesh as Triangles } from "./mesh";
import type { Profile } from "./profile";
import { roomAcross } from "./on_skin";
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
    const { positions: p, normals: n, indices } = mirrored(skin);
    const kept: number[] = [];
    for (let i = 0; i < indices.length; i += 3) {
        const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        const middle = (k: number) => (p[3 * a + k]! + p[3 * b + k]! + p[3 * c + k]!) / 3;
        if (keeps(middle(0), middle(1), middle(2))) kept.push(a, c, b);
    }
    const used = extract({ positions: p, normals: n, indices }, kept);
    const geometry = new BufferGeometry();
    const inwards = used.positions.map((value, i) => value - thickM * used.normals[i]!);
    geometry.setAttribute("position", new Float32BufferAttribute(inwards, 3));
    const normals = used.normals.map((value) => -value);
    geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
    geometry.setIndex(used.indices);
    return coloured(geometry, liningColour);
}

/** Across the car before the front seats: a round edge, and a face that leans to the driver. */
function dashboard(edgeX: number, topZ: number, halfM: number): BufferGeometry[] {
    const edge = new CylinderGeometry(0.045, 0.045, 2 * halfM, 16).translate(edgeX, 0, topZ - 0.045);
    const face = new BoxGeometry(0.06, 2 * halfM, 0.4)
        .rotateY(0.3)
        .translate(edgeX + 0.04, 0, topZ - 0.26);
    return [edge, face].map((part) => coloured(part, dashColour));
}

/** The hood over the dials, before the driver. */
function binnacle(edgeX: number, y: number, topZ: number): BufferGeometry {
    const hood = new CylinderGeometry(0.17, 0.17, 0.2, 24, 1, false, 0, Math.PI);
    hood.rotateZ(Math.PI / 2)
        .rotateX(Math.PI / 2)
        .scale(1, 1, 0.42);
    return coloured(hood.translate(edgeX + 0.06, y, topZ - 0.01), "#141517");
}

/** What of a vehicle its inside is made from. */
export interface Cabin {
    readonly eye: readonly [number, number, number];
    /** Foot of the windscreen. */
    readonly cowlX: number;
    readonly waistZ: number;
    readonly floorZ: number;
    /** Half the room that there is across, at a place of the side view. */
    readonly halfAt: (x: number, z: number) => number;
    /** Where further rows have their eyes, from the first one astern. */
    readonly rows: readonly number[];
    /** Where the tray behind the last row ends; null: there is none. */
    readonly trayX: number | null;
    /** Place of the inner mirror; null: none. */
    readonly mirror: readonly [number, number] | null;
    /** Whether there is only a seat. */
    readonly isOpen: boolean;
    /** Is that place of the skin to be lined? */
    readonly lined: (x: number, y: number, z: number) => boolean;
}

/** Rows as far as heads have room below the roof. */
function rowsOf(shape: Shape, [eyeX, , eyeZ]: Cabin["eye"]): number[] {
    const rows: number[] = [];
    const hasRoom = (x: number) => shape.cabin(x - 0.28, 0.35, eyeZ + 0.03) < 0 && shape.cabin(x - 0.35, 0, eyeZ - 0.4) < 0;
    for (let x = eyeX - pitchM; hasRoom(x); x -= pitchM) rows.push(x);
    return rows;
}

const pitchM = 0.84;

/** X of the dashboard's edge. It lies behind the windscreen even if the driver sits close to it. */
const dashEdgeX = ({ eye, cowlX }: Pick<Cabin, "eye" | "cowlX">) => Math.min(Math.max(eye[0] + 0.62, cowlX - 0.75), cowlX - 0.17);

export function drawnCabin(profile: Profile, shape: Shape, info: ModelInfo): Cabin {
    const eye = driverEye(info);
    const cowl = profile.windscreen[0];
    const waistZ = cowl[1] * shape.stretch[2];
    const cowlX = frameX(shape, cowl[0]);
    const edgeX = dashEdgeX({ eye, cowlX });
    const mirrorZ = (profile.windscreen[1][1] - 0.07) * shape.stretch[2];
    const windscreenX = enter(shape.body, [shape.bounds.to[0], 0, mirrorZ], 0, eye[0]) ?? cowlX;
    const lined = (x: number, y: number, z: number) =>
        x < cowlX + 0.5 &&
        z > Math.max(waistZ - 0.75, 0.3) &&
        (x < edgeX || shape.lower(x, y, z) > 0.005 || (x < cowlX && (Math.abs(y) > 0.38 * info.widthM || z < waistZ - 0.15)));
    return {
        eye,
        cowlX,
        waistZ,
        floorZ: Math.max(eye[2] - 0.98, shape.bottomM + 0.06),
        halfAt: roomAcross(shape),
        rows: rowsOf(shape, eye),
        trayX: profile.rearWindow && profile.kind !== "van" ? frameX(shape, profile.rearWindow[0][0]) : null,
        isOpen: false,
        mirror: [Math.min(eye[0] + 0.58, windscreenX - 0.1), mirrorZ],
        lined,
    };
}

/** A board across the car, as wide as there is room at both of its ends. */
function board({ halfAt }: Cabin, fromX: number, toX: number, z: number, thickM: number): BufferGeometry {
    const box = new BoxGeometry(toX - fromX, 2, thickM);
    const position = box.getAttribute("position");
    const halves = [halfAt(fromX, z), halfAt(toX, z)];
    for (let i = 0; i < position.count; ++i)
        position.setY(i, position.getY(i) * halves[position.getX(i) < 0 ? 0 : 1]!);
    return box.translate((fromX + toX) / 2, 0, z);
}

/** Floor, bulkhead, the wall behind the last row, and the tray beyond it. */
function trays(cabin: Cabin): BufferGeometry[] {
    const { eye, waistZ, floorZ, halfAt, rows, trayX, cowlX } = cabin;
    const lastX = (rows.at(-1) ?? eye[0]) - 0.36;
    const topZ = Math.min(waistZ, eye[2] - 0.16);
    const half = Math.min(halfAt(lastX, floorZ), halfAt(lastX, topZ));
    const wall = new BoxGeometry(0.03, 2 * half, topZ - floorZ).translate(lastX, 0, (topZ + floorZ) / 2);
    const bulkheadX = cowlX - 0.04;
    const headZ = waistZ - 0.2;
    const bulkhead = new BoxGeometry(0.02, 2 * halfAt(bulkheadX, headZ + 0.03) + 0.04, headZ - floorZ);
    bulkhead.translate(bulkheadX, 0, (headZ + floorZ) / 2);
    const parts = [board(cabin, lastX, cowlX, floorZ, 0.02), wall, bulkhead];
    if (trayX !== null && trayX + 0.1 < lastX) parts.push(board(cabin, trayX + 0.08, lastX, topZ - 0.06, 0.02));
    return parts.map((part) => coloured(part, "#1d1e20"));
}

/** Keeps a part above the floor if the seat is low. */
function onFloor(part: BufferGeometry, floorZ: number): BufferGeometry {
    part.computeBoundingBox();
    return part.translate(0, 0, Math.max(0, floorZ + 0.01 - part.boundingBox!.min.z));
}

function seats({ eye: [eyeX, eyeY, eyeZ], rows, floorZ, isOpen }: Cabin): BufferGeometry[] {
    // Where one sits in the open, what there is below the shoulders is the body's.
    if (isOpen) return [pillow([0.12, 0.34, 0.36], "#26282b").translate(eyeX - 0.2, eyeY, eyeZ - 0.42)];
    const widthM = Math.min(0.5, 1.7 * eyeY);
    const front = [eyeY, -eyeY].flatMap((y) => seat(widthM).map((part) => part.translate(eyeX, y, eyeZ)));
    const back = rows.flatMap((x) =>
        seat(2 * eyeY + 0.48, [eyeY, -eyeY]).map((part) => part.translate(x, 0, eyeZ - 0.02)),
    );
    return [...front, ...back].map((part) => onFloor(part, floorZ));
}

/** All that stands still in it. */
export function* interiorGeometry(cabin: Cabin, skin: Pick<Skin, "paint" | "trim">): Slices<BufferGeometry> {
    if (cabin.isOpen) return merged(seats(cabin));
    const { eye, cowlX, waistZ, halfAt, mirror, lined } = cabin;
    const parts: BufferGeometry[] = [];
    for (const part of [skin.paint, skin.trim]) {
        yield;
        parts.push(lining(part, lined));
    }
    yield;
    const edgeX = dashEdgeX(cabin);
    const topZ = waistZ - 0.01;
    parts.push(...trays(cabin), ...seats(cabin));
    const withoutCount = parts.reduce((sum, part) => sum + part.getIndex()!.count, 0);
    parts.push(coloured(board(cabin, edgeX, cowlX - 0.03, topZ - 0.015, 0.03), dashColour));
    parts.push(...dashboard(edgeX, topZ, halfAt(edgeX, topZ)), binnacle(edgeX, eye[1], topZ));
    if (mirror) parts.push(coloured(new BoxGeometry(0.02, 0.19, 0.05).translate(mirror[0], 0, mirror[1]), "#17181a"));
    yield;
    const all = merged(parts);
    all.userData[withoutKey] = withoutCount;
    return all;
}

/** So many of the inside's indices, its first ones, are not the dashboard and the mirror. */
const withoutKey = "countWithoutDashboard";

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

/** How far the wheel is ahead of the eye, and how far below it. */
const wheelAheadM = 0.44;
const wheelBelowM = 0.33;

export interface Interior {
    readonly root: Group;
    readonly material: MeshStandardMaterial;
    turn(steeringWheelRad: number): void;
    /** Dashboard, mirror and steering wheel, beside lining and seats. */
    showDashboard(is: boolean): void;
    /** The driver sees out of his own eyes: he is not drawn. */
    setInside(inside: boolean): void;
    dispose(): void;
}

const footRoom = (info: ModelInfo) => Math.min(0.86, driverEye(info)[2] - 0.14);

/** `inside` stays the caller's. */
export function createInterior(inside: BufferGeometry, info: ModelInfo): Interior {
    const material = trimMaterial();
    const root = new Group();
    root.name = "interior";
    const wheel = new Mesh(steeringWheel(), material);
    const driver = new Mesh(driverGeometry(wheelAheadM, footRoom(info)), material);
    const column = new Group();
    const [x, y, z] = driverEye(info);
    driver.position.set(x, y, z);
    column.position.set(x + wheelAheadM, y, z - wheelBelowM);
    // The wheel's axis, its z, points back and up to the driver; its x to the right.
    column.rotation.set(0, -Math.PI / 2 + 0.42, 0);
    column.rotateZ(-Math.PI / 2);
    column.add(wheel);
    root.add(new Mesh(inside, material), column, driver);
    return {
        root,
        material,
        turn(steeringWheelRad) {
            wheel.rotation.z = steeringWheelRad;
        },
        showDashboard(is) {
            column.visible = is;
            inside.setDrawRange(0, is ? Infinity : ((inside.userData[withoutKey] as number | undefined) ?? Infinity));
        },
        setInside(inside) {
            driver.visible = !inside;
        },
        dispose() {
            root.removeFromParent();
            wheel.geometry.dispose();
            driver.geometry.dispose();
            material.dispose();
        },
    };
}
