/** Contact of a wheel. */
import { contactTypes } from "./contact_types";
import type { Core } from "./core";
import type { Module } from "./module";
import type { WheelContact } from "./types";

/** The struct is two whole numbers, then doubles: five vectors, the last of two, and four numbers; then whose plane it is. */
export function readWheelContact(module: Module, core: Core, car: number, wheel: number): WheelContact {
    const { call, heap, at, doubles, scratch } = module;
    call.kamm_read_wheel_contact(core.address, car, wheel, scratch);
    const vector = (i: number) => doubles(scratch + at("wheel_contact.point_m") + 24 * i, 3);
    const [along, left, ...rest] = doubles(scratch + at("wheel_contact.sliding_mps"), 6);
    const [skidW, loadN, deflectionM, friction] = rest;
    const body = (scratch + at("wheel_contact.body_type")) / 4;
    return {
        onGround: heap.i32[scratch / 4] !== 0,
        surface: heap.i32[scratch / 4 + 1]!,
        point: vector(0),
        normal: vector(1),
        forward: vector(2),
        groundMps: vector(3),
        slidingMps: [along!, left!],
        skidW: skidW!,
        loadN: loadN!,
        deflectionM: deflectionM!,
        friction: friction!,
        bodyType: contactTypes[heap.i32[body]!]!,
        bodyGroup: heap.i32[body + 1]!,
        bodyIndex: heap.i32[body + 2]!,
    };
}
