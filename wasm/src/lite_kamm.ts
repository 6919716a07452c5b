/** The lite face, on a module that has been instantiated. */
import { makeCar, makeCars } from "./cars";
import { openClock } from "./clock";
import { makeCore, type Core } from "./core";
import { readCarFields } from "./field_tables";
import { surfaceBytes, version } from "./generated/lite";
import { makeGrounds } from "./ground";
import type { KammLite, LiteCarOptions } from "./lite";
import { readModelInfo, type Model } from "./model_info";
import { kammError, openModule, withBytes, type Module } from "./module";
import { tell } from "./owned";
import { readSurfaces } from "./surfaces";
import { makeViews } from "./views";

function readModel(module: Module, bytes: Uint8Array): Model {
    const { call, made } = module;
    const address = withBytes(module, bytes, (from, size) => made(call.face_read_model(from, size)));
    return { address, info: readModelInfo(module, address) };
}

function keepSurfaces(module: Module): number {
    const bytes = Uint8Array.from(atob(surfaceBytes), (letter) => letter.charCodeAt(0));
    const address = module.allocate(bytes.length);
    module.heap.u8.set(bytes, address);
    return address;
}

/** Models as they come: each is read once. */
function readEach(module: Module, list: readonly Uint8Array[]): Model[] {
    const models = new Map<Uint8Array, Model>();
    try {
        for (const bytes of list)
            if (!models.has(bytes)) models.set(bytes, readModel(module, bytes));
    } catch (error) {
        for (const { address } of models.values()) module.call.kamm_destroy_model(address);
        throw error;
    }
    return models.size === 1 ? [...models.values()] : list.map((bytes) => models.get(bytes)!);
}

export function openLite(instance: WebAssembly.Instance): KammLite {
    const module = openModule(instance);
    const fields = readCarFields(module);
    const surfaces = readSurfaces(module, keepSurfaces(module));
    const grounds = makeGrounds(module, surfaces.named);
    const views = makeViews(module, fields);

    function core(list: readonly Uint8Array[], count: number, options: LiteCarOptions): Core {
        const { ground = {}, groundIntervalSubsteps = 4 } = options;
        const made =
            typeof ground === "function"
                ? grounds.callback(ground, groundIntervalSubsteps)
                : grounds.plane(ground);
        return makeCore(module, readEach(module, list), count, made);
    }

    const kamm: KammLite = {
        version,
        memory: module.call.memory,
        fields,
        surfaces: surfaces.list,
        clock: (stepS, maxSteps = 240) => openClock(module, stepS, maxSteps),
        async model(json, rung) {
            const { loadKamm } = await import("./index.js");
            const vehicle = (await loadKamm()).vehicle(json);
            return vehicle.model(rung);
        },
        car: (model, options = {}) => makeCar(module, fields, views, core([model], 1, options)),
        cars(model, count, options = {}) {
            const list = model instanceof Uint8Array ? [model] : model;
            if (!Number.isInteger(count) || count < 1)
                throw kammError("range", "count", `${count} cars; a whole number above 0 is wanted`);
            if (list.length !== 1 && list.length !== count)
                throw kammError("range", "model", `${list.length} models for ${count} cars`);
            return makeCars(module, fields, views, core(list, count, options));
        },
    };
    return tell(kamm, `KammLite ${version} { ${Object.keys(kamm).join(", ")} }`);
}
