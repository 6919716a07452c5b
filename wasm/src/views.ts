/** Cars and wheels as objects: their getters, made from the field tables, read the module's memory. */
import type { Core } from "./core";
import type { Module } from "./module";
import type { AidSettings, CarView, FieldTables, Input, Placement, Wheel, Wish } from "./types";

export const carsPerBlock = 16;
const wheelCount = 4;
const rowOfCar = 0;
const rowOfWheel = 3;

/** Where a view looks. */
interface Place {
    readonly core: Core;
    readonly car: number;
    readonly wheel: number;
}

interface Pose {
    readonly position: Float64Array;
    readonly orientation: Float64Array;
    spinAngleRad: number;
    travelM: number;
}

const place = Symbol("place");
interface Placed {
    readonly [place]: Place;
}

export interface Views {
    car(core: Core, car: number): CarView;
}

/** The cars object, and the car in it, of a view. */
export function placeOf(view: CarView): Place {
    const found = (view as unknown as Partial<Placed>)[place];
    if (found) return found;
    throw new TypeError("kamm: this is no car of Kamm's");
}

type Get = (this: Placed) => number;
type Set = (this: Placed, value: number) => void;

/** An object to inherit from, with a property for each key. */
function prototypeOf(
    keys: readonly string[],
    get: (index: number) => Get,
    set?: (index: number) => Set,
): object {
    return Object.defineProperties(
        {},
        Object.fromEntries(
            keys.map((key, i) => [key, { get: get(i), set: set?.(i), enumerable: true }]),
        ),
    );
}

function newPose(): Pose {
    return {
        position: new Float64Array(3),
        orientation: new Float64Array(4),
        spinAngleRad: 0,
        travelM: 0,
    };
}

export function makeViews(module: Module, fields: FieldTables): Views {
    const { call, heap, at, scratch } = module;
    const inputSize = fields.input.length;
    const keys = (list: "input" | "channel" | "wheelChannel" | "carState" | "wheelState") =>
        fields[list].map(({ key }) => key);

    function readState(p: Place, kind: number, item: number, field: number): number {
        const block = Math.trunc(p.car / carsPerBlock);
        const row = call.kamm_state_row(p.core.address, block, kind, item, field);
        return heap.f32[row / 4 + (p.car % carsPerBlock)]!;
    }

    const inputIndex = (p: Place, field: number) => p.core.inputs / 4 + p.car * inputSize + field;
    const inputPrototype = prototypeOf(
        keys("input"),
        (i) =>
            function () {
                return heap.f32[inputIndex(this[place], i)]!;
            },
        (i) =>
            function (value) {
                heap.f32[inputIndex(this[place], i)] = value;
            },
    );
    const carStatePrototype = prototypeOf(
        keys("carState"),
        (i) =>
            function () {
                return readState(this[place], rowOfCar, 0, i);
            },
    );
    const wheelStatePrototype = prototypeOf(
        keys("wheelState"),
        (i) =>
            function () {
                return readState(this[place], rowOfWheel, this[place].wheel, i);
            },
    );
    const wheelPrototype = prototypeOf(
        keys("wheelChannel"),
        (i) =>
            function () {
                const { core, car, wheel } = this[place];
                return call.kamm_read_wheel(core.address, car, wheel, i);
            },
    );
    const carPrototype = prototypeOf(
        keys("channel"),
        (i) =>
            function () {
                const { core, car } = this[place];
                return call.kamm_read(core.address, car, i);
            },
    );

    const view = (prototype: object, where: Place) =>
        Object.create(prototype, { [place]: { value: where } }) as object;

    function readPose(pose: Pose, from: number): void {
        const { f64 } = heap;
        const position = (from + at("pose.position_m")) / 8;
        const orientation = (from + at("pose.orientation")) / 8;
        pose.position.set(f64.subarray(position, position + 3));
        pose.orientation.set(f64.subarray(orientation, orientation + 4));
    }

    function readWheelPose(pose: Pose, from: number): void {
        readPose(pose, from + at("wheel_pose.pose"));
        pose.spinAngleRad = heap.f64[(from + at("wheel_pose.spin_angle_rad")) / 8]!;
        pose.travelM = heap.f64[(from + at("wheel_pose.travel_m")) / 8]!;
    }

    /** The poses of a car, body first; read when they are asked for, if the car has moved since. */
    function posesOf({ core, car }: Place): () => readonly Pose[] {
        const poses = Array.from({ length: 1 + wheelCount }, newPose);
        const wheelsAt = scratch + at("pose");
        let stamp = -1;
        return () => {
            const { address } = core;
            if (stamp === core.stamp) return poses;
            stamp = core.stamp;
            call.kamm_read_pose(address, car, core.fraction, scratch, wheelsAt);
            poses.forEach((pose, i) =>
                i
                    ? readWheelPose(pose, wheelsAt + (i - 1) * at("wheel_pose"))
                    : readPose(pose, scratch),
            );
            return poses;
        };
    }

    function makeWheel(where: Place, poses: () => readonly Pose[]): Wheel {
        const pose = () => poses()[1 + where.wheel]!;
        return Object.defineProperties(view(wheelPrototype, where), {
            position: { get: () => pose().position, enumerable: true },
            orientation: { get: () => pose().orientation, enumerable: true },
            spinAngleRad: { get: () => pose().spinAngleRad, enumerable: true },
            travelM: { get: () => pose().travelM, enumerable: true },
            state: { value: view(wheelStatePrototype, where), enumerable: true },
        }) as Wheel;
    }

    function makeAid({ core, car }: Place, settings: AidSettings) {
        return (wish: Wish, dtS: number): void => {
            const { steer, throttle, brake, handBrake, clutch = 0 } = wish;
            call.face_aid_driver(
                ...[core.address, car, settings.strength],
                ...[steer, throttle, brake, handBrake, clutch, dtS],
            );
        };
    }

    function car(core: Core, index: number): CarView {
        const where: Place = { core, car: index, wheel: 0 };
        const poses = posesOf(where);
        const aidSettings: AidSettings = { strength: 1 };
        const wheels = Array.from({ length: wheelCount }, (_, wheel) =>
            makeWheel({ core, car: index, wheel }, poses),
        );
        return Object.defineProperties(view(carPrototype, where), {
            index: { value: index, enumerable: true },
            input: { value: view(inputPrototype, where) as Input, enumerable: true },
            wheels: { value: wheels, enumerable: true },
            position: { get: () => poses()[0]!.position, enumerable: true },
            orientation: { get: () => poses()[0]!.orientation, enumerable: true },
            state: { value: view(carStatePrototype, where), enumerable: true },
            fault: { get: () => call.kamm_fault(core.address, index), enumerable: true },
            info: { get: () => core.info(index), enumerable: true },
            place: { value: (placement?: Placement) => core.place(index, placement) },
            aid: { value: makeAid(where, aidSettings) },
            aidSettings: { value: aidSettings, enumerable: true },
        }) as CarView;
    }

    return { car };
}
