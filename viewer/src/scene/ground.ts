/** The ground as meshes: the surveyed land, what stands on it, and the hills beyond. */
import type { World } from "kamm";
import * as THREE from "three";
import { adaptiveMesh, block } from "./adaptive_mesh";
import { createGroundMaterials, type GroundMaterials } from "./ground_material";
import { createFarLand } from "./outskirts";
import { takeRaised, type Raised } from "./raised";
import { isHard } from "../surfaces";
import type { Survey } from "./survey";

export interface Ground {
    readonly root: THREE.Group;
    readonly materials: GroundMaterials;
    /** Simplifies the ground for slow machines. */
    setSimple(simple: boolean): void;
    /** Height of the land's mesh, on which objects lie. Ramps do not count. */
    heightAt(x: number, y: number): number;
    dispose(): void;
}

const errorM = 0.008; // on roads: less than what a tyre's tread hides
const looseWeight = 0.1; // 8 cm in grass, which is as high

export function createGround(world: World, survey: Survey, detailSize: number): Ground {
    const raised = takeRaised(world, survey);
    const materials = createGroundMaterials(world.surfaces, survey, detailSize);
    const root = new THREE.Group();
    root.name = "ground";
    const land = createLand(world, survey);
    const geometries = [land.geometry, raisedGeometry(raised.top), createFarLand(survey)];
    const meshes = geometries.map((geometry) => new THREE.Mesh(geometry));
    meshes.forEach((mesh) => (mesh.receiveShadow = true));
    meshes[1]!.castShadow = true;
    const setSimple = (simple: boolean) =>
        meshes.forEach((mesh, i) => {
            const { land, own, simpleLand, simpleOwn } = materials;
            mesh.material = i === 0 ? (simple ? simpleLand : land) : simple ? simpleOwn : own;
        });
    setSimple(false);
    const sides = createSides(raised);
    root.add(...meshes, sides);
    return {
        root,
        materials,
        setSimple,
        heightAt: (x, y) => land.mesh.heightAt(x - survey.fromX, y - survey.fromY),
        dispose() {
            geometries.forEach((geometry) => geometry.dispose());
            sides.geometry.dispose();
            sides.material.dispose();
            materials.dispose();
        },
    };
}

function createLand(world: World, survey: Survey) {
    const whole = (cells: number) => Math.ceil(cells / block) * block + 1;
    const columns = whole(survey.widthM);
    const rows = whole(survey.depthM);
    const heights = new Float32Array(columns * rows);
    for (let j = 0, at = 0; j < rows; ++j)
        for (let i = 0; i < columns; ++i, ++at)
            heights[at] =
                survey.heightsM[
                    Math.min(j, survey.rows - 1) * survey.columns + Math.min(i, survey.columns - 1)
                ]!;
    const weights = world.surfaces.map((surface) => (isHard(surface) ? 1 : looseWeight));
    const weight = (i: number, j: number) =>
        weights[survey.surfaceAt(survey.fromX + i, survey.fromY + j)]!;
    const mesh = adaptiveMesh({ columns, rows, heights }, errorM, weight);
    const positions = new Float32Array(3 * mesh.points.length);
    mesh.points.forEach((point, k) => {
        positions[3 * k] = survey.fromX + (point % columns);
        positions[3 * k + 1] = survey.fromY + Math.floor(point / columns);
        positions[3 * k + 2] = heights[point]!;
    });
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute("normal", upwards(mesh.points.length));
    geometry.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
    return { mesh, geometry };
}

/** Normals come from the survey in the shader; three wants some all the same. */
function upwards(count: number): THREE.BufferAttribute {
    const normals = new Int8Array(3 * count);
    for (let i = 2; i < normals.length; i += 3) normals[i] = 127;
    return new THREE.BufferAttribute(normals, 3, true);
}

function raisedGeometry(positions: Float32Array): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(positions, 3));
    geometry.computeVertexNormals();
    return geometry;
}

/** Walls of ramps: weathered concrete. */
function createSides(raised: Raised) {
    const material = new THREE.MeshStandardMaterial({ color: "#8d8b86", roughness: 0.9 });
    const sides = new THREE.Mesh(raisedGeometry(raised.sides), material);
    sides.castShadow = sides.receiveShadow = true;
    return sides;
}
