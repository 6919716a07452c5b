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

for (const name of ["nissan-micra", "bmw-m3-e46", "mclaren-mp4-12c", "toyota-hilux-laden"]) {
    const json = readFileSync(new URL(`../../data/vehicles/${name}.json`, import.meta.url), "utf8");
    for (const rung of rungs)
        console.log(name, rung, drive(json, rung).toString(16).padStart(16, "0"));
}
