/** Kamm: the full model at its usual 240 substeps a second. x is forward, y left, z up. */
import { loadKamm } from "kamm";
import { lanesM, requests } from "./slalom.mjs";

const substeps = 4;
const plane = { terrain: [{ kind: "plane" }] };

/** @param {ArrayLike<number>} q w, x, y, z */
function headingOf([w, x, y, z]) {
    return Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
}

/**
 * In a world cars look for each other, as those of the other engines do.
 * @param {number} count @param {{ vehicle: string, inWorld: boolean }} options
 */
export async function kammCars(count, { vehicle, inWorld }) {
    const kamm = await loadKamm();
    const cars = kamm.cars(kamm.vehicle(vehicle), count);
    const world = inWorld ? kamm.world(plane) : undefined;
    world?.add(cars);
    const list = Array.from(cars);
    const ratio = list[0].info.steeringRatio;
    list.forEach((car, i) => car.place({ y: i * lanesM }));
    return {
        name: inWorld ? "Kamm full, in a world" : "Kamm full, cars alone",
        substeps,
        /** @param {number} timeS */
        frame(timeS) {
            for (const car of list) {
                const request = requests(timeS, car.speedMps);
                car.input.throttle = request.throttle;
                car.input.steeringWheelRad = request.steerRad * ratio;
            }
            (world ?? cars).stepSubsteps(substeps);
        },
        poses: () =>
            list.map(({ position, orientation }) => [
                position[0], position[1], headingOf(orientation),
            ]),
    };
}
