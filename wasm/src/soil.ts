/** Soft soil in the module's memory: kamm_soil, eight floats in its order. */
import type { Soil } from "./types";

const keys = [
    ...(["cohesionModulus", "frictionModulus", "exponent", "cohesionPa"] as const),
    ...(["frictionTangent", "shearM", "densityKgpm3", "depthM"] as const),
];

/** `from`: the first float. */
export function readSoil(f32: Float32Array, from: number): Soil | null {
    const [cohesionModulus, frictionModulus, exponent, cohesionPa] = f32.subarray(from, from + 4);
    const [frictionTangent, shearM, densityKgpm3, depthM] = f32.subarray(from + 4, from + 8);
    if (!frictionModulus) return null;
    return {
        ...{ cohesionModulus: cohesionModulus!, frictionModulus, exponent: exponent! },
        ...{ cohesionPa: cohesionPa!, frictionTangent: frictionTangent!, shearM: shearM! },
        ...{ densityKgpm3: densityKgpm3!, depthM: depthM! },
    };
}

export function writeSoil(f32: Float32Array, to: number, soil: Soil | null): void {
    for (let i = 0; i < keys.length; ++i) f32[to + i] = soil ? soil[keys[i]!] : 0;
}

/** The first number that is none. */
export const strangeSoilKey = (soil: Soil | null): string | undefined =>
    soil ? keys.find((key) => !Number.isFinite(soil[key])) : undefined;
