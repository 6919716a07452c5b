/** Drives a car open loop with the inputs of a run, as `kamm replay` does, to compare a measured run with the model. */
import { driveGear } from "../simulation/pedals";
import type { CarView, Kamm, Rung, Vehicle } from "kamm";
import { driveRun } from "./cut_run";
import type { Origin } from "./origin";
import { createRecorder, keptS } from "./recorder";
import { columnValues, hasColumn, placeAt, type Run, valueAt } from "./run";

/** Inputs are set that often. */
const actS = 1 / 120;
/** A slice of the work takes so long, then the page has its turn. */
const sliceMs = 12;
/** Throttle per m/s that the car is behind the speed of the run, where that does not tell its throttle. */
const throttlePerMps = 0.5;
/** The braking likewise, once it is faster by more than that; coasting takes care of less. */
const brakePerMps = 0.3;
const freeMps = 0.3;


/** What of a run's columns drives: the names are those that `kamm replay` knows. */
function inputsOf(run: Run) {
    const has = (name: string) => hasColumn(run, name);
    const speed = ["speed_mps", "forward_speed_mps"].find(has);
    return {
        steers: has("steering_wheel_rad"),
        roadSteers: has("road_wheel_rad"),
        pedals: has("throttle") || has("brake"),
        gears: has("gear"),
        speed,
    };
}

/** Null: it can be driven; else why not. */
export function whyNotDriven(run: Run): string | null {
    const { steers, roadSteers, pedals, speed } = inputsOf(run);
    if (!steers && !roadSteers) return "it has neither steering_wheel_rad nor road_wheel_rad";
    if (!pedals && !speed) return "it has neither throttle and brake nor a speed";
    if (run.lengthS - run.timesS[0]! > keptS) return `it is longer than ${keptS} s`;
    return null;
}

function act(run: Run, car: CarView, timeS: number, gear: number) {
    const { input, info } = car;
    const place = placeAt(run.timesS, timeS);
    const read = (name: string) => valueAt(run, name, place);
    const or0 = (name: string) => read(name) || 0;
    const { steers, pedals, gears, speed } = inputsOf(run);
    const wheelRad = steers ? or0("steering_wheel_rad") : or0("road_wheel_rad") * info.steeringRatio;
    input.steeringWheelRad = Math.max(-info.steeringLockRad, Math.min(info.steeringLockRad, wheelRad));
    input.handBrake = or0("hand_brake");
    input.clutch = or0("clutch");
    input.gear = gears ? or0("gear") : gear;
    if (pedals) {
        input.throttle = or0("throttle");
        input.brake = or0("brake");
        return;
    }
    const behindMps = read(speed!) - car.forwardSpeedMps;
    input.throttle = Math.min(1, Math.max(0, throttlePerMps * behindMps));
    input.brake = Math.min(1, Math.max(0, brakePerMps * (-behindMps - freeMps)));
}

/** Starts the car in the state of the run's first row. */
function start(run: Run, car: CarView, gear: number) {
    const first = (name: string) => {
        const value = hasColumn(run, name) ? columnValues(run, name)[0]! : 0;
        return Number.isFinite(value) ? value : 0;
    };
    car.place({
        x: first("x_m"),
        y: first("y_m"),
        yawRad: first("yaw_rad"),
        speedMps: first(inputsOf(run).speed ?? "speed_mps"),
        gear: hasColumn(run, "gear") ? first("gear") : gear,
    });
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

export interface Model {
    readonly vehicle: Vehicle;
    readonly origin: Origin;
    readonly rung: Rung;
    readonly surface: string;
    /** If the run does not tell its gears; 100: Kamm shifts. */
    readonly gear?: number;
}

/** The model's run with the inputs of `run`, on level ground; works in slices. Throws where that cannot be driven. */
export async function simulateInputs(kamm: Kamm, run: Run, model: Model): Promise<Run> {
    const why = whyNotDriven(run);
    if (why) throw new Error(`${run.title} can't be driven: ${why}`);
    const { gear = driveGear } = model;
    const car = kamm.car(model.vehicle, { rung: model.rung, ground: { surface: model.surface } });
    const recorder = createRecorder(kamm.fields, 0.9 * actS);
    try {
        start(run, car, gear);
        const fromS = run.timesS[0]!;
        const steps = Math.round((run.timesS.at(-1)! - fromS) / actS);
        recorder.take(car, fromS);
        let sliceEnd = performance.now() + sliceMs;
        for (let i = 0; i < steps; ++i) {
            act(run, car, fromS + (i + 0.5) * actS, gear);
            car.step(actS, false);
            recorder.take(car, fromS + (i + 1) * actS);
            if (performance.now() < sliceEnd) continue;
            await nextTurn();
            sliceEnd = performance.now() + sliceMs;
        }
        const cut = recorder.cut(recorder.firstS, recorder.lastS);
        if (!cut) throw new Error(`${run.title} is too short`);
        return driveRun(cut, `Model, driven as ${run.title}`, model.origin, "model");
    } finally {
        car.dispose();
    }
}
