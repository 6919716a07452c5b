// The drive of native_drive.c through the npm package; prints the same lines if the bits are the same.
import { readFileSync } from "node:fs";
import { loadKamm, rungs } from "kamm";

const kamm = await loadKamm();

function drive(json, rung) {
    const cars = kamm.cars(kamm.vehicle(json), 3, { rung });
    for (let frame = 0; frame < 100; ++frame) {
        for (const car of cars) {
            car.input.throttle = frame < 60 ? 1 : 0;
            car.input.brake = frame < 60 ? 0 : 0.5;
            car.input.steeringWheelRad = (((frame % 16) - 8) / 8) * car.index;
        }
        cars.stepSubsteps(40);
    }
    return cars.hash();
}

function driveCombination(name) {
    const combinations = kamm.combinations(name, 2);
    for (let frame = 0; frame < 60; ++frame) {
        for (const { index, units } of combinations) {
            units[0].input.throttle = frame < 40 ? 1 : 0;
            units[0].input.brake = frame < 40 ? 0 : 0.5;
            units[0].input.steeringWheelRad = (((frame % 16) - 8) / 8) * index;
        }
        combinations.stepSubsteps(40);
    }
    return combinations.hash();
}

for (const name of ["nissan-micra", "bmw-m3-e46", "mclaren-mp4-12c", "toyota-hilux-laden"]) {
    const json = readFileSync(new URL(`../../data/vehicles/${name}.json`, import.meta.url), "utf8");
    for (const rung of rungs)
        console.log(name, rung, drive(json, rung).toString(16).padStart(16, "0"));
}

for (const name of ["volvo-v40-caravan", "tractor-semitrailer-laden", "articulated-bus"])
    console.log(name, driveCombination(name).toString(16).padStart(16, "0"));
