/**
 * Walls and blocks that nothing moves: concrete with a painted band, drawn as one mesh for each
 * kind.
 */
import type { Box, Shape } from "kamm";
import * as THREE from "three";
import { placedGeometry } from "./shape_geometry";

export interface Walls {
    readonly root: THREE.Group;
    dispose(): void;
}

const metresPerTexture = 4;

export function createWalls(shapes: readonly Shape[]): Walls {
    const root = new THREE.Group();
    root.name = "walls";
    const walls = shapes.filter(isBox);
    const barriers = walls.filter(isBarrier);
    const targets = walls.filter((box) => !isBarrier(box) && isTarget(box));
    const blocks = walls.filter((box) => !isBarrier(box) && !isTarget(box));
    const kinds = [
        [barriers, barrierTexture()],
        [targets, targetTexture()],
        [blocks, null],
    ] as const;
    const boxes = kinds.filter(([some]) => some.length > 0).map(([some, map]) => meshOf(boxesGeometry(some), map));
    const others = shapes.filter((shape) => !isBox(shape)).map((shape) => meshOf(placedGeometry(shape), null));
    const meshes = [...boxes, ...others];
    for (const mesh of meshes) root.add(mesh);
    return {
        root,
        dispose() {
            for (const mesh of meshes) {
                mesh.geometry.dispose();
                mesh.material.map?.dispose();
                mesh.material.dispose();
            }
        },
    };
}

function meshOf(geometry: THREE.BufferGeometry, map: THREE.Texture | null) {
    const material = new THREE.MeshStandardMaterial({ map, roughness: 0.85 });
    if (!map) material.color.set("#8d8b86");
    const mesh = new THREE.Mesh(geometry, material);
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
}

const isBox = ({ kind = "box" }: Shape) => kind === "box";
/** Long and low. */
const isBarrier = ({ halfM: [x, y, z] }: Box) =>
    z < 1 && Math.max(x, y) > 2 && Math.min(x, y) < 0.5;
/** Returns whether the box is as high as a car, so that one can crash into it. */
const isTarget = ({ halfM: [, , z] }: Box) => z >= 0.75;

/** All boxes as one mesh; u runs along them in metres, v from the bottom (0) to the top (1). */
function boxesGeometry(boxes: readonly Box[]): THREE.BufferGeometry {
    const positions: number[] = [];
    const normals: number[] = [];
    const uvs: number[] = [];
    const matrix = new THREE.Matrix4();
    for (const box of boxes) {
        const [hx, hy, hz] = box.halfM;
        const [w, x, y, z] = box.orientation;
        matrix
            .makeRotationFromQuaternion(new THREE.Quaternion(x, y, z, w))
            .setPosition(...box.centreM);
        const unit = new THREE.BoxGeometry(2 * hx, 2 * hy, 2 * hz).toNonIndexed();
        const local = unit.getAttribute("position");
        for (let i = 0; i < local.count; ++i) {
            const along = hx > hy ? local.getX(i) + hx : local.getY(i) + hy;
            uvs.push(along / metresPerTexture, (local.getZ(i) + hz) / (2 * hz));
        }
        unit.applyMatrix4(matrix);
        positions.push(...unit.getAttribute("position").array);
        normals.push(...unit.getAttribute("normal").array);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
    geometry.setAttribute("uv", new THREE.Float32BufferAttribute(uvs, 2));
    return geometry;
}

function paintedTexture(paint: (canvas: CanvasRenderingContext2D, size: number) => void) {
    const size = 256;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#b3b1aa";
    context.fillRect(0, 0, size, size);
    paint(context, size);
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.wrapS = THREE.RepeatWrapping;
    texture.anisotropy = 8;
    return texture;
}

/** Concrete elements of 4 m with a red and white band, dirty at the foot. */
function barrierTexture() {
    return paintedTexture((context, size) => {
        for (let i = 0; i < 4; ++i) {
            context.fillStyle = i % 2 ? "#eceae4" : "#c22a24";
            context.fillRect((i * size) / 4, 0, size / 4, 0.42 * size);
        }
        const dirt = context.createLinearGradient(0, 0.55 * size, 0, size);
        dirt.addColorStop(0, "rgb(60 56 48 / 0%)");
        dirt.addColorStop(1, "rgb(60 56 48 / 60%)");
        context.fillStyle = dirt;
        context.fillRect(0, 0, size, size);
        context.fillStyle = "rgb(30 30 30 / 70%)";
        context.fillRect(0, 0, 2, size);
    });
}

/** Yellow and black slants. */
function targetTexture() {
    return paintedTexture((context, size) => {
        context.fillStyle = "#f2b705";
        context.fillRect(0, 0, size, size);
        context.fillStyle = "#1d1d1f";
        const step = size / 4;
        for (let x = -size; x < size; x += step) {
            context.beginPath();
            context.moveTo(x, size);
            context.lineTo(x + step / 2, size);
            context.lineTo(x + step / 2 + size, 0);
            context.lineTo(x + size, 0);
            context.fill();
        }
    });
}
