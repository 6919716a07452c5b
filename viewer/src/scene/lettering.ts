/** The names of the start places, painted on the road in front of them. */
import type { Start, World } from "kamm";
import * as THREE from "three";
import { straightFrom } from "./markings";
import type { Floor } from "./ribbons";

const columns = 2;
const rows = 20;
const cellWidth = 512;
const cellHeight = 64;
const aheadM = 7;
const lettersM = 3.4; // as long as letters on roads are, to be read from a car
const liftM = 0.02;

interface Word {
    readonly start: Start;
    readonly widthM: number;
    /** Share of the cell that the letters fill. */
    readonly part: number;
}

export function createLettering(world: World, floor: Floor): THREE.Mesh {
    const canvas = document.createElement("canvas");
    canvas.width = columns * cellWidth;
    canvas.height = rows * cellHeight;
    const context = canvas.getContext("2d")!;
    context.font = `bold ${cellHeight - 8}px "Arial Narrow", "DejaVu Sans Condensed", sans-serif`;
    context.textBaseline = "middle";
    context.fillStyle = "#fff";
    const words = world.starts.slice(0, columns * rows).flatMap((start, i) => {
        const path = world.paths.find(({ name }) => name === start.name);
        return path ? [write(context, start, i, path.widthM)] : [];
    });
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.anisotropy = 8;
    const material = new THREE.MeshStandardMaterial({
        map: texture,
        color: "#e6e5df",
        roughness: 0.8,
        transparent: true,
        opacity: 0.88,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
        polygonOffsetUnits: -6,
    });
    const mesh = new THREE.Mesh(letteringGeometry(words, world.starts, floor), material);
    mesh.receiveShadow = true;
    return mesh;
}

function write(context: CanvasRenderingContext2D, start: Start, cell: number, roadM: number): Word {
    const text = start.name
        .replace(/^patch_/, "")
        .replaceAll("_", " ")
        .toUpperCase();
    const widthPx = Math.min(cellWidth - 8, context.measureText(text).width);
    const x = (cell % columns) * cellWidth;
    const y = Math.floor(cell / columns) * cellHeight;
    context.fillText(text, x + 4, y + cellHeight / 2, cellWidth - 8);
    return { start, widthM: Math.min(0.8 * roadM, widthPx / 42), part: (widthPx + 8) / cellWidth };
}

function letteringGeometry(words: readonly Word[], starts: readonly Start[], floor: Floor) {
    const positions: number[] = [];
    const uvs: number[] = [];
    const triangles: number[] = [];
    for (const { start, widthM, part } of words) {
        const cell = starts.indexOf(start);
        const line = straightFrom(start, 20);
        const first = positions.length / 3;
        for (const [right, up] of [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
        ] as const) {
            const point = line.at(aheadM + up * lettersM);
            const leftM = (0.5 - right) * widthM;
            const [x, y] = [point.x - leftM * point.dy, point.y + leftM * point.dx];
            positions.push(x, y, floor.heightAt(x, y) + liftM);
            const u = (cell % columns) + right * part;
            uvs.push(u / columns, 1 - (Math.floor(cell / columns) + 1 - up) / rows);
        }
        triangles.push(first, first + 1, first + 2, first + 2, first + 1, first + 3);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute("uv", new THREE.Float32BufferAttribute(uvs, 2));
    geometry.setIndex(triangles);
    geometry.computeVertexNormals();
    return geometry;
}
