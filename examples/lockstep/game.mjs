/** What server and clients all step: the same world, by the same requests, to the same bits. */
import { loadKamm } from "kamm";

export const ticksPerS = 60;
export const seatCount = 4;
export const defaultPort = 8018;

/** What hands ask for. */
export const idle = { steer: 0, throttle: 0, brake: 0, handBrake: 0 };
/** Of an empty or silent seat. */
export const braking = { ...idle, brake: 1 };

const yard = {
    name: "Yard",
    terrain: [{ kind: "plane" }],
    bodies: [
        { type: "static", size_m: [160, 1, 2], centre_m: [0, 60, 1] },
        { type: "static", size_m: [160, 1, 2], centre_m: [0, -60, 1] },
        { type: "static", size_m: [1, 120, 2], centre_m: [80, 0, 1] },
        { type: "static", size_m: [1, 120, 2], centre_m: [-80, 0, 1] },
        { cone_height_m: 0.5, at_m: Array.from({ length: 16 }, (_, i) => [-30 + 4 * i, i % 2 ? 2 : -2]) },
    ],
};

/** All seats have a car from the start, so that a world's snapshot fits each player who joins. */
export async function makeGame() {
    const kamm = await loadKamm();
    const world = kamm.world(yard, "yard.json");
    const cars = kamm.cars(kamm.defaultVehicle(), seatCount);
    world.add(cars);
    for (const car of cars) car.place({ x: -45, y: 4 * car.index - 6 });
    let tick = 0;
    return {
        kamm,
        world,
        cars,
        get tick() {
            return tick;
        },
        /** A tick, by a request for each seat. */
        step(requests) {
            for (const car of cars) car.assist(requests[car.index], 1 / ticksPerS);
            world.stepSubsteps(240 / ticksPerS);
            ++tick;
        },
        hash: () => world.hash().toString(16).padStart(16, "0"),
        restore(snapshot, atTick) {
            world.restore(snapshot);
            tick = atTick;
        },
    };
}
