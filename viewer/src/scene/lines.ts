/** Road paint as meshes. */
import type { World } from "kamm";
import * as THREE from "three";
import { createLettering } from "./lettering";
import { paintMarkings } from "./markings";
import type { Floor } from "./ribbons";
import { isHard } from "../surfaces";
import type { Survey } from "./survey";

export interface Lines {
    readonly root: THREE.Group;
    /** 1: all of it; less where something lies on it. */
    setStrength(strength: number): void;
    dispose(): void;
}

type HeightAt = (x: number, y: number) => number;

export function createLines(world: World, survey: Survey, heightAt: HeightAt): Lines {
    const paved = world.surfaces.map((surface) => isHard(surface) && surface.name !== "ice");
    const floor: Floor = {
        heightAt,
        isPaved: (x, y) => paved[survey.surfaceAt(x, y)]!,
    };
    const root = new THREE.Group();
    root.name = "lines";
    const meshes = [createPaint(world, floor), createLettering(world, floor)];
    root.add(...meshes);
    const materials = meshes.map((mesh) => mesh.material as THREE.MeshStandardMaterial);
    return {
        root,
        setStrength: (strength) => materials.forEach((material) => (material.opacity = strength)),
        dispose() {
            meshes.forEach((mesh) => mesh.geometry.dispose());
            for (const material of materials) {
                material.map?.dispose();
                material.dispose();
            }
        },
    };
}

function createPaint(world: World, floor: Floor): THREE.Mesh {
    const { positions, colours, triangles } = paintMarkings(world, floor);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(positions, 3));
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 4));
    geometry.setIndex(triangles);
    geometry.computeVertexNormals();
    const material = new THREE.MeshStandardMaterial({
        vertexColors: true,
        roughness: 0.75,
        transparent: true,
        depthWrite: false,
        polygonOffset: true,
        polygonOffsetFactor: -2,
        polygonOffsetUnits: -6,
    });
    const paint = new THREE.Mesh(geometry, material);
    paint.receiveShadow = true;
    return paint;
}
