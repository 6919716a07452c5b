/**
 * Physics, in a worker: a car for the keys, three that Kamm drives round a ring, a row of cones. The same file runs in
 * browsers and in Node's worker_threads.
 */
import { loadKamm } from "kamm";
import { runPhysics } from "kamm/worker";

const ticksPerS = 60;
const radiusM = 40;

const ring = Array.from({ length: 36 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 36;
    return [radiusM * Math.cos(angle), radiusM * Math.sin(angle)];
});
const cones = Array.from({ length: 12 }, (_, i) => [14 + 4 * i - radiusM, i % 2 ? 1.5 : -1.5]);

const yard = {
    name: "Yard",
    terrain: [{ kind: "plane" }],
    paths: [{ name: "ring", points_m: ring, width_m: 6, closed: true }],
    bodies: [{ cone_height_m: 0.5, at_m: cones }],
};

runPhysics(async () => {
    const kamm = await loadKamm();
    const world = kamm.world(yard, "yard.json");
    const cars = kamm.cars(kamm.defaultVehicle(), 4);
    world.add(cars);
    const [player, ...others] = cars;
    player.place({ x: 6 - radiusM });
    const drivers = others.map((car, i) => {
        const driver = world.driver("ring", car, { stationM: 40 * i });
        car.place(driver.start);
        return driver;
    });
    return {
        ...{ kamm, moving: world, cars, bodies: world.bodies, ticksPerS },
        channels: ["speedMps"],
        inputs: ["steer", "throttle", "brake", "handBrake"], // what hands ask for: the aid needs the car, so it is here
        tick([request]) {
            player.assist(request, 1 / ticksPerS);
            for (const driver of drivers) driver.drive(1 / ticksPerS);
        },
    };
});
