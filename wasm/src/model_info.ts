/** Information of a compiled model as an object of JavaScript. */
import type { Module } from "./module";
import { rungs, type Box, type ModelInfo, type WheelSide } from "./types";

export interface Model {
    readonly address: number;
    readonly info: ModelInfo;
}

type Three = [number, number, number];
type Four = [number, number, number, number];

/** Boxes that lie one after the other, `each` bytes apart. */
export function readBoxes(module: Module, from: number, count: number): Box[] {
    const { at, doubles } = module;
    return Array.from({ length: count }, (_, i) => {
        const box = from + i * at("box");
        const turn = doubles(box + at("box.orientation"), 4) as Four;
        return {
            centreM: doubles(box + at("box.centre_m"), 3) as Three,
            halfM: doubles(box + at("box.half_m"), 3) as Three,
            orientation: turn.every((part) => part === 0) ? [1, 0, 0, 0] : turn,
        };
    });
}

function readCarBoxes(module: Module, model: number): Box[] {
    const count = module.call.kamm_car_boxes(model, module.scratch);
    return readBoxes(module, module.scratch, count);
}

export function readModelInfo(module: Module, model: number): ModelInfo {
    const { call, heap, at, doubles, scratch } = module;
    const boxes = readCarBoxes(module, model);
    call.face_describe(model, scratch);
    const whole = (name: string) => heap.i32[(scratch + at(`model_info.${name}`)) / 4]!;
    const double = (name: string) => heap.f64[(scratch + at(`model_info.${name}`)) / 8]!;
    const wheelCount = whole("wheel_count");
    const perWheel = (name: string) => doubles(scratch + at(`model_info.${name}`), wheelCount);
    const coordinates = doubles(scratch + at("model_info.wheel_position_m"), 3 * wheelCount);
    const wheelPositionM = Array.from(
        { length: wheelCount },
        (_, wheel) => coordinates.slice(3 * wheel, 3 * wheel + 3) as Three,
    );
    const wholePerWheel = (name: string) => {
        const first = (scratch + at(`model_info.${name}`)) / 4;
        return Array.from(heap.i32.subarray(first, first + wheelCount));
    };
    const wheelAxle = wholePerWheel("wheel_axle");
    return {
        rung: rungs[whole("rung") - 1]!,
        substepS: double("substep_s"),
        axleCount: whole("axle_count"),
        wheelCount,
        wheelAxle,
        wheelSide: wholePerWheel("wheel_side") as WheelSide[],
        gearCount: whole("gear_count"),
        massKg: double("mass_kg"),
        wheelbaseM: double("wheelbase_m"),
        cgHeightM: double("cg_height_m"),
        cgBehindFrontAxleM: double("cg_behind_front_axle_m"),
        steeringLockRad: double("steering_lock_rad"),
        steeringRatio: double("steering_ratio"),
        lengthM: double("length_m"),
        widthM: double("width_m"),
        heightM: double("height_m"),
        frontOverhangM: double("front_overhang_m"),
        idleRadps: double("idle_radps"),
        limiterRadps: double("limiter_radps"),
        engineCylinders: double("engine_cylinders"),
        engineTwoStroke: whole("engine_two_stroke") !== 0,
        engineDiesel: whole("engine_diesel") !== 0,
        liftShare: double("lift_share"),
        topSpeedMps: double("top_speed_mps"),
        wheelRadiusM: perWheel("wheel_radius_m"),
        loadedRadiusM: perWheel("loaded_radius_m"),
        wheelWidthM: perWheel("wheel_width_m"),
        rimRadiusM: perWheel("rim_radius_m"),
        wheelPositionM,
        staticLoadN: perWheel("static_load_n"),
        peakFrictionX: perWheel("peak_friction_x"),
        peakFrictionY: perWheel("peak_friction_y"),
        peakSlipAngleRad: perWheel("peak_slip_angle_rad"),
        boxes,
    };
}
