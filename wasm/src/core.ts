/** Shared code of cars objects, their views and worlds: the cars in the module's memory. */
import type { Ground } from "./ground";
import { kammError, type Module } from "./module";
import { own, type Owned } from "./owned";
import { checkPlacement, refinePlacement } from "./placement";
import type { ModelInfo, Placement } from "./types";
import type { Model } from "./model_info";

/** The world that cars are in, as they see it. */
export interface Surroundings {
    /** Writes a placement on the world's ground to `to`. */
    stand(model: number, x: number, y: number, yawRad: number, belowM: number, to: number): void;
}

/** What a world takes in as a whole: one core, or those of combinations, unit by unit. */
export interface Member {
    readonly cores: readonly Core[];
    /** Where its cars, or its combinations, are. */
    readonly address: number;
    readonly isCombination: boolean;
    /** Brings it into the world at that address; gives what the call says. */
    enter(world: number): number;
}

export interface Core {
    readonly module: Module;
    readonly address: number;
    readonly count: number;
    /** Where the inputs lie. */
    readonly inputs: number;
    readonly ground: Ground;
    /** Where the present lies between the last two substeps, for poses. */
    readonly fraction: number;
    /** Another one whenever the cars have moved. */
    readonly stamp: number;
    world: Surroundings | null;
    /** They are a unit of combinations, which own and step them. */
    readonly unit: boolean;
    info(car: number): ModelInfo;
    model(car: number): number;
    /** Writes to the scratch memory where that placement puts a car. */
    stand(car: number, placement?: Placement): void;
    place(car: number, placement?: Placement): void;
    moved(fraction: number): void;
    /** Throws where a car is given a command that its rung does not obey. */
    checkCommands(): void;
    dispose(): void;
}

/** Cars of one model, or of one each. The models and the ground are released with them. */
export function makeCore(
    module: Module,
    models: readonly Model[],
    count: number,
    ground: Ground,
): Core {
    const { call } = module;
    const cars = own(createCars(module, models, count), "car", (address) => {
        call.kamm_destroy_cars(address);
        ground.dispose();
        for (const model of new Set(models)) call.kamm_destroy_model(model.address);
    });
    return wrapCore(module, cars, models, count, ground);
}

/** The same of cars that another object may own: then `unit` is true. */
export function wrapCore(
    module: Module,
    cars: Owned,
    models: readonly Model[],
    count: number,
    ground: Ground,
    unit = false,
): Core {
    const { call, scratch } = module;
    const inputs = call.kamm_inputs(cars.address);
    const modelOf = (car: number) => models[models.length === 1 ? 0 : car]!;
    let fraction = 1;
    let stamp = 0;

    function stand(car: number, { x = 0, y = 0, z, yawRad = 0, belowM }: Placement): void {
        const from = belowM ?? (z === undefined ? undefined : z + margin);
        const terrain = core.world ?? (ground.stand && (ground as Surroundings));
        if (terrain)
            return terrain.stand(modelOf(car).address, x, y, yawRad, from ?? aboveAll, scratch);
        ground.look(x, y, belowM ?? z);
        call.face_placement_on(ground.address, x, y, yawRad, scratch);
    }

    const core: Core = {
        module,
        get address() {
            return cars.address;
        },
        count,
        get inputs() {
            return cars.address && inputs;
        },
        ground,
        get fraction() {
            return fraction;
        },
        get stamp() {
            return stamp;
        },
        world: null,
        info: (car) => modelOf(car).info,
        model: (car) => modelOf(car).address,
        unit,
        stand(car, placement = {}) {
            checkPlacement(placement);
            stand(car, placement);
            refinePlacement(module, scratch, placement);
            module.done(call.face_check_placement(cars.address, car, scratch));
        },
        place(car, placement) {
            const { address } = cars;
            core.stand(car, placement);
            call.kamm_place(address, car, scratch);
            core.moved(1);
            ground.check();
        },
        checkCommands() {
            const car = call.face_disobeyed(cars.address);
            if (car < 0) return;
            const { rung } = modelOf(car).info;
            const why = `cars on "${rung}" do not obey it, but those on kinematic and single_track`;
            throw kammError("range", "accelerationMps2", `accelerationMps2 of car ${car}: ${why}; throttle and brake lead there`);
        },
        moved(to) {
            fraction = to;
            ++stamp;
        },
        dispose: cars.dispose,
    };
    return core;
}

/** From where the topmost ground of a terrain is asked for. */
const aboveAll = 1e5;
/** What is pressed into the ground by less still finds it. */
const margin = 0.25;

function createCars(module: Module, models: readonly Model[], count: number): number {
    const { call, heap } = module;
    const made = (cars: number) => {
        if (cars) return cars;
        throw kammError("memory", "", `out of memory for ${count} cars`);
    };
    if (models.length === 1) return made(call.kamm_create_cars(models[0]!.address, count, 0));
    const list = module.allocate(4 * count);
    models.forEach((model, i) => (heap.i32[list / 4 + i] = model.address));
    const cars = call.kamm_create_mixed_cars(list, count, 0);
    call.free(list);
    return made(cars);
}
