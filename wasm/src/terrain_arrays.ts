/** Terrains of arrays: heights, triangles, planes and paint, without a file. */
import { makeArena, type Arena } from "./arena";
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import type { HeightLayer, MeshLayer, PlaneLayer, TerrainArrays, World } from "./types";
import { wrapWorld } from "./world";

/** KAMM_MAX_LAYERS, and what a paint's byte can tell apart. */
const maxLayers = 1024;
const maxSurfaces = 256;
/** KAMM_FIRST_SURFACE: 0 is as painted in C. */
const firstSurface = -2;

function fail(path: string, message: string): never {
    throw kammError("range", path, `${path}: ${message}`);
}

function requireCount(path: string, value: number, most: number, least = 0): void {
    if (Number.isInteger(value) && value >= least && value <= most) return;
    fail(path, `${value}; allowed: whole numbers from ${least} to ${most}`);
}

function requireGrid(path: string, grid: { columns: number; rows: number; cellM: number }, given: number, what: string) {
    requireCount(`${path}.columns`, grid.columns, 16384, 1);
    requireCount(`${path}.rows`, grid.rows, 16384, 1);
    const points = grid.columns * grid.rows;
    if (given !== points)
        fail(`${path}.${what}`, `${given} numbers, but ${grid.columns} columns of ${grid.rows} rows are ${points}`);
    if (!(grid.cellM > 0) || !Number.isFinite(grid.cellM)) fail(`${path}.cellM`, `${grid.cellM}; it has to be above 0`);
}

/** Where a layer's messages say it is, and what is called with it. */
interface Place {
    readonly module: Module;
    readonly terrain: number;
    readonly index: number;
    readonly path: string;
    readonly arena: Arena;
    readonly surface: number;
}

function putHeights({ module, terrain, index, path, arena, surface }: Place, layer: HeightLayer): void {
    const { columns, rows, cellM, originM = [0, 0], heightsM } = layer;
    requireGrid(path, layer, heightsM.length, "heightsM");
    const heights = arena.put(heightsM, "f32");
    module.call.face_put_heights(terrain, index, surface, columns, rows, cellM, ...originM, heights);
}

function putMesh({ module, terrain, index, path, arena, surface }: Place, layer: MeshLayer): void {
    const { positionsM } = layer;
    const vertices = positionsM.length / 3;
    const indices = layer.indices ?? Int32Array.from({ length: vertices }, (_, i) => i);
    if (!Number.isInteger(vertices)) fail(`${path}.positionsM`, `${positionsM.length} numbers are no whole vertices of three`);
    if (indices.length % 3 || !indices.length) fail(`${path}.indices`, `${indices.length} are no whole triangles of three`);
    for (let i = 0; i < indices.length; ++i)
        if (!(Number.isInteger(indices[i]) && indices[i]! >= 0 && indices[i]! < vertices))
            fail(`${path}.indices[${i}]`, `${indices[i]}; there are vertices 0 to ${vertices - 1}`);
    const [from, triangles] = [arena.put(positionsM, "f32"), arena.put(indices, "i32")];
    module.call.face_put_mesh(terrain, index, surface, vertices, from, indices.length / 3, triangles);
}

function putPlane({ module, terrain, index, surface }: Place, layer: PlaneLayer): void {
    const { heightM = 0, slope = [0, 0], fromM = [0, 0], toM = [0, 0] } = layer;
    module.heap.f64.set([heightM, ...slope, ...fromM, ...toM], module.scratch / 8);
    module.call.face_put_plane(terrain, index, surface, module.scratch);
}

function putLayer(place: Place, layer: TerrainArrays["layers"][number]): void {
    if (layer.kind === "heights") return putHeights(place, layer);
    if (layer.kind === "mesh") return putMesh(place, layer);
    if (layer.kind === "plane") return putPlane(place, layer);
    fail(`${place.path}.kind`, `"${(layer as { kind: string }).kind}"; allowed: heights, mesh, plane`);
}

function putPaint({ module, terrain, arena }: Omit<Place, "index" | "path" | "surface">, arrays: TerrainArrays, surfaces: number) {
    const { paint } = arrays;
    if (!paint) return;
    checkKeys("paint", paint, ["columns", "rows", "cellM", "surfaces"], ["originM"]);
    requireGrid("paint", paint, paint.surfaces.length, "surfaces");
    for (let i = 0; i < paint.surfaces.length; ++i) requireCount(`paint.surfaces[${i}]`, paint.surfaces[i]!, surfaces - 1);
    const { columns, rows, cellM, originM = [0, 0] } = paint;
    module.call.face_put_paint(terrain, columns, rows, cellM, ...originM, arena.put(paint.surfaces, "u8"));
}

export function makeTerrainWorld(
    module: Module,
    arrays: TerrainArrays,
    name: string,
    surfaceNamed: (name: string) => number,
): World {
    const { call } = module;
    checkKeys("terrain", arrays, ["layers"], ["surfaces", "paint", "rough", "roughnessSeed"]);
    const { layers, surfaces = ["dry_asphalt"], rough = false, roughnessSeed = 0 } = arrays;
    requireCount("layers.length", layers.length, maxLayers, 1);
    requireCount("surfaces.length", surfaces.length, maxSurfaces, 1);
    const made = surfaces.map(surfaceNamed);
    const arena = makeArena(module);
    const terrain = module.made(call.face_start_terrain(layers.length, surfaces.length, Number(rough), roughnessSeed));
    try {
        made.forEach((surface, i) => call.face_put_surface(terrain, i, surface));
        layers.forEach((layer, index) => {
            const { surface: given = -1 } = layer;
            requireCount(`layers[${index}].surface`, given, surfaces.length - 1, -1);
            const surface = given === 0 ? firstSurface : given;
            putLayer({ module, terrain, index, path: `layers[${index}]`, arena, surface }, layer);
        });
        putPaint({ module, terrain, arena }, arrays, surfaces.length);
        const world = module.withTexts([name], (at) => module.made(call.face_create_terrain_world(terrain, at)));
        return wrapWorld(module, world, [], surfaceNamed);
    } finally {
        call.face_free_terrain(terrain);
        arena.release();
    }
}
