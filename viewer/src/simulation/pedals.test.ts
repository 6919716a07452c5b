/** Keys on a two-wheeler: what the page writes beside the assist must not take from the rider. */
import { loadKamm } from "kamm";
import { expect, test } from "vitest";
import motorcycle from "../../../data/two-wheelers/sport-1000.json?raw";
import { noDriverInput } from "../driver_input";
import { driveGear, pressPedals, strengthFor } from "./pedals";

const kamm = await loadKamm();

function rider(speedMps: number) {
    const car = kamm.car(motorcycle);
    car.place({ speedMps });
    car.assistSettings.strength = strengthFor(car.info, 0.8);
    return {
        car,
        hold(seconds: number, keys: object) {
            for (let i = 0; i < 120 * seconds; ++i) {
                pressPedals(car, { ...noDriverInput(), ...keys }, driveGear, 1 / 120);
                car.step(1 / 120);
            }
        },
    };
}

test("it leans by a key, and stops upright from a lean by the whole brake", () => {
    const { car, hold } = rider(10);
    hold(2, { steer: 1 });
    expect(car.rollRad).toBeLessThan(-0.3);
    expect(car.input.freeSteering).toBe(1);
    hold(8, { brake: 1 });
    expect(car.speedMps).toBeLessThan(0.05);
    expect(Math.abs(car.rollRad)).toBeLessThan(0.1);
});

test("hands off, no torque turns the handlebar", () => {
    const { car, hold } = rider(4);
    hold(0.5, { handsOff: true });
    expect(car.input.freeSteering).toBe(1);
    expect(car.input.steeringWheelNm).toBe(0);
});

test("its rider helps wholly or not at all; cars have the help that is set", () => {
    const { car } = rider(0);
    expect([0, 0.3, 1].map((aid) => strengthFor(car.info, aid))).toEqual([0, 1, 1]);
    const micra = kamm.car("nissan-micra");
    expect(strengthFor(micra.info, 0.3)).toBe(0.3);
});
