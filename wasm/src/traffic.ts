/** Traffic: drivers of one path who see each other. */
import { finiteNumbers } from "./act";
import { giveSnapshot, takeSnapshot } from "./cars";
import type { FullModule } from "./full_module";
import type { Traffic, TrafficBody, TrafficDriver, TrafficMode, TrafficStyle } from "./full_types";
import { withPath } from "./driver";
import { checkKeys } from "./keys";
import { kammError, requireHome, type Module } from "./module";
import { own } from "./owned";
import type { CarView, PathShape } from "./types";
import { placeOf } from "./views";
import type { InnerWorld } from "./world";

/** In the order of kamm_traffic_mode. */
const modes: readonly TrafficMode[] = ["drives", "stops", "reverses", "turns", "backs", "lies"];

const styleFields: Readonly<Record<keyof TrafficStyle, string>> = {
    ...{ pace: "pace", speedMps: "speed_mps", gapM: "gap_m", headwayS: "headway_s" },
    ...{ accelerationMps2: "acceleration_mps2", brakingMps2: "braking_mps2" },
    ...{ thresholdMps2: "threshold_mps2", keepingMps2: "keeping_mps2", safeBrakingMps2: "safe_braking_mps2" },
    ...{ politeness: "politeness", placeLeftM: "place_left_m", sideGapM: "side_gap_m", sideSpeedMps: "side_speed_mps" },
    ...{ reactionS: "reaction_s", latenessS: "lateness_s", wanderM: "wander_m" },
    ...{ stuckS: "stuck_s", giveUpS: "give_up_s", placesBack: "places_back" },
};
const bodyKeys = ["x", "y", "yawRad", "lengthM", "widthM"] as const;

/** Where one driver lies now: the list moves as it grows. */
type Where = (driver: number) => number;

/** Writes a kamm_traffic_body. */
function writeBody(module: FullModule, body: TrafficBody, to: number): void {
    checkKeys("body", body, bodyKeys, ["velocityMps"]);
    const { heap, at } = module;
    const { velocityMps = [0, 0] } = body;
    const numbers = finiteNumbers("body", [...bodyKeys.map((key) => body[key]), ...velocityMps], 7);
    ["x_m", "y_m", "yaw_rad", "length_m", "width_m"].forEach((name, i) => (heap.f64[(to + at(`traffic_body.${name}`)) / 8] = numbers[i]!));
    heap.f64.set(numbers.slice(5), (to + at("traffic_body.velocity_mps")) / 8);
}

/** Numbers of a driver's style; `placesBack` is a whole one. */
function makeStyle(module: FullModule, driver: () => number): TrafficStyle {
    const { heap, at } = module;
    const place = (name: string) => driver() + at("traffic_driver.style") + at(`traffic_style.${name}`);
    const isWhole = (name: string) => name === "places_back";
    const style = Object.entries(styleFields).map(([key, name]): [string, PropertyDescriptor] => [
        key,
        {
            get: () => (isWhole(name) ? heap.i32[place(name) / 4] : heap.f64[place(name) / 8]),
            set(value: number) {
                finiteNumbers(key, [value], 1);
                if (isWhole(name)) heap.i32[place(name) / 4] = value;
                else heap.f64[place(name) / 8] = value;
            },
            enumerable: true,
        },
    ]);
    return Object.defineProperties({}, Object.fromEntries(style)) as TrafficStyle;
}

function makeDriver(module: FullModule, traffic: () => number, where: Where, index: number, view: CarView): TrafficDriver {
    const { call, heap, at } = module;
    const { core } = placeOf(view);
    const driver = () => where(index);
    const state = (name: string) => driver() + at("traffic_driver.state") + at(`traffic_state.${name}`);
    const double = (name: string) => heap.f64[state(name) / 8]!;
    const int = (name: string) => heap.i32[state(name) / 4]!;
    const isDrivenAt = () => (driver() + at("traffic_driver.is_driven")) / 4;
    return {
        index,
        car: view,
        style: makeStyle(module, driver),
        setStyle: (style) => void call.face_set_traffic_style(traffic(), index, racing(style)),
        get isDriven() {
            return heap.i32[isDrivenAt()] !== 0;
        },
        set isDriven(is) {
            heap.i32[isDrivenAt()] = Number(is);
        },
        get mode() {
            return modes[int("mode")]!;
        },
        get stationM() {
            return double("station_m");
        },
        get leftM() {
            return double("left_m");
        },
        get alongMps() {
            return double("along_mps");
        },
        get needsReset() {
            return int("needs_reset") !== 0;
        },
        get recoveries() {
            return int("recoveries");
        },
        get resets() {
            return int("resets");
        },
        place(wanted) {
            checkKeys("place", wanted, ["stationM"], ["leftM", "speedMps"]);
            const { stationM, leftM = 0, speedMps = -1 } = wanted;
            const numbers = finiteNumbers("place", [stationM, leftM, speedMps], 3);
            void core.address;
            module.done(call.face_place_traffic_driver(traffic(), index, ...numbers));
            core.moved(1);
        },
        placeBack() {
            void core.address;
            const isPlaced = call.face_place_back(traffic(), index) !== 0;
            core.moved(1);
            return isPlaced;
        },
    };
}

/** 1 for a racing style. */
function racing(style: string): number {
    if (style === "road" || style === "racing") return Number(style === "racing");
    throw kammError("unknown", "style", `style: there is no ${style}; allowed: road, racing`);
}

/** The world steps on with these: cars that were disposed of throw. */
function requireCars(drivers: readonly TrafficDriver[]): void {
    for (const { car } of drivers) void placeOf(car).core.address;
}

export function makeTraffic(module: FullModule, world: InnerWorld, path: string | PathShape, options: { grip?: number }): Traffic {
    checkKeys("traffic", options, [], ["grip"]);
    const { grip = 0.8 } = options;
    finiteNumbers("grip", [grip], 1);
    const { call, heap, at, scratch } = module;
    const home: Module = module;
    const create = (shape: number) => call.face_create_traffic(world.file, shape, grip);
    const owned = own(module.made(withPath(module, world.paths, path, create)), "traffic", call.face_destroy_traffic);
    const traffic = () => owned.address;
    const where: Where = (driver) => heap.i32[traffic() / 4]! + driver * at("traffic_driver");
    const count = () => heap.i32[traffic() / 4 + 1]!;
    const drivers: TrafficDriver[] = [];

    function added(index: number): number {
        if (index < 0) module.done(1);
        return index;
    }

    return {
        lengthM: call.face_traffic_length(owned.address),
        drivers,
        add(car, options = {}) {
            checkKeys("driver", options, [], ["style", "seed", "train"]);
            const { style = "road", seed = count(), train = 0 } = options;
            const { core, car: index } = placeOf(car);
            requireHome(home, core.module, "car");
            requireCars(drivers); // plans are found again by their models
            const number = added(
                call.face_add_traffic_driver(traffic(), core.model(index), core.address, index, racing(style), seed),
            );
            heap.i32[(where(number) + at("traffic_driver.train")) / 4] = train;
            const driver = makeDriver(module, traffic, where, number, car);
            drivers.push(driver);
            return driver;
        },
        addObstacle(body) {
            if (!drivers.length) throw kammError("missing", "drivers", "addObstacle: add a driver first");
            const { core, car } = placeOf(drivers[0]!.car);
            writeBody(module, body, scratch);
            const number = added(call.face_add_traffic_obstacle(traffic(), core.model(car), scratch));
            return { move: (to) => writeBody(module, to, where(number) + at("traffic_driver.body")) };
        },
        placeOnGrid(grid = {}) {
            checkKeys("grid", grid, [], ["stationM", "rowM", "columnsM", "rightFirst"]);
            const { stationM = 0, rowM = 16, columnsM = 0, rightFirst = false } = grid;
            const numbers = finiteNumbers("grid", [stationM, rowM, columnsM], 3);
            if (!(rowM > 0)) throw kammError("range", "rowM", `grid: rowM is ${rowM}; it has to be above 0`);
            requireCars(drivers);
            drivers.forEach(({ index, car }, place) => {
                heap.f64.set(numbers, scratch / 8);
                module.done(call.face_place_on_grid(traffic(), index, place, scratch, Number(rightFirst)));
                placeOf(car).core.moved(1);
            });
        },
        drive(dtS) {
            finiteNumbers("dtS", [dtS], 1);
            if (!(dtS > 0 && dtS <= 1)) throw kammError("range", "dtS", `drive: dtS is ${dtS}; it has to be above 0, up to 1`);
            requireCars(drivers);
            call.face_drive_traffic(traffic(), dtS);
        },
        snapshot: () => takeSnapshot(home, call.face_traffic_snapshot_size(traffic()), (to) => call.face_save_traffic(traffic(), to)),
        restore: (snapshot) => giveSnapshot(home, snapshot, (from, size) => call.face_restore_traffic(traffic(), from, size)),
        dispose: owned.dispose,
    };
}
