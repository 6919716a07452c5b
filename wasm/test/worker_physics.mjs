// Physics in a worker for worker.test.ts, which says by workerData what it is to do.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { loadKamm } from "kamm";
import { runPhysics } from "kamm/worker";

const { task, gate, ticksPerS = 60 } = workerData ?? {}; // none where a test asks for the world alone
const micra = readFileSync(new URL("../../data/vehicles/nissan-micra.json", import.meta.url), "utf8");

/** A car that drives through a cone, and a second one that stands. */
export function makeWorld(kamm) {
    const world = kamm.world({ name: "Yard", terrain: [{ kind: "plane" }], bodies: [{ cone_height_m: 0.5, at_m: [[12, 0], [30, 5]] }] });
    const cars = kamm.cars(kamm.vehicle(micra), 2);
    world.add(cars);
    cars.at(0).place({ speedMps: 8 });
    cars.at(1).place({ y: 6, yawRad: 1 });
    return { world, cars };
}

/** Waits until the page allows that tick, and says that it waits. */
function passGate(tick) {
    parentPort.postMessage({ waits: tick });
    for (let open; (open = Atomics.load(gate, 0)) < tick; ) Atomics.wait(gate, 0, open);
}

const tasks = {
    "in step": (tick, _, world) => {
        if (tick === 241) parentPort.postMessage({ hash: world.hash() });
        passGate(tick);
    },
    fails: (tick, kamm) => {
        if (tick === 3) kamm.vehicle("{}", "third.json");
    },
    throws: () => {
        throw "a text";
    },
    runs: (tick) => parentPort.postMessage({ began: tick }),
};

if (task)
    runPhysics(async () => {
        const kamm = await loadKamm();
        if (task === "no setup") kamm.vehicle("{}", "mine.json");
        const { world, cars } = makeWorld(kamm);
        parentPort.on("message", (message) => {
            if (message === "hash?") parentPort.postMessage({ hash: world.hash() });
        });
        return {
            ...{ kamm, cars, ticksPerS, moving: world, bodies: world.bodies, channels: ["speedMps", "engineRadps"] },
            tick(inputs, tick) {
                tasks[task](tick, kamm, world);
                inputs.forEach((input, car) => Object.assign(cars.at(car).input, input));
                if (task === "in step" && tick === 200) world.bodies[1].remove();
            },
        };
    });
