import { loadKamm } from "kamm";
import { expect, test } from "vitest";
import { degree, drive, kmh } from "../src/testing";
import { chalkM, createExperiment } from "./experiment";

const kamm = await loadKamm();
const experiment = createExperiment(kamm);

test.each([-30, -5, 2, 10, 17, 35])("the core goes round at L / tan δ, at %d°", (angle) => {
    const { figures } = drive(experiment, { speed: 20 * kmh, steering: angle * degree }, 4);
    const form = figures["wheelbase"]! / Math.tan(angle * degree);
    expect(figures["radius"]! / form).toBeCloseTo(1, 5);
    expect(figures["form"]! / form).toBeCloseTo(1, 5);
});

test("the path is the same at any speed, the sideways acceleration is not", () => {
    const [slow, fast] = [10, 60].map(
        (speed) => drive(experiment, { speed: speed * kmh, steering: 17 * degree }, 8).figures,
    );
    expect(fast!["radius"]! / slow!["radius"]!).toBeCloseTo(1, 5);
    expect(slow!["sideways"]).toBeLessThan(1.1);
    expect(fast!["sideways"]).toBeGreaterThan(30); // no tyre holds that
});

test("the chalk circle is done with the angle of the equation, and with no other", () => {
    const angle = Math.atan(experiment.figures()["wheelbase"]! / chalkM);
    expect(drive(experiment, { speed: 15 * kmh, steering: angle }, 15).isDone).toBe(true);
    expect(drive(experiment, { speed: 15 * kmh, steering: angle }, 8).isDone).toBe(false); // not yet round
    expect(drive(experiment, { speed: 15 * kmh, steering: angle + 2 * degree }, 15).isDone).toBe(false);
    expect(drive(experiment, { speed: 15 * kmh, steering: -angle }, 15).isDone).toBe(false);
});
