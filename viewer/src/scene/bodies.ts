/**
 * Cones, crates and whatever else can be knocked about: instances whose poses come from the frame.
 */
import type { Body, Box, Shape } from "kamm";
import * as THREE from "three";
import type { BodyFrame } from "../frame";
import { shapeGeometry } from "./shape_geometry";

export interface Bodies {
    readonly root: THREE.Group;
    update(bodies: readonly BodyFrame[]): void;
    dispose(): void;
}

interface Kind {
    readonly mesh: THREE.InstancedMesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
    /** Which of the world's bodies they are. */
    readonly indices: number[];
}

export function createBodies(bodies: readonly Body[]): Bodies {
    const root = new THREE.Group();
    root.name = "bodies";
    const kinds: Kind[] = [];
    for (const [shape, indices] of byShape(bodies)) {
        const { shapes } = bodies[indices[0]!]!;
        const mesh = new THREE.InstancedMesh(...lookOfBody(shapes), indices.length);
        mesh.name = shape;
        mesh.castShadow = mesh.receiveShadow = true;
        mesh.frustumCulled = false; // its instances are all over the place
        mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
        kinds.push({ mesh, indices });
        root.add(mesh);
    }
    return {
        root,
        update: (frames) => kinds.forEach((kind) => updateKind(kind, frames)),
        dispose() {
            for (const { mesh } of kinds) {
                mesh.geometry.dispose();
                mesh.material.map?.dispose();
                mesh.material.dispose();
                mesh.dispose();
            }
        },
    };
}

function byShape(bodies: readonly Body[]): Map<string, number[]> {
    const kinds = new Map<string, number[]>();
    bodies.forEach((body, i) => {
        const shape = body.shapes.map(nameOf).join("; ");
        const indices = kinds.get(shape);
        if (indices) indices.push(i);
        else kinds.set(shape, [i]);
    });
    return kinds;
}

const nameOf = ({ kind, centreM, halfM, orientation, pointsM }: Shape) =>
    [kind, centreM, halfM, orientation, pointsM ?? ""].join(" ");

const matrix = new THREE.Matrix4();
const position = new THREE.Vector3();
const turn = new THREE.Quaternion();
const unscaled = new THREE.Vector3(1, 1, 1);

function updateKind({ mesh, indices }: Kind, frames: readonly BodyFrame[]) {
    indices.forEach((body, instance) => {
        const frame = frames[body];
        if (!frame) return;
        const [w, x, y, z] = frame.orientation as unknown as [number, number, number, number];
        position.fromArray(frame.position);
        matrix.compose(position, turn.set(x, y, z, w), unscaled);
        mesh.setMatrixAt(instance, matrix);
    });
    mesh.instanceMatrix.needsUpdate = true;
}

const isBox = ({ kind = "box" }: Shape) => kind === "box";

function lookOfBody(shapes: readonly Shape[]): [THREE.BufferGeometry, THREE.MeshStandardMaterial] {
    const [foot, body] = shapes;
    const areTwoBoxes = shapes.length === 2 && shapes.every(isBox);
    if (areTwoBoxes && body && foot && foot.halfM[2] < 0.25 * body.halfM[2])
        return [
            coneGeometry(foot, body),
            new THREE.MeshStandardMaterial({ vertexColors: true, roughness: 0.6 }),
        ];
    const material = new THREE.MeshStandardMaterial({ map: woodTexture(), roughness: 0.8 });
    return [joined(shapes.map(shapeGeometry)), material];
}

const orange = new THREE.Color("#f4581c");
const white = new THREE.Color("#f3f1ec");
const black = new THREE.Color("#26211f");

/** A rubber foot, and a cone of orange with two white bands. */
function coneGeometry(foot: Box, body: Box): THREE.BufferGeometry {
    const height = 2 * body.halfM[2];
    const base = body.centreM[2] - body.halfM[2];
    const [low, high] = [0.68 * foot.halfM[0], 0.16 * foot.halfM[0]];
    const cuts = [0, 0.3, 0.3, 0.5, 0.5, 0.66, 0.66, 0.84, 0.84, 1];
    const points = cuts.map((t) => new THREE.Vector2(low + t * (high - low), base + t * height));
    const cone = new THREE.LatheGeometry(points, 16).rotateX(Math.PI / 2);
    const plain = cone.toNonIndexed();
    const z = plain.getAttribute("position");
    const colours: number[] = [];
    for (let i = 0; i < z.count; i += 3) {
        const middle = (z.getZ(i) + z.getZ(i + 1) + z.getZ(i + 2)) / 3;
        const t = (middle - base) / height;
        const tone = (t > 0.3 && t < 0.5) || (t > 0.66 && t < 0.84) ? white : orange;
        for (let k = 0; k < 3; ++k) colours.push(tone.r, tone.g, tone.b);
    }
    const [fx, fy, fz] = foot.halfM;
    const plate = new THREE.BoxGeometry(2 * fx, 2 * fy, 2 * fz)
        .translate(...foot.centreM)
        .toNonIndexed();
    for (let i = 0; i < plate.getAttribute("position").count; ++i)
        colours.push(black.r, black.g, black.b);
    return merged([plain, plate], colours);
}

/** Those without a texture have that at one place. */
function joined(parts: readonly THREE.BufferGeometry[]): THREE.BufferGeometry {
    const whole = new THREE.BufferGeometry();
    const sizes = { position: 3, normal: 3, uv: 2 };
    for (const [name, size] of Object.entries(sizes)) {
        const values = parts.flatMap((part) => {
            const own = part.getAttribute(name);
            const count = size * part.getAttribute("position").count;
            return own ? Array.from(own.array) : Array.from({ length: count }, () => 0.5);
        });
        whole.setAttribute(name, new THREE.Float32BufferAttribute(values, size));
    }
    return whole;
}

function merged(parts: readonly THREE.BufferGeometry[], colours: number[]): THREE.BufferGeometry {
    const whole = joined(parts);
    whole.setAttribute("color", new THREE.Float32BufferAttribute(colours, 3));
    return whole;
}

/** Boards in a frame, with a brace across. */
function woodTexture(): THREE.CanvasTexture {
    const size = 256;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d")!;
    const board = (x: number, y: number, width: number, height: number, light: number) => {
        context.fillStyle = `hsl(33 42% ${light}%)`;
        context.fillRect(x, y, width, height);
        context.strokeStyle = "rgb(45 28 12 / 75%)";
        context.lineWidth = 3;
        context.strokeRect(x, y, width, height);
    };
    const boards = 6;
    for (let i = 0; i < boards; ++i)
        board(0, (i * size) / boards, size, size / boards, 46 + 6 * ((i * 7) % 3));
    context.save();
    context.translate(size / 2, size / 2);
    context.rotate(Math.PI / 4);
    board(-0.75 * size, -15, 1.5 * size, 30, 58);
    context.restore();
    const edge = 30;
    board(0, 0, size, edge, 60);
    board(0, size - edge, size, edge, 60);
    board(0, 0, edge, size, 57);
    board(size - edge, 0, edge, size, 57);
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.anisotropy = 4;
    return texture;
}
