/** Time of Kamm's driver for a lap from standstill, in the player's car. It is driven beside the page, in a world of
 * its own. */
import type { CarView, World } from "kamm";
import { newFrame } from "../frame";
import { createCourse } from "../replay/course";
import { createLapTimer } from "../replay/timer";
import type { Simulation } from "../simulation";
import { readProvingGround } from "../simulation/files";
import { gripFor } from "../simulation/player";
import type { Reference } from "./lap";

/** Step of the page itself at 60 frames per second. */
const stepS = 1 / 120;
const maxS = 600;
/** The page draws in between. */
const sliceMs = 6;

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The page's own clock, started and stopped at the same line. */
function createClock(world: World, car: CarView) {
    const timer = createLapTimer(createCourse(world.paths.find(({ name }) => name === "circuit")!));
    const frame = newFrame([car.wheels.length], 0);
    const [seen] = frame.cars;
    return (timeS: number): number | null => {
        frame.timeS = timeS;
        seen!.position.set(car.position);
        seen!.speedMps = car.speedMps;
        timer.update(frame);
        return timer.lastS;
    };
}

/** Null: it does not get round. */
async function lap(simulation: Simulation, world: World, isWanted: () => boolean): Promise<number | null> {
    const { kamm, setup } = simulation;
    const vehicle = kamm.vehicle(simulation.vehicle.json());
    const cars = kamm.cars(vehicle, 1, { rung: setup.rung });
    world.add(cars);
    world.setSurface(setup.surfaceOverride);
    world.setWind(setup.windMps);
    const car = cars.at(0);
    const { x, y, yawRad } = world.starts.find(({ name }) => name === "circuit")!;
    world.place(car, { x, y, yawRad });
    const driver = world.driver("circuit", car, { grip: gripFor(car.info) });
    const clock = createClock(world, car);
    let timeS = 0;
    try {
        while (isWanted() && timeS < maxS) {
            const end = performance.now() + sliceMs;
            while (performance.now() < end) {
                const lapS = clock(timeS);
                if (lapS !== null) return lapS;
                driver.drive(stepS);
                world.step(stepS);
                timeS += stepS;
            }
            await pause();
        }
        return null;
    } finally {
        driver.dispose();
        world.remove(cars);
        cars.dispose();
        vehicle.dispose();
    }
}

export function createReference(simulation: Simulation): Reference & { find(): Promise<void> } {
    let lapS: number | null = null;
    let asked = 0;
    return {
        get lapS() {
            return lapS;
        },
        /** For the car as it is now; what was asked for before is of no use any more. */
        async find() {
            const mine = ++asked;
            lapS = null;
            const world = await readProvingGround(simulation.kamm);
            try {
                const found = await lap(simulation, world, () => mine === asked);
                if (mine === asked) lapS = found;
            } finally {
                world.dispose();
            }
        },
    };
}
