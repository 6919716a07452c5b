/** The tasks of two-wheelers, ridden by the keys' assist on the shipped motorcycle. */
import { type Car, loadKamm } from "kamm";
import { expect, test } from "vitest";
import motorcycle from "../../../data/two-wheelers/sport-1000.json?raw";
import { newFrame } from "../frame";
import { fillCar } from "../simulation/frames";
import { createLeanJudge, createStopJudge, stopWithinM } from "./ride";
import type { Judge, Result } from "./task";

const kamm = await loadKamm();
const below = () => ({ heightM: 0, normal: [0, 0, 1] as const, surface: 0, friction: 1 });

/** With keys held, until the judge has a result. */
function keys(judge: Judge, car: Car) {
    const frame = newFrame([2], 0);
    return (seconds: number, request: object): Result | null => {
        for (let i = 0; i < 60 * seconds; ++i) {
            car.assist({ steer: 0, throttle: 0, brake: 0, handBrake: 0, ...request }, 1 / 60);
            car.step(1 / 60);
            fillCar(frame.cars[0]!, car, below);
            frame.timeS = car.timeS;
            const result = judge.update(frame);
            if (result) return result;
        }
        return null;
    };
}

test("a lean of 20° is held by a key, to either side, and starts again upright", () => {
    for (const steer of [1, -1]) {
        const car = kamm.car(motorcycle);
        car.place({ speedMps: 10 });
        const judge = createLeanJudge();
        const hold = keys(judge, car);
        expect(hold(2.5, { steer, throttle: 0.1 })).toBeNull();
        expect(judge.share).toBeGreaterThan(0.2);
        expect(hold(2, { throttle: 0.1 })).toBeNull();
        expect(judge.share).toBe(0);
        const result = hold(6, { steer, throttle: 0.1 })!;
        expect(result.isDone).toBe(true);
        expect(result.figures[0]![1]).toMatch(/^[2-5]\d°$/);
        car.dispose();
    }
});

test("the whole brake stops it in time, a timid foot does not, and slower does not count", () => {
    const stop = (speedMps: number, brake: number) => {
        const car = kamm.car(motorcycle);
        car.place({ speedMps });
        const judge = createStopJudge();
        const hold = keys(judge, car);
        hold(0.5, { throttle: 0.2 });
        const result = hold(15, { brake });
        car.dispose();
        return result;
    };
    const whole = stop(23.5, 1)!;
    expect(whole.isDone).toBe(true);
    expect(parseFloat(whole.figures[0]![1])).toBeLessThan(stopWithinM);
    expect(stop(23.5, 0.15)!.isDone).toBe(false);
    expect(stop(15, 1)).toBeNull();
});
