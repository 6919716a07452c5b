/** Worlds: ground, bodies and cars that meet. */
import { addBody, readBodies, readContactEvents } from "./bodies";
import { checkSubsteps, giveSnapshot, memberOf, takeSnapshot } from "./cars";
import { makeClock } from "./clock";
import type { Core, Member, Surroundings } from "./core";
import { makeDriver, type PathAt } from "./driver";
import type { Ground } from "./ground";
import { fileName, withFile } from "./files";
import { kammError, requireHome, type Module } from "./module";
import { own, type Owned } from "./owned";
import { readTerrain } from "./terrain";
import { makeQueries } from "./query";
import type { Start, World } from "./types";
import { placeOf } from "./views";

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
        const sides = heap.i32[(address + at("path.sides_m")) / 4]!;
        return {
            address,
            name: text(address + at("path.name")),
            points: Float64Array.from(doubles(points, 2 * length)),
            widthM: heap.f64[(address + at("path.width_m")) / 8]!,
            closed: heap.i32[(address + at("path.closed")) / 4] !== 0,
            sides: sides ? Float64Array.from(doubles(sides, 2 * length)) : null,
        };
    });
}

/** Substep of a world without cars whose file has none. */
const usualSubstepS = 1 / 240;

/** A world from inside. */
export interface InnerWorld {
    readonly module: Module;
    /** Its ground, for cars that stand on it without collisions. */
    readonly ground: Ground;
    /** Where its face_world and its kamm_world are. */
    readonly file: number;
    readonly address: number;
    readonly paths: readonly PathAt[];
    /** Its cars stand elsewhere than after the last step. */
    moved(): void;
}

const inner = new WeakMap<World, InnerWorld>();

export function innerOf(module: Module, world: World): InnerWorld {
    const home = inner.get(world);
    if (home) requireHome(module, home.module, "world");
    if (home) return home;
    throw new TypeError("kamm: this is no world of Kamm's");
}

/** Members of a world. */
interface Members {
    readonly cores: readonly Core[];
    add(member: Member): void;
    replace(from: Member, to: Member): void;
    remove(member: Member): void;
    requireMember(core: Core): void;
    clear(): void;
}

const coresOf = (members: readonly Member[]) => members.flatMap(({ cores }) => cores);

function makeMembers(module: Module, file: Owned, joined: (core: Core) => void): Members {
    const { call } = module;
    const world = () => call.face_world_of(file.address);
    const surroundings: Surroundings = {
        stand: (model, x, y, yawRad, belowM, to) =>
            call.face_placement_in_world(world(), model, x, y, yawRad, belowM, to),
    };
    let list: readonly Member[] = [];

    function settle(member: Member): void {
        for (const core of member.cores) core.world = surroundings;
        joined(member.cores[0]!);
    }

    function requireIn(member: Member): void {
        if (!list.includes(member)) throw new Error("kamm: these cars are not in this world");
    }

    function requireFree({ cores }: Member): void {
        requireHome(module, cores[0]!.module, "car");
        if (cores[0]!.world) throw new Error("kamm: these cars are in a world already");
        if (cores.length === 1 && cores[0]!.unit)
            throw new Error("kamm: these cars are a unit of combinations, which own them");
    }

    function leave(member: Member): void {
        module.done(call.face_leave(world(), member.address, Number(member.isCombination)));
        for (const core of member.cores) core.world = null;
        list = list.filter((other) => other !== member);
    }

    function join(member: Member): void {
        module.done(member.enter(world()));
        settle(member);
        list = [...list, member];
    }

    function exchange(from: Member, to: Member): void {
        const who = ({ address, isCombination }: Member) => [address, Number(isCombination)];
        module.done(call.face_exchange(world(), ...who(from), ...who(to)));
        for (const core of from.cores) core.world = null;
        settle(to);
        list = list.map((member) => (member === from ? to : member));
    }

    return {
        get cores() {
            return coresOf(list);
        },
        add(member) {
            requireFree(member);
            join(member);
        },
        replace(from, to) {
            requireIn(from);
            requireFree(to);
            exchange(from, to);
        },
        remove(member) {
            requireIn(member);
            leave(member);
        },
        requireMember(core) {
            if (!coresOf(list).includes(core))
                throw new Error("kamm: these cars are not in this world");
        },
        clear() {
            for (const core of coresOf(list)) core.world = null;
            list = [];
        },
    };
}

export function wrapWorld(
    module: Module,
    file: number,
    notes: readonly string[],
    surfaceNamed: (name: string) => number,
): World {
    const { call, at } = module;
    const owned = own(file, "world", call.face_destroy_world);
    const world = () => call.face_world_of(owned.address);
    const paths = readPaths(module, file);
    const substepAt = file + at("world_file.def") + at("world_def.substep_s");
    const clock = makeClock(module, module.heap.f64[substepAt / 8]! || usualSubstepS);
    const members = makeMembers(module, owned, (core) => clock.setSubstep(core.info(0).substepS));

    function takeSubsteps(substeps: number, fraction: number): number {
        for (const core of members.cores) core.checkCommands();
        call.kamm_step_world(world(), substeps);
        for (const core of members.cores) core.moved(fraction);
        return substeps;
    }

    function moved(): void {
        for (const core of members.cores) core.moved(1);
    }

    const { groundAt, sample, surfaces, extent } = readTerrain(module, () => owned.address);
    const bodies = readBodies(module, file + at("world_file.def"), world);
    const made: World = {
        name: module.text(file + at("world_file.name")),
        notes,
        surfaces,
        bodies,
        addBody(body) {
            const added = addBody(module, body, world);
            bodies[added.index] = added;
            return added;
        },
        starts: readStarts(module, file),
        paths,
        extent,
        groundAt,
        sample,
        add: (cars) => members.add(memberOf(cars)),
        replace: (from, to) => members.replace(memberOf(from), memberOf(to)),
        remove: (cars) => members.remove(memberOf(cars)),
        setIdentity(cars, identity) {
            if (!Number.isInteger(identity) || identity < 1 || identity >= 2 ** 32)
                throw kammError("range", "identity", `identity: ${identity}; allowed: whole numbers from 1 to ${2 ** 32 - 1}`);
            memberOf(cars).cores.forEach((core, unit) =>
                module.done(call.face_set_identity(world(), core.address, identity, unit)),
            );
        },
        place: (car, placement) => {
            members.requireMember(placeOf(car).core);
            car.place(placement);
        },
        step: (dtS, interpolate = true) =>
            takeSubsteps(clock.advance(dtS), interpolate ? clock.fraction : 1),
        stepSubsteps(substeps) {
            checkSubsteps(substeps);
            takeSubsteps(substeps, 1);
        },
        contactEvents: () => readContactEvents(module, world()),
        ...makeQueries(module, world),
        setSurface: (name) =>
            call.face_set_surface(owned.address, name === null ? 0 : surfaceNamed(name)),
        setWind: (windMps) =>
            module.done(
                call.face_set_wind(owned.address, windMps[0]!, windMps[1]!, windMps[2]!),
            ),
        driver: (path, car, options = {}) => makeDriver(module, owned.address, paths, path, car, options),
        snapshot: () =>
            takeSnapshot(module, call.kamm_world_snapshot_size(world()), (to) =>
                call.kamm_save_world_snapshot(world(), to),
            ),
        restore(snapshot) {
            giveSnapshot(module, snapshot, (from, size) =>
                call.face_restore_world(world(), from, size),
            );
            moved();
        },
        hash: () => BigInt.asUintN(64, call.kamm_world_state_hash(world())),
        dispose() {
            members.clear();
            clock.dispose();
            owned.dispose();
        },
    };
    const ground: Ground = {
        get address() {
            return call.kamm_world_ground(world());
        },
        look() {},
        check() {},
        dispose() {},
        stand: (model, x, y, yawRad, belowM, to) =>
            call.face_placement_in_world(world(), model, x, y, yawRad, belowM, to),
    };
    inner.set(made, {
        ...{ module, ground, paths, moved },
        get file() {
            return owned.address;
        },
        get address() {
            return world();
        },
    });
    return made;
}
