/** Drivers that follow paths, over the terrain of their world. */
import { finiteNumbers } from "./act";
import { checkKeys } from "./keys";
import { kammError, requireHome, type Module } from "./module";
import { own } from "./owned";
import { readPlacement } from "./placement";
import type { CarView, Driver, Path, PathShape, PlannedPoint } from "./types";
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

/** What messages call a path of the user's own. */
const shapesName = new TextEncoder().encode("path");

/** Hands a path, one of the world's by name or the user's own, to a call. */
export function withPath(module: Module, paths: readonly PathAt[], path: string | PathShape, use: (address: number) => number): number {
    return typeof path === "string" ? use(findPath(paths, path).address) : withShape(module, path, use);
}

function withShape(module: Module, shape: PathShape, use: (address: number) => number): number {
    const { call, heap, at } = module;
    const { points, widthM, closed = false, sides, heightsM } = shape;
    const count = points.length >> 1;
    const rooms: number[] = [];
    const room = (bytes: number) => rooms[rooms.push(module.allocate(bytes)) - 1]!;
    function copied(key: string, values: ArrayLike<number> | null | undefined, length: number): number {
        if (!values) return 0;
        if (values.length !== length)
            throw kammError("range", key, `path: ${values.length} ${key}; it has to be ${length}`);
        const to = room(8 * length);
        heap.f64.set(values, to / 8);
        return to;
    }
    try {
        const path = room(at("path"));
        heap.u8.fill(0, path, path + at("path"));
        heap.u8.set(shapesName, path + at("path.name"));
        const arrays = {
            points_m: copied("points", points, 2 * count),
            sides_m: copied("sides", sides, 2 * count),
            heights_m: copied("heightsM", heightsM, count),
        };
        for (const [key, to] of Object.entries(arrays)) heap.i32[(path + at(`path.${key}`)) / 4] = to;
        heap.i32[(path + at("path.count")) / 4] = count;
        heap.i32[(path + at("path.closed")) / 4] = closed ? 1 : 0;
        heap.f64[(path + at("path.width_m")) / 8] = widthM;
        return use(path);
    } finally {
        for (const address of rooms) call.free(address);
    }
}

const pointFields = {
    ...{ x: "x_m", y: "y_m", z: "z_m", headingRad: "heading_rad", curvaturePerM: "curvature_per_m" },
    ...{ slopeRad: "slope_rad", bankRad: "bank_rad", rightM: "right_m", leftM: "left_m" },
} as const;

function readPoint(module: Module, driver: number, stationM: number): PlannedPoint {
    const { call, heap, at, scratch } = module;
    const speedMps = call.face_driver_at(driver, stationM, scratch);
    const read = Object.entries(pointFields).map(([key, field]) => [
        key,
        heap.f64[(scratch + at(`line_point.${field}`)) / 8]!,
    ]);
    return { ...Object.fromEntries(read), speedMps } as PlannedPoint;
}

/** Ground that is higher than this above a path's road is another road's. */
const aboveRoadM = 2.5;

export function makeDriver(
    module: Module,
    world: number,
    paths: readonly PathAt[],
    wanted: string | PathShape,
    car: CarView,
    options: { grip?: number; stationM?: number },
): Driver {
    checkKeys("driver", options, [], ["grip", "stationM"]);
    const { grip = 0.8, stationM } = options;
    finiteNumbers("stationM", [stationM ?? 0], 1);
    const { call, heap, at, scratch } = module;
    const { core, car: index } = placeOf(car);
    requireHome(module, core.module, "car");
    const create = (path: number) =>
        call.face_create_driver(world, path, core.model(index), grip, stationM ?? 0);
    const owned = own(module.made(withPath(module, paths, wanted, create)), "driver", call.face_destroy_driver);
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
            finiteNumbers("aimLeftM", [leftM], 1);
            heap.f64[field("aim_left_m")] = leftM;
        },
        lengthM: call.face_driver_length(owned.address),
        get drivenM() {
            return heap.f64[field("driven_m")]!;
        },
        get start() {
            call.face_driver_start(owned.address, scratch);
            const { x, y, z, speedMps, gear } = readPlacement(module, scratch);
            const { headingRad } = readPoint(module, owned.address, heap.f64[field("station_m")]!);
            return {
                ...{ x: x!, y: y!, belowM: z! + aboveRoadM, yawRad: headingRad },
                ...{ speedMps: speedMps!, gear: gear! },
            };
        },
        plannedS: call.face_driver_time(owned.address),
        at: (station) => readPoint(module, owned.address, station),
        drive: (dtS) => {
            call.kamm_drive_path(owned.address, core.address, index, dtS);
        },
        dispose: owned.dispose,
    };
}
