import type { ModelInfo } from "kamm";
import { expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { createLandings, hear, newHeard, slideOf } from "./hearing";
import { threeAxleTruck, threeWheeler } from "../testing";
import { groundSound } from "./surfaces";

const four = (value: number) => [value, value, value, value];
const info = {
    staticLoadN: four(4000),
    peakSlipAngleRad: four(0.14),
    loadedRadiusM: four(0.3),
    wheelAxle: [0, 0, 1, 1],
    wheelSide: [1, -1, 1, -1],
} as unknown as ModelInfo;

/** A car that rolls freely at a speed. */
function rolling(speedMps: number) {
    const car = newCarFrame(4);
    car.speedMps = speedMps;
    for (const wheel of car.wheels) {
        wheel.loadN = 4000;
        wheel.spinRadps = speedMps / 0.3;
    }
    return car;
}

test("what rolls is quiet; what is locked, spins or drifts slides", () => {
    const car = rolling(20);
    const [locked, spinning, drifting, free] = car.wheels;
    Object.assign(locked!, { slidingMps: 20, slipRatio: -1 });
    Object.assign(spinning!, { slidingMps: 10, slipRatio: 0.5 });
    Object.assign(drifting!, { slidingMps: 8, slipAngleRad: 0.4 });
    const slides = car.wheels.map((wheel, i) => slideOf(wheel, info, i));
    expect(slides.slice(0, 3)).toEqual([1, 1, 1]);
    expect(slides[3]).toBe(0);
    free!.loadN = 0;
    Object.assign(free!, { slidingMps: 20, slipRatio: -1 });
    expect(slideOf(free!, info, 3)).toBe(0);
});

test("asphalt squeals, gravel crunches, and the side that slides is heard on its side", () => {
    const car = rolling(20);
    Object.assign(car.wheels[1]!, { slidingMps: 8, slipAngleRad: 0.4 });
    const heard = newHeard();
    hear(car, info, [groundSound("dry_asphalt")], heard);
    expect(heard.front).toMatchObject({ squeal: 1, pan: 1 });
    expect(heard.rear).toMatchObject({ squeal: 0, pan: 0 });
    expect(heard.road.crunch).toBe(0);
    hear(car, info, [groundSound("gravel")], heard);
    expect(heard.front.squeal).toBe(0);
    expect(heard.road.crunch).toBeCloseTo(1);
});

test("a wheel in the middle is heard from both sides, further axles with the rear", () => {
    const heard = newHeard();
    const slide = (model: ModelInfo, wheel: number) => {
        const car = newCarFrame(model.wheelCount);
        car.speedMps = 20;
        car.wheels.forEach((each, i) =>
            Object.assign(each, {
                loadN: model.staticLoadN[i],
                spinRadps: 20 / model.loadedRadiusM[i]!,
                slipAngleRad: i === wheel ? 0.4 : 0,
                slidingMps: i === wheel ? 8 : 0,
            }),
        );
        return hear(car, model, [groundSound("dry_asphalt")], heard);
    };
    expect(slide(threeWheeler, 0).front).toMatchObject({ squeal: 1, pan: 0 });
    expect(slide(threeWheeler, 1).rear).toMatchObject({ squeal: 1, pan: -1 });
    expect(slide(threeAxleTruck, 9).rear).toMatchObject({ squeal: 1, pan: 1 });
    expect(heard.front.squeal).toBe(0);
});

test("a wheel lands once, after a flight", () => {
    const car = rolling(20);
    const landings = createLandings();
    const take = (loadN: number) => {
        car.wheels[0]!.loadN = loadN;
        car.wheels[0]!.travelRateMps = 1;
        return landings.take(car, info, 0.02);
    };
    expect(take(4000)).toBe(0);
    for (let i = 0; i < 3; ++i) take(0);
    expect(take(4000)).toBe(0); // a hop
    for (let i = 0; i < 20; ++i) take(0);
    expect(take(4000)).toBeGreaterThan(0.4);
    expect(take(4000)).toBe(0);
});

test("a suspension that meets its stop is heard once", () => {
    const car = rolling(20);
    const landings = createLandings();
    const take = (stopForceN: number) => {
        car.wheels[2]!.stopForceN = stopForceN;
        return landings.take(car, info, 0.02);
    };
    expect(take(100)).toBe(0);
    expect(take(8000)).toBeCloseTo(0.5);
    expect(take(9000)).toBe(0);
    take(0);
    expect(take(30000)).toBe(1);
    expect(take(-8000)).toBe(0); // hangs on its rebound stop
});
