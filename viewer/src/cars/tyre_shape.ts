/**
 * A tyre under load, in its vertex shader: flat where it meets the ground, bulging above, its
 * contact patch shifted by the forces in it. Places are those of the wheel's frame (y along the
 * axle) without spin.
 */
import {
    Vector2,
    Vector3,
    type MeshStandardMaterial,
    type WebGLProgramParametersWithUniforms,
} from "three";
import type { WheelPlace } from "./field";

/**
 * The deflection is the model's. So that the shift by a force can be seen, it is drawn this many
 * times as large.
 */
const shiftExaggeration = 1.5;
/**
 * What a force shifts the contact patch by, in N/m: usual for a car tyre sideways, and lengthwise.
 */
const patchStiffness = { sidewaysNpm: 130e3, lengthwiseNpm: 260e3 } as const;
/** No further than this share of the tyre's width or wall. */
const maxShift = 0.35;

export interface TyreShape {
    /**
     * Out of the ground, in the wheel's frame, and the centre's distance from the ground along it.
     */
    readonly normal: { value: Vector3 };
    readonly distanceM: { value: number };
    /** Shift of the patch: lengthwise, sideways. */
    readonly shiftM: { value: Vector2 };
    readonly spinRad: { value: number };
    /** Rim, tread, half width. */
    readonly sizeM: { value: Vector3 };
}

export const newTyreShape = (wheel: WheelPlace): TyreShape => ({
    normal: { value: new Vector3(0, 0, 1) },
    distanceM: { value: 10 },
    shiftM: { value: new Vector2() },
    spinRad: { value: 0 },
    sizeM: { value: new Vector3(wheel.rimRadiusM, wheel.radiusM, wheel.widthM / 2) },
});

/** How far forces in the contact patch shift it. */
export function patchShift(
    longitudinalN: number,
    lateralN: number,
    wheel: WheelPlace,
    out: Vector2,
) {
    const max = maxShift * Math.min(wheel.widthM, wheel.radiusM - wheel.rimRadiusM) * 1.5;
    const limit = (shiftM: number) => max * Math.tanh(shiftM / max);
    // The road's force on the tyre drags the patch along with it.
    return out.set(
        limit((shiftExaggeration * longitudinalN) / patchStiffness.lengthwiseNpm),
        limit((shiftExaggeration * lateralN) / patchStiffness.sidewaysNpm),
    );
}

const declarations = /* glsl */ `
uniform vec3 tyreNormal;
uniform float tyreDistance;
uniform vec2 tyreShift;
uniform float tyreSpin;
uniform vec3 tyreSize;

vec3 spun(vec3 p) {
    float c = cos(tyreSpin), s = sin(tyreSpin);
    return vec3(c * p.x + s * p.z, p.y, c * p.z - s * p.x);
}

/* Squeezes what lies between rim and ground, then moves the patch. */
vec3 loaded(vec3 p) {
    float wall = tyreSize.y - tyreSize.x;
    float r = length(p.xz);
    float share = clamp((r - tyreSize.x) / wall, 0.0, 1.1);
    vec2 outwards = p.xz / max(r, 1e-4);
    vec2 down = -normalize(tyreNormal.xz + vec2(0.0, 1e-5));
    float facing = dot(outwards, down);
    float upright = length(tyreNormal.xz);
    float room = facing > 0.05 ? tyreDistance / (upright * facing) : 1e3;
    float over = (tyreSize.y - room) / wall;
    float squeezed = min(0.5 * (over + sqrt(over * over + 0.0016)) * step(-20.0, over), 0.85);
    float near = smoothstep(0.7, 1.0, facing) * smoothstep(0.0, 0.004, tyreSize.y - tyreDistance);
    p.xz = outwards * (r - share * squeezed * wall);
    p.y *= 1.0 + 1.1 * squeezed * share * (1.3 - share);
    p.y += tyreShift.y * share * near;
    p.xz += vec2(-down.y, down.x) * tyreShift.x * share * near;
    float below = min(dot(p, tyreNormal) + tyreDistance, 0.0);
    return p - tyreNormal * below;
}
`;

export function addTyreShape(material: MeshStandardMaterial, shape: TyreShape) {
    material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
        Object.assign(shader.uniforms, {
            tyreNormal: shape.normal,
            tyreDistance: shape.distanceM,
            tyreShift: shape.shiftM,
            tyreSpin: shape.spinRad,
            tyreSize: shape.sizeM,
        });
        shader.vertexShader = shader.vertexShader
            .replace("#include <common>", `#include <common>\n${declarations}`)
            .replace("#include <beginnormal_vertex>", "vec3 objectNormal = spun(normal);")
            .replace("#include <begin_vertex>", "vec3 transformed = loaded(spun(position));");
    };
    material.customProgramCacheKey = () => "kamm-tyre";
}
