/** Arcade handling: a preset changes the vehicle, drifts by keys, boosts and has its state. */
import { expect, test } from "vitest";
import { dataFile, kamm, kammError } from "./support";

const drift = dataFile("arcade/drift.json").toString();
const idle = { steer: 0, throttle: 0, brake: 0, handBrake: 0 };

test("keys hold a drift with a preset, to either side", () => {
    for (const side of [-1, 1]) {
        const arcade = kamm.arcade(drift, "drift");
        expect(arcade.name).toBe("Drift");
        const vehicle = kamm.vehicle("bmw-m3-e46");
        arcade.change(vehicle);
        const car = kamm.car(vehicle);
        car.place({ speedMps: 18 });
        car.input.gear = 100;
        let least = Infinity;
        for (let frame = 0; frame < 420; ++frame) {
            arcade.drive(car, { ...idle, steer: side, throttle: frame < 45 ? 0 : 1 }, 1 / 60);
            car.step(1 / 60);
            if (frame > 120) least = Math.min(least, -side * car.sideslipRad);
        }
        expect((least * 180) / Math.PI).toBeGreaterThan(25);
        car.dispose();
        vehicle.dispose();
        arcade.dispose();
    }
});

test("boost accelerates, and its store empties", () => {
    const arcade = kamm.arcade({ boost_mps2: 5, boost_s: 1 });
    const car = kamm.car("bmw-m3-e46");
    car.place();
    car.input.gear = 0;
    for (let frame = 0; frame < 30; ++frame) {
        arcade.drive(car, { ...idle, ownGear: true, boost: 1 }, 1 / 60);
        car.step(1 / 60);
    }
    expect(car.speedMps).toBeGreaterThan(2);
    expect(arcade.boostLeft).toBeCloseTo(0.5, 3);
    expect(arcade.isGhost || arcade.flipped).toBe(false);
    car.dispose();
    arcade.dispose();
});

test("wrong knobs are named", () => {
    expect(kammError(() => kamm.arcade({ gripp: 1 })).message).toMatch(/gripp.*grip/s);
    expect(kammError(() => kamm.arcade({ grip: 100 })).message).toMatch(/grip/);
});
