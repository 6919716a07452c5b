/** The face as a whole, on a module that has been instantiated. */
import { makeCar, makeCars } from "./cars";
import { makeCore, type Core } from "./core";
import { readFieldTables } from "./field_tables";
import { storeFile, storeText } from "./files";
import { data, version } from "./generated/data";
import { makeGrounds } from "./ground";
import { kammError, openModule } from "./module";
import { readSurfaces } from "./surfaces";
import type { CarOptions, Kamm, Vehicle } from "./types";
import { compile, defaultVehicle, readTyre, readVehicle, type Model } from "./vehicle";
import { makeViews } from "./views";
import { readWorld } from "./world";

export function openKamm(instance: WebAssembly.Instance): Kamm {
    const module = openModule(instance);
    for (const [path, text] of Object.entries(data)) storeText(module, path, text);
    const fields = readFieldTables(module);
    const surfaces = readSurfaces(module);
    const grounds = makeGrounds(module, surfaces.named);
    const views = makeViews(module, fields);

    function makeGround({ ground = {}, groundIntervalSubsteps = 4 }: CarOptions) {
        if (typeof ground === "function") return grounds.callback(ground, groundIntervalSubsteps);
        return grounds.plane(ground);
    }

    /** Compiles each vehicle once. */
    function compileAll(vehicles: readonly Vehicle[], { rung }: CarOptions): Model[] {
        const models = new Map<Vehicle, Model>();
        try {
            for (const vehicle of vehicles)
                if (!models.has(vehicle)) models.set(vehicle, compile(module, vehicle, rung));
        } catch (error) {
            for (const model of models.values()) module.call.kamm_destroy_model(model.address);
            throw error;
        }
        return models.size === 1
            ? [...models.values()]
            : vehicles.map((vehicle) => models.get(vehicle)!);
    }

    function core(vehicles: readonly Vehicle[], count: number, options: CarOptions): Core {
        const ground = makeGround(options);
        return makeCore(module, compileAll(vehicles, options), count, ground);
    }

    function checkCount(vehicles: number, count: number): void {
        if (!Number.isInteger(count) || count < 1)
            throw kammError("range", "count", `${count} cars; a whole number above 0 is wanted`);
        if (vehicles !== 1 && vehicles !== count)
            throw kammError("range", "vehicles", `${vehicles} vehicles for ${count} cars`);
    }

    return {
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
                return makeCar(module, fields, views, core([read], 1, options));
            } finally {
                if (!given) read.dispose();
            }
        },
        cars(vehicle, count, options = {}) {
            const vehicles = Array.isArray(vehicle) ? vehicle : [vehicle as Vehicle];
            checkCount(vehicles.length, count);
            return makeCars(module, fields, views, core(vehicles, count, options));
        },
        world: (json, name = "world") => readWorld(module, json, name, surfaces.named),
        surfaces: surfaces.list,
    };
}

function isVehicle(vehicle: Vehicle | string | object): vehicle is Vehicle {
    return typeof vehicle === "object" && "describe" in vehicle && "setTyre" in vehicle;
}
