/**
 * Puffs of dust, smoke and spray, and sparks: one pool, drawn as instances of a quad that faces
 * the camera.
 */
import * as THREE from "three";
import { valueNoise } from "./glsl_noise";

export interface Puff {
    x: number;
    y: number;
    z: number;
    velocityX: number;
    velocityY: number;
    velocityZ: number;
    lifeS: number;
    /** Diameter at first, and how fast it grows. */
    sizeM: number;
    growthMps: number;
    /** Linear; above 1 it glows. */
    red: number;
    green: number;
    blue: number;
    opacity: number;
    /** Share of its own weight: 1 falls as a stone does, 0 floats. */
    weight: number;
    /** How fast the air takes its speed away, per second. */
    drag: number;
}

export interface Particles {
    readonly mesh: THREE.Mesh;
    readonly alive: number;
    /** The new one, to be filled in; null if as many as there may be are in the air. */
    add(): Puff | null;
    advance(dtS: number): void;
    /** Velocity of the air, which takes with it what it slows down. */
    setWind(windMps: readonly number[]): void;
    clear(): void;
    dispose(): void;
}

const gravity = 9.81;

const newPuff = (): Puff & { ageS: number } => ({
    x: 0,
    y: 0,
    z: 0,
    velocityX: 0,
    velocityY: 0,
    velocityZ: 0,
    lifeS: 1,
    sizeM: 1,
    growthMps: 0,
    red: 1,
    green: 1,
    blue: 1,
    opacity: 1,
    weight: 0,
    drag: 0,
    ageS: 0,
});

export function createParticles(max: number): Particles {
    const pool = Array.from({ length: max }, newPuff);
    const places = new Float32Array(4 * max);
    const tones = new Float32Array(4 * max);
    const mesh = createMesh(places, tones);
    const geometry = mesh.geometry as THREE.InstancedBufferGeometry;
    let alive = 0;
    let wind: readonly [number, number] = [0, 0];

    const show = () => {
        geometry.instanceCount = alive;
        mesh.visible = alive > 0;
        for (let i = 0; i < alive; ++i) write(pool[i]!, places, tones, 4 * i);
        for (const name of ["place", "tone"]) {
            const attribute = geometry.getAttribute(name) as THREE.InstancedBufferAttribute;
            attribute.clearUpdateRanges();
            attribute.addUpdateRange(0, 4 * alive);
            attribute.needsUpdate = alive > 0;
        }
    };

    return {
        mesh,
        get alive() {
            return alive;
        },
        add() {
            const puff = pool[alive];
            if (!puff) return null;
            ++alive;
            puff.ageS = 0;
            return puff;
        },
        advance(dtS) {
            for (let i = alive - 1; i >= 0; --i) {
                const puff = pool[i]!;
                puff.ageS += dtS;
                if (puff.ageS < puff.lifeS) {
                    move(puff, wind, dtS);
                    continue;
                }
                --alive;
                pool[i] = pool[alive]!;
                pool[alive] = puff;
            }
            show();
        },
        setWind([x = 0, y = 0]) {
            wind = [x, y];
        },
        clear() {
            alive = 0;
            show();
        },
        dispose() {
            geometry.dispose();
            (mesh.material as THREE.Material).dispose();
        },
    };
}

function move(puff: Puff, [windX, windY]: readonly [number, number], dtS: number) {
    const kept = Math.exp(-puff.drag * dtS);
    puff.velocityX = windX + kept * (puff.velocityX - windX);
    puff.velocityY = windY + kept * (puff.velocityY - windY);
    puff.velocityZ = puff.velocityZ * kept - puff.weight * gravity * dtS;
    puff.x += puff.velocityX * dtS;
    puff.y += puff.velocityY * dtS;
    puff.z += puff.velocityZ * dtS;
    puff.sizeM += puff.growthMps * dtS;
}

function write(
    puff: Puff & { ageS: number },
    places: Float32Array,
    tones: Float32Array,
    at: number,
) {
    const part = puff.ageS / puff.lifeS;
    places[at] = puff.x;
    places[at + 1] = puff.y;
    places[at + 2] = puff.z;
    places[at + 3] = puff.sizeM;
    tones[at] = puff.red;
    tones[at + 1] = puff.green;
    tones[at + 2] = puff.blue;
    tones[at + 3] = puff.opacity * Math.min(1, 12 * part) * (1 - part) ** 1.5;
}

const vertexShader = /* glsl */ `
#include <common>
#include <fog_pars_vertex>
attribute vec4 place;
attribute vec4 tone;
varying vec2 vCorner;
varying vec4 vTone;
varying float vSeed;
void main() {
    vCorner = position.xy;
    vTone = tone;
    vSeed = fract(float(gl_InstanceID) * 0.618);
    vec4 mvPosition = viewMatrix * vec4(place.xyz, 1.0);
    mvPosition.xy += 0.5 * place.w * position.xy;
    mvPosition.z += 0.3 * place.w; // nearer, so that the ground does not cut through it
    gl_Position = projectionMatrix * mvPosition;
    #include <fog_vertex>
}
`;

const fragmentShader = /* glsl */ `
#include <common>
#include <fog_pars_fragment>
varying vec2 vCorner;
varying vec4 vTone;
varying float vSeed;

${valueNoise}
void main() {
    float cloud = noise(vCorner * 1.7 + 31.0 * vSeed) + 0.5 * noise(vCorner * 3.9 + 57.0 * vSeed);
    float alpha = vTone.a * smoothstep(1.0, 0.15, length(vCorner) + 0.35 * (cloud - 0.75));
    if (alpha < 0.004) discard;
    // Lit from above, as everything is.
    gl_FragColor = vec4(vTone.rgb * (0.86 + 0.22 * vCorner.y), alpha);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
    #include <fog_fragment>
}
`;

function createMesh(places: Float32Array, tones: Float32Array): THREE.Mesh {
    const geometry = new THREE.InstancedBufferGeometry();
    const corners = [-1, -1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0];
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
    geometry.setIndex([0, 1, 2, 2, 1, 3]);
    const instanced = (array: Float32Array) =>
        new THREE.InstancedBufferAttribute(array, 4).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("place", instanced(places));
    geometry.setAttribute("tone", instanced(tones));
    geometry.instanceCount = 0;
    const material = new THREE.ShaderMaterial({
        uniforms: THREE.UniformsUtils.clone(THREE.UniformsLib.fog),
        vertexShader,
        fragmentShader,
        transparent: true,
        depthWrite: false,
        fog: true,
    });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.frustumCulled = false;
    mesh.visible = false;
    mesh.renderOrder = 20;
    return mesh;
}
