import { loadKamm, type ModelInfo } from "kamm";
import { describe, expect, test } from "vitest";
import m3 from "../../../data/vehicles/bmw-m3-e46.json?raw";
import kraz from "../../../data/vehicles/kraz-6x4.json?raw";
import micra from "../../../data/vehicles/nissan-micra.json?raw";
import { newCarFrame, newWheelFrame } from "../frame";
import { fillCar } from "../simulation/frames";
import { car, threeAxleTruck, threeWheeler } from "../testing";
import { placeWheels } from "./circles";
import { maxStaticGripN, newGrip, readGrip, tyreGrips, urgency, zoomFor } from "./grip";

function loaded(
    loadN: number,
    longitudinalForceN: number,
    lateralForceN: number,
    groundFriction = 1,
) {
    return Object.assign(newWheelFrame(), {
        loadN,
        longitudinalForceN,
        lateralForceN,
        groundFriction,
    });
}

const plain = { staticN: 4000, peakX: 1.2, peakY: 1, peakSlipRad: 0.14, lossAtDouble: 0 };

test("the circle grows with load and ground, and is wider where the tyre is better", () => {
    const grip = newGrip();
    expect(readGrip(loaded(4000, 0, 0), plain, grip)).toEqual({
        alongN: 4800,
        acrossN: 4000,
        share: 0,
    });
    expect(readGrip(loaded(8000, 0, 0, 0.5), plain, grip).alongN).toBe(4800);
    expect(readGrip(loaded(-5, 0, 0), plain, grip).alongN).toBe(0);
});

test("the share is 1 on the ellipse, whichever way the force points", () => {
    const grip = newGrip();
    expect(readGrip(loaded(4000, 4800, 0), plain, grip).share).toBeCloseTo(1);
    expect(readGrip(loaded(4000, 0, -4000), plain, grip).share).toBeCloseTo(1);
    const half = Math.SQRT1_2;
    expect(readGrip(loaded(4000, -4800 * half, 4000 * half), plain, grip).share).toBeCloseTo(1);
    expect(readGrip(loaded(0, 10, 10), plain, grip).share).toBe(0);
});

test("urgency rises from half of the grip to nearly all", () => {
    expect([0, 0.5, 0.96, 1.3].map(urgency)).toEqual([0, 0, 1, 1]);
    expect(urgency(0.8)).toBeGreaterThan(urgency(0.7));
});

test("a loaded tyre has less friction, as long as the model has it", () => {
    const grip = newGrip();
    const info = {
        rung: "full",
        staticLoadN: [4000, 3000],
        peakFrictionX: [1, 1.5],
        peakFrictionY: [1.1, 1],
        peakSlipAngleRad: [0.14, 0.14],
    } as unknown as ModelInfo;
    const [full] = tyreGrips(info);
    expect(readGrip(loaded(4000, 0, 0), full!, grip).alongN).toBeCloseTo(4000);
    expect(readGrip(loaded(8000, 0, 0), full!, grip).alongN).toBeCloseTo(7200);
    expect(readGrip(loaded(40000, 0, 0), full!, grip).alongN).toBeGreaterThan(20000);
    const [planar] = tyreGrips({ ...info, rung: "single_track" });
    expect(readGrip(loaded(8000, 0, 0), planar!, grip).alongN).toBeCloseTo(8000);
    expect(maxStaticGripN(tyreGrips(info))).toBe(4500);
});

test("a row of circles for each axle, left on the left", () => {
    expect(placeWheels(car)).toEqual([
        { x: 0.25, y: 0.25 },
        { x: 0.75, y: 0.25 },
        { x: 0.25, y: 0.75 },
        { x: 0.75, y: 0.75 },
    ]);
    expect(placeWheels(threeWheeler).map(({ x }) => x)).toEqual([0.5, 0.25, 0.75]);
    const truck = placeWheels(threeAxleTruck);
    expect(truck.slice(2, 6).map(({ x }) => x)).toEqual([0.375, 0.625, 0.125, 0.875]);
    expect(new Set(truck.map(({ y }) => y)).size).toBe(3);
});

test("circles on slippery ground are drawn larger, by the best friction below a loaded wheel", () => {
    const wheels = (...frictions: number[]) => frictions.map((friction) => loaded(4000, 0, 0, friction));
    expect(zoomFor(wheels(1, 1, 0.1, 0.1))).toBe(1);
    expect(zoomFor(wheels(0.55, 0.3))).toBe(1);
    expect(zoomFor(wheels(0.45, 0.3))).toBe(2);
    expect(zoomFor(wheels(0.15))).toBe(4);
    expect(zoomFor(wheels(0.03))).toBe(8);
    expect(zoomFor(wheels(0))).toBe(1);
    expect(zoomFor([loaded(0, 0, 0, 0.1)])).toBe(1); // in the air
});

/** Inputs by which a car comes to the limit of its tyres, and beyond. */
const manoeuvres = {
    lock: { brake: 1, gear: 0 },
    spin: { throttle: 1, gear: 1 },
    turn: { steer: 1, gear: 2 },
    reverse: { throttle: 0.5, gear: -1 },
    rest: { brake: 1, gear: 0 },
} as const;

describe("on the full model, whatever a car does", async () => {
    const kamm = await loadKamm();
    const noAids = ["abs", "esc", "tcs"].map((aid) => [`aids.${aid}`, false] as const);

    function* drive(file: string, surface: string, inputs: object, speedMps: number) {
        const vehicle = kamm.vehicle(file);
        for (const [path, value] of noAids) vehicle.set(path, value);
        const driven = kamm.car(vehicle, { rung: "full", ground: { surface } });
        vehicle.dispose();
        driven.place({ speedMps });
        const frame = newCarFrame(driven.info.wheelCount);
        const below = () => ({ heightM: 0, normal: [0, 0, 1] as const, surface: 0, friction: 1 });
        for (let i = 0; i < 150; ++i) {
            Object.assign(driven.input, inputs);
            driven.step(0.01);
            fillCar(frame, driven, below);
            frame.wheels.forEach((wheel, k) => (wheel.groundFriction = driven.wheels[k]!.contact.friction));
            yield { driven, frame, tyres: tyreGrips(driven.info) };
        }
        driven.dispose();
    }

    for (const [car, file] of Object.entries({ m3, micra, kraz }))
        for (const surface of ["dry_asphalt", "wet_asphalt", "grass", "snow", "ice"])
            test(`${car} on ${surface}: no tyre has more than its grip, and one that is locked has all of it in use`, () => {
                const grip = newGrip();
                for (const [name, inputs] of Object.entries(manoeuvres)) {
                    let locked = 0;
                    for (const { driven, frame, tyres } of drive(file, surface, inputs, ["lock", "turn"].includes(name) ? 15 : 0))
                        for (const [i, wheel] of frame.wheels.entries()) {
                            readGrip(wheel, tyres[i]!, grip);
                            expect(grip.share).toBeLessThanOrEqual(1 + 1e-12);
                            const beyond = Math.hypot(wheel.longitudinalForceN / grip.alongN, wheel.lateralForceN / grip.acrossN);
                            if (wheel.loadN > 0) expect(beyond).toBeCloseTo(grip.share, 9); // the point is drawn where the figure says
                            if (driven.speedMps < 5 || wheel.slipRatio > -0.95 || wheel.loadN <= 0) continue;
                            expect(grip.share).toBeGreaterThan(0.99);
                            ++locked;
                        }
                    if (name === "lock" && car !== "kraz") expect(locked).toBeGreaterThan(100);
                }
            });
});

test("a tyre that slides has all of its grip in use, and less of it than at its peak", () => {
    const grip = newGrip();
    const wheel = Object.assign(loaded(4000, -3600, 0), { slipRatio: -1, slidingMps: 10 });
    expect(readGrip(wheel, plain, grip)).toMatchObject({ alongN: 3600, share: 1 });
    expect(grip.acrossN).toBeCloseTo(3000);
    expect(readGrip(Object.assign(wheel, { slidingMps: 0.1 }), plain, grip).share).toBeCloseTo(0.75); // it only creeps
    expect(readGrip(Object.assign(wheel, { slipRatio: -0.1, slidingMps: 1.5 }), plain, grip).share).toBeCloseTo(0.75);
    expect(readGrip(loaded(4000, 6000, 0), plain, grip)).toMatchObject({ alongN: 6000, share: 1 }); // more than the figures know of
});
