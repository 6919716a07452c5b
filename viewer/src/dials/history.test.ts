import { expect, test } from "vitest";
import { newCarFrame, newFrame } from "../frame";
import { createClock } from "./clock";
import { createHistory } from "./history";
import { fourAxleTruck, threeAxleTruck } from "../testing";
import { wheelNames } from "../wheels";
import { createRecorder, recordedS } from "./recorder";

test("a history gives the newest values in order, however long it runs", () => {
    const history = createHistory([(car) => car.speedMps, (car) => -car.speedMps], 1, 10);
    const car = newCarFrame(4);
    for (let i = 0; i < 57; ++i) {
        car.speedMps = i;
        history.take(car, i / 10);
    }
    expect([...history.column(0)]).toEqual(Array.from({ length: 11 }, (_, i) => 46 + i));
    expect([...history.column(1)]).toEqual(Array.from({ length: 11 }, (_, i) => -46 - i));
    expect(history.times()[10]).toBeCloseTo(5.6);
    history.clear();
    expect(history.count).toBe(0);
    history.take(car, 1);
    expect([...history.column(0)]).toEqual([56]);
});

test("frames faster than its rate are thinned out, the pause adds nothing", () => {
    const history = createHistory([() => 1], 10, 50);
    const car = newCarFrame(4);
    for (let i = 0; i < 144; ++i) history.take(car, i / 144);
    expect(history.count).toBeGreaterThan(45);
    expect(history.count).toBeLessThanOrEqual(51);
    const { version } = history;
    for (let i = 0; i < 10; ++i) history.take(car, 143 / 144);
    expect(history.version).toBe(version);
});

test("a clock tells steps, pauses and jumps", () => {
    const clock = createClock();
    const ticks = [5, 5.02, 5.02, 4, 4.02, 9].map((timeS) => {
        clock.tick(timeS);
        return [clock.jumped, Math.round(clock.stepS * 1000)];
    });
    expect(ticks).toEqual([
        [true, 0],
        [false, 20],
        [false, 0],
        [true, 0],
        [false, 20],
        [true, 0],
    ]);
});

test("a recorder starts over when time jumps, and knows any number of wheels", () => {
    const recorder = createRecorder(threeAxleTruck);
    const frame = newFrame([10], 0);
    frame.cars[0]!.wheels[5]!.loadN = 2000;
    for (let i = 0; i <= 1000; ++i) {
        frame.timeS = i / 60;
        recorder.take(frame);
    }
    const loads = recorder.group("loads").channels;
    expect(loads.map(({ name }) => name)).toEqual(wheelNames(threeAxleTruck).map(({ short }) => short));
    expect(recorder.column(loads[5]!)[0]).toBe(2);
    const times = recorder.history.times();
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(recordedS - 0.1);
    frame.timeS = 2;
    recorder.take(frame);
    expect([...recorder.history.times()]).toEqual([2]);
});

test("a recorder goes on with another model of the same wheels, and ends with its stop", () => {
    const recorder = createRecorder(fourAxleTruck);
    const frame = newFrame([8], 0);
    recorder.take(frame);
    recorder.setInfo({ ...fourAxleTruck, massKg: 1 });
    expect(recorder.history.count).toBe(1);
    recorder.restart();
    expect(recorder.history.count).toBe(0);
    recorder.take(frame);
    recorder.setInfo(threeAxleTruck);
    expect(recorder.history.count).toBe(0);
    expect(recorder.group("loads").channels).toHaveLength(10);
});
