import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { drive, kmh } from "../src/testing";
import { createExperiment, endS } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);
const values = (front: number, rear: number, speed = 62, surface: "dry_asphalt" | "wet_asphalt" = "dry_asphalt") => ({
    ...{ speed: speed * kmh, front: 1000 * front, rear: 1000 * rear, surface },
});

describe("the laden pickup at 62 km/h", () => {
    test("leans by 9 degrees and lifts a wheel without bars; as it is sold by 7, and lifts it for less than half as long", () => {
        const { figures, isDone } = drive(experiment, values(20, 0), endS + 1);
        expect((figures["bareMostRoll"]! * 180) / Math.PI).toBeCloseTo(9.3, 0);
        expect((figures["mostRoll"]! * 180) / Math.PI).toBeCloseTo(7.3, 0);
        expect(figures["bareLifted"]).toBe(1);
        expect(figures["liftedTime"]).toBeLessThan(0.5 * figures["bareLiftedTime"]!);
        expect(isDone).toBe(false);
    });

    test("keeps all wheels down with stiffer bars, and only once the swerve is over", () => {
        const { figures, isDone } = drive(experiment, values(30, 0), endS + 1);
        expect(figures["lifted"]).toBe(0);
        expect(isDone).toBe(true);
        expect(drive(experiment, values(30, 0), 1.5).isDone).toBe(false);
        expect(drive(experiment, values(30, 0, 50), endS + 1).isDone).toBe(false); // too slow to count
    });

    test("without bars both are the same car", () => {
        const { figures } = drive(experiment, values(0, 0), endS);
        expect(figures["mostRoll"]).toBe(figures["bareMostRoll"]);
        expect(figures["lifted"]).toBe(figures["bareLifted"]);
    });

    test("slides on the wet instead of lifting", () => {
        const { figures } = drive(experiment, values(20, 0, 62, "wet_asphalt"), endS + 1);
        expect(figures["lifted"]).toBe(0);
        expect(figures["mostSideways"]).toBeLessThan(6.5);
    });
});
