/**
 * Objects beside the circuit that make speed visible: posts, boards before bends, tufts of grass. All are instances, in
 * three draw calls. Cars drive through them: the world does not contain them.
 */
import type { Path } from "kamm";
import * as THREE from "three";
import type { Slices } from "../slices";
import { createPathLine, type LinePoint, type PathLine } from "./path_line";
import { createRandom } from "./random";
import type { Survey } from "./survey";

export interface Roadside {
    readonly root: THREE.Group;
    /** A part of the tufts, 0 to 1. */
    setDensity(part: number): void;
    dispose(): void;
}

const postApartM = 25;
const postBesideM = 2.2;
const boardBesideM = 3.5;
/** Boards stand so far before a bend, in m, with a bar for each 50. */
const boardsBeforeM = [150, 100, 50];
const bendRadiusM = 45;
const bendsApartM = 60;
const tuftCount = 3600;
const tuftsFromM = 0.5;
const tuftsWithinM = 9;

export interface Place {
    readonly x: number;
    readonly y: number;
    readonly yawRad: number;
    readonly scale: number;
}

const beside = ({ x, y, dx, dy }: LinePoint, leftM: number): Place => ({
    x: x - dy * leftM,
    y: y + dx * leftM,
    yawRad: Math.atan2(dy, dx),
    scale: 1,
});

export function postPlaces(line: PathLine, halfM: number): Place[] {
    const count = Math.floor(line.lengthM / postApartM);
    return Array.from({ length: count }, (_, i) => line.at(i * postApartM)).flatMap((point) =>
        [1, -1].map((side) => beside(point, side * (halfM + postBesideM))),
    );
}

/** Where bends begin that ask for brakes. */
function bendStarts(line: PathLine): number[] {
    const isTight = (at: number) => Math.abs(line.curvatureAt(at, 6)) > 1 / bendRadiusM;
    const starts: number[] = [];
    for (let at = 0; at < line.lengthM; at += 4)
        if (isTight(at) && !isTight(at - 4) && at - (starts.at(-1) ?? -Infinity) > bendsApartM) starts.push(at);
    return starts;
}

export function boardPlaces(line: PathLine, halfM: number): Place[] {
    return bendStarts(line).flatMap((start) => {
        const outside = line.curvatureAt(start + 4, 6) > 0 ? -1 : 1;
        return boardsBeforeM.map((before) => beside(line.at(start - before), outside * (halfM + boardBesideM)));
    });
}

function tuftPlaces(line: PathLine, halfM: number): Place[] {
    const random = createRandom(17);
    return Array.from({ length: tuftCount }, () => {
        const asideM = halfM + tuftsFromM + tuftsWithinM * random() ** 2;
        const place = beside(line.at(line.lengthM * random()), random() < 0.5 ? asideM : -asideM);
        return { ...place, yawRad: Math.PI * random(), scale: 0.6 + 0.8 * random() };
    });
}

/** Boxes in a row upwards, each in a colour: corners and colours of one geometry. */
function stack(boxes: readonly (readonly [size: readonly [number, number, number], bottomM: number, colour: string])[]) {
    const positions: number[] = [];
    const normals: number[] = [];
    const colours: number[] = [];
    for (const [[x, y, z], bottomM, colour] of boxes) {
        const box = new THREE.BoxGeometry(x, y, z).translate(0, 0, bottomM + z / 2).toNonIndexed();
        const tone = new THREE.Color(colour);
        positions.push(...box.getAttribute("position").array);
        normals.push(...box.getAttribute("normal").array);
        for (let i = 0; i < box.getAttribute("position").count; ++i) colours.push(tone.r, tone.g, tone.b);
        box.dispose();
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(normals, 3));
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 3));
    return geometry;
}

const post = () =>
    stack([
        [[0.1, 0.12, 0.72], 0, "#e9e9e4"],
        [[0.104, 0.124, 0.16], 0.72, "#1c1d20"],
        [[0.1, 0.12, 0.1], 0.88, "#e9e9e4"],
    ]);
const board = () =>
    stack([
        [[0.08, 0.08, 0.7], 0, "#5d6064"],
        [[0.05, 1, 0.24], 0.7, "#f0efe9"],
        [[0.05, 1, 0.24], 0.94, "#c5251c"],
        [[0.05, 1, 0.24], 1.18, "#f0efe9"],
        [[0.05, 1, 0.24], 1.42, "#c5251c"],
    ]);

/** Blades that cross: triangles, dark below. */
function tuft(): THREE.BufferGeometry {
    const positions: number[] = [];
    const colours: number[] = [];
    const [low, high] = [new THREE.Color("#46592a"), new THREE.Color("#87934d")];
    for (let i = 0; i < 5; ++i) {
        const turn = (2 * Math.PI * i) / 5;
        const [x, y] = [0.05 * Math.cos(turn), 0.05 * Math.sin(turn)];
        positions.push(-y, x, 0, y, -x, 0, 3.2 * x, 3.2 * y, 0.26 + 0.03 * (i % 3));
        for (const tone of [low, low, high]) colours.push(tone.r, tone.g, tone.b);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(Array.from({ length: 45 }, (_, i) => (i % 3 === 2 ? 1 : 0)), 3));
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 3));
    return geometry;
}

type Plants = THREE.InstancedMesh<THREE.BufferGeometry, THREE.MeshLambertMaterial>;

const up = new THREE.Vector3(0, 0, 1);
const matrix = new THREE.Matrix4();

const plantsASlice = 200;

function* plant(
    geometry: THREE.BufferGeometry,
    places: readonly Place[],
    survey: Survey,
    castShadow: boolean,
): Slices<Plants> {
    const material = new THREE.MeshLambertMaterial({ vertexColors: true, side: castShadow ? THREE.FrontSide : THREE.DoubleSide });
    const mesh = new THREE.InstancedMesh(geometry, material, places.length);
    const turn = new THREE.Quaternion();
    for (const [i, { x, y, yawRad, scale }] of places.entries()) {
        const at = new THREE.Vector3(x, y, survey.heightAt(x, y));
        mesh.setMatrixAt(i, matrix.compose(at, turn.setFromAxisAngle(up, yawRad), new THREE.Vector3(scale, scale, scale)));
        if (i % plantsASlice === plantsASlice - 1) yield;
    }
    mesh.castShadow = castShadow;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // they are all round the circuit
    return mesh;
}

/** `isMeadow`: nothing stands on roads and gravel. */
export function* roadsideSlices(
    path: Path,
    survey: Survey,
    isMeadow: (x: number, y: number) => boolean,
): Slices<Roadside> {
    const line = createPathLine(path);
    const halfM = path.widthM / 2;
    const free = (places: Place[]) => places.filter(({ x, y }) => isMeadow(x, y));
    yield;
    const tufts = free(tuftPlaces(line, halfM));
    yield;
    const grass = yield* plant(tuft(), tufts, survey, false);
    const posts = yield* plant(post(), free(postPlaces(line, halfM)), survey, true);
    const boards = yield* plant(board(), free(boardPlaces(line, halfM)), survey, true);
    const meshes = [posts, boards, grass];
    const all = grass.count;
    const root = new THREE.Group();
    root.name = "roadside";
    root.add(...meshes);
    return {
        root,
        setDensity(part) {
            grass.count = Math.round(part * all);
        },
        dispose() {
            for (const mesh of meshes) {
                mesh.geometry.dispose();
                mesh.material.dispose();
                mesh.dispose();
            }
        },
    };
}
