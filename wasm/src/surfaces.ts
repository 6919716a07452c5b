/** Surfaces of the ground. */
import { kammError, type Module } from "./module";
import { readSoil } from "./soil";
import type { Surface } from "./types";

export function readSurface(module: Module, from: number): Surface {
    const { heap, at, text } = module;
    const float = (name: string) => heap.f32[(from + at(`surface.${name}`)) / 4]!;
    return {
        name: text(from),
        friction: float("friction"),
        slidingLoss: float("sliding_loss"),
        rollingResistance: float("rolling_resistance"),
        sinkageM: float("sinkage_m"),
        sinkageDrag: float("sinkage_drag"),
        roughnessM3: float("roughness_m3"),
        waterM: float("water_m"),
        soil: readSoil(heap.f32, (from + at("surface.soil")) / 4),
    };
}

export interface SurfaceSet {
    readonly list: readonly Surface[];
    /** Where the one of that name lies. */
    named(name: string): number;
}

/** The surfaces of data/surfaces.json, from the set of them that the module keeps. */
export function readSurfaces(module: Module, set: number): SurfaceSet {
    const { heap, at } = module;
    const from = set + at("surface_set.surfaces");
    const count = heap.i32[(set + at("surface_set.count")) / 4]!;
    const list = Array.from({ length: count }, (_, i) =>
        readSurface(module, from + i * at("surface")),
    );
    return {
        list,
        named(name) {
            const index = list.findIndex((surface) => surface.name === name);
            if (index >= 0) return from + index * at("surface");
            const names = list.map((surface) => surface.name).join(", ");
            throw kammError("unknown", "surface", `surface: "${name}" is none; allowed: ${names}`);
        },
    };
}
