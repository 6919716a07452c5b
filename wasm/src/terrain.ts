/** Ground below a world's cars. */
import { kammError, type Module } from "./module";
import { readSurface } from "./surfaces";
import type { World } from "./types";

const topmost = 1e5;

type Terrain = Pick<World, "groundAt" | "sample" | "surfaces" | "extent">;

export function readTerrain(module: Module, file: () => number): Terrain {
    const { call, heap, at, doubles, scratch } = module;
    const terrain = () => heap.i32[(file() + at("world_file.terrain")) / 4]!;
    const count = call.kamm_terrain_surface_count(terrain());
    call.kamm_terrain_extent(terrain(), scratch, scratch + 16);
    const corners = doubles(scratch, 4);
    return {
        surfaces: Array.from({ length: count }, (_, i) =>
            readSurface(module, call.kamm_terrain_surface(terrain(), i)),
        ),
        extent: { from: [corners[0]!, corners[1]!], to: [corners[2]!, corners[3]!] },
        groundAt(x, y, z = topmost) {
            call.face_terrain_at(terrain(), x, y, z, scratch);
            const normal = (scratch + at("terrain_point.normal")) / 4;
            return {
                heightM: heap.f64[(scratch + at("terrain_point.height_m")) / 8]!,
                normal: [heap.f32[normal]!, heap.f32[normal + 1]!, heap.f32[normal + 2]!],
                surface: heap.i32[(scratch + at("terrain_point.surface")) / 4]!,
            };
        },
        sample(from, cellM, columns, rows) {
            const points = columns * rows;
            if (!(Number.isInteger(columns) && Number.isInteger(rows) && columns > 0 && rows > 0))
                throw kammError("range", "", `sample: ${columns} x ${rows} points; 1 x 1 or more`);
            const heights = module.allocate(5 * points);
            const surfaces = heights + 4 * points;
            call.face_sample(terrain(), from[0], from[1], cellM, columns, rows, heights, surfaces);
            const sampled = {
                heightsM: heap.f32.slice(heights / 4, heights / 4 + points),
                surfaces: heap.u8.slice(surfaces, surfaces + points),
            };
            call.free(heights);
            return sampled;
        },
    };
}
