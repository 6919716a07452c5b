import { type Kamm, loadKamm, type Vehicle } from "kamm";
import { beforeAll, describe, expect, test } from "vitest";
import bmw from "../../../data/vehicles/bmw-m3-e46.json?raw";
import { newCarFrame } from "../frame";
import { fillCar } from "../simulation/frames";
import { anglesRad, curvesOf, hasLaw, ratios } from "./curves";
import { createDecals } from "./decals";
import { nextForces } from "./forces";

let kamm: Kamm;
let vehicle: Vehicle;
beforeAll(async () => {
    kamm = await loadKamm();
    vehicle = kamm.vehicle(bmw);
});

const below = () => ({ heightM: 0, normal: [0, 0, 1] as const, surface: 0, friction: 1 });

/** A car in a steady bend. */
function cornering(of: Vehicle, wheelRad: number) {
    const car = kamm.car(of);
    car.place({ speedMps: 20 });
    Object.assign(car.input, { gear: 0, steeringWheelRad: wheelRad });
    for (let i = 0; i < 90; ++i) car.step(1 / 60);
    const frame = newCarFrame(4);
    fillCar(frame, car, below as never);
    const { info } = car;
    car.dispose();
    return { frame, info };
}

/** Returns the value of a curve between its points. */
function valueAt(xs: readonly number[], ys: Float64Array, x: number): number {
    const i = Math.max(1, xs.findIndex((each) => each >= x));
    const share = (x - xs[i - 1]!) / (xs[i]! - xs[i - 1]!);
    return ys[i - 1]! + share * (ys[i]! - ys[i - 1]!);
}

describe("a wheel's curves", () => {
    test("go through the point at which it works, once it corners steadily", () => {
        const { frame, info } = cornering(vehicle, 0.9);
        frame.wheels.forEach((wheel, i) => {
            const { lateralN, longitudinalN } = curvesOf(vehicle, info, wheel, i, frame.forwardSpeedMps);
            const side = valueAt(anglesRad, lateralN, wheel.slipAngleRad);
            expect(Math.abs(side - wheel.lateralForceN)).toBeLessThan(0.04 * wheel.loadN);
            const drive = valueAt(ratios, longitudinalN, wheel.slipRatio);
            expect(Math.abs(drive - wheel.longitudinalForceN)).toBeLessThan(0.04 * wheel.loadN);
        });
    });

    test("are there where the rung has that law", () => {
        expect(hasLaw("full", vehicle)).toBe(true);
        expect(hasLaw("double_track", vehicle)).toBe(true);
        for (const rung of ["kinematic", "rigid2d", "single_track"] as const) expect(hasLaw(rung, vehicle)).toBe(false);
        const capped = vehicle.clone();
        capped.set("double_track.tyre", "capped");
        expect(hasLaw("double_track", capped)).toBe(false);
        capped.dispose();
    });

    test("know the heat of a tyre that has any", () => {
        const warm = vehicle.clone();
        for (const axle of [0, 1]) warm.set(`axles[${axle}].tyre.heat.enabled`, true);
        expect(cornering(warm, 0.9).frame.wheels[0]!.treadTemperatureK).toBeGreaterThan(250);
        expect(cornering(vehicle, 0.9).frame.wheels[0]!.treadTemperatureK).toBe(0);
        expect(warm.get("axles[0].tyre.heat.best_temperature_k")).toBeGreaterThan(290);
        warm.dispose();
    });
});

test("on the road there is a circle, a patch and a force for each wheel that stands on it", () => {
    const { frame, info } = cornering(vehicle, 0.9);
    const decals = createDecals();
    decals.rebuild([info]);
    frame.wheels[3]!.loadN = 0;
    decals.update([frame]);
    const [, ring, patch, shaft] = decals.root.children as unknown as { instanceMatrix: { array: Float32Array } }[];
    const column = (mesh: typeof ring, wheel: number, axis: number) =>
        Math.hypot(...mesh!.instanceMatrix.array.subarray(16 * wheel + 4 * axis, 16 * wheel + 4 * axis + 3));
    const outer = frame.wheels[1]!;
    // A metre for 4 kN, as the arrows; the tyre loses some friction under load.
    expect(column(ring, 1, 1)).toBeGreaterThan((0.8 * info.peakFrictionY[1]! * outer.loadN) / 4000);
    expect(column(ring, 1, 1)).toBeLessThan((1.05 * info.peakFrictionY[1]! * outer.loadN) / 4000);
    expect(column(ring, 3, 1)).toBe(0);
    expect(column(ring, 1, 1)).toBeGreaterThan(column(ring, 0, 1));
    expect(2 * column(patch, 1, 0)).toBeCloseTo(outer.patchLengthM, 5);
    expect(2 * column(patch, 1, 1)).toBeCloseTo(outer.patchWidthM, 5);
    expect(outer.patchLengthM).toBeGreaterThan(0.08);
    expect(outer.patchLengthM).toBeLessThan(0.3);
    // A left bend: the road pushes to the left.
    expect(shaft!.instanceMatrix.array[16 + 1]!).toBeGreaterThan(0.1);
});

test("forces go from none over arrows and circles to both, and back", () => {
    let now = { arrows: false, circles: false };
    const seen = Array.from({ length: 4 }, () => {
        const { arrows, circles } = nextForces(now);
        now = { arrows, circles };
        return `${Number(arrows)}${Number(circles)}`;
    });
    expect(seen).toEqual(["10", "01", "11", "00"]);
});
