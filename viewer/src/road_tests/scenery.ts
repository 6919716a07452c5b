/** A test track as it is seen: an infinite plain of asphalt with the objects of the lab's course. */
import type { Course, CoursePart, World } from "kamm/lab";
import * as THREE from "three";
import type { Quality, Scenery } from "../scene";
import { createEffects } from "../scene/effects";
import { createRandom } from "../scene/random";
import { createSky } from "../scene/sky";
import { createWalls } from "../scene/walls";
import { createBodies } from "../scene/bodies";
import { rampMesh } from "./track";
import { dynamicBodies, staticShapes } from "../world_bodies";

const tileM = 10; // of the ground's picture, and of the lines that show motion
const reachM = 2400;
const lineWidthM = 0.12;
const liftM = 0.012;
const shadowPixels = { low: 0, medium: 1024, high: 2048 } as const satisfies Record<Quality, number>;

const tones: Record<string, string> = {
    snow: "#e9eef4",
    ice: "#cfe2ee",
    gravel: "#8d8371",
    grass: "#5b7a3c",
    sand: "#cdb98a",
};
const asphalt = "#6b6e72";

/** Grains, and a fine line along two edges: the tiles make a grid. */
function groundTexture(tone: string): THREE.CanvasTexture {
    const size = 1024;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const context = canvas.getContext("2d")!;
    context.fillStyle = tone;
    context.fillRect(0, 0, size, size);
    const random = createRandom(20);
    for (let i = 0; i < 26000; ++i) {
        context.fillStyle = random() < 0.5 ? "rgb(0 0 0 / 9%)" : "rgb(255 255 255 / 8%)";
        const grain = 1 + 2 * random();
        context.fillRect(random() * size, random() * size, grain, grain);
    }
    for (let i = 0; i < 40; ++i) {
        context.fillStyle = "rgb(0 0 0 / 2.5%)";
        context.beginPath();
        context.arc(random() * size, random() * size, 30 + 90 * random(), 0, 2 * Math.PI);
        context.fill();
    }
    context.fillStyle = "rgb(255 255 255 / 34%)";
    context.fillRect(0, 0, size, 6);
    context.fillRect(0, 0, 6, size);
    const texture = new THREE.CanvasTexture(canvas);
    texture.colorSpace = THREE.SRGBColorSpace;
    texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
    texture.repeat.set((2 * reachM) / tileM, (2 * reachM) / tileM);
    texture.anisotropy = 8;
    return texture;
}

function createPlain(tone: string) {
    const material = new THREE.MeshStandardMaterial({ map: groundTexture(tone), roughness: 0.95 });
    const plain = new THREE.Mesh(new THREE.PlaneGeometry(2 * reachM, 2 * reachM), material);
    plain.receiveShadow = true;
    return plain;
}

/** Lies on the ground and never flickers with it. */
function paint(geometry: THREE.BufferGeometry, colour: string, opacity = 1): THREE.Mesh {
    const material = new THREE.MeshStandardMaterial({
        color: colour,
        roughness: 0.8,
        transparent: opacity < 1,
        opacity,
        side: THREE.DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: -2,
        polygonOffsetUnits: -6,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.receiveShadow = true;
    mesh.position.z = liftM;
    return mesh;
}

function rectangle({ from, to }: Pick<CoursePart, "from" | "to">, leastM = 0): THREE.BufferGeometry {
    const width = Math.max(leastM, to[0] - from[0]);
    const depth = Math.max(leastM, to[1] - from[1]);
    return new THREE.PlaneGeometry(width, depth).translate((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, 0);
}

const aroundSegments = 360;

function drawPart(part: CoursePart): THREE.Mesh | null {
    const { kind, name, from, radiusM } = part;
    if (kind === "line") return paint(rectangle(part, 2 * lineWidthM), "#f4f4f0");
    if (kind === "area") return paint(rectangle(part), tones[name] ?? "#d8d8d8");
    if (kind === "wind") return paint(rectangle(part), "#7ec8ff", 0.35);
    if (kind !== "circle") return null;
    const ring = new THREE.RingGeometry(radiusM - lineWidthM, radiusM + lineWidthM, aroundSegments);
    return paint(ring.translate(from[0], from[1], 0), "#f4f4f0");
}

function drawRamps(course: Course): THREE.Mesh | null {
    const ramps = course.parts.filter(({ kind }) => kind === "ramp");
    if (ramps.length === 0) return null;
    const { vertices, triangles } = rampMesh(ramps);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(vertices.flat(), 3));
    geometry.setIndex(triangles.flat());
    geometry.computeVertexNormals();
    const mesh = new THREE.Mesh(
        geometry,
        new THREE.MeshStandardMaterial({ color: "#8f8a7f", roughness: 0.8, side: THREE.DoubleSide }),
    );
    mesh.castShadow = mesh.receiveShadow = true;
    return mesh;
}

function drawCourse(course: Course): THREE.Group {
    const root = new THREE.Group();
    for (const mesh of [...course.parts.map(drawPart), drawRamps(course)]) if (mesh) root.add(mesh);
    root.rotation.y = -Math.atan(course.grade);
    return root;
}

function disposeMeshes(root: THREE.Object3D) {
    root.traverse((object) => {
        if (!(object instanceof THREE.Mesh)) return;
        object.geometry.dispose();
        const material = object.material as THREE.MeshStandardMaterial;
        material.map?.dispose();
        material.dispose();
    });
}

export function createTrackScenery(
    world: World,
    course: Course,
    renderer: THREE.WebGLRenderer,
    quality: Quality,
): Scenery {
    const heightAt = (x: number, y: number) => world.groundAt(x, y).heightM;
    const surface = world.surfaces[world.groundAt(0, -1e4).surface]!.name;
    const plain = createPlain(tones[surface] ?? asphalt);
    const drawn = drawCourse(course);
    const sky = createSky(renderer);
    const walls = createWalls(staticShapes(world));
    const bodies = createBodies(dynamicBodies(world));
    const effects = createEffects(world, heightAt);
    const root = new THREE.Group();
    root.name = "test track";
    root.add(plain, drawn, sky.root, walls.root, bodies.root, effects.root);
    plain.rotation.y = -Math.atan(course.grade);

    /** By whole tiles, so that the grid stays where it is. */
    function follow(position: ArrayLike<number>) {
        const alongM = tileM / Math.hypot(1, course.grade); // of a tile on the slope, seen from above
        const x = Math.round(position[0]! / alongM) * alongM;
        plain.position.set(x, Math.round(position[1]! / tileM) * tileM, course.grade * x);
        sky.follow(position);
    }

    function setQuality(next: Quality) {
        sky.setShadowSize(shadowPixels[next]);
        sky.setClouds(next !== "low");
    }

    setQuality(quality);
    return {
        root,
        sun: sky.sun,
        *refine() {}, // all is there from the start
        attach(scene) {
            scene.fog = sky.fog;
            scene.environment = sky.environment;
            scene.environmentIntensity = 0.55;
        },
        restore(scene) {
            sky.forgetEnvironment();
            scene.environment = sky.environment;
        },
        setSurfaceOverride() {}, // another surface is another track
        setWind() {}, // there is none but the course's own
        setQuality,
        setTyres: effects.setTyres,
        update(frame, dtS) {
            effects.update(frame);
            const player = frame.cars[0];
            if (player) follow(player.position);
            sky.advance(dtS);
            bodies.update(frame.bodies);
        },
        dispose() {
            disposeMeshes(plain);
            disposeMeshes(drawn);
            for (const part of [sky, walls, bodies, effects]) part.dispose();
        },
    };
}
