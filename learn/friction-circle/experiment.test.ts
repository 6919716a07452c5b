import { loadKamm } from "kamm";
import { expect, test } from "vitest";
import { drive, kmh } from "../src/testing";
import { createExperiment, goalM, laneM, radiusM } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);
const values = (pedal: number, speed = 70, surface: "dry_asphalt" | "snow" = "dry_asphalt") => ({
    ...{ pedal, speed: speed * kmh, surface },
});

test("brakes and bend share one grip: the full pedal leaves the lane, less keeps it and stops as soon", () => {
    const full = drive(experiment, values(1), 9);
    const well = drive(experiment, values(0.65), 9);
    const little = drive(experiment, values(0.3), 9);
    expect(full.figures["off"]).toBeGreaterThan(3 * laneM);
    expect(well.figures["off"]).toBeLessThan(laneM);
    expect(well.figures["way"]).toBeLessThan(full.figures["way"]! + 2);
    expect(little.figures["way"]).toBeGreaterThan(goalM + 10);
    expect([full, well, little].map(({ isDone }) => isDone)).toEqual([false, true, false]);
});

test("slower does not count", () => expect(drive(experiment, values(0.65, 60), 9).isDone).toBe(false));

test("the bend wants v²/R, which the core has while nothing brakes", () => {
    const { figures } = drive(experiment, values(0, 60), 2);
    expect(figures["wanted"]).toBeCloseTo((60 * kmh) ** 2 / radiusM, 6);
    expect(figures["across"]! / figures["wanted"]!).toBeGreaterThan(0.9);
    expect(figures["across"]! / figures["wanted"]!).toBeLessThan(1.1);
});

test("never more than all of the grip is used, but for a few percent that light tyres have more", () => {
    for (const pedal of [0.3, 0.65, 1]) {
        experiment.set(values(pedal));
        experiment.restart();
        let most = 0;
        for (let i = 0; i < 600; ++i) {
            experiment.step(0.01);
            most = Math.max(most, experiment.figures()["used"]!);
        }
        expect(most).toBeLessThan(1.08);
        expect(most).toBeGreaterThan(0.7);
    }
});

test("on snow there is less", () => {
    const dry = drive(experiment, values(0, 30), 1).figures["most"]!;
    const snow = drive(experiment, values(0, 30, "snow"), 1).figures["most"]!;
    expect(snow / dry).toBeCloseTo(0.24, 2);
});
