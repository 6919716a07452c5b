/**
 * What tyres leave behind: rubber where they slide on hard ground, ruts in soft ground.
 *
 * Each wheel lays a chain of quads; all of them share one ring buffer, so that the oldest marks go
 * first.
 */
import type { Surface } from "kamm";
import * as THREE from "three";
import type { Frame, WheelFrame } from "../frame";
import { sliding } from "../sliding";
import { lookOf } from "./looks";
import { createMarkRing, type MarkRing } from "./mark_ring";
import { smoothstep } from "./random";
import { isHard } from "../surfaces";
import { type Tyre, type Tyres, usualTyre } from "./tyres";

export interface Marks {
    readonly mesh: THREE.Mesh;
    /** Sets the tyres of the wheels, car by car; without them the usual ones are drawn. */
    setTyres(tyres: Tyres): void;
    update(frame: Frame, jumped: boolean): void;
    dispose(): void;
}

const maxQuads = 20000;
const maxRanges = 32;
const segmentM = 0.35;
const maxStepM = 3; // between two frames; more is a jump
const minStrength = 0.02;
const minLoadN = 150;
const liftM = 0.026;
const rampM = 0.15; // higher above the land is what stands on it

/** How much a tyre rubs off or throws up, 0 to 1: one that slides under little load leaves little. */
export const rubbing = (wheel: WheelFrame, { peakSlipRad }: Pick<Tyre, "peakSlipRad">): number =>
    sliding(wheel, peakSlipRad) * Math.min(1, Math.max(0, wheel.loadN) / 2500);

/** A wheel's mark that still grows. */
interface Chain {
    /** Its last quad, or -1 while the wheel leaves nothing. */
    quad: number;
    /** Where that begins, and where it was last drawn to. */
    fromX: number;
    fromY: number;
    x: number;
    y: number;
    surface: number;
}

export interface Track {
    readonly tone: THREE.Color;
    readonly strength: number;
    readonly hard: boolean;
}

export function trackOf(surface: Surface): Track {
    const { tone, strength } = lookOf(surface).track;
    return { tone: new THREE.Color(tone), strength, hard: isHard(surface) };
}

/** Returns the strength of the mark that a wheel leaves now. */
export function markStrength(track: Track | undefined, wheel: WheelFrame, tyre: Tyre, speedMps: number): number {
    if (!track || wheel.loadN < minLoadN) return 0;
    if (track.hard) return track.strength * rubbing(wheel, tyre);
    if (Math.abs(speedMps) < 0.2) return 0;
    return track.strength * Math.min(1, wheel.loadN / 4000) * (0.7 + 0.3 * rubbing(wheel, tyre));
}

type HeightAt = (x: number, y: number) => number;

/** Lays wheels' marks into a ring, each as a chain of quads. */
function createLayer(ring: MarkRing, tracks: readonly Track[], heightAt: HeightAt) {
    const begin = (chain: Chain, wheel: WheelFrame, tone: THREE.Color, alpha: number) => {
        chain.quad = ring.begin();
        ring.set(chain.quad, 0, corners, tone, alpha);
        chain.fromX = wheel.groundPoint[0]!;
        chain.fromY = wheel.groundPoint[1]!;
        chain.surface = wheel.groundSurface;
    };
    return (chain: Chain, wheel: WheelFrame, tyre: Tyre, speedMps: number) => {
        const strength = markStrength(tracks[wheel.groundSurface], wheel, tyre, speedMps);
        const [x, y] = wheel.groundPoint as unknown as [number, number];
        const moved = Math.hypot(x - chain.x, y - chain.y);
        if (moved > maxStepM || chain.surface !== wheel.groundSurface) chain.quad = -1;
        if (chain.quad < 0 ? strength < minStrength : moved < 0.02) return;
        const { tone } = tracks[wheel.groundSurface]!;
        placeCorners(wheel, tyre.widthM, heightAt);
        if (chain.quad < 0) begin(chain, wheel, tone, 0);
        else if (Math.hypot(x - chain.fromX, y - chain.fromY) > segmentM) {
            ring.set(chain.quad, 1, corners, tone, strength);
            begin(chain, wheel, tone, strength);
        }
        ring.set(chain.quad, 1, corners, tone, strength);
        chain.x = x;
        chain.y = y;
        if (strength < minStrength) chain.quad = -1;
    };
}

/** `heightAt`: of the land as it is drawn, which may lie some centimetres off what wheels feel. */
export function createMarks(surfaces: readonly Surface[], heightAt: HeightAt): Marks {
    const ring = createMarkRing(maxQuads);
    const mesh = createMesh(ring);
    const lay = createLayer(ring, surfaces.map(trackOf), heightAt);
    /** Car by car, wheel by wheel. */
    const chains: Chain[][] = [];
    let tyres: Tyres = [];
    const chainOf = (car: number, wheel: number): Chain =>
        ((chains[car] ??= [])[wheel] ??= { quad: -1, fromX: 0, fromY: 0, x: 0, y: 0, surface: -1 });
    return {
        mesh,
        setTyres: (told) => (tyres = told),
        update(frame, jumped) {
            if (jumped) for (const chain of chains.flat()) chain.quad = -1;
            frame.cars.forEach((car, i) =>
                car.wheels.forEach((wheel, k) => lay(chainOf(i, k), wheel, tyres[i]?.[k] ?? usualTyre, car.speedMps)),
            );
            upload(mesh.geometry, ring);
        },
        dispose() {
            mesh.geometry.dispose();
            const material = mesh.material as THREE.MeshBasicMaterial;
            material.map?.dispose();
            material.dispose();
        },
    };
}

const axle = new THREE.Vector3();
const normal = new THREE.Vector3();
const turn = new THREE.Quaternion();
const corners = new Float32Array(6);

/** `corners`: left and right end of the contact patch, just above the ground. */
function placeCorners(wheel: WheelFrame, widthM: number, heightAt: HeightAt) {
    const [w, x, y, z] = wheel.orientation as unknown as [number, number, number, number];
    normal.fromArray(wheel.groundNormal);
    axle.set(0, 1, 0).applyQuaternion(turn.set(x, y, z, w));
    axle.addScaledVector(normal, -axle.dot(normal)).normalize();
    for (let k = 0; k < 3; ++k) {
        const middle = wheel.groundPoint[k]! + liftM * normal.getComponent(k);
        const half = 0.5 * widthM * axle.getComponent(k);
        corners[k] = middle + half;
        corners[3 + k] = middle - half;
    }
    for (const at of [0, 3]) {
        const landM = heightAt(corners[at]!, corners[at + 1]!) + liftM;
        if (Math.abs(landM - corners[at + 2]!) < rampM) corners[at + 2] = landM;
    }
}

function createMesh(ring: MarkRing): THREE.Mesh {
    const geometry = new THREE.BufferGeometry();
    const capacity = ring.positions.length / 12;
    const dynamic = (array: Float32Array | Uint8Array, size: number, normalised: boolean) =>
        new THREE.BufferAttribute(array, size, normalised).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", dynamic(ring.positions, 3, false));
    geometry.setAttribute("color", dynamic(ring.colours, 4, true));
    const uvs = new Uint8Array(8 * capacity);
    const triangles = new Uint32Array(6 * capacity);
    for (let quad = 0; quad < capacity; ++quad) {
        uvs.set([0, 0, 1, 0, 0, 1, 1, 1], 8 * quad);
        const [a, b, c, d] = [4 * quad, 4 * quad + 1, 4 * quad + 2, 4 * quad + 3];
        triangles.set([a, b, c, c, b, d], 6 * quad);
    }
    geometry.setAttribute("uv", new THREE.BufferAttribute(uvs, 2));
    geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
    geometry.setDrawRange(0, 0);
    const material = new THREE.MeshBasicMaterial({
        map: treadTexture(),
        vertexColors: true,
        transparent: true,
        depthWrite: false,
        side: THREE.DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: -3,
        polygonOffsetUnits: -10,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 1; // on top of paint
    return mesh;
}

function upload(geometry: THREE.BufferGeometry, ring: MarkRing) {
    const changes = ring.takeChanges();
    if (changes.length === 0) return;
    for (const [name, size] of [
        ["position", 12],
        ["color", 16],
    ] as const) {
        const attribute = geometry.getAttribute(name) as THREE.BufferAttribute;
        // three forgets ranges once it has sent them; frames that are not drawn add up.
        const waiting = attribute.updateRanges.length > maxRanges;
        if (waiting) attribute.clearUpdateRanges();
        for (const { from, count } of waiting ? [{ from: 0, count: ring.count }] : changes)
            attribute.addUpdateRange(size * from, size * count);
        attribute.needsUpdate = true;
    }
    geometry.setDrawRange(0, 6 * ring.count);
}

/** Across a mark: soft borders, and grooves between the ribs of the tread. */
function treadTexture(): THREE.DataTexture {
    const size = 64;
    const texels = new Uint8Array(4 * size);
    for (let i = 0; i < size; ++i) {
        const u = (i + 0.5) / size;
        const border = smoothstep(0, 0.12, u) * smoothstep(1, 0.88, u);
        const groove = 0.72 + 0.28 * Math.cos(2 * Math.PI * 4 * u) ** 2;
        texels.set([255, 255, 255, 255 * border * groove], 4 * i);
    }
    const texture = new THREE.DataTexture(texels, size, 1);
    texture.magFilter = THREE.LinearFilter;
    texture.minFilter = THREE.LinearMipmapLinearFilter;
    texture.generateMipmaps = true;
    texture.needsUpdate = true;
    return texture;
}
