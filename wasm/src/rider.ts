/** Riders, who balance two-wheelers. */
import { finiteNumbers } from "./act";
import { checkKeys } from "./keys";
import { requireHome, type Module } from "./module";
import type { CarView, Rider } from "./types";
import { placeOf } from "./views";

export function makeRider(module: Module, view: CarView): Rider | undefined {
    const { call } = module;
    const { core, car } = placeOf(view);
    requireHome(module, core.module, "car");
    if (!call.kamm_has_rider(core.model(car))) return undefined;
    return {
        ride(request, dtS) {
            const keys = ["curvaturePerM", "maxLeanRad", "maxTorqueNm", "strength", "feet"];
            checkKeys("ride", request, [], keys);
            const { curvaturePerM = 0, maxLeanRad = 0, maxTorqueNm = 0, strength = 1, feet = true } = request;
            const numbers = [curvaturePerM, maxLeanRad, maxTorqueNm, strength];
            finiteNumbers("ride", numbers, 4);
            finiteNumbers("dtS", [dtS], 1);
            module.done(call.face_ride(core.address, car, ...numbers, Number(feet), dtS));
        },
        leanInTurnRad: (speedMps, curvaturePerM) =>
            call.kamm_lean_in_turn_rad(core.model(car), speedMps, curvaturePerM),
    };
}
