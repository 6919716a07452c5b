/** The face as a whole, on a module that has been instantiated. */
import { readArcade } from "./arcade";
import { makeCar, makeCars } from "./cars";
import { openClock } from "./clock";
import { makeHosted } from "./hosted";
import { makeCombinations, readUnits } from "./combinations";
import { makeCore, type Core } from "./core";
import { readFieldTables } from "./field_tables";
import { storeFile, storeText } from "./files";
import { data } from "./generated/data";
import { version } from "./generated/version";
import { makeGrounds } from "./ground";
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import { makeTerrainWorld } from "./terrain_arrays";
import { tell } from "./owned";
import { makeRider } from "./rider";
import { readSurfaces } from "./surfaces";
import type { CarOptions, Kamm, Vehicle } from "./types";
import { compile, defaultVehicle, readTyre, readVehicle } from "./vehicle";
import type { Model } from "./model_info";
import { makeViews } from "./views";
import { innerOf, readWorld } from "./world";

export function openKamm(module: Module): Kamm {
    for (const [path, text] of Object.entries(data)) storeText(module, path, text);
    const fields = readFieldTables(module);
    const surfaces = readSurfaces(module, module.made(module.call.face_read_surfaces()));
    const grounds = makeGrounds(module, surfaces.named);
    const views = makeViews(module, fields);

    function makeGround({ ground = {}, groundIntervalSubsteps = 4 }: CarOptions) {
        if (typeof ground === "function") return grounds.callback(ground, groundIntervalSubsteps);
        if ("groundAt" in ground) return innerOf(module, ground).ground;
        return grounds.plane(ground);
    }

    /** One model for each vehicle, which the caller destroys; none if one of them has mistakes. */
    function compileEach(vehicles: readonly Vehicle[], { rung }: CarOptions): Map<Vehicle, Model> {
        const models = new Map<Vehicle, Model>();
        try {
            for (const vehicle of vehicles)
                if (!models.has(vehicle)) models.set(vehicle, compile(module, vehicle, rung));
        } catch (error) {
            for (const model of models.values()) module.call.kamm_destroy_model(model.address);
            throw error;
        }
        return models;
    }

    function compileAll(vehicles: readonly Vehicle[], options: CarOptions): Model[] {
        const models = compileEach(vehicles, options);
        return models.size === 1
            ? [...models.values()]
            : vehicles.map((vehicle) => models.get(vehicle)!);
    }

    function core(vehicles: readonly Vehicle[], count: number, options: CarOptions): Core {
        checkKeys("cars", options, [], ["rung", "ground", "groundIntervalSubsteps"]);
        const ground = makeGround(options);
        return makeCore(module, compileAll(vehicles, options), count, ground);
    }

    function combinations(units: readonly Vehicle[], count: number, options: CarOptions) {
        if (units.length < 2 || units.length > maxUnits)
            throw kammError("range", "units", `${units.length} units; allowed: 2 to ${maxUnits}`);
        const ground = makeGround(options);
        const models = compileEach(units, options);
        const rows = units.map((unit) => models.get(unit)!);
        try {
            return makeCombinations(module, fields, views, rows, count, ground);
        } catch (error) {
            ground.dispose();
            for (const model of models.values()) module.call.kamm_destroy_model(model.address);
            throw error;
        }
    }

    function checkCount(vehicles: number, count: number, what: string): void {
        if (!Number.isInteger(count) || count < 1)
            throw kammError("range", "count", `${count} ${what}; a whole number above 0 is wanted`);
        if (vehicles !== 1 && vehicles !== count)
            throw kammError("range", "vehicles", `${vehicles} vehicles for ${count} cars`);
    }

    const kamm: Kamm = {
        version,
        memory: module.call.memory,
        fields,
        addFile: (path, content) => storeFile(module, path, content),
        vehicle: (json, name) => readVehicle(module, json, name),
        defaultVehicle: () => defaultVehicle(module),
        tyre: (content, name) => readTyre(module, content, name),
        car(vehicle, options = {}) {
            const given = isVehicle(vehicle);
            const read = given ? vehicle : readVehicle(module, vehicle);
            try {
                return makeCar(module, fields, views, core([read], 1, options), makeHosted);
            } finally {
                if (!given) read.dispose();
            }
        },
        cars(vehicle, count, options = {}) {
            const given = Array.isArray(vehicle) || isVehicle(vehicle as Vehicle | string | object);
            const own = given ? [] : [readVehicle(module, vehicle as string | object)];
            const vehicles: readonly Vehicle[] = Array.isArray(vehicle) ? vehicle : given ? [vehicle as Vehicle] : own;
            try {
                checkCount(vehicles.length, count, "cars");
                return makeCars(module, fields, views, core(vehicles, count, options), makeHosted);
            } finally {
                for (const read of own) read.dispose();
            }
        },
        units: (combination, name) => readUnits(module, combination, name),
        combinations(units, count = 1, options = {}) {
            checkCount(1, count, "combinations");
            const given = Array.isArray(units);
            const read: readonly Vehicle[] = given ? units : readUnits(module, units as string | object);
            try {
                return combinations(read, count, options);
            } finally {
                if (!given) for (const unit of read) unit.dispose();
            }
        },
        arcade: (json, name) => readArcade(module, json, name),
        rider: (car) => makeRider(module, car),
        world: (json, name = "world") => readWorld(module, json, name, surfaces.named),
        terrainWorld: (terrain, name = "terrain") => makeTerrainWorld(module, terrain, name, surfaces.named),
        surfaces: surfaces.list,
        clock: (stepS, maxSteps = 240) => openClock(module, stepS, maxSteps),
    };
    return tell(kamm, `Kamm ${version} { ${Object.keys(kamm).join(", ")} }`);
}

/** KAMM_MAX_UNITS */
const maxUnits = 8;

function isVehicle(vehicle: Vehicle | string | object): vehicle is Vehicle {
    return typeof vehicle === "object" && "describe" in vehicle && "setTyre" in vehicle;
}
