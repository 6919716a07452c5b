/** Vehicles and tyres in memory. */
import { takeSnapshot } from "./cars";
import { fileName, takeText, withFile } from "./files";
import { readModelInfo, type Model } from "./model_info";
import { kammError, requireHome, type Module } from "./module";
import { own, type Owned } from "./owned";
import { rungs, type Rung, type Tyre, type TyreConditions, type Vehicle } from "./types";

interface Home {
    readonly module: Module;
    readonly owned: Owned;
}
const vehicles = new WeakMap<Vehicle, Home>();
const tyres = new WeakMap<Tyre, Home>();

function addressOf<T extends object>(
    module: Module,
    known: WeakMap<T, Home>,
    thing: T,
    what: string,
): number {
    const home = known.get(thing);
    if (!home) throw new TypeError(`kamm: this is no ${what} of Kamm's`);
    requireHome(module, home.module, what);
    return home.owned.address;
}

export const vehicleAddress = (module: Module, vehicle: Vehicle) =>
    addressOf(module, vehicles, vehicle, "vehicle");

function rungNumber(rung: Rung): number {
    const index = rungs.indexOf(rung);
    if (index >= 0) return index + 1;
    throw kammError("unknown", "rung", `rung: "${rung}" is none; allowed: ${rungs.join(", ")}`);
}

/** The caller destroys the model. */
export function compile(module: Module, vehicle: Vehicle, rung: Rung = "full"): Model {
    const def = vehicleAddress(module, vehicle);
    const address = module.made(module.call.face_compile(def, rungNumber(rung)));
    return { address, info: readModelInfo(module, address) };
}

/** Returns the address of a tyre of the module. */
export const tyreAddress = (module: Module, tyre: Tyre) => addressOf(module, tyres, tyre, "tyre");

export function readTyre(module: Module, content: string, name: string): Tyre {
    const { call, text } = module;
    const path = fileName(name, /\.(json|tir)$/i, ".tir");
    const address = withFile(module, path, content, (at) => module.made(call.face_read_tyre(at)));
    const owned = own(address, "tyre", call.free);
    const tyre: Tyre = {
        name: text(call.face_tyre_name(address)),
        notes: module.notes(),
        dispose: owned.dispose,
    };
    tyres.set(tyre, { module, owned });
    return tyre;
}

export function defaultVehicle(module: Module): Vehicle {
    return wrapVehicle(module, module.made(module.call.face_default_vehicle()), []);
}

export function readVehicle(module: Module, json: string | object, name = "vehicle"): Vehicle {
    const text = typeof json === "string" ? json : JSON.stringify(json);
    const path = fileName(name, /\.json$/i, ".json");
    const { call } = module;
    const read = (at: number) => module.made(call.face_read_vehicle(at));
    const isName = typeof json === "string" && /^[\w./-]+$/.test(json);
    const address = isName ? module.withTexts([text], read) : withFile(module, path, text, read);
    return wrapVehicle(module, address, module.notes());
}

function tyreForces(
    module: Module,
    vehicle: number,
    axle: number,
    { loadN, camberRad = 0, friction = 1, speedMps = 20, side = 1 }: TyreConditions,
    slipRatios: ArrayLike<number>,
    slipAnglesRad: ArrayLike<number>,
) {
    const { call, heap } = module;
    const count = slipRatios.length;
    const at = [loadN, camberRad, friction, speedMps, side];
    if (slipAnglesRad.length !== count) throw kammError("range", "slips", "slips: as many ratios as angles are wanted");
    const address = module.allocate(8 * (at.length + 4 * count));
    const numbers = address / 8 + at.length;
    heap.f64.set([...at, ...Array.from(slipRatios), ...Array.from(slipAnglesRad)], address / 8);
    try {
        module.done(call.face_tyre_forces(vehicle, axle, address, count, 8 * numbers));
        const forces = (from: number) => heap.f64.slice(numbers + from * count, numbers + (from + 1) * count);
        return { longitudinalN: forces(2), lateralN: forces(3) };
    } finally {
        call.free(address);
    }
}

/** Takes over a vehicle that the module has made. */
export function wrapVehicle(module: Module, address: number, notes: readonly string[]): Vehicle {
    const { call, heap, scratch } = module;
    const owned = own(address, "vehicle", call.free);

    function setText(path: string, value: string): void {
        module.withTexts([path, value], (at, words) =>
            module.done(call.face_set_text(owned.address, at, words)),
        );
    }

    function setNumber(path: string, value: number): void {
        module.withTexts([path], (at) =>
            module.done(call.face_set_number(owned.address, at, value)),
        );
    }

    function getNumber(path: string): number {
        module.withTexts([path], (at) =>
            module.done(call.face_get_number(owned.address, at, scratch)),
        );
        return heap.f64[scratch / 8]!;
    }

    function checkAxle(axle: number): void {
        const count = call.face_axle_count(owned.address);
        if (Number.isInteger(axle) && axle >= 0 && axle < count) return;
        throw kammError("range", "axle", `axle: ${axle}; allowed: 0 (front) to ${count - 1}`);
    }

    const vehicle: Vehicle = {
        get name() {
            return module.text(call.face_vehicle_name(owned.address));
        },
        notes,
        get: getNumber,
        set: (path, value) =>
            typeof value === "number" ? setNumber(path, value) : setText(path, String(value)),
        setTyre(tyre, axle) {
            const from = tyreAddress(module, tyre);
            const axles = Array.from({ length: call.face_axle_count(owned.address) }, (_, each) => each);
            if (axle !== undefined) checkAxle(axle);
            for (const each of axle === undefined ? axles : [axle])
                call.face_set_tyre(owned.address, each, from);
        },
        tyreForces(axle, at, slipRatios, slipAnglesRad) {
            checkAxle(axle);
            return tyreForces(module, owned.address, axle, at, slipRatios, slipAnglesRad);
        },
        json() {
            const path = "written.json";
            module.withTexts([path], (at) =>
                module.done(call.face_write_vehicle(at, owned.address)),
            );
            return takeText(module, path);
        },
        clone: () =>
            wrapVehicle(module, module.made(call.face_copy_vehicle(owned.address)), notes),
        describe(rung) {
            const model = compile(module, vehicle, rung);
            call.kamm_destroy_model(model.address);
            return model.info;
        },
        model(rung) {
            const model = compile(module, vehicle, rung);
            const size = call.kamm_model_size(model.address);
            const bytes = takeSnapshot(module, size, (to) => call.kamm_save_model(model.address, to));
            call.kamm_destroy_model(model.address);
            return bytes;
        },
        dispose: owned.dispose,
    };
    vehicles.set(vehicle, { module, owned });
    return vehicle;
}
