/** Cars and wheels as objects: their getters, made from the field tables, read the module's memory. */
import { makeActs } from "./act";
import type { Core } from "./core";
import type { Module } from "./module";
import type { AssistSettings, CarView, CarFields, Input, Placement, Wheel, DriverRequest } from "./types";
import { readWheelContact } from "./wheel_contact";
import { damageOf } from "./wheel_damage";

export const carsPerBlock = 16;
const rowOfCar = 0;
const rowOfWheel = 3;

/** The cars and the number that a view shows. */
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

type Get = (where: Place, index: number) => number;
type Set = (where: Place, index: number, value: number) => void;

/** An object to inherit from, with a property for each key. */
function prototypeOf(keys: readonly string[], get: Get, set?: Set): object {
    const property = (index: number): PropertyDescriptor => ({
        get(this: Placed) {
            return get(this[place], index);
        },
        ...(set && {
            set(this: Placed, value: number) {
                set(this[place], index, value);
            },
        }),
        enumerable: true,
    });
    return Object.defineProperties(
        {},
        Object.fromEntries(keys.map((key, index) => [key, property(index)])),
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

/** Reads the poses of a car, body first, when they are asked for and the car has moved since. */
function makePoses(
    module: Module,
    { core, car }: Place,
    wheelCount: number,
): () => readonly Pose[] {
    const { call, heap, at, scratch } = module;
    const poses = Array.from({ length: 1 + wheelCount }, newPose);
    const wheelsAt = scratch + at("pose");
    let stamp = -1;

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

    return () => {
        const { address } = core;
        if (stamp === core.stamp) return poses;
        stamp = core.stamp;
        call.kamm_read_pose(address, car, core.fraction, scratch, wheelsAt);
        const [body, ...wheels] = poses;
        readPose(body!, scratch);
        wheels.forEach((pose, i) => readWheelPose(pose, wheelsAt + i * at("wheel_pose")));
        return poses;
    };
}

/** What views inherit from: a getter for each field, which asks the module. */
function makePrototypes({ call, heap }: Module, fields: CarFields) {
    const inputSize = fields.input.length;
    const keys = (list: "input" | "channel" | "wheelChannel" | "carState" | "wheelState") =>
        fields[list].map(({ key }) => key);

    function readState(p: Place, kind: number, item: number, field: number): number {
        const block = Math.trunc(p.car / carsPerBlock);
        const row = call.kamm_state_row(p.core.address, block, kind, item, field);
        return row ? heap.f32[row / 4 + (p.car % carsPerBlock)]! : 0; // none on this rung
    }

    const inputIndex = (p: Place, field: number) => p.core.inputs / 4 + p.car * inputSize + field;
    return {
        input: prototypeOf(
            keys("input"),
            (p, field) => heap.f32[inputIndex(p, field)]!,
            (p, field, value) => {
                heap.f32[inputIndex(p, field)] = value;
            },
        ),
        car: prototypeOf(keys("channel"), ({ core, car }, channel) =>
            call.kamm_read(core.address, car, channel),
        ),
        wheel: prototypeOf(keys("wheelChannel"), ({ core, car, wheel }, channel) =>
            call.kamm_read_wheel(core.address, car, wheel, channel),
        ),
        carState: prototypeOf(keys("carState"), (p, field) => readState(p, rowOfCar, 0, field)),
        wheelState: prototypeOf(keys("wheelState"), (p, field) =>
            readState(p, rowOfWheel, p.wheel, field),
        ),
    };
}

function methods(of: object): PropertyDescriptorMap {
    return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, { value }]));
}

export function makeViews(module: Module, fields: CarFields): Views {
    const { call } = module;
    const prototypes = makePrototypes(module, fields);
    const view = (prototype: object, where: Place) =>
        Object.create(prototype, { [place]: { value: where } }) as object;

    function makeWheel(where: Place, poses: () => readonly Pose[]): Wheel {
        const pose = () => poses()[1 + where.wheel]!;
        return Object.defineProperties(view(prototypes.wheel, where), {
            position: { get: () => pose().position, enumerable: true },
            orientation: { get: () => pose().orientation, enumerable: true },
            spinAngleRad: { get: () => pose().spinAngleRad, enumerable: true },
            travelM: { get: () => pose().travelM, enumerable: true },
            contact: { get: () => readWheelContact(module, where.core, where.car, where.wheel) },
            grip: {
                get: () => call.kamm_wheel_grip(where.core.address, where.car, where.wheel),
                set: (factor: number) => {
                    const { core, car, wheel } = where;
                    module.done(call.face_set_wheel_grip(core.address, car, wheel, factor));
                },
                enumerable: true,
            },
            ...damageOf(module, where.core, where.car, where.wheel),
            state: { value: view(prototypes.wheelState, where), enumerable: true },
        }) as Wheel;
    }

    function makeAssist({ core, car }: Place, settings: AssistSettings) {
        return (request: DriverRequest, dtS: number): void => {
            const { steer, throttle, brake, handBrake, clutch = 0, ownGear = false } = request;
            call.face_assist_input(
                ...[core.address, car, settings.strength, Number(settings.letsRoll)],
                ...[steer, throttle, brake, handBrake, clutch, Number(ownGear), dtS],
            );
        };
    }

    function car(core: Core, index: number): CarView {
        const where: Place = { core, car: index, wheel: 0 };
        const { wheelCount } = core.info(index);
        const poses = makePoses(module, where, wheelCount);
        const assistSettings: AssistSettings = { strength: 1, letsRoll: false };
        const wheels = Array.from({ length: wheelCount }, (_, wheel) =>
            makeWheel({ core, car: index, wheel }, poses),
        );
        return Object.defineProperties(view(prototypes.car, where), {
            index: { value: index, enumerable: true },
            input: { value: view(prototypes.input, where) as Input, enumerable: true },
            wheels: { value: wheels, enumerable: true },
            position: { get: () => poses()[0]!.position, enumerable: true },
            orientation: { get: () => poses()[0]!.orientation, enumerable: true },
            state: { value: view(prototypes.carState, where), enumerable: true },
            fault: { get: () => call.kamm_fault(core.address, index), enumerable: true },
            info: { get: () => core.info(index), enumerable: true },
            place: { value: (placement?: Placement) => core.place(index, placement) },
            ...methods(makeActs(module, core, index)),
            assist: { value: makeAssist(where, assistSettings) },
            assistSettings: { value: assistSettings, enumerable: true },
        }) as CarView;
    }

    return { car };
}
