import { loadKamm } from "kamm";
import { describe, expect, test } from "vitest";
import { advance } from "../src/experiment";
import { drive } from "../src/testing";
import { createExperiment, settleS, wrongStepS } from "./experiment";
import { createWrongBrake, creepMps, mostDamping } from "./wrong_brake";

const kamm = await loadKamm();
const values = (slope: number, surface: "snow" | "ice" | "wet_asphalt" = "snow", damping = 50_000) => ({
    ...{ slope, surface, damping },
});

describe("Kamm's car", () => {
    const experiment = createExperiment(kamm);

    test.each([
        [0.1, "snow"],
        [0.2, "snow"],
        [0.26, "snow"],
        [0.1, "ice"],
        [0.4, "wet_asphalt"],
    ] as const)("moves by less than 1 mm in 10 s on %d of %s", (slope, surface) => {
        const { figures } = drive(experiment, values(slope, surface), settleS + 10);
        expect(figures["drift"]).toBeLessThan(0.001);
    });

    test("stands up to tan θ = μ, within 2 %", () => {
        const { limit } = drive(experiment, values(0.1), 0.1).figures as { limit: number };
        expect(drive(experiment, values(Math.floor(100 * limit - 1) / 100), settleS + 10).figures["drift"]).toBeLessThan(0.001);
        expect(drive(experiment, values(Math.ceil(100 * limit + 1) / 100), settleS + 10).figures["drift"]).toBeGreaterThan(1);
    });

    test("the task is done with a slope that holds and one just above that does not", () => {
        const fresh = createExperiment(kamm);
        expect(drive(fresh, values(0.2), settleS + 4).isDone).toBe(false);
        expect(drive(fresh, values(0.3), 5).isDone).toBe(false);
        expect(drive(fresh, values(0.27), settleS + 4).isDone).toBe(false);
        expect(drive(fresh, values(0.29), 5).isDone).toBe(true);
    });

    test("another slope begins again", () => {
        drive(experiment, values(0.4), 5);
        expect(experiment.wayM).toBeGreaterThan(1);
        experiment.set(values(0.1));
        expect(experiment.wayM).toBeLessThan(0.001);
    });
});

describe("the common mistake", () => {
    test("creeps at m g sin θ / c", () => {
        const { figures } = drive(createExperiment(kamm), values(0.1), 13);
        expect(figures["wrongSpeed"]! / figures["creep"]!).toBeCloseTo(1, 6);
        expect(figures["wrongWay"]).toBeGreaterThan(0.2);
    });

    test("blows up beyond c Δt / m = 2, and not before", () => {
        const most = mostDamping(1000, wrongStepS);
        const speedAfter = (damping: number) => {
            const brake = createWrongBrake(1000, () => ({ damping, slope: 0.1 }));
            for (let i = 0; i < 2000; ++i) brake.step(wrongStepS);
            return Math.abs(brake.speedMps);
        };
        expect(speedAfter(0.98 * most)).toBeCloseTo(creepMps(1000, 0.1, 0.98 * most), 5);
        expect(speedAfter(1.02 * most)).toBeGreaterThan(100);
    });

    test("does not touch Kamm's car", () => {
        const [soft, hard] = [20_000, 150_000].map((damping) => {
            const experiment = createExperiment(kamm);
            experiment.set(values(0.1, "snow", damping));
            advance(experiment, 5);
            return experiment.wayM;
        });
        expect(soft).toBe(hard);
    });
});
