// The drive of native_drive.c through the npm package; prints the same lines if the bits are the same.
import { readFileSync } from "node:fs";
import { loadKamm, rungs } from "kamm";
import { loadKamm as loadFull } from "kamm/full";

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

const read = (name) => readFileSync(new URL(`../../data/${name}`, import.meta.url));

/** Traffic on the circuit, of which one car tows a crate. */
async function driveTraffic() {
    const full = await loadFull();
    await full.addFile("worlds/proving-ground.png", new Uint8Array(read("worlds/proving-ground.png")));
    const world = full.world(read("worlds/proving-ground.json").toString(), "worlds/proving-ground.json");
    const cars = full.cars("nissan-micra", 3);
    world.add(cars);
    const traffic = world.traffic("circuit", { grip: 0.75 });
    for (const car of cars) traffic.add(car, { style: "racing" });
    traffic.placeOnGrid({ stationM: 60, rowM: 12 });
    const car = cars.at(0);
    const [x, y, z] = car.position;
    const crate = world.addBody({
        ...{ type: "dynamic", massKg: 200, position: [x, y + 4, z + 1] },
        shapes: [{ centreM: [0, 0, 0], halfM: [0.5, 0.5, 0.25] }],
    });
    world.addJoint({
        ...{ kind: "rope", first: car, second: crate, lengthM: 6 },
        ...{ firstPoint: [-1.5, 0, 0.5], secondPoint: [0.5, 0, 0] },
    });
    for (let frame = 0; frame < 600; ++frame) {
        traffic.drive(1 / 64);
        world.stepSubsteps(4);
    }
    return world.hash();
}

console.log("traffic", (await driveTraffic()).toString(16).padStart(16, "0"));
