/** What a recording has, drawn: ground, cars, bodies. */
import type { Body, World } from "kamm";
import * as THREE from "three";
import { type CarModel, createCarModel } from "../cars";
import { lackTwoWheelers, loadTwoWheelers } from "../cars/two_wheelers";
import { type BodyFrame, type CarFrame, newCarFrame } from "../frame";
import { createBodies } from "../scene/bodies";
import { createGround } from "../scene/ground";
import { createLines } from "../scene/lines";
import { shapeGeometry } from "../scene/shape_geometry";
import { createSky } from "../scene/sky";
import { surveyWorld } from "../scene/survey";
import { infoOf } from "./info";
import { readCar, readPose } from "./pose";
import { createCursor, type RecordedBody, type RecordedGround, type Recording } from "./read";

/** "?quality=off" draws nothing, for tests. */
const draws = new URLSearchParams(location.search).get("quality") !== "off";

/** With more cars than that all are drawn plainly. */
const mostFine = 6;

export interface RecordedScene {
    /** Shows a time, between frames as well. */
    show(timeS: number): void;
    /** Cars as they are now; null: not there. */
    readonly cars: readonly (CarFrame | null)[];
    draw(camera: THREE.Camera, at: ArrayLike<number>): void;
    resize(width: number, height: number): void;
    dispose(): void;
}

function planeOf(ground: Extract<RecordedGround, { kind: "plane" }>, origin: readonly number[]): THREE.Mesh {
    const [tilesM, sizeM, pixels] = [10, 6000, 256];
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = pixels;
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#70757a";
    context.fillRect(0, 0, pixels, pixels);
    context.strokeStyle = "#868c92";
    context.lineWidth = 3;
    context.strokeRect(0, 0, pixels, pixels);
    const map = new THREE.CanvasTexture(canvas);
    map.wrapS = map.wrapT = THREE.RepeatWrapping;
    map.repeat.setScalar(sizeM / tilesM);
    map.anisotropy = 8;
    map.colorSpace = THREE.SRGBColorSpace;
    const mesh = new THREE.Mesh(new THREE.PlaneGeometry(sizeM, sizeM), new THREE.MeshStandardMaterial({ map, roughness: 0.95 }));
    const normal = new THREE.Vector3(...ground.normal).normalize();
    const offset = new THREE.Vector3(...ground.point_m).sub(new THREE.Vector3().fromArray(origin)).dot(normal);
    mesh.position.fromArray(origin).addScaledVector(normal, offset);
    mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
    mesh.receiveShadow = true;
    return mesh;
}

function worldGround(world: World): THREE.Object3D {
    const survey = surveyWorld(world);
    const ground = createGround(world, survey, 96);
    const root = new THREE.Group();
    root.add(ground.root, createLines(world, survey, ground.heightAt).root);
    return root;
}

const isCone = ({ shapes: [foot, body, ...others] }: RecordedBody) =>
    others.length === 0 && foot?.kind === "box" && body?.kind === "box" && foot.halfM[2] < 0.25 * body.halfM[2];

const newBodyFrame = (): BodyFrame => ({ position: new Float64Array(3), orientation: new Float64Array([1, 0, 0, 0]) });
/** Out of sight. */
const away = -1e5;

/** Walls and blocks, which are there or not. */
function fixedMesh({ shapes }: RecordedBody): THREE.Group {
    const root = new THREE.Group();
    const material = new THREE.MeshStandardMaterial({ color: "#a29c92", roughness: 0.85 });
    for (const shape of shapes) {
        const mesh = new THREE.Mesh(shapeGeometry(shape), material);
        mesh.castShadow = mesh.receiveShadow = true;
        root.add(mesh);
    }
    return root;
}

function setPose(object: THREE.Object3D, { position, orientation: [w, x, y, z] }: BodyFrame) {
    object.position.fromArray(position);
    object.quaternion.set(x!, y!, z!, w!);
}

/** `idOf`: of the vehicle with that name; `world`: of a ground that is one, else null. */
export async function createRecordedScene(
    canvas: HTMLCanvasElement,
    recording: Recording,
    idOf: (name: string) => string,
    world: World | null,
): Promise<RecordedScene> {
    const infos = recording.models.map(infoOf);
    if (lackTwoWheelers(infos)) await loadTwoWheelers();
    const renderer = new THREE.WebGLRenderer({ canvas, antialias: true });
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = THREE.PCFShadowMap;
    renderer.toneMapping = THREE.ACESFilmicToneMapping;
    renderer.toneMappingExposure = 0.85;
    const scene = new THREE.Scene();
    const sky = createSky(renderer);
    sky.setShadowSize(2048);
    [scene.fog, scene.environment, scene.environmentIntensity] = [sky.fog, draws ? sky.environment : null, 0.55];
    scene.add(sky.root);
    const { ground } = recording;
    if (ground.kind === "plane") scene.add(planeOf(ground, recording.originM));
    if (world) scene.add(worldGround(world));

    const frames = recording.cars.map(({ model }) => newCarFrame(infos[model]!.wheelCount));
    const cars: (CarFrame | null)[] = recording.cars.map(() => null);
    const plain = recording.cars.length > mostFine;
    const models = recording.cars.map(({ model, paint }): CarModel => {
        const colour = paint === undefined ? {} : { colour: `#${paint.toString(16).padStart(6, "0")}` };
        const made = createCarModel(idOf(recording.models[model]!.name), infos[model]!, { plain, ...colour });
        scene.add(made.root);
        return made;
    });
    const solid = recording.bodies.filter(({ sensor }) => !sensor);
    const isFixed = (body: RecordedBody) => body.type === "static" && !isCone(body);
    const moving = solid.filter((body) => !isFixed(body));
    const poses = moving.map(newBodyFrame);
    const bodies = createBodies(moving as unknown as readonly Body[]);
    const fixed = solid.filter(isFixed).map((body) => ({ body, root: fixedMesh(body) }));
    scene.add(bodies.root, ...fixed.map(({ root }) => root));

    const [now, next] = [createCursor(recording), createCursor(recording)];
    const { timesS } = recording;

    function showCars(share: number, dtS: number) {
        recording.cars.forEach((car, i) => {
            const from = now.entries[car.id]!;
            models[i]!.root.visible = from > 0;
            cars[i] = from > 0 ? frames[i]! : null;
            if (from === 0) return;
            readCar(recording, car, from, next.entries[car.id]!, share, dtS, frames[i]!);
            frames[i]!.wheels.forEach((wheel, k) => {
                wheel.groundPoint.set(wheel.position); // tyres are drawn without load
                wheel.groundPoint[2]! -= infos[car.model]!.wheelRadiusM[k]!;
                wheel.groundNormal[2] = 1;
            });
            models[i]!.update(frames[i]!, dtS);
        });
    }
    function showBodies(share: number) {
        const at = (id: number, pose: BodyFrame) => {
            const from = now.entries[id]!;
            if (from > 0) readPose(recording, from, next.entries[id]!, share, pose);
            else pose.position.fill(away);
            return from > 0;
        };
        moving.forEach(({ id }, i) => at(id, poses[i]!));
        bodies.update(poses);
        const pose = newBodyFrame();
        for (const { body, root } of fixed) {
            root.visible = at(body.id, pose);
            setPose(root, pose);
        }
    }

    return {
        cars,
        show(timeS) {
            const found = timesS.findIndex((time) => time > timeS);
            const first = Math.max(0, (found < 0 ? timesS.length : found) - 1);
            const second = Math.min(first + 1, timesS.length - 1);
            const dtS = timesS[second]! - timesS[first]!;
            const share = dtS > 0 ? Math.min(1, Math.max(0, (timeS - timesS[first]!) / dtS)) : 0;
            now.go(first);
            next.go(second);
            showCars(share, dtS);
            showBodies(share);
        },
        draw(camera, at) {
            if (!draws) return;
            sky.follow(at);
            renderer.render(scene, camera);
        },
        resize(width, height) {
            renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
            renderer.setSize(width, height, false);
        },
        dispose() {
            for (const model of models) model.dispose();
            bodies.dispose();
            sky.dispose();
            renderer.dispose();
            renderer.forceContextLoss();
        },
    };
}
