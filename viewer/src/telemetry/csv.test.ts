import { beforeAll, describe, expect, test } from "vitest";
import { columnsOf } from "./columns";
import { floatText, readCsv, writeCsv } from "./csv";
import { driveRun } from "./cut_run";
import { unknownOrigin } from "./origin";
import { createRecorder } from "./recorder";
import { columnValues, type Run } from "./run";
import { kamm, measured, micra } from "./testing";

const known = columnsOf(kamm.fields, 4);

/** Two seconds of a turn. */
function drive(): Run {
    const car = kamm.car(micra);
    const recorder = createRecorder(kamm.fields);
    car.place({ speedMps: 15 });
    for (let i = 0; i < 240; ++i) {
        car.input.throttle = 0.3;
        car.input.steeringWheelRad = 0.01 * i;
        car.input.handBrake = i > 200 ? 0.25 : 0;
        car.step(1 / 120);
        recorder.take(car, car.timeS);
    }
    car.dispose();
    return driveRun(recorder.cut(recorder.firstS, recorder.lastS)!, "Drive", unknownOrigin("micra"));
}

describe("a drive", () => {
    let run: Run;
    beforeAll(() => void (run = drive()));

    test("has the command's columns in their order, by the core's tables", () => {
        const line = writeCsv(run)
            .split("\n")
            .find((each) => !each.startsWith("#"))!;
        const wheel = kamm.fields.wheelChannel.map(({ name }) => name);
        const expected = [
            ...kamm.fields.channel.map(({ name }) => name),
            ...[0, 1, 2, 3].flatMap((i) => wheel.map((name) => `wheel${i}_${name}`)),
        ];
        expect(line.split(",")).toEqual([
            ...expected,
            "hand_brake",
            "clutch",
            "distance_m",
        ]);
        expect(line.startsWith("time_s,x_m,y_m,z_m,yaw_rad")).toBe(true);
        expect(new Set(expected).size).toBe(71 + 4 * 32);
    });

    test("comes back to the digit, and is written again as the same text", () => {
        const text = writeCsv(run);
        const back = readCsv(text, "drive.csv", known);
        const written = run.columns;
        expect(back.columns.map(({ name, unit }) => [name, unit])).toEqual(
            written.map(({ name, unit }) => [name, unit]),
        );
        for (const { name } of written.slice(1)) {
            const [there, here] = [run, back].map((each) => Array.from(columnValues(each, name), (value) => value + 0)); // no -0
            expect(here).toEqual(there);
        }
        expect(Array.from(back.timesS)).toEqual(Array.from(run.timesS, (timeS) => Number(timeS.toFixed(7))));
        expect(back.lengthM).toBeCloseTo(run.lengthM, 6);
        const rows = (all: string) => all.split("\n").filter((line) => !line.startsWith("#"));
        expect(rows(writeCsv(back))).toEqual(rows(text));
    });
});

test("floats are written short, and exactly", () => {
    for (const value of [0, 1, 0.1, -2.5e-7, 16777216, 8589973504, 1 / 3].map(Math.fround))
        expect(Math.fround(Number(floatText(value)))).toBe(value);
    expect(floatText(Math.fround(0.1))).toBe("0.1");
    expect(floatText(NaN)).toBe("nan");
});

test("the measured Volvo is read with its source", () => {
    const run = readCsv(measured, "volvo.csv", known);
    expect(run.notes!.join(" ")).toContain("KTH course SD2231");
    expect(run.timesS.length).toBe(251);
    expect(run.columns.map(({ unit }) => unit)).toEqual(["s", "rad", "rad/s", "m/s", "m/s2"]);
    expect(run.lengthM).toBeGreaterThan(50);
});

test("what is no run is refused with file and line", () => {
    expect(() => readCsv("x_m,y_m\n1,2\n2,3", "a.csv", known)).toThrow("a.csv: there is no column time_s");
    expect(() => readCsv("time_s,x_m\n1,2\n2", "a.csv", known)).toThrow("a.csv:3: 1 values for 2 columns");
    expect(() => readCsv("time_s,x_m\n1,2\n1,2", "a.csv", known)).toThrow("does not come after");
    expect(() => readCsv("time_s,x_m\n1,2\n2,two", "a.csv", known)).toThrow('a.csv:3: x_m: "two" is not a number');
    expect(() => readCsv("time_s,time_s\n1,2\n2,3", "a.csv", known)).toThrow("twice");
});
