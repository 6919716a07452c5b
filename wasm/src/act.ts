/** Actions on cars from outside: forces, impulses, another motion. */
import type { Core } from "./core";
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import type { CarView, Motion, Vector3 } from "./types";

/** Numbers of face_push. */
const kinds = { impulse: 0, angularImpulse: 1, force: 2, torque: 3 } as const;

type Acts = Pick<
    CarView,
    "applyImpulse" | "applyAngularImpulse" | "applyForce" | "applyTorque" | "motion" | "setMotion"
>;

/** Returns that many numbers, or throws an error that names the value. */
export function numbers(name: string, values: ArrayLike<number>, count: number): number[] {
    const list = Array.from(values);
    if (list.length === count && list.every((value) => typeof value === "number")) return list;
    throw kammError("range", name, `${name}: it has to be ${count} numbers`);
}

/** The same of numbers that no call checks. */
export function finiteNumbers(name: string, values: ArrayLike<number>, count: number): number[] {
    const list = numbers(name, values, count);
    if (list.every(Number.isFinite)) return list;
    throw kammError("range", name, `${name}: ${list.join(", ")}; it has to be finite`);
}

export function makeActs(module: Module, core: Core, car: number): Acts {
    const { call, heap, at, doubles, scratch } = module;

    function push(kind: keyof typeof kinds, vector: Vector3, point?: Vector3): void {
        const { address } = core;
        heap.f64.set(numbers(kind, vector, 3), scratch / 8);
        if (point) heap.f64.set(numbers("point", point, 3), scratch / 8 + 3);
        const pointAt = point ? scratch + 24 : 0;
        module.done(call.face_push(address, car, kinds[kind], scratch, pointAt));
        core.moved(core.fraction);
    }

    /** Its members and where they lie in the struct, which they fill from its start on. */
    const wheels = core.info(car).wheelCount;
    const parts = [
        ["position", "motion.position_m", 3],
        ["orientation", "motion.orientation", 4],
        ["velocityMps", "motion.velocity_mps", 3],
        ["angularVelocityRadps", "motion.angular_velocity_radps", 3],
        ["wheelRadps", "motion.wheel_radps", wheels],
    ] as const;

    function read(): Motion {
        call.kamm_read_motion(core.address, car, scratch);
        const entries = parts.map(([key, place, count]) => [key, doubles(scratch + at(place), count)]);
        return Object.fromEntries(entries) as unknown as Motion;
    }

    return {
        applyImpulse: (impulse, point) => push("impulse", impulse, point),
        applyAngularImpulse: (impulse) => push("angularImpulse", impulse),
        applyForce: (force, point) => push("force", force, point),
        applyTorque: (torque) => push("torque", torque),
        motion: read,
        setMotion(motion) {
            const { address } = core;
            checkKeys("motion", motion, [], parts.map(([key]) => key));
            const wanted = { ...read(), ...motion };
            for (const [key, place, count] of parts)
                heap.f64.set(numbers(key, wanted[key], count), (scratch + at(place)) / 8);
            module.done(call.face_set_motion(address, car, scratch));
            core.moved(1);
        },
    };
}
