/** Arcade presets on the page: each changes the car that the garage builds, and its drifts are held by the keys. */
import { loadKamm } from "kamm";
import { expect, test } from "vitest";
import { noDriverInput } from "../driver_input";
import { arcadeNames, fetchArcade, hasArcade, readArcade } from "./arcade";
import { createGarage } from "./garage";
import { driveGear, pressPedals } from "./pedals";

const kamm = await loadKamm();

test("presets are fetched when one is first chosen", async () => {
    expect(hasArcade()).toBe(true);
    expect(hasArcade("drift")).toBe(false);
    expect(() => readArcade(kamm, "drift")).toThrow(RangeError);
    await fetchArcade("drift");
    expect(readArcade(kamm, "")).toBe(null);
    for (const name of arcadeNames) {
        const arcade = readArcade(kamm, name)!;
        expect(arcade.gravity).toBe(1);
        arcade.dispose();
    }
});

test("the garage builds the car with its preset, and changes come on top", async () => {
    await fetchArcade("kart");
    const garage = createGarage(kamm);
    garage.choose("bmw-m3-e46");
    const [real] = garage.build({ car: "bmw-m3-e46", changes: {} });
    const [kart] = garage.build({ car: "bmw-m3-e46", changes: { "aids.tcs": true }, arcade: "kart" });
    expect(kart!.get("clutch.torque_nm")).toBeGreaterThan(2 * real!.get("clutch.torque_nm"));
    expect(kart!.get("aids.tcs")).toBe(1);
    expect(kart!.get("aids.esc")).toBe(0);
    for (const vehicle of [real!, kart!]) vehicle.dispose();
});

test("keys hold a drift through the pedals of the page", async () => {
    await fetchArcade("drift");
    const arcade = readArcade(kamm, "drift")!;
    const vehicle = kamm.vehicle("bmw-m3-e46");
    arcade.change(vehicle);
    const car = kamm.car(vehicle);
    car.place({ speedMps: 18 });
    for (let i = 0; i < 600; ++i) {
        const keys = { ...noDriverInput(), steer: 1, throttle: i < 75 ? 0 : 1 };
        pressPedals(car, keys, driveGear, 1 / 120, arcade);
        car.step(1 / 120);
    }
    expect((-car.sideslipRad * 180) / Math.PI).toBeGreaterThan(25);
    car.dispose();
    vehicle.dispose();
    arcade.dispose();
});
