import type { CarView, Path } from "kamm";
import { expect, test } from "vitest";
import { createCourse } from "../replay/course";
import { createCarOf, quaternionOf } from "./car_of_run";
import { lapRun, driveRun } from "./cut_run";
import { packGhost, unpackGhost } from "./ghost_link";
import { createLibrary, maxRuns } from "./library";
import { columnsOf } from "./columns";
import { clampCursor, newSelection, setAxis, showAll, timeAtCursor, zoom } from "./model";
import { unknownOrigin } from "./origin";
import { aAgainstB, bestAgainstLast } from "./pick";
import { createRecorder, keptS } from "./recorder";
import { placeAt, type Run, timeAt, valueAt } from "./run";
import { simulateInputs } from "./simulate";
import { readCsv } from "./csv";
import { kamm, measured as measuredFile, micra, volvo, wavyLap } from "./testing";

const columns = columnsOf(kamm.fields, 4);

/** A circle of 60 m to the left, whose start line is at its east. */
const circle: Path = {
    name: "circuit",
    points: Float64Array.from(
        { length: 240 },
        (_, i) => 60 * (i % 2 ? Math.sin : Math.cos)((2 * Math.PI * (i >> 1)) / 120),
    ),
    widthM: 8,
    closed: true,
};

test("the station of a lap nowhere falls, and goes from before the line to beyond it", () => {
    const car = kamm.car(micra);
    const recorder = createRecorder(kamm.fields);
    car.place({ x: 60, y: -8, yawRad: Math.PI / 2, speedMps: 12 });
    for (let i = 0; i < 60 * 45; ++i) {
        const aside = Math.hypot(car.xM, car.yM) - 60;
        const heading = Math.sin(Math.atan2(car.yM, car.xM) + Math.PI / 2 - car.yawRad);
        car.input.steeringWheelRad = 16 * (2.6 / 60 + 0.03 * aside + 0.6 * heading);
        car.input.throttle = 0.4 * Math.max(0, 12 - car.speedMps);
        car.step(1 / 60);
        recorder.take(car, car.timeS);
    }
    const course = createCourse(circle);
    const around: number[] = [];
    let before = -1;
    const cut = recorder.cut(recorder.firstS, recorder.lastS)!;
    const y = cut.columns.findIndex(({ name }) => name === "y_m");
    const x = cut.columns.findIndex(({ name }) => name === "x_m");
    cut.timesS.forEach((timeS, row) => {
        const [atX, atY] = [cut.values[row * cut.columns.length + x]!, cut.values[row * cut.columns.length + y]!];
        if (before < 0 && atY >= 0 && atX > 0)
            around.push(timeS - ((timeS - cut.timesS[row - 1]!) * atY) / (atY - before));
        before = atY;
    });
    car.dispose();
    expect(around.length).toBeGreaterThanOrEqual(2);
    const [startS, endS] = [around[0]!, around[1]!];
    const lap = lapRun(
        recorder.cut(startS, endS)!,
        course,
        { startS, lapS: endS - startS },
        "Lap",
        unknownOrigin("micra"),
    );
    expect(lap.distancesM.every((each, i) => i === 0 || each >= lap.distancesM[i - 1]!)).toBe(true);
    expect(lap.distancesM[0]).toBeLessThanOrEqual(0);
    expect(lap.distancesM.at(-1)).toBeGreaterThanOrEqual(course.lengthM);
    expect(timeAt(lap, 0)).toBeCloseTo(0, 3);
    expect(timeAt(lap, course.lengthM)).toBeCloseTo(lap.lengthS, 2);
});

function standingCar(): CarView {
    const zeros = (fields: readonly { key: string }[]) => Object.fromEntries(fields.map(({ key }) => [key, 0]));
    const { channel, wheelChannel } = kamm.fields;
    const wheels = [0, 1, 2, 3].map(() => zeros(wheelChannel));
    return { ...zeros(channel), wheels, input: { handBrake: 0, clutch: 0 } } as unknown as CarView;
}

test("a recorder's memory is bounded, and it cuts what it has", () => {
    const car = standingCar();
    const recorder = createRecorder(kamm.fields);
    for (let i = 0; i < 60 * (keptS + 40); ++i) recorder.take(car, i / 60); // a car that stands
    expect(recorder.lastS - recorder.firstS).toBeGreaterThanOrEqual(keptS);
    expect(recorder.lastS - recorder.firstS).toBeLessThan(keptS + 11);
    expect(recorder.bytes).toBeLessThan(12.5e6);
    expect(recorder.cut(0, 10)).toBeNull();
    const cut = recorder.cut(200.004, 210)!;
    expect(cut.timesS[0]).toBeCloseTo(200, 6);
    expect(cut.timesS.at(-1)).toBeCloseTo(210, 6);
});

test("rows keep their distance, and a cut ends no earlier than asked, however short the steps are", () => {
    const car = standingCar();
    for (const stepS of [1 / 1000, 1 / 240, 1 / 150, 1 / 120, 1 / 60, 1 / 30]) {
        const recorder = createRecorder(kamm.fields, 0.0095);
        for (let i = 0; i <= 0.9 / stepS; ++i) {
            recorder.take(car, i * stepS);
            expect(recorder.lastS).toBe(i * stepS);
            const { timesS } = recorder.cut(recorder.firstS, i * stepS) ?? { timesS: Float64Array.of(i * stepS) };
            expect(timesS.at(-1)).toBe(i * stepS);
            timesS.forEach((timeS, row) => {
                if (row > 0 && row < timesS.length - 1) expect(timeS - timesS[row - 1]!).toBeGreaterThanOrEqual(0.0095);
                if (row > 0) expect(timeS - timesS[row - 1]!).toBeLessThan(0.0095 + stepS + 1e-9);
            });
        }
    }
});

test("the car of a run stands where the core's stands", () => {
    const car = kamm.car(micra);
    const recorder = createRecorder(kamm.fields);
    car.place({ x: 30, y: -20, yawRad: 2.8, speedMps: 20 });
    for (let i = 0; i < 90; ++i) {
        car.input.steeringWheelRad = 1.5;
        car.input.brake = i > 60 ? 0.5 : 0;
        car.stepSubsteps(4);
        recorder.take(car, car.timeS);
    }
    const run = driveRun(recorder.cut(recorder.firstS, recorder.lastS)!, "Drive", unknownOrigin("micra"));
    const shown = createCarOf(run, car.info, () => 0)(run.lengthS);
    for (let k = 0; k < 3; ++k) expect(shown.position[k]).toBeCloseTo(car.position[k]!, 2);
    const same = Math.abs(shown.orientation.reduce((sum, part, i) => sum + part * car.orientation[i]!, 0));
    expect(same).toBeGreaterThan(0.99999);
    shown.wheels.forEach((wheel, i) => {
        for (let k = 0; k < 3; ++k)
            expect(Math.abs(wheel.position[k]! - car.wheels[i]!.position[k]!)).toBeLessThan(0.03);
        expect(wheel.loadN).toBeCloseTo(car.wheels[i]!.loadN, 1);
    });
    car.dispose();
});

test("rotations: a quarter to the left, nose down, to the right", () => {
    const q = new Float64Array(4);
    quaternionOf(Math.PI / 2, 0, 0, q);
    expect(q[3]).toBeCloseTo(Math.SQRT1_2, 12);
    quaternionOf(0, 0.2, 0, q);
    expect(q[2]).toBeCloseTo(Math.sin(0.1), 12);
    quaternionOf(0, 0, 0.2, q);
    expect(q[1]).toBeCloseTo(Math.sin(0.1), 12);
});

test("angles go the short way round", () => {
    const run = {
        ...wavyLap(),
        columns: [{ name: "yaw_rad", field: "yaw_rad", unit: "rad", doc: "" }],
        values: Float32Array.of(3.1, -3.1),
        timesS: Float64Array.of(0, 1),
    };
    expect(Math.abs(valueAt(run, "yaw_rad", placeAt(run.timesS, 0.5)))).toBeCloseTo(Math.PI, 3);
});

test("a link's ghost comes back within a centimetre, and is small", async () => {
    const lap = wavyLap();
    const letters = await packGhost({
        ...lap,
        origin: { ...lap.origin, car: "nissan-micra", rung: "full", surface: "ice", driver: "Kamm" },
    });
    expect(letters).toMatch(/^[\w-]+$/);
    expect(letters.length).toBeLessThan(4000);
    const rival = await unpackGhost(letters, columns);
    expect(rival.lengthS).toBe(lap.lengthS);
    expect(rival.origin).toMatchObject({ carName: "wavy", car: "nissan-micra", surface: "ice", driver: "Kamm" });
    for (const timeS of [0, 12.3, 33.3, 49.9]) {
        const [there, here] = [lap, rival].map((run) => placeAt(run.timesS, timeS));
        for (const name of ["x_m", "y_m"])
            expect(Math.abs(valueAt(rival, name, here!) - valueAt(lap, name, there!))).toBeLessThan(0.02);
        expect(Math.abs(valueAt(rival, "speed_mps", here!) - valueAt(lap, "speed_mps", there!))).toBeLessThan(0.5);
        expect(timeAt(rival, 20 * timeS) - timeAt(lap, 20 * timeS)).toBeCloseTo(0, 1);
    }
});

test("a ghost that is cut off is refused", async () => {
    const letters = await packGhost(wavyLap());
    await expect(unpackGhost(letters.slice(0, -20), columns)).rejects.toThrow("cut off or damaged");
    await expect(unpackGhost("", columns)).rejects.toThrow("cut off or damaged");
});

const named = (lengthS: number, slot?: "A" | "B", isMixed = false): Run => ({
    ...wavyLap(1, 11),
    lengthS,
    origin: { ...unknownOrigin("car"), isMixed, ...(slot && { slot }) },
});

test("best against last, and A against B, by the best lap of each", () => {
    const [a1, a2, b1, mixed] = [named(61, "A"), named(60, "A"), named(62, "B"), named(50, "B", true)];
    const runs = [b1, a2, a1]; // the newest first
    expect(aAgainstB([mixed, ...runs])).toEqual([a2, b1]);
    expect(aAgainstB([a1, a2])).toBeNull();
    expect(bestAgainstLast(runs)).toEqual([a2, b1]);
    expect(bestAgainstLast([a2, a1])).toEqual([a2, a1]);
    expect(bestAgainstLast([a1])).toBeNull();
});

test("the library forgets the oldest that is not shown", () => {
    const library = createLibrary();
    const all = Array.from({ length: maxRuns + 2 }, (_, i) => named(60 + i));
    for (const run of all) library.add(run, (kept) => kept === all[0]);
    expect(library.runs.length).toBe(maxRuns);
    expect(library.runs).toContain(all[0]);
    expect(library.runs).not.toContain(all[1]);
    expect(library.runs[0]).toBe(all.at(-1));
});

test("the cursor keeps its place when the axis changes over, and zooms around it", () => {
    const selection = newSelection();
    selection.main = wavyLap();
    showAll(selection);
    clampCursor(selection, 400);
    const timeS = timeAtCursor(selection, selection.main);
    setAxis(selection, "time");
    expect(selection.cursor).toBeCloseTo(timeS, 9);
    expect(selection.to).toBe(50);
    zoom(selection, 0.5, 10);
    expect([selection.from, selection.to]).toEqual([5, 30]);
    zoom(selection, Infinity, 10);
    expect([selection.from, selection.to]).toEqual([0, 50]);
});

test("the model drives the measured Volvo's steering as docs/validation.md has it", async () => {
    const measured = readCsv(measuredFile, "volvo.csv", columns);
    const vehicle = kamm.vehicle(volvo, "volvo-v40.json");
    const model = await simulateInputs(kamm, measured, {
        vehicle,
        rung: "full",
        surface: "dry_asphalt",
        gear: 4,
        origin: unknownOrigin("volvo"),
    });
    vehicle.dispose();
    const mean = (run: Run, name: string) => {
        let sum = 0;
        for (let i = 95; i <= 150; ++i) sum += valueAt(run, name, placeAt(run.timesS, i / 100)) / 56;
        return sum;
    };
    expect(mean(measured, "yaw_rate_radps")).toBeCloseTo(0.551, 3);
    expect(Math.abs(mean(model, "yaw_rate_radps") - 0.55)).toBeLessThan(0.01);
    expect(Math.abs(mean(model, "forward_speed_mps") - 20.56)).toBeLessThan(0.2);
});
