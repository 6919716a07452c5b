import { expect, test } from "vitest";
import { newFrame } from "../frame";
import { createPlanMarks } from "./marks";

const dry = { friction: 1, slidingLoss: 0, rollingResistance: 0, sinkageM: 0, sinkageDrag: 0, roughnessM3: 16e-6, waterM: 0, soil: null };
const surfaces = ["dry_asphalt", "grass"].map((name) => ({ name, ...dry, sinkageM: name === "grass" ? 0.006 : 0 }));

/** Drives 20 m that way; how many pieces that leaves. */
function drive(slipRatio: number, groundSurface: number, jumpAtM = Infinity) {
    const marks = createPlanMarks(surfaces);
    const frame = newFrame([4], 0);
    frame.cars[0]!.speedMps = 10;
    for (let x = 0; x < 20; x += 0.1) {
        frame.cars[0]!.wheels.forEach((wheel, i) => {
            Object.assign(wheel, { slipRatio, slidingMps: 10 * Math.abs(slipRatio), groundSurface, loadN: 4000 });
            wheel.groundPoint.set([x > jumpAtM ? x + 50 : x, i, 0]);
        });
        marks.update(frame);
    }
    return marks.count;
}

test("sliding leaves rubber, rolling none on asphalt, ruts on grass", () => {
    expect(drive(0, 0)).toBe(0);
    expect(drive(-1, 0)).toBeGreaterThan(4 * 30);
    expect(drive(-1, 0)).toBeLessThan(4 * 55);
    expect(drive(0, 1)).toBeGreaterThan(4 * 30);
});

test("a car that is put elsewhere leaves no mark on its way there", () => {
    expect(drive(-1, 0, 10)).toBeLessThan(drive(-1, 0));
});
