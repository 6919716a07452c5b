/** Cars in motion: what a cars object can do. */
import { makeClock } from "./clock";
import type { Core, Member } from "./core";
import type { makeHosted } from "./hosted";
import { kammError, requireHome, withBytes, type Module } from "./module";
import { addProperties } from "./owned";
import type { Car, Cars, CarView, CarFields, CarChannels, Clock, WheelChannels } from "./types";
import { carsPerBlock, placeOf, type Views } from "./views";

const members = new WeakMap<object, Member>();

export function memberOf(cars: object): Member {
    const member = members.get(cars);
    if (member) return member;
    throw new TypeError("kamm: these are no cars of Kamm's");
}

export function setMember(cars: object, member: Member): void {
    members.set(cars, member);
}

const memberOfCore = ({ call }: Module, core: Core): Member => ({
    cores: [core],
    get address() {
        return core.address;
    },
    isCombination: false,
    enter: (world) => call.face_add_cars(world, core.address),
});

/** The index of a key in a list of fields. */
function indexer(fields: CarFields, list: "channel" | "wheelChannel" | "carState") {
    const indices = new Map(fields[list].map(({ key }, i) => [key, i]));
    return (key: string): number => {
        const index = indices.get(key);
        if (index !== undefined) return index;
        throw kammError("unknown", key, `${key}: no such ${list}; fields.${list} lists them`);
    };
}

function checkIndex(what: string, index: number, count: number): void {
    if (Number.isInteger(index) && index >= 0 && index < count) return;
    throw kammError("range", what, `${what} ${index}; allowed: 0 to ${count - 1}`);
}

export function checkSubsteps(substeps: number): void {
    if (Number.isInteger(substeps) && substeps >= 0) return;
    throw kammError("range", "substeps", `${substeps} substeps; allowed: whole numbers from 0`);
}

export function checkFraction(fraction: number): void {
    if (fraction >= 0 && fraction <= 1) return;
    throw kammError("range", "fraction", `fraction ${fraction}; allowed: 0 to 1`);
}

/** Copies what `save` writes into that much memory. */
export function takeSnapshot(
    module: Module,
    size: number,
    save: (to: number) => void,
): Uint8Array {
    const to = module.allocate(size);
    save(to);
    const snapshot = module.heap.u8.slice(to, to + size);
    module.call.free(to);
    return snapshot;
}

export function giveSnapshot(
    module: Module,
    snapshot: Uint8Array,
    restore: (from: number, size: number) => number,
): void {
    module.done(withBytes(module, snapshot, restore));
}

/** How channels and states of all cars are read. */
function makeReaders(
    { call, heap }: Module,
    fields: CarFields,
    core: Core,
): Pick<Cars, "inputs" | "read" | "readWheel" | "stateRow"> {
    const channelIndex = indexer(fields, "channel");
    const wheelChannelIndex = indexer(fields, "wheelChannel");
    const stateIndex = indexer(fields, "carState");
    const inputCount = core.count * fields.input.length;
    const counts = Array.from({ length: core.count }, (_, car) => core.info(car).wheelCount);
    const maxWheels = Math.max(...counts);
    let inputs: Float32Array = new Float32Array(0);

    function readAll(out: Float64Array, read: (car: number) => number): Float64Array {
        const { count } = core;
        if (out.length < count)
            throw kammError("range", "out", `out: ${out.length} long, but there are ${count} cars`);
        for (let car = 0; car < count; ++car) out[car] = read(car);
        return out;
    }

    return {
        get inputs() {
            const at = core.inputs;
            if (inputs.buffer !== heap.f32.buffer)
                inputs = new Float32Array(heap.f32.buffer, at, inputCount);
            return inputs;
        },
        read(channel: keyof CarChannels, out = new Float64Array(core.count)) {
            const [index, { address }] = [channelIndex(channel), core];
            return readAll(out, (car) => call.kamm_read(address, car, index));
        },
        readWheel(channel: keyof WheelChannels, wheel, out = new Float64Array(core.count)) {
            const [index, { address }] = [wheelChannelIndex(channel), core];
            checkIndex("wheel", wheel, maxWheels);
            return readAll(out, (car) =>
                wheel < counts[car]!
                    ? call.kamm_read_wheel(address, car, wheel, index)
                    : NaN,
            );
        },
        stateRow(state, block) {
            checkIndex("block", block, Math.ceil(core.count / carsPerBlock));
            const row = call.kamm_state_row(core.address, block, 0, 0, stateIndex(state));
            if (!row) throw kammError("unknown", state, `${state}: cars of this rung have none`);
            return heap.f32.subarray(row / 4, row / 4 + carsPerBlock);
        },
    };
}

/** Not those of combinations, which are stepped and disposed of as a whole. */
function requireOwn(core: Core): void {
    if (core.unit) throw new Error("kamm: these cars are a unit of combinations, which own them");
}

/** What makes hosted cars; kamm/lite has none. */
export type MakeHosted = typeof makeHosted;

/** How cars move on, if no world moves them. */
function makeSteps(
    module: Module,
    core: Core,
    clock: Clock,
    host?: MakeHosted,
): Pick<Cars, "step" | "stepSubsteps" | "hosted"> {
    const { call } = module;

    function takeSubsteps(substeps: number, fraction: number): number {
        core.checkCommands();
        call.kamm_step(core.address, core.ground.address, substeps);
        core.moved(fraction);
        core.ground.check();
        return substeps;
    }

    function requireAlone(): void {
        if (core.world) throw new Error("kamm: these cars are in a world, which steps them");
        requireOwn(core);
    }

    return {
        step(dtS, interpolate = true) {
            requireAlone();
            const { address } = core;
            const substeps = address && clock.advance(dtS);
            return takeSubsteps(substeps, interpolate ? clock.fraction : 1);
        },
        stepSubsteps(substeps, fraction = 1) {
            requireAlone();
            checkSubsteps(substeps);
            checkFraction(fraction);
            takeSubsteps(substeps, fraction);
        },
        hosted() {
            requireAlone();
            if (!host) throw new Error("kamm: kamm/lite has no hosted cars; the full package has");
            return host(module, core, requireAlone);
        },
    };
}

function makeSnapshots(module: Module, core: Core): Pick<Cars, "snapshot" | "restore" | "hash"> {
    const { call } = module;
    return {
        snapshot() {
            const { address } = core;
            return takeSnapshot(module, call.kamm_snapshot_size(address), (to) =>
                call.kamm_save_snapshot(address, to),
            );
        },
        restore(snapshot) {
            const { address } = core;
            giveSnapshot(module, snapshot, (from, size) =>
                call.face_restore_cars(address, from, size),
            );
            core.moved(1);
        },
        hash: () => BigInt.asUintN(64, call.kamm_state_hash(core.address)),
    };
}

/** All that cars objects can do, given how they make views. */
function makeMethods(
    module: Module,
    fields: CarFields,
    core: Core,
    at: Cars["at"],
    host?: MakeHosted,
): Cars {
    const clock = makeClock(module, core.info(0).substepS);
    const methods = {
        count: core.count,
        at,
        ...makeSteps(module, core, clock, host),
        ...makeSnapshots(module, core),
        handOver(from: CarView, to: number) {
            checkIndex("car", to, core.count);
            const source = placeOf(from);
            requireHome(module, source.core.module, "car");
            module.call.kamm_hand_over(source.core.address, source.car, core.address, to);
            core.moved(source.core.fraction);
        },
        dispose() {
            if (core.world) throw new Error("kamm: these cars are in a world; remove them first");
            requireOwn(core);
            clock.dispose();
            core.dispose();
        },
        *[Symbol.iterator]() {
            for (let car = 0; car < core.count; ++car) yield at(car);
        },
    };
    return addProperties(methods, makeReaders(module, fields, core));
}

export function makeCars(
    module: Module,
    fields: CarFields,
    views: Views,
    core: Core,
    host?: MakeHosted,
): Cars {
    const made: CarView[] = [];
    const at = (car: number) => {
        checkIndex("car", car, core.count);
        return (made[car] ??= views.car(core, car));
    };
    const cars = makeMethods(module, fields, core, at, host);
    members.set(cars, memberOfCore(module, core));
    return cars;
}

/** A view of the only car that has the methods of its cars object, too. */
export function makeCar(
    module: Module,
    fields: CarFields,
    views: Views,
    core: Core,
    host?: MakeHosted,
): Car {
    const view = views.car(core, 0);
    const at = (car: number) => {
        checkIndex("car", car, 1);
        return view;
    };
    const methods = makeMethods(module, fields, core, at, host);
    const car: Car = addProperties(view, methods);
    members.set(car, memberOfCore(module, core));
    return car;
}
