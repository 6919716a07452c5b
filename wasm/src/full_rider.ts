/** Riders that lift wheels, park and fall off. */
import { finiteNumbers } from "./act";
import type { FullModule } from "./full_module";
import type { FullRider, ThrownRider } from "./full_types";
import { addProperties } from "./owned";
import type { CarView, Rider } from "./types";
import { placeOf } from "./views";

export function makeFullRider(module: FullModule, view: CarView, rider: Rider): FullRider {
    const { call, heap, at, scratch, doubles } = module;
    const { core, car } = placeOf(view);
    const watchAt = scratch + at("thrown_rider");
    /** kamm_rider_watch between its calls. */
    let watched: Uint8Array | null = null;

    function readThrown(): ThrownRider {
        const list = (name: string, count: number) => doubles(scratch + at(`thrown_rider.${name}`), count);
        return {
            ...{ position: list("position_m", 3), orientation: list("orientation", 4) },
            ...{ velocityMps: list("velocity_mps", 3), angularVelocityRadps: list("angular_velocity_radps", 3) },
            massKg: list("mass_kg", 1)[0]!,
        };
    }

    const more: Omit<FullRider, keyof Rider> = {
        get wheelLiftRad() {
            return call.kamm_wheel_lift_rad(core.address, car);
        },
        lift: (liftRad) => module.done(call.face_lift_wheel(core.address, car, ...finiteNumbers("liftRad", [liftRad], 1))),
        get standLeanRad() {
            return core.address && call.kamm_stand_lean_rad(core.model(car));
        },
        park(placement) {
            core.stand(car, placement);
            module.done(call.face_park_on_stand(core.address, car, scratch));
            core.moved(1);
            core.ground.check();
        },
        throwOff() {
            module.done(call.face_throw_rider(core.address, car, scratch));
            core.moved(core.fraction);
            return readThrown();
        },
        watch(dtS) {
            finiteNumbers("dtS", [dtS], 1);
            if (watched) heap.u8.set(watched, watchAt);
            else call.face_start_rider_watch(watchAt);
            const isThrown = call.kamm_watch_rider(core.address, car, watchAt, dtS, scratch);
            watched = heap.u8.slice(watchAt, watchAt + at("rider_watch"));
            if (!isThrown) return null;
            core.moved(core.fraction);
            return readThrown();
        },
        seat: () => {
            call.kamm_seat_rider(core.address, car);
            core.moved(core.fraction);
        },
        get isThrown() {
            return call.kamm_is_rider_thrown(core.address, car) !== 0;
        },
    };
    return addProperties(rider, more);
}
