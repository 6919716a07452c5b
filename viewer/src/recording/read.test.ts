/** Recordings: what the page reads is what the library wrote; files that break off. */
import { expect, test } from "vitest";
import data from "../../../test/reference/recording-1.kammrec?url&inline";
import { newCarFrame } from "../frame";
import { headingOf } from "./camera";
import { infoOf } from "./info";
import { readCar, readPose, turnBetween } from "./pose";
import { createCursor, readRecording } from "./read";

/** Written by the library; test_recording_errors reads the same figures from it. */
const file = new Uint8Array(await (await fetch(data)).arrayBuffer());
const read = () => readRecording(file, "run.kammrec");

const pose = () => ({ position: new Float64Array(3), orientation: new Float64Array(4) });

test("it has what is in the world", () => {
    const { title, models, cars, bodies, timesS, problem, ground } = read();
    expect([title, problem, timesS.length]).toEqual(["Reference", null, 24]);
    expect(timesS.at(-1)).toBeCloseTo(0.8, 9);
    expect(ground).toEqual({ kind: "plane", point_m: [0, 0, 0], normal: [0, 0, 1] });
    expect(models.map(({ wheels, boxes }) => [wheels.length, boxes.length])).toEqual([[4, 2]]);
    expect(cars.map(({ model, index, paint }) => [model, index, paint])).toEqual([[0, 0, 0x2a64d8], [0, 1, 0x2a64d8]]);
    expect(bodies.map(({ type, shapes }) => [type, shapes[0]!.kind])).toEqual([["dynamic", "box"], ["static", "mesh"]]);
    const mesh = bodies[1]!.shapes[0]!;
    const corners = Array.from(mesh.triangles!).map((point) => Array.from(mesh.pointsM!.subarray(3 * point, 3 * point + 3)));
    expect(corners).toContainEqual([0, 2, 0.5]);
});

test("a car and a body are where the library reads them", () => {
    const recording = read();
    const cursor = createCursor(recording);
    const car = newCarFrame(4);
    cursor.go(23);
    expect(cursor.entries[recording.cars[1]!.id]).toBe(0);
    readCar(recording, recording.cars[0]!, cursor.entries[0]!, 0, 0, 0, car);
    const close = (values: ArrayLike<number>, expected: number[]) =>
        expected.forEach((value, k) => expect(values[k]).toBeCloseTo(value, 6));
    close(car.position, [11.1497, 0.9265, -0.0009]);
    close(car.orientation, [0.99279972, 0.02291945, 0.023011, 0.11529917]);
    close(car.wheels[1]!.position, [12.320126, 0.410943, 0.281069]);
    close([car.brake, car.gear, car.steeringWheelRad], [0.501961, 3, 2.3]);
    close([car.wheels[1]!.spinAngleRad, car.wheels[1]!.spinRadps], [5.2838927, 39.1]);
    const crate = pose();
    readPose(recording, cursor.entries[recording.bodies[0]!.id]!, 0, 0, crate);
    close(crate.position, [13.6121, 0.6083, 0.5197]);
});

test("frames are the same from either side, and cars come and go", () => {
    const recording = read();
    const [forward, anywhere] = [createCursor(recording), createCursor(recording)];
    const second = recording.cars[1]!.id;
    const isOn: boolean[] = [];
    for (let frame = 0; frame < 24; ++frame) {
        forward.go(frame);
        isOn.push(forward.entries[second]! > 0);
        anywhere.go(23 - frame);
        anywhere.go(frame);
        expect(anywhere.entries).toEqual(forward.entries);
    }
    expect([isOn.indexOf(true), isOn.lastIndexOf(true)]).toEqual([8, 15]);
});

test("between frames a car is between them, and wheels turn on", () => {
    const recording = read();
    const [a, b] = [createCursor(recording), createCursor(recording)];
    a.go(4);
    b.go(5);
    const [first, second, middle] = [newCarFrame(4), newCarFrame(4), newCarFrame(4)];
    const [from, to] = [a.entries[0]!, b.entries[0]!];
    readCar(recording, recording.cars[0]!, from, 0, 0, 0, first);
    readCar(recording, recording.cars[0]!, to, 0, 0, 0, second);
    readCar(recording, recording.cars[0]!, from, to, 0.5, 1 / 30, middle);
    expect(middle.position[0]).toBeCloseTo((first.position[0]! + second.position[0]!) / 2, 9);
    expect(Math.hypot(...middle.orientation)).toBeCloseTo(1, 12);
    expect(headingOf(middle)).toBeCloseTo((headingOf(first) + headingOf(second)) / 2, 5);
    const turned = middle.wheels[0]!.spinAngleRad - first.wheels[0]!.spinAngleRad;
    expect(turned).toBeCloseTo(first.wheels[0]!.spinRadps / 60, 1);
    expect(turnBetween(6, 0.2, 80, 0.1)).toBeCloseTo(0.2 - 6 + 4 * Math.PI, 9); // 8 rad are nearer to 6.77 than to 13.05
});

test("a file that breaks off is played up to there", () => {
    for (let length = 0; length < file.length; length += 97) {
        const cut = file.slice(0, length);
        let frames = 0;
        try {
            const recording = readRecording(cut, "cut.kammrec");
            frames = recording.timesS.length;
            expect(recording.problem).toBe("the file breaks off");
            createCursor(recording).go(frames - 1);
        } catch (error) {
            expect(String(error)).toMatch(/cut\.kammrec: (is no recording|has no whole frame: the file breaks off)/);
        }
        if (length > 5000) expect(frames).toBeGreaterThan(20);
    }
});

test("changed bytes, later versions and other files are refused", () => {
    const changed = file.slice();
    changed[4000]! ^= 1;
    const { problem, timesS } = readRecording(changed, "changed.kammrec");
    expect(problem).toBe("bytes have changed");
    expect(timesS.length).toBeLessThan(24);
    const later = file.slice();
    later[8] = 9;
    expect(() => readRecording(later, "later.kammrec")).toThrow("version 9");
    expect(() => readRecording(new TextEncoder().encode("time_s,x_m\n0,0\n"), "run.csv")).toThrow("is no recording");
});

test("a recorded vehicle can be drawn as others are", () => {
    const info = infoOf(read().models[0]!);
    expect([info.axleCount, info.wheelCount, info.wheelSide]).toEqual([2, 4, [1, -1, 1, -1]]);
    expect(info.wheelbaseM).toBeCloseTo(info.wheelPositionM[0]![0] - info.wheelPositionM[2]![0], 9);
    expect(info.frontOverhangM).toBeGreaterThan(0.5);
});
