/** Worlds: ground, walls, things and cars that meet. */
import { checkSubsteps, coreOf, giveSnapshot, takeSnapshot } from "./cars";
import { makeClock } from "./clock";
import type { Core, Surroundings } from "./core";
import { makeDriver, type PathAt } from "./driver";
import { fileName, withFile } from "./files";
import type { Module } from "./module";
import { own } from "./owned";
import { readTerrain } from "./terrain";
import { readThings, readTouches } from "./things";
import type { Cars, Start, World } from "./types";
import { placeOf } from "./views";
import { readBoxes } from "./model_info";

export function readWorld(
    module: Module,
    json: string | object,
    name: string,
    surfaceNamed: (name: string) => number,
): World {
    const text = typeof json === "string" ? json : JSON.stringify(json);
    const path = fileName(name, /\.json$/i, ".json");
    const address = withFile(module, path, text, (at) =>
        module.made(module.call.face_create_world(at)),
    );
    return wrapWorld(module, address, module.notes(), surfaceNamed);
}

function readStarts(module: Module, file: number): Start[] {
    const { heap, at, text } = module;
    const from = heap.i32[(file + at("world_file.starts")) / 4]!;
    const count = heap.i32[(file + at("world_file.start_count")) / 4]!;
    return Array.from({ length: count }, (_, i) => {
        const start = from + i * at("start");
        const double = (name: string) => heap.f64[(start + at(`start.${name}`)) / 8]!;
        return {
            name: text(start + at("start.name")),
            ...{ x: double("x_m"), y: double("y_m"), yawRad: double("yaw_rad") },
        };
    });
}

function readPaths(module: Module, file: number): PathAt[] {
    const { heap, at, text, doubles } = module;
    const from = heap.i32[(file + at("world_file.paths")) / 4]!;
    const count = heap.i32[(file + at("world_file.path_count")) / 4]!;
    return Array.from({ length: count }, (_, i) => {
        const address = from + i * at("path");
        const points = heap.i32[(address + at("path.points_m")) / 4]!;
        const length = heap.i32[(address + at("path.count")) / 4]!;
        return {
            address,
            name: text(address + at("path.name")),
            points: Float64Array.from(doubles(points, 2 * length)),
            widthM: heap.f64[(address + at("path.width_m")) / 8]!,
            closed: heap.i32[(address + at("path.closed")) / 4] !== 0,
        };
    });
}

function wrapWorld(
    module: Module,
    file: number,
    notes: readonly string[],
    surfaceNamed: (name: string) => number,
): World {
    const { call, at } = module;
    const owned = own(file, "world", call.face_destroy_world);
    const world = () => call.face_world_of(owned.address);
    const paths = readPaths(module, file);
    const clock = makeClock(module, 1);
    let groups: readonly Core[] = [];

    const surroundings: Surroundings = {
        stand: (model, x, y, yawRad, to) =>
            call.face_placement_in_world(world(), model, x, y, yawRad, to),
    };

    function join(core: Core): void {
        module.done(call.face_add_cars(world(), core.address));
        clock.setSubstep(core.info(0).substepS);
        core.world = surroundings;
    }

    function requireMember(core: Core): void {
        if (!groups.includes(core)) throw new Error("kamm: these cars are not in this world");
    }

    function requireFree(core: Core): void {
        if (core.world) throw new Error("kamm: these cars are in a world already");
    }

    /** Puts other groups into the world. If they do not fit those there were are back. */
    function regroup(wanted: readonly Core[]): void {
        const before = groups;
        const put = (cores: readonly Core[]): void => {
            module.made(call.face_empty_world(owned.address));
            for (const core of groups) core.world = null;
            cores.forEach(join);
            groups = cores;
        };
        try {
            put(wanted);
        } catch (error) {
            for (const core of wanted) core.world = null;
            put(before);
            throw error;
        }
    }

    function takeSubsteps(substeps: number, fraction: number): number {
        call.kamm_step_world(world(), substeps);
        for (const core of groups) core.moved(fraction);
        return substeps;
    }

    const { groundAt, sample, surfaces, extent } = readTerrain(module, () => owned.address);
    const solidsAt = file + at("world_file.def");
    return {
        name: module.text(file + at("world_file.name")),
        notes,
        surfaces,
        solids: readSolids(module, solidsAt),
        things: readThings(module, solidsAt, world),
        starts: readStarts(module, file),
        paths,
        extent,
        groundAt,
        sample,
        add(cars: Cars) {
            const core = coreOf(cars);
            requireFree(core);
            join(core);
            groups = [...groups, core];
        },
        replace(from, to) {
            const [old, core] = [coreOf(from), coreOf(to)];
            requireMember(old);
            requireFree(core);
            regroup(groups.map((group) => (group === old ? core : group)));
        },
        remove(cars) {
            const core = coreOf(cars);
            requireMember(core);
            regroup(groups.filter((group) => group !== core));
        },
        place: (car, placement) => {
            requireMember(placeOf(car).core);
            car.place(placement);
        },
        step: (dtS, interpolate = true) =>
            takeSubsteps(clock.advance(dtS), interpolate ? clock.fraction : 1),
        stepSubsteps(substeps) {
            checkSubsteps(substeps);
            takeSubsteps(substeps, 1);
        },
        touches: () => readTouches(module, world()),
        setSurface: (name) =>
            call.face_set_surface(owned.address, name === null ? 0 : surfaceNamed(name)),
        setWind: (windMps) =>
            module.done(
                call.face_set_wind(owned.address, windMps[0]!, windMps[1]!, windMps[2]!),
            ),
        driver: (name, car, options = {}) => makeDriver(module, paths, name, car, options),
        snapshot: () =>
            takeSnapshot(module, call.kamm_world_snapshot_size(world()), (to) =>
                call.kamm_save_world(world(), to),
            ),
        restore(snapshot) {
            giveSnapshot(module, snapshot, (from, size) =>
                call.face_restore_world(world(), from, size),
            );
            for (const core of groups) core.moved(1);
        },
        hash: () => BigInt.asUintN(64, call.kamm_world_hash(world())),
        dispose() {
            for (const core of groups) core.world = null;
            groups = [];
            clock.dispose();
            owned.dispose();
        },
    };
}

function readSolids(module: Module, def: number) {
    const { heap, at } = module;
    const from = heap.i32[(def + at("world_def.solids")) / 4]!;
    const count = heap.i32[(def + at("world_def.solid_count")) / 4]!;
    return Array.from(
        { length: count },
        (_, i) => readBoxes(module, from + i * at("solid") + at("solid.box"), 1)[0]!,
    );
}
