/** Terrains of arrays are those of the same files. */
import { beforeAll, describe, expect, test } from "vitest";
import type { HeightLayer, MeshLayer, TerrainArrays, World } from "kamm";
import { readGreyPng } from "../src/png";
import { dataFile, drive, kamm, kammError, micra } from "./support";

const json = JSON.parse(dataFile("worlds/proving-ground.json").toString());
let read: World;
let layers: (HeightLayer | MeshLayer)[];

beforeAll(async () => {
    const file = dataFile("worlds/proving-ground.png");
    await kamm.addFile("worlds/proving-ground.png", file);
    const bare = { name: "bare", default_surface: "dry_asphalt", rough: true, roughness_seed: 7, terrain: json.terrain };
    read = kamm.world(bare, "worlds/bare.json");
    const { columns, rows, bytes } = await readGreyPng(file, "proving-ground.png");
    const [heights, ...meshes] = json.terrain;
    const range = heights.max_height_m - heights.min_height_m;
    const heightsM = new Float32Array(columns * rows);
    for (let i = 0; i < columns * rows; ++i) {
        const row = rows - 1 - Math.trunc(i / columns); // pictures begin at the top
        const at = 2 * (row * columns + (i % columns));
        heightsM[i] = heights.min_height_m + ((bytes[at]! * 256 + bytes[at + 1]!) / 65535) * range;
    }
    layers = [
        { kind: "heights", columns, rows, cellM: heights.cell_m, originM: heights.origin_m, heightsM },
        ...meshes.map((mesh: { vertices_m: number[][]; triangles: number[][] }) => ({
            ...{ kind: "mesh", surface: 0 },
            ...{ positionsM: mesh.vertices_m.flat(), indices: mesh.triangles.flat() },
        })),
    ];
}, 60_000);

describe("the proving ground from arrays", () => {
    test("has the heights of its file", () => {
        const world = kamm.terrainWorld({ layers, rough: true, roughnessSeed: 7 }, "again");
        expect([world.name, world.bodies, world.extent]).toEqual(["again", [], read.extent]);
        for (let x = -590; x < 590; x += 37.3)
            for (let y = -390; y < 390; y += 21.7) {
                const [a, b] = [world.groundAt(x, y), read.groundAt(x, y)];
                expect(a.heightM, `${x} ${y}`).toBeCloseTo(b.heightM, 5);
                a.normal.forEach((part, i) => expect(part).toBeCloseTo(b.normal[i]!, 5));
            }
    });

    test("drives as it: bit for bit where the ground is the ramp of triangles", () => {
        const plane = { kind: "plane" } as const;
        const { vertices_m, triangles } = json.terrain[1];
        const ramp = { kind: "mesh", surface: "dry_asphalt", vertices_m, triangles };
        const rest = { default_surface: "dry_asphalt", rough: true, roughness_seed: 3 };
        const file = kamm.world({ name: "ramp", ...rest, terrain: [plane, ramp] });
        const arrays = kamm.terrainWorld({ layers: [plane, layers[1]!], rough: true, roughnessSeed: 3 });
        const hashes = [file, arrays].map((world) => {
            const car = kamm.car(micra);
            world.add(car);
            car.place({ x: 215, y: -105, speedMps: 15 });
            for (let i = 0; i < 240; ++i) world.step(1 / 120);
            return car.hash();
        });
        expect(hashes[0]).toBe(hashes[1]);
    });

    test("cars of their own stand on it, bodies are added", { timeout: 60_000 }, () => {
        const world = kamm.terrainWorld({ layers });
        const car = kamm.car(micra, { ground: world });
        car.place({ x: -520, y: -370 });
        drive(car);
        expect(car.position[2]).toBeCloseTo(read.groundAt(car.position[0]!, car.position[1]!).heightM, 1);
        const box = { centreM: [0, 0, 0.5], halfM: [0.5, 0.5, 0.5], orientation: [1, 0, 0, 0] } as const;
        expect(world.addBody({ type: "dynamic", shapes: [box], massKg: 60, position: [0, 0, 20] }).isThere).toBe(true);
    });
});

test("surfaces lie where they are painted, layers have their own", () => {
    const paint = { columns: 2, rows: 1, cellM: 10, originM: [0, 0], surfaces: Uint8Array.of(1, 2) } as const;
    const world = kamm.terrainWorld({
        layers: [{ kind: "plane" }, { kind: "plane", heightM: 0.5, fromM: [-20, 0], toM: [-10, 5], surface: 2 }],
        surfaces: ["dry_asphalt", "ice", "grass"],
        paint,
    });
    expect(world.surfaces.map(({ name }) => name)).toEqual(["dry_asphalt", "ice", "grass"]);
    const at = (x: number) => world.groundAt(x, 2).surface;
    expect([at(-5), at(5), at(15), at(25), at(-15)]).toEqual([0, 1, 2, 0, 2]);
});

test("triangles without indices are vertices three by three", () => {
    const positionsM = [0, 0, 1, 10, 0, 1, 0, 10, 2];
    const world = kamm.terrainWorld({ layers: [{ kind: "mesh", positionsM }] });
    expect(world.groundAt(1, 5).heightM).toBeCloseTo(1.5, 1);
});

describe("arrays that do not fit are refused by name", () => {
    const message = (terrain: unknown) => kammError(() => kamm.terrainWorld(terrain as TerrainArrays)).message;
    const heights = { kind: "heights", columns: 3, rows: 4, cellM: 1, heightsM: new Float32Array(12) };
    const mesh = { kind: "mesh", positionsM: [0, 0, 0, 1, 0, 0, 0, 1, 0], indices: [0, 1, 2] };
    test.each([
        [{ layers: [] }, /layers.length: 0; .*1 to 1024/],
        [{ layers: [{ ...heights, heightsM: [1, 2] }] }, /layers\[0\]\.heightsM: 2 numbers, but 3 columns of 4 rows are 12/],
        [{ layers: [{ ...heights, columns: 2.5 }] }, /layers\[0\]\.columns: 2\.5/],
        [{ layers: [{ ...heights, cellM: 0 }] }, /layers\[0\]\.cellM: 0/],
        [{ layers: [{ ...heights, heightsM: new Float32Array(12).fill(NaN) }] }, /finite|nan/i],
        [{ layers: [heights, { ...mesh, indices: [0, 1, 3] }] }, /layers\[1\]\.indices\[2\]: 3; .*0 to 2/],
        [{ layers: [{ ...mesh, indices: [0, 1] }] }, /indices: 2 are no whole triangles/],
        [{ layers: [{ ...mesh, positionsM: [0, 1] }] }, /positionsM: 2 numbers/],
        [{ layers: [{ ...heights, surface: 1 }] }, /layers\[0\]\.surface: 1; .* to 0/],
        [{ layers: [{ kind: "voxels" }] }, /layers\[0\]\.kind: "voxels"/],
        [{ layers: [{ kind: "plane" }], surfaces: ["lava"] }, /"lava"/],
        [{ layers: [{ kind: "plane" }], surfaces: ["ice", "road_class_c"] }, /road_class_c is dry asphalt but for its roughness/],
        [
            { layers: [{ kind: "plane" }], paint: { columns: 1, rows: 1, cellM: 1, surfaces: [3] } },
            /paint\.surfaces\[0\]: 3/,
        ],
    ])("%#", (terrain, said) => expect(message(terrain)).toMatch(said));
});
