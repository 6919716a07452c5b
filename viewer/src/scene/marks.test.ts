import * as THREE from "three";
import { expect, test } from "vitest";
import { newFrame, newWheelFrame } from "../frame";
import { createMarkRing } from "./mark_ring";
import { createMarks, rubbing } from "./marks";
import { usualTyre } from "./tyres";

const dry = { friction: 1, slidingLoss: 0, rollingResistance: 0, sinkageM: 0, sinkageDrag: 0, roughnessM3: 16e-6, waterM: 0, soil: null };
const surface = (name: string) => ({ name, ...dry });
const surfaces = [surface("dry_asphalt"), { ...surface("grass"), sinkageM: 0.006, sinkageDrag: 0.045 }];
const black = new THREE.Color(0, 0, 0);

function frameOfOneCar(slipRatio: number, groundSurface = 0) {
    const frame = newFrame([1], 0);
    const wheel = frame.cars[0]!.wheels[0]!;
    Object.assign(wheel, { slipRatio, slidingMps: 10 * Math.abs(slipRatio), loadN: 4000, groundSurface });
    wheel.orientation.set([1, 0, 0, 0]);
    wheel.groundNormal.set([0, 0, 1]);
    frame.cars[0]!.speedMps = 10;
    const moveTo = (x: number) => wheel.groundPoint.set([x, 0, 0]);
    return { frame, moveTo, wheel };
}

const drawn = (mesh: THREE.Mesh) => mesh.geometry.drawRange.count / 6;

test("a full ring takes back the oldest quads, and tells what changed across its end", () => {
    const ring = createMarkRing(4);
    const corners = Float32Array.of(1, 0, 0, 1, 1, 0);
    const add = (x: number) => {
        corners[0] = x;
        ring.set(ring.begin(), 0, corners, black, 1);
    };
    for (let i = 0; i < 3; ++i) add(i);
    expect(ring.takeChanges()).toEqual([{ from: 0, count: 3 }]);
    expect(ring.takeChanges()).toEqual([]);
    add(3);
    add(4);
    expect(ring.takeChanges()).toEqual([
        { from: 3, count: 1 },
        { from: 0, count: 1 },
    ]);
    expect(ring.count).toBe(4);
    expect(ring.positions[0]).toBe(4); // the fifth took the place of the first
    expect(ring.positions[12]).toBe(1);
});

test("a sliding tyre leaves a mark as wide as it is, without gaps", () => {
    const marks = createMarks(surfaces, () => 0);
    marks.setTyres([[{ ...usualTyre, widthM: 0.3 }]]);
    const { frame, moveTo } = frameOfOneCar(-1);
    for (let x = 0; x <= 10; x += 0.15) {
        moveTo(x);
        marks.update(frame, false);
    }
    const quads = drawn(marks.mesh);
    expect(quads).toBeGreaterThan(15);
    expect(quads).toBeLessThan(35);
    const position = marks.mesh.geometry.getAttribute("position");
    for (let quad = 0; quad < quads; ++quad) {
        expect(position.getY(4 * quad) - position.getY(4 * quad + 1)).toBeCloseTo(0.3);
        if (quad > 0) expect(position.getX(4 * quad)).toBeCloseTo(position.getX(4 * quad - 2));
    }
});

test("a tyre that rolls leaves nothing on asphalt, and a rut in grass", () => {
    for (const [ground, leaves] of [
        [0, false],
        [1, true],
    ] as const) {
        const marks = createMarks(surfaces, () => 0);
        const { frame, moveTo } = frameOfOneCar(0.01, ground);
        for (let x = 0; x < 5; x += 0.2) {
            moveTo(x);
            marks.update(frame, false);
        }
        expect(drawn(marks.mesh) > 0).toBe(leaves);
    }
});

test("no mark joins places between which the car was put elsewhere or time jumped", () => {
    const marks = createMarks(surfaces, () => 0);
    const { frame, moveTo } = frameOfOneCar(-1);
    for (const [x, jumped] of [
        [0, false],
        [0.2, false],
        [50, false],
        [50.2, false],
        [51, true],
        [51.2, false],
    ] as const) {
        moveTo(x);
        marks.update(frame, jumped);
    }
    const position = marks.mesh.geometry.getAttribute("position");
    expect(drawn(marks.mesh)).toBe(3);
    for (let quad = 0; quad < 3; ++quad)
        expect(Math.abs(position.getX(4 * quad + 2) - position.getX(4 * quad))).toBeLessThan(0.5);
});

test("sliding begins beyond the peak and needs load", () => {
    const rubs = (slipRatio: number, slipAngleRad: number, loadN: number) =>
        rubbing(Object.assign(newWheelFrame(), { slipRatio, slipAngleRad, loadN, slidingMps: 5 }), usualTyre);
    expect(rubs(0.05, 0.05, 4000)).toBe(0);
    expect(rubs(-1, 0, 4000)).toBe(1);
    expect(rubs(0, 0.6, 4000)).toBe(1);
    expect(rubs(-1, 0, 1250)).toBe(0.5);
    expect(rubs(-1, 0, 0)).toBe(0);
});

test("each of any number of wheels lays its own mark", () => {
    const marks = createMarks(surfaces, () => 0);
    const frame = newFrame([40, 40], 0);
    for (let x = 0; x <= 1; x += 0.2) {
        frame.cars.forEach((car, i) => {
            car.speedMps = 10;
            car.wheels.forEach((wheel, k) => {
                Object.assign(wheel, { slipRatio: -1, slidingMps: 10, loadN: 4000 });
                wheel.orientation.set([1, 0, 0, 0]);
                wheel.groundNormal.set([0, 0, 1]);
                wheel.groundPoint.set([x, 50 * i + k, 0]);
            });
        });
        marks.update(frame, false);
    }
    const position = marks.mesh.geometry.getAttribute("position");
    const middles = Array.from({ length: drawn(marks.mesh) }, (_, quad) =>
        Math.round((position.getY(4 * quad) + position.getY(4 * quad + 1)) / 2),
    );
    expect(new Set(middles).size).toBe(80);
});
