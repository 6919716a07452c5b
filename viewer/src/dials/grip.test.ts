import type { ModelInfo } from "kamm";
import { expect, test } from "vitest";
import { newWheelFrame } from "../frame";
import { car, threeAxleTruck, threeWheeler } from "../testing";
import { placeWheels } from "./circles";
import { maxStaticGripN, newGrip, readGrip, tyreGrips, urgency, zoomFor } from "./grip";

function loaded(
    loadN: number,
    longitudinalForceN: number,
    lateralForceN: number,
    groundFriction = 1,
) {
    return Object.assign(newWheelFrame(), {
        loadN,
        longitudinalForceN,
        lateralForceN,
        groundFriction,
    });
}

const plain = { staticN: 4000, peakX: 1.2, peakY: 1, lossAtDouble: 0 };

test("the circle grows with load and ground, and is wider where the tyre is better", () => {
    const grip = newGrip();
    expect(readGrip(loaded(4000, 0, 0), plain, grip)).toEqual({
        alongN: 4800,
        acrossN: 4000,
        share: 0,
    });
    expect(readGrip(loaded(8000, 0, 0, 0.5), plain, grip).alongN).toBe(4800);
    expect(readGrip(loaded(-5, 0, 0), plain, grip).alongN).toBe(0);
});

test("the share is 1 on the ellipse, whichever way the force points", () => {
    const grip = newGrip();
    expect(readGrip(loaded(4000, 4800, 0), plain, grip).share).toBeCloseTo(1);
    expect(readGrip(loaded(4000, 0, -4000), plain, grip).share).toBeCloseTo(1);
    const half = Math.SQRT1_2;
    expect(readGrip(loaded(4000, -4800 * half, 4000 * half), plain, grip).share).toBeCloseTo(1);
    expect(readGrip(loaded(0, 10, 10), plain, grip).share).toBe(0);
});

test("urgency rises from half of the grip to nearly all", () => {
    expect([0, 0.5, 0.96, 1.3].map(urgency)).toEqual([0, 0, 1, 1]);
    expect(urgency(0.8)).toBeGreaterThan(urgency(0.7));
});

test("a loaded tyre has less friction, as long as the model has it", () => {
    const grip = newGrip();
    const info = {
        rung: "full",
        staticLoadN: [4000, 3000],
        peakFrictionX: [1, 1.5],
        peakFrictionY: [1.1, 1],
    } as unknown as ModelInfo;
    const [full] = tyreGrips(info);
    expect(readGrip(loaded(4000, 0, 0), full!, grip).alongN).toBeCloseTo(4000);
    expect(readGrip(loaded(8000, 0, 0), full!, grip).alongN).toBeCloseTo(7200);
    expect(readGrip(loaded(40000, 0, 0), full!, grip).alongN).toBeGreaterThan(20000);
    const [planar] = tyreGrips({ ...info, rung: "single_track" });
    expect(readGrip(loaded(8000, 0, 0), planar!, grip).alongN).toBeCloseTo(8000);
    expect(maxStaticGripN(tyreGrips(info))).toBe(4500);
});

test("a row of circles for each axle, left on the left", () => {
    expect(placeWheels(car)).toEqual([
        { x: 0.25, y: 0.25 },
        { x: 0.75, y: 0.25 },
        { x: 0.25, y: 0.75 },
        { x: 0.75, y: 0.75 },
    ]);
    expect(placeWheels(threeWheeler).map(({ x }) => x)).toEqual([0.5, 0.25, 0.75]);
    const truck = placeWheels(threeAxleTruck);
    expect(truck.slice(2, 6).map(({ x }) => x)).toEqual([0.375, 0.625, 0.125, 0.875]);
    expect(new Set(truck.map(({ y }) => y)).size).toBe(3);
});

test("circles on slippery ground are drawn larger, by the best friction below a loaded wheel", () => {
    const wheels = (...frictions: number[]) => frictions.map((friction) => loaded(4000, 0, 0, friction));
    expect(zoomFor(wheels(1, 1, 0.1, 0.1))).toBe(1);
    expect(zoomFor(wheels(0.55, 0.3))).toBe(1);
    expect(zoomFor(wheels(0.45, 0.3))).toBe(2);
    expect(zoomFor(wheels(0.15))).toBe(4);
    expect(zoomFor(wheels(0.03))).toBe(8);
    expect(zoomFor(wheels(0))).toBe(1);
    expect(zoomFor([loaded(0, 0, 0, 0.1)])).toBe(1); // in the air
});
