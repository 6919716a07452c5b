import { expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { mix, parseHex } from "./colour";
import { fixed, gearName, kmh, rpm } from "./format";
import { createHold, newLamps, readLamps } from "./lamps";
import { roundRange } from "./range";

test("numbers for people", () => {
    expect([fixed(-3.24, 1), fixed(-0.04, 1), fixed(2, 0)]).toEqual(["−3.2", "0.0", "2"]);
    expect([-1, 0, 3].map(gearName)).toEqual(["R", "N", "3"]);
    expect(kmh(10)).toBeCloseTo(36);
    expect(rpm(Math.PI)).toBeCloseTo(30);
});

test("axes keep to round numbers and their least", () => {
    expect(roundRange(1, 93, [0, 20])).toEqual([0, 100]);
    expect(roundRange(-0.1, 0.2, [-2, 2])).toEqual([-2, 2]);
    expect(roundRange(NaN, NaN, [0, 20])).toEqual([0, 20]);
    expect(roundRange(-211, 130, [-20, 20])).toEqual([-300, 300]);
    expect(roundRange(-12, 211, [0, 20])).toEqual([-50, 250]);
});

test("colours in between", () => {
    const row = ["#000000", "#ff8000", "#ffffff"].map(parseHex);
    expect([0, 0.5, 0.75, 1, 2].map((at) => mix(row, at))).toEqual([
        [0, 0, 0],
        [255, 128, 0],
        [255, 192, 128],
        [255, 255, 255],
        [255, 255, 255],
    ]);
});

test("lamps say which aid acts; stability control cuts the engine as well", () => {
    const car = newCarFrame(4);
    const lit = () => {
        const { antiLock, traction, stability } = readLamps(car, newLamps());
        return [antiLock, traction, stability];
    };
    expect(lit()).toEqual([0, 0, 0]);
    car.wheels[2]!.brakeRelease = 0.3;
    expect(lit()).toEqual([1, 0, 0]);
    car.engineCut = 0.5;
    expect(lit()).toEqual([1, 1, 0]);
    car.stabilityBrake = 0.2;
    expect(lit()).toEqual([1, 0, 1]);
});

test("lamps count wheels, and stay lit for a moment", () => {
    const car = newCarFrame(4);
    car.speedMps = 10;
    car.wheels.forEach((wheel, i) =>
        Object.assign(wheel, { loadN: 3000, slipRatio: [-1, 0.6, 0, 0][i], slidingMps: [10, 6, 0, 0][i] }),
    );
    car.wheels[3]!.loadN = 0;
    expect(readLamps(car, newLamps())).toMatchObject({ locked: 1, spinning: 1, airborne: 1 });
    car.speedMps = 0.5;
    expect(readLamps(car, newLamps()).locked).toBe(0);
    Object.assign(car.wheels[1]!, { slipRatio: 1, slidingMps: 0.01 });
    expect(readLamps(car, newLamps()).spinning).toBe(0); // it stands

    const hold = createHold(0.3);
    const shown = [2, 0, 0, 0, 0].map((count) => {
        hold.take(count, 0.1);
        return hold.shown;
    });
    expect(shown).toEqual([2, 2, 2, 0, 0]);
});
