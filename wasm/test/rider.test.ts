/** Riders of two-wheelers: by a curvature, on a path, and by keys. */
import { expect, test } from "vitest";
import type { CarView, RideRequest } from "kamm";
import { dataFile, kamm, kammError, micra } from "./support";

const motorcycle = dataFile("two-wheelers/sport-1000.json").toString();
const stepS = 1 / 100;

function startAt(speedMps: number) {
    const car = kamm.car(motorcycle);
    car.place({ speedMps });
    return car;
}

/** Rides on at 15 m/s. */
function ride(car: CarView & { step(dtS: number): void }, seconds: number, request: RideRequest): void {
    const rider = kamm.rider(car)!;
    for (let i = 0; i < seconds / stepS; ++i) {
        car.input.throttle = Math.min(Math.max(0.05 + 0.1 * (15 - car.speedMps), 0), 0.3);
        rider.ride(request, stepS);
        car.step(stepS);
    }
}

test("a rider leans as the turn requires, to either side", () => {
    for (const side of [-1, 1]) {
        const car = startAt(15);
        ride(car, 8, { curvaturePerM: side / 60 });
        const lean = kamm.rider(car)!.leanInTurnRad(car.speedMps, side / 60);
        expect(Math.abs(car.rollRad - lean)).toBeLessThan(0.02);
        expect(Math.sign(car.rollRad)).toBe(-side);
        const curvature = car.yawRateRadps / (car.speedMps * Math.cos(car.rollRad));
        expect(Math.abs(curvature * 60 - side)).toBeLessThan(0.06);
        car.dispose();
    }
});

test("the first torque is to the other side, by free steering", () => {
    const car = startAt(15);
    ride(car, 1, {});
    kamm.rider(car)!.ride({ curvaturePerM: 0.01 }, stepS);
    expect(car.input.steeringWheelNm).toBeLessThan(-1);
    expect(car.input.freeSteering).toBe(1);
    car.dispose();
});

test("without hands it falls after a push, with them it does not", () => {
    const leans = [1, 0].map((strength) => {
        const car = startAt(4);
        car.applyImpulse([0, 0.3 * car.info.massKg, 0]);
        for (let i = 0; i < 300; ++i) {
            kamm.rider(car)!.ride({ strength, feet: false }, stepS); // it rolls: faster it would need no hands
            car.step(stepS);
        }
        const lean = Math.abs(car.rollRad);
        car.dispose();
        return lean;
    });
    expect(leans[0]).toBeLessThan(0.1);
    expect(leans[1]).toBeGreaterThan(1);
});

test("a driver rides along a path of a world", () => {
    const world = kamm.terrainWorld({ layers: [{ kind: "plane", slope: [0, 0] }] });
    const points = Array.from({ length: 120 }, (_, i) => (Math.PI * i) / 60).flatMap((angle) => [
        40 * Math.cos(angle),
        40 * Math.sin(angle),
    ]);
    const cars = kamm.cars(motorcycle, 1);
    world.add(cars);
    const driver = world.driver({ points, widthM: 6, closed: true }, cars.at(0), { grip: 0.3, stationM: 0 });
    cars.at(0).place(driver.start);
    let off = 0; // once it leans: it starts upright, and so runs wide
    for (let i = 0; i < 12 / stepS; ++i) {
        driver.drive(stepS);
        world.step(stepS);
        if (i * stepS > 6) off = Math.max(off, Math.abs(driver.leftM));
    }
    expect(driver.drivenM).toBeGreaterThan(80);
    expect(off).toBeLessThan(0.5);
    expect(cars.at(0).rollRad).toBeLessThan(-0.2);
    world.dispose();
    cars.dispose();
});

test("keys start, turn, stop and stand", () => {
    const car = startAt(0);
    const none = { steer: 0, throttle: 0, brake: 0, handBrake: 0 };
    const hold = (seconds: number, keys: object) => {
        for (let i = 0; i < 60 * seconds; ++i) {
            car.assist({ ...none, ...keys }, 1 / 60);
            car.step(1 / 60);
        }
    };
    hold(2, { throttle: 1 });
    expect(car.speedMps).toBeGreaterThan(5);
    hold(3, { steer: 1 });
    expect(car.rollRad).toBeLessThan(-0.2);
    expect(car.yawRateRadps).toBeGreaterThan(0.1);
    hold(6, { brake: 1 });
    expect(car.speedMps).toBeLessThan(0.05);
    expect(Math.abs(car.rollRad)).toBeLessThan(0.1);
    car.dispose();
});

test("cars have no rider, and requests are checked", () => {
    const car = kamm.car(micra);
    expect(kamm.rider(car)).toBeUndefined();
    car.dispose();
    const ridden = startAt(15);
    const rider = kamm.rider(ridden)!;
    expect(kammError(() => rider.ride({ curvature: 0.1 } as object, stepS)).message).toContain("curvaturePerM");
    expect(kammError(() => rider.ride({ curvaturePerM: NaN }, stepS)).message).toContain("finite");
    ridden.dispose();
});
