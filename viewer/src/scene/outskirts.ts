/** Land beyond that on which one can drive: hills, woods, a fence. */
import * as THREE from "three";
import type { Slices } from "../slices";
import { block } from "./adaptive_mesh";
import { clouds } from "./noise";
import { createRandom, smoothstep } from "./random";
import type { Survey } from "./survey";

const reachM = 1700;
const ringSteps = 26;
const around = 144;
const noiseSize = 128;
const treesFromM = 14;

interface Bounds {
    x0: number;
    y0: number;
    x1: number;
    y1: number;
}

function boundsOf(survey: Survey): Bounds {
    const whole = (size: number) => Math.ceil(size / block) * block;
    return {
        x0: survey.fromX,
        y0: survey.fromY,
        x1: survey.fromX + whole(survey.widthM),
        y1: survey.fromY + whole(survey.depthM),
    };
}

/** How far outside of the land a place is. */
function outsideM(bounds: Bounds, x: number, y: number): number {
    return Math.hypot(
        Math.max(bounds.x0 - x, 0, x - bounds.x1),
        Math.max(bounds.y0 - y, 0, y - bounds.y1),
    );
}

function createHills(survey: Survey) {
    const bounds = boundsOf(survey);
    const noise = clouds(noiseSize, 6, 4, 7);
    return (x: number, y: number) => {
        const away = outsideM(bounds, x, y);
        const wave = sampleNoise(noise, x / 2600, y / 2600);
        const rise =
            smoothstep(60, 1100, away) * (150 * wave - 18) + smoothstep(500, 1500, away) * 50;
        return survey.heightAt(x, y) + Math.max(0, rise);
    };
}

function sampleNoise(noise: Float32Array, u: number, v: number): number {
    const x = (u - Math.floor(u)) * noiseSize;
    const y = (v - Math.floor(v)) * noiseSize;
    const i = Math.floor(x);
    const j = Math.floor(y);
    const at = (p: number, q: number) => noise[(q % noiseSize) * noiseSize + (p % noiseSize)]!;
    const south = at(i, j) + (x - i) * (at(i + 1, j) - at(i, j));
    const north = at(i, j + 1) + (x - i) * (at(i + 1, j + 1) - at(i, j + 1));
    return south + (y - j) * (north - south);
}

/** A ring from the land's border to the hills on the horizon. */
export function createFarLand(survey: Survey): THREE.BufferGeometry {
    const bounds = boundsOf(survey);
    const height = createHills(survey);
    const positions: number[] = [];
    for (let step = 0; step <= ringSteps; ++step) {
        // It begins a little inside and below, so that no gap shows between two meshes' borders.
        const away = step === 0 ? -6 : reachM * (step / ringSteps) ** 1.6;
        for (let k = 0; k < around; ++k) {
            const [x, y] = borderPoint(bounds, k / around, away);
            positions.push(x, y, height(x, y) - (step === 0 ? 0.4 : 0));
        }
    }
    const triangles: number[] = [];
    for (let step = 0; step < ringSteps; ++step)
        for (let k = 0; k < around; ++k) {
            const a = step * around + k;
            const b = step * around + ((k + 1) % around);
            triangles.push(a, a + around, b, b, a + around, b + around);
        }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setIndex(triangles);
    geometry.computeVertexNormals();
    return geometry;
}

/** Anticlockwise around the land, that far outside; the corners are among the points. */
function borderPoint(bounds: Bounds, turn: number, away: number): [number, number] {
    const corner = Math.floor(4 * turn) % 4;
    const t = 4 * turn - corner;
    const { x0, y0, x1, y1 } = bounds;
    const corners = [
        [x0 - away, y0 - away],
        [x1 + away, y0 - away],
        [x1 + away, y1 + away],
        [x0 - away, y1 + away],
    ] as const;
    const [ax, ay] = corners[corner]!;
    const [bx, by] = corners[(corner + 1) % 4]!;
    return [ax + t * (bx - ax), ay + t * (by - ay)];
}

export interface Trees {
    readonly root: THREE.Group;
    /** A part of them, 0 to 1. */
    setDensity(part: number): void;
    setSnow(snowy: boolean): void;
    dispose(): void;
}

const treeCount = 2600;

/** Woods around the land: firs and broad crowns, denser where the noise is high. */
export function* treeSlices(survey: Survey): Slices<Trees> {
    const root = new THREE.Group();
    const material = new THREE.MeshLambertMaterial({ vertexColors: true, flatShading: true });
    const kinds = [firGeometry(), crownGeometry()].map(
        (geometry) => new THREE.InstancedMesh(geometry, material, treeCount / 2),
    );
    yield* plant(survey, kinds);
    root.add(...kinds);
    return {
        root,
        setDensity(part) {
            kinds.forEach((kind) => (kind.count = Math.round((part * treeCount) / 2)));
        },
        setSnow(snowy) {
            material.emissive.set(snowy ? "#8b949c" : "#000000");
        },
        dispose() {
            kinds.forEach((kind) => kind.geometry.dispose());
            kinds.forEach((kind) => kind.dispose());
            material.dispose();
        },
    };
}

const treesASlice = 60;

function* plant(survey: Survey, kinds: readonly THREE.InstancedMesh[]): Slices {
    const random = createRandom(2024);
    const bounds = boundsOf(survey);
    const height = createHills(survey);
    yield;
    const wood = clouds(noiseSize, 16, 3, 8);
    yield;
    const matrix = new THREE.Matrix4();
    const tint = new THREE.Color();
    const turn = new THREE.Quaternion();
    const up = new THREE.Vector3(0, 0, 1);
    for (let placed = 0; placed < treeCount;) {
        const away = treesFromM + 620 * random() ** 2.2;
        const [x, y] = borderPoint(bounds, random(), away);
        if (sampleNoise(wood, x / 1900, y / 1900) < 0.44 + 0.14 * random()) continue;
        const size = 0.75 + 0.6 * random();
        matrix.compose(
            new THREE.Vector3(x, y, height(x, y) - 0.3),
            turn.setFromAxisAngle(up, 6.28 * random()),
            new THREE.Vector3(size, size, size * (0.85 + 0.4 * random())),
        );
        const kind = kinds[placed % 2]!;
        kind.setMatrixAt(placed >> 1, matrix);
        kind.setColorAt(
            placed >> 1,
            tint.setHSL(0.24 + 0.06 * random(), 0.2, 0.75 + 0.25 * random()),
        );
        if (++placed % treesASlice === 0) yield;
    }
}

/** Pieces of one colour each, as one geometry. */
function tree(pieces: readonly (readonly [THREE.BufferGeometry, string])[]): THREE.BufferGeometry {
    const positions: number[] = [];
    const colours: number[] = [];
    for (const [geometry, tone] of pieces) {
        const plain = geometry.index ? geometry.toNonIndexed() : geometry;
        const { r, g, b } = new THREE.Color(tone);
        positions.push(...plain.getAttribute("position").array);
        for (let i = 0; i < plain.getAttribute("position").count; ++i) colours.push(r, g, b);
    }
    const whole = new THREE.BufferGeometry();
    whole.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    whole.setAttribute("color", new THREE.Float32BufferAttribute(colours, 3));
    whole.computeVertexNormals();
    return whole;
}

const upright = <G extends THREE.BufferGeometry>(geometry: G, z: number) =>
    geometry.rotateX(Math.PI / 2).translate(0, 0, z);

function firGeometry(): THREE.BufferGeometry {
    const cone = (radius: number, height: number, z: number) =>
        upright(new THREE.ConeGeometry(radius, height, 7, 1, true), z + height / 2);
    return tree([
        [upright(new THREE.CylinderGeometry(0.22, 0.3, 2, 5, 1, true), 1), "#4a3a2a"],
        [cone(3, 5, 1.5), "#2e4a2b"],
        [cone(2.3, 4.5, 4.5), "#335230"],
        [cone(1.5, 4, 7.5), "#3a5c35"],
    ]);
}

function crownGeometry(): THREE.BufferGeometry {
    const ball = (radius: number, x: number, y: number, z: number) =>
        new THREE.IcosahedronGeometry(radius, 0).scale(1, 1, 0.85).translate(x, y, z);
    return tree([
        [upright(new THREE.CylinderGeometry(0.25, 0.4, 3.4, 5, 1, true), 1.7), "#54432f"],
        [ball(2.7, 0, 0, 5), "#4a6a2e"],
        [ball(2, 1.5, 0.8, 6.4), "#56783a"],
        [ball(1.9, -1.3, -0.9, 6), "#426128"],
    ]);
}
