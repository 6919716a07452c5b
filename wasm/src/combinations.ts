/** Combinations: vehicles with trailers. */
import { checkFraction, checkSubsteps, giveSnapshot, makeCars, setMember, takeSnapshot } from "./cars";
import { makeClock } from "./clock";
import { wrapCore, type Core } from "./core";
import { fileName, withFile } from "./files";
import type { Ground } from "./ground";
import { kammError, type Module } from "./module";
import { own } from "./owned";
import type { Combination, Combinations, FieldTables, Hitch, Placement, Vehicle } from "./types";
import type { Model } from "./model_info";
import { wrapVehicle } from "./vehicle";
import type { Views } from "./views";

/** The units of a combination that comes with Kamm, by its name, or of a combination file. */
export function readUnits(
    module: Module,
    combination: string | object,
    name = "combination",
): Vehicle[] {
    const { call } = module;
    const read = (at: number) => module.made(call.face_read_combination(at));
    const isName = typeof combination === "string" && !combination.trimStart().startsWith("{");
    const text = typeof combination === "string" ? combination : JSON.stringify(combination);
    const file = isName
        ? module.withTexts([text], read)
        : withFile(module, fileName(name, /\.json$/i, ".json"), text, read);
    const notes = module.notes();
    try {
        return Array.from({ length: call.face_combination_units(file) }, (_, unit) =>
            wrapVehicle(module, module.made(call.face_copy_unit(file, unit)), notes),
        );
    } finally {
        call.face_free_combination(file);
    }
}

function create(module: Module, models: readonly Model[], count: number): number {
    const { call, heap } = module;
    const list = module.allocate(4 * models.length);
    models.forEach((model, i) => (heap.i32[list / 4 + i] = model.address));
    const all = call.face_create_combinations(list, models.length, count);
    call.free(list);
    return module.made(all);
}

/** Members of all combinations that each of them and its hitches use. */
interface AllCombinations {
    readonly address: number;
    readonly cores: readonly Core[];
    moved(fraction: number): void;
}

/** The hitch before a unit, read when it is asked for. */
function makeHitch(module: Module, all: AllCombinations, index: number, unit: number): Hitch {
    const { call, heap, at, scratch } = module;
    const gapM = new Float64Array(3);
    const forceN = new Float64Array(3);

    /** Where a number of the present state lies. */
    function find(name: string): number {
        call.kamm_read_hitch(all.address, index, unit, scratch);
        return (scratch + at(`hitch_state.${name}`)) / 8;
    }

    function copy(name: string, out: Float64Array): Float64Array {
        const from = find(name);
        out.set(heap.f64.subarray(from, from + 3));
        return out;
    }

    return {
        get coupled() {
            return call.kamm_is_coupled(all.address, index, unit) !== 0;
        },
        get articulationRad() {
            return heap.f64[find("articulation_rad")]!;
        },
        get articulationRateRadps() {
            return heap.f64[find("articulation_rate_radps")]!;
        },
        get gapM() {
            return copy("gap_m", gapM);
        },
        get forceN() {
            return copy("force_n", forceN);
        },
        get rollNm() {
            return heap.f64[find("roll_nm")]!;
        },
        get yawNm() {
            return heap.f64[find("yaw_nm")]!;
        },
        couple: () => module.done(call.face_couple(all.address, index, unit)),
        uncouple: () => void call.kamm_uncouple(all.address, index, unit),
    };
}

function makeCombination(
    module: Module,
    all: AllCombinations,
    units: Combinations["units"],
    index: number,
): Combination {
    const { call, heap, at, scratch } = module;
    const anglesAt = scratch + at("placement"); // as long as a multiple of 8

    function writeAngles(angles: ArrayLike<number>): number {
        const wanted = units.length - 1;
        if (angles.length !== wanted || !Array.from(angles).every(Number.isFinite))
            throw kammError("range", "articulationRad", `place: ${wanted} finite angles are wanted`);
        heap.f64.set(angles, anglesAt / 8);
        return anglesAt;
    }

    return {
        index,
        units: units.map((cars) => cars.at(index)),
        hitches: units.slice(1).map((_, i) => makeHitch(module, all, index, 1 + i)),
        place(placement: Placement = {}, articulationRad?: ArrayLike<number>) {
            const { address, cores } = all;
            cores[0]!.stand(index, placement);
            const angles = articulationRad ? writeAngles(articulationRad) : 0;
            call.kamm_place_combination(address, index, scratch, angles);
            all.moved(1);
            cores[0]!.ground.check();
        },
        reversingWheelRad: (curvature) =>
            call.kamm_reversing_wheel_rad(all.address, index, curvature),
    };
}

/** All own the models and the ground. */
export function makeCombinations(
    module: Module,
    fields: FieldTables,
    views: Views,
    models: readonly Model[],
    count: number,
    ground: Ground,
): Combinations {
    const { call } = module;
    function requireAlone(what: string): void {
        if (cores[0]!.world) throw new Error(`kamm: these combinations are in a world${what}`);
    }

    const owned = own(create(module, models, count), "combinations", (address) => {
        for (const cars of parts) cars.dispose();
        clock.dispose();
        call.kamm_destroy_combinations(address);
        ground.dispose();
        for (const model of new Set(models)) call.kamm_destroy_model(model.address);
    });
    const clock = makeClock(module, models[0]!.info.substepS);
    const parts = models.map((_, unit) =>
        own(call.kamm_combination_cars(owned.address, unit), "car", () => {}),
    );
    const cores = parts.map((cars, unit) =>
        wrapCore(module, cars, [models[unit]!], count, ground, true),
    );
    const units = cores.map((core) => makeCars(module, fields, views, core));
    const all: AllCombinations = {
        get address() {
            return owned.address;
        },
        cores,
        moved: (fraction) => cores.forEach((core) => core.moved(fraction)),
    };
    const made: Combination[] = [];

    function takeSubsteps(substeps: number, fraction: number): number {
        cores.forEach((core) => core.checkCommands());
        call.kamm_step_combinations(owned.address, ground.address, substeps);
        all.moved(fraction);
        ground.check();
        return substeps;
    }

    function combinationAt(index: number): Combination {
        if (!Number.isInteger(index) || index < 0 || index >= count)
            throw kammError("range", "combination", `combination ${index}; allowed: 0 to ${count - 1}`);
        return (made[index] ??= makeCombination(module, all, units, index));
    }

    const combinations: Combinations = {
        count,
        units,
        at: combinationAt,
        step(dtS, interpolate = true) {
            requireAlone(", which steps them");
            const substeps = owned.address && clock.advance(dtS);
            return takeSubsteps(substeps, interpolate ? clock.fraction : 1);
        },
        stepSubsteps(substeps, fraction = 1) {
            requireAlone(", which steps them");
            checkSubsteps(substeps);
            checkFraction(fraction);
            takeSubsteps(substeps, fraction);
        },
        snapshot() {
            const { address } = owned;
            return takeSnapshot(module, call.kamm_combinations_snapshot_size(address), (to) =>
                call.kamm_save_combinations(address, to),
            );
        },
        restore(snapshot) {
            const { address } = owned;
            giveSnapshot(module, snapshot, (from, size) =>
                call.face_restore_combinations(address, from, size),
            );
            all.moved(1);
        },
        hash: () => BigInt.asUintN(64, call.kamm_combinations_hash(owned.address)),
        dispose() {
            requireAlone("; remove them first");
            owned.dispose();
        },
        *[Symbol.iterator]() {
            for (let index = 0; index < count; ++index) yield combinationAt(index);
        },
    };
    const enter = (world: number) => call.face_add_combinations(world, owned.address);
    setMember(combinations, {
        ...{ cores, enter, isCombination: true },
        get address() {
            return owned.address;
        },
    });
    return combinations;
}
