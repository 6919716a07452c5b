/** Damage of a wheel. */
import type { Core } from "./core";
import type { Module } from "./module";
import type { WheelDamage } from "./types";

/** In the order of kamm_wheel_damage, which is four doubles. */
const keys = ["brakeLoss", "gripLoss", "rollingResistance", "radiusLossM"] as const;

export function damageOf(module: Module, core: Core, car: number, wheel: number): PropertyDescriptorMap {
    const { call, doubles, heap, scratch } = module;
    const read = () => {
        const values = doubles(scratch, keys.length);
        return Object.fromEntries(keys.map((key, i) => [key, values[i]])) as unknown as WheelDamage;
    };
    return {
        damage: {
            get: () => (call.kamm_wheel_damage_of(scratch, core.address, car, wheel), read()),
            set: (damage: Partial<WheelDamage>) => {
                keys.forEach((key, i) => (heap.f64[scratch / 8 + i] = damage[key] ?? 0));
                module.done(call.face_damage_wheel(core.address, car, wheel, scratch));
            },
            enumerable: true,
        },
        burst: { get: () => (call.kamm_burst_tyre(scratch, core.model(car), wheel), read()) },
        lost: { get: () => (call.kamm_lost_wheel(scratch, core.model(car), wheel), read()) },
    };
}
