/** Arcade handling of a car. */
import { finiteNumbers } from "./act";
import { fileName, withFile } from "./files";
import { requireHome, type Module } from "./module";
import { own } from "./owned";
import type { Arcade } from "./types";
import { vehicleAddress } from "./vehicle";
import { placeOf } from "./views";

export function readArcade(module: Module, json: string | object, name = "arcade"): Arcade {
    const { call, heap } = module;
    const text = typeof json === "string" ? json : JSON.stringify(json);
    const path = fileName(name, /\.json$/i, ".json");
    const owned = own(
        withFile(module, path, text, (at) => module.made(call.face_read_arcade(at))),
        "arcade",
        call.free,
    );
    /** Members of kamm_arcade_state, four bytes each. */
    const member = (index: number) => owned.address / 4 + index;
    return {
        name: module.text(call.face_arcade_name(owned.address)),
        gravity: call.face_arcade_gravity(owned.address),
        change: (vehicle) =>
            module.done(call.face_arcade_vehicle(owned.address, vehicleAddress(module, vehicle))),
        drive(view, request, dtS) {
            const { core, car } = placeOf(view);
            requireHome(module, core.module, "car");
            const { steer, throttle, brake, handBrake, clutch = 0, ownGear = false } = request;
            const { boost = 0, pitch = 0, roll = 0, yaw = 0 } = request;
            const { strength, letsRoll } = view.assistSettings;
            const numbers = [strength, steer, throttle, brake, handBrake, clutch, boost, pitch, roll, yaw];
            finiteNumbers("request", numbers, numbers.length);
            finiteNumbers("dtS", [dtS], 1);
            const address = module.allocate(8 * numbers.length);
            heap.f64.set(numbers, address / 8);
            try {
                const flags = [Number(letsRoll), Number(ownGear)];
                module.done(
                    call.face_arcade_input(owned.address, core.address, car, address, ...flags, dtS),
                );
            } finally {
                call.free(address);
            }
        },
        get boostLeft() {
            return 1 - heap.f32[member(1)]!;
        },
        get isGhost() {
            return heap.i32[member(3)] !== 0;
        },
        get flipped() {
            return heap.i32[member(4)] !== 0;
        },
        dispose: owned.dispose,
    };
}
