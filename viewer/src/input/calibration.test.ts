import type { DriverRequest } from "kamm";
import { describe, expect, it } from "vitest";
import {
    type Calibration,
    pedalOf,
    type Reading,
    standardPad,
    steerOf,
    driverInputOf,
} from "./calibration";
import { findPressed, learnEnds } from "./learn";
import { readCalibrations, writeCalibrations } from "./storage";

const wheel: Calibration = {
    steering: { source: { kind: "axis", index: 1 }, left: 0.9, right: -1 },
    pedals: {
        throttle: { source: { kind: "axis", index: 2 }, pressed: -1, released: 1 },
        brake: { source: { kind: "axis", index: 3 }, pressed: 0.8, released: 0 },
        clutch: null,
        handBrake: { source: { kind: "button", index: 4 }, pressed: 1, released: 0 },
    },
    buttons: { gearUp: 5, gearDown: 6 },
    isWheel: true,
    rangeDeg: 900,
    isDegreeForDegree: true,
    steeringDeadZone: 0,
    pedalDeadZone: 0.05,
};

const reading = (axes: number[], buttons: number[] = []): Reading => ({ axes, buttons });

describe("a game pad", () => {
    const steer = (x: number) => steerOf(standardPad, reading([x]), 8);

    it("steers with a dead zone, to the right of it to the right, fully at full way", () => {
        expect([steer(0), steer(0.1), steer(-0.1)].map(Math.abs)).toEqual([0, 0, 0]);
        expect(steer(0.11)).toBeLessThan(0);
        expect(steer(0.11)).toBeGreaterThan(-0.01);
        expect(steer(1)).toBeCloseTo(-1, 9);
        expect(steer(-1)).toBeCloseTo(1, 9);
        expect(steer(-1.2)).toBeCloseTo(1, 9);
        expect(steer(-0.55)).toBeCloseTo(0.6 * 0.5 + 0.4 * 0.125, 9);
    });

    it("has its pedals at the triggers", () => {
        const driverInput: DriverRequest = { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0 };
        driverInputOf(standardPad, reading([0, 0], [1, 0, 0, 0, 0, 0, 0.515, 1]), 0, driverInput);
        expect(driverInput.throttle).toBe(1);
        expect(driverInput.brake).toBeCloseTo((0.515 - 0.03) / 0.95, 9);
        expect([driverInput.handBrake, driverInput.clutch]).toEqual([1, 0]);
    });
});

describe("a steering wheel", () => {
    const steer = (raw: number, lockRad = 0, more: Partial<Calibration> = {}) =>
        steerOf({ ...wheel, ...more }, reading([0, raw]), lockRad);

    it("steers between the ends that were found, inverted or not", () => {
        expect([steer(0.9), steer(-1), steer(-0.05)]).toEqual([1, -1, 0]);
        expect(steer(0.425)).toBeCloseTo(0.5, 9);
        const turned = { source: { kind: "axis", index: 1 }, left: -1, right: 0.9 } as const;
        expect(steer(0.9, 0, { steering: turned })).toBe(-1);
    });

    it("turns degree for degree with the car's, if both ranges are known", () => {
        const lockRad = (540 * Math.PI) / 180;
        expect(steer(0.9, lockRad)).toBeCloseTo(450 / 540, 9);
        expect(steer(0.9, lockRad, { rangeDeg: 1440 })).toBe(1);
        expect(steer(0.9, lockRad, { isDegreeForDegree: false })).toBe(1);
    });

    it("has pedals of any range, with a dead zone, and released until they first move", () => {
        const { throttle, brake } = wheel.pedals;
        const press = (raw: number) => pedalOf(throttle, reading([0, 0, raw]), 0.05);
        expect([press(1), press(0.91), press(-0.97), press(-1), press(NaN)]).toEqual([
            0, 0, 1, 1, 0,
        ]);
        expect(press(0)).toBeCloseTo(0.45 / 0.93, 9);
        expect(pedalOf(brake, reading([0, 0, 0, 0.8]), 0)).toBe(1);
        expect(pedalOf(brake, reading([]), 0)).toBe(0);
    });
});

describe("learning", () => {
    const rest = [0.01, 3.28, 0, 0];
    /** Feeds readings for a second each; what was learned by then. */
    function learn(kinds: ("axis" | "button")[], ...steps: [axes: number[], buttons?: number[]][]) {
        const learning = learnEnds(reading(rest, [0, 0]), kinds);
        for (const [axes, buttons = [0, 0]] of steps)
            for (let i = 0; i < 60; ++i) {
                const ends = learning.update(reading(axes, buttons), 1 / 60);
                if (ends) return ends;
            }
        return learning.phase;
    }

    it("finds the axis that moves farthest, and both its ends", () => {
        const ends = learn(["axis"], [[-0.3, 3.28, -0.98, 0]], [[0, 3.28, 0.97, 0]]);
        expect(ends).toEqual({ source: { kind: "axis", index: 2 }, first: -0.98, second: 0.97 });
    });

    it("asks for the second end only of what went to the first", () => {
        const other: [number[]] = [[1, 3.28, -0.98, 0]];
        expect(learn(["axis"], [[0, 3.28, -0.98, 0]], other)).toBe(1);
        const ends = learn(["axis"], [[0, 3.28, -0.98, 0]], other, [[1, 3.28, 0.97, 0]]);
        expect(ends).toMatchObject({ source: { index: 2 }, second: 0.97 });
    });

    it("finds a pedal that rests at its end although it said 0 before it moved", () => {
        const ends = learn(["axis", "button"], [[0, 3.28, 0, -1]], [[0, 3.28, 0, 1]]);
        expect(ends).toEqual({ source: { kind: "axis", index: 3 }, first: -1, second: 1 });
    });

    it("finds buttons as pedals, not as steering wheels", () => {
        const press: [number[], number[]] = [rest, [0, 1]];
        expect(learn(["axis"], press)).toBe(0);
        const ends = learn(["axis", "button"], press, [rest]);
        expect(ends).toEqual({ source: { kind: "button", index: 1 }, first: 1, second: 0 });
    });

    it("takes neither trembling nor a hat nor what does not stand still", () => {
        expect(learn(["axis"], [[0.2, 3.28, 0, 0]], [[0, -1, 0, 0.1]], [[0, 1.28, 0, 0]])).toBe(0);
        const learning = learnEnds(reading([0]), ["axis"]);
        for (let i = 0; i < 300; ++i) learning.update(reading([Math.sin(i / 5)]), 1 / 60);
        expect(learning.phase).toBe(0);
    });

    it("finds the button that is pressed again", () => {
        expect(findPressed(reading([], [1, 0, 0]), reading([], [1, 0, 0.9]))).toBe(2);
        expect(findPressed(reading([], [1, 0, 0]), reading([], [1, 0.2, 0]))).toBeNull();
    });
});

describe("storage", () => {
    it("gives back what was kept", () => {
        const kept = new Map([
            ["Wheel", wheel],
            ["Pad", standardPad],
        ]);
        expect(readCalibrations(writeCalibrations(kept))).toEqual(kept);
    });

    it("leaves out what is broken and keeps the rest", () => {
        const broken: unknown[] = [
            null,
            {},
            { ...wheel, rangeDeg: "900" },
            { ...wheel, rangeDeg: 0 },
            { ...wheel, steering: { ...wheel.steering, right: 0.9 } },
            { ...wheel, steering: { ...wheel.steering, left: null } },
            { ...wheel, pedals: { ...wheel.pedals, brake: { source: { kind: "key", index: 0 } } } },
            { ...wheel, pedals: {} },
            { ...wheel, buttons: { format: 3 } },
            { ...wheel, buttons: { gearUp: -1 } },
            { ...wheel, steeringDeadZone: 1 },
            { ...wheel, isWheel: 1 },
        ];
        const devices = Object.fromEntries(broken.map((value, i) => [`broken ${i}`, value]));
        const text = JSON.stringify({ version: 1, devices: { ...devices, whole: wheel } });
        expect([...readCalibrations(text).keys()]).toEqual(["whole"]);
    });

    it("is empty for another version and for what is no such file", () => {
        const other = JSON.stringify({ version: 2, devices: { wheel } });
        for (const text of [null, "", "{", "[]", "null", "7", '{"version":1}', other])
            expect(readCalibrations(text).size).toBe(0);
    });
});
