/** Drivers that follow paths. */
import { kammError, requireHome, type Module } from "./module";
import { own } from "./owned";
import { readPlacement } from "./placement";
import type { CarView, Driver, Path } from "./types";
import { placeOf } from "./views";

export interface PathAt extends Path {
    readonly address: number;
}

function findPath(paths: readonly PathAt[], name: string): PathAt {
    const path = paths.find((each) => each.name === name);
    if (path) return path;
    const names = paths.map((each) => each.name).join(", ") || "none";
    throw kammError("unknown", "path", `path: "${name}" is not in this world; there are: ${names}`);
}

export function makeDriver(
    module: Module,
    paths: readonly PathAt[],
    name: string,
    car: CarView,
    { grip = 0.8, stationM }: { grip?: number; stationM?: number },
): Driver {
    const { call, heap, at, scratch } = module;
    const { core, car: index } = placeOf(car);
    requireHome(module, core.module, "car");
    const path = findPath(paths, name);
    const owned = own(
        module.made(
            call.face_create_driver(path.address, core.model(index), grip, stationM ?? 0),
        ),
        "driver",
        call.face_destroy_driver,
    );
    const [x, y] = car.position;
    if (stationM === undefined) call.face_find_driver(owned.address, x!, y!);
    const field = (key: string) => (owned.address + at(`driver.${key}`)) / 8;
    return {
        get stationM() {
            return heap.f64[field("station_m")]!;
        },
        get leftM() {
            return heap.f64[field("left_m")]!;
        },
        get aimLeftM() {
            return heap.f64[field("aim_left_m")]!;
        },
        set aimLeftM(leftM) {
            heap.f64[field("aim_left_m")] = leftM;
        },
        lengthM: call.face_driver_length(owned.address),
        get drivenM() {
            return heap.f64[field("driven_m")]!;
        },
        get start() {
            call.face_driver_start(owned.address, scratch);
            const { x, y, orientation, speedMps, gear } = readPlacement(module, scratch);
            const [w, , , z] = orientation as [number, number, number, number];
            return { x: x!, y: y!, yawRad: 2 * Math.atan2(z, w), speedMps: speedMps!, gear: gear! };
        },
        drive: (dtS) => {
            call.kamm_drive_path(owned.address, core.address, index, dtS);
        },
        dispose: owned.dispose,
    };
}
