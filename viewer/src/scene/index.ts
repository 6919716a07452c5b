/**
 * The proving ground as it is seen: land, sky, walls, bodies, and what tyres leave, and their spray.
 */
import type { World } from "kamm";
import * as THREE from "three";
import type { Slices } from "../slices";
import type { View } from "../view";
import { createEffects } from "./effects";
import { createGround } from "./ground";
import { createLines } from "./lines";
import { type Trees, treeSlices } from "./outskirts";
import { type Roadside, roadsideSlices } from "./roadside";
import { createSky } from "./sky";
import { createWalls } from "./walls";
import { isHard } from "../surfaces";
import { surveyWorld } from "./survey";
import { createBodies } from "./bodies";
import type { Tyres } from "./tyres";
import { dynamicBodies, staticShapes } from "../world_bodies";

export type Quality = "low" | "medium" | "high";

export interface Scenery extends View {
    readonly root: THREE.Group;
    readonly sun: THREE.DirectionalLight;
    /** Fog, and what shiny things reflect. */
    attach(scene: THREE.Scene): void;
    /** The graphics were lost and are back: what was drawn only once is drawn again. */
    restore(scene: THREE.Scene): void;
    /** A surface that lies on everything, or null: those of the world. */
    setSurfaceOverride(name: string | null): void;
    setQuality(quality: Quality): void;
    /** At first there is what can be made at once: this adds all else, piece by piece. */
    refine(): Slices;
    setWind(windMps: readonly number[]): void;
    /** Sets the tyres: their width is that of their marks, their speed that of their spray. */
    setTyres(tyres: Tyres): void;
}

/** Detail of the first picture. */
const firstDetail = 96;
const qualities = {
    low: { shadow: 0, detail: 256, trees: 0.35 },
    medium: { shadow: 1024, detail: 256, trees: 0.7 },
    high: { shadow: 2048, detail: 512, trees: 1 },
} as const satisfies Record<Quality, object>;

/** Sets the renderer's kind of shadows and its tone mapping, too: colours are chosen for these. */
export function createScenery(
    world: World,
    renderer: THREE.WebGLRenderer,
    quality: Quality = "high",
): Scenery {
    renderer.shadowMap.type = THREE.PCFShadowMap;
    renderer.toneMapping = THREE.ACESFilmicToneMapping;
    renderer.toneMappingExposure = 0.85;
    const survey = surveyWorld(world);
    const ground = createGround(world, survey, firstDetail);
    const lines = createLines(world, survey, ground.heightAt);
    const sky = createSky(renderer);
    let trees: Trees | null = null;
    let roadside: Roadside | null = null;
    const meadows = new Set(world.surfaces.flatMap(({ name }, i) => (name === "grass" ? [i] : [])));
    const walls = createWalls(staticShapes(world));
    const bodies = createBodies(dynamicBodies(world));
    const effects = createEffects(world, ground.heightAt);
    const parts = [ground, lines, sky, walls, bodies];
    const root = new THREE.Group();
    root.name = "scenery";
    root.add(...parts.map((part) => part.root), effects.root);
    let isComplete = false;
    let isSnowy = false;
    ground.setSimple(true);
    sky.setShadowSize(0);
    sky.setClouds(false);

    function applyQuality() {
        const chosen = qualities[quality];
        sky.setShadowSize(chosen.shadow);
        ground.materials.setDetail(chosen.detail);
        trees?.setDensity(chosen.trees);
        roadside?.setDensity(chosen.trees);
        ground.setSimple(quality === "low");
        sky.setClouds(quality !== "low");
    }

    function* refine(): Slices {
        trees = yield* treeSlices(survey);
        trees.setSnow(isSnowy);
        trees.setDensity(qualities[quality].trees);
        root.add(trees.root);
        yield;
        const circuit = world.paths.find(({ name }) => name === "circuit");
        if (circuit) {
            roadside = yield* roadsideSlices(circuit, survey, (x, y) => meadows.has(survey.surfaceAt(x, y)));
            roadside.setDensity(qualities[quality].trees);
            root.add(roadside.root);
            yield;
        }
        yield* ground.materials.refineDetail(qualities[quality].detail);
        isComplete = true;
        applyQuality();
    }

    return {
        root,
        sun: sky.sun,
        refine,
        attach(scene) {
            scene.fog = sky.fog;
            scene.environment = sky.environment;
            scene.environmentIntensity = 0.55;
        },
        restore(scene) {
            sky.forgetEnvironment();
            scene.environment = sky.environment;
        },
        setSurfaceOverride(name) {
            const chosen = world.surfaces.findIndex((surface) => surface.name === name);
            ground.materials.setSurfaceOverride(chosen);
            lines.setStrength(chosen < 0 || isHard(world.surfaces[chosen]!) ? 1 : 0.22);
            isSnowy = name === "snow";
            trees?.setSnow(isSnowy);
        },
        setQuality(next) {
            quality = next;
            if (isComplete) applyQuality();
        },
        setWind: effects.setWind,
        setTyres: effects.setTyres,
        update(frame, dtS) {
            effects.update(frame);
            const player = frame.cars[0];
            if (player) sky.follow(player.position);
            sky.advance(dtS);
            bodies.update(frame.bodies);
        },
        dispose: () => [...parts, trees, roadside, effects].forEach((part) => part?.dispose()),
    };
}
