import type { CarView, Kamm } from "kamm";
import { newCarFrame, newFrame } from "../frame";
import { readProvingGround, vehicleFiles } from "./files";
import { fillFrame, type GroundBelow } from "./frames";
import { createGarage } from "./garage";
import type { Setup, Simulation } from "./index";
import { createPlayer } from "./player";
import { createTraffic, type Traffic } from "./traffic";

const firstSetup: Setup = {
    car: "bmw-m3-e46",
    changes: {},
    rung: "full",
    surface: null,
    windMps: [0, 0, 0],
    start: "circuit",
    others: 0,
    aid: 0.8,
};

/** Hands, aid and drivers act at least this often; the core's driver wants 5 to 20 ms. */
const actS = 0.01;
const smoothing = 0.06; // of the time shown

export async function createSimulation(
    kamm: Kamm,
    first: Partial<Setup> = {},
): Promise<Simulation> {
    return simulate(kamm, await readProvingGround(kamm), { ...firstSetup, ...first });
}

function simulate(kamm: Kamm, world: Simulation["world"], setup: Setup): Simulation {
    const garage = createGarage(kamm);
    garage.choose(setup.car);
    const player = createPlayer(kamm, world, garage, setup);
    const listeners = new Set<(what: "cars" | "setup") => void>();
    const thingsAtFirst = world.things.map(({ position, orientation }) => ({
        position: position.slice(),
        orientation: orientation.slice(),
    }));
    const frame = newFrame([], world.things.length);
    let traffic: Traffic | null = null;
    let directSteering = false;
    let physicsMs = 0;

    const all = (): CarView[] => [player.car, ...(traffic?.cars ?? [])];
    const tell = (what: "cars" | "setup") => listeners.forEach((listener) => listener(what));

    const below: GroundBelow = (x, y, z) => {
        const point = world.groundAt(x, y, z);
        const cover = world.surfaces.findIndex(({ name }) => name === setup.surface);
        const surface = cover < 0 ? point.surface : cover;
        return { ...point, surface, friction: world.surfaces[surface]!.friction };
    };

    function fill() {
        const cars = all();
        frame.cars.length = cars.length;
        cars.forEach((car, i) => {
            if (frame.cars[i]?.wheels.length !== car.wheels.length)
                frame.cars[i] = newCarFrame(car.wheels.length);
        });
        fillFrame(frame, cars, world, below);
    }

    function goToStart(name: string) {
        const start = world.starts.find((candidate) => candidate.name === name) ?? world.starts[0]!;
        player.place(start.x, start.y, start.yawRad);
    }

    function setTraffic(count: number) {
        const next = count > 0 ? createTraffic(kamm, world, count) : null;
        if (traffic && next) world.replace(traffic.cars, next.cars);
        else if (next) world.add(next.cars);
        else if (traffic) world.remove(traffic.cars);
        traffic?.dispose();
        traffic = next;
        traffic?.restart();
    }

    /** Steps in pieces in which hands and drivers act. */
    function advance(dtS: number) {
        const pieces = Math.max(1, Math.ceil(dtS / actS));
        const began = performance.now();
        for (let i = 0; i < pieces; ++i) {
            player.act(dtS / pieces);
            traffic?.drive(dtS / pieces);
            world.step(dtS / pieces);
        }
        physicsMs += smoothing * (performance.now() - began - physicsMs);
    }

    /** Makes the set-up the present one, where the player has its car already. */
    function settle(next: Setup, otherCars: boolean) {
        setup = next;
        player.setAid(directSteering ? 0 : setup.aid);
        fill();
        if (otherCars) tell("cars");
        tell("setup");
    }

    function change(part: Partial<Setup>) {
        const otherCar = part.car !== undefined && part.car !== setup.car;
        const next: Setup = { ...setup, ...(otherCar && { changes: {} }), ...part };
        const otherModel = otherCar || next.rung !== setup.rung || next.changes !== setup.changes;
        const otherCount = next.others !== setup.others;
        if (otherModel) player.exchange(next);
        if (otherCar) garage.choose(next.car);
        if (next.surface !== setup.surface) world.setSurface(next.surface);
        if (part.windMps) world.setWind(next.windMps);
        if (otherCount) setTraffic(next.others);
        if (part.start !== undefined) goToStart(next.start);
        settle(next, otherModel || otherCount);
    }

    function takeFile(name: string, text: string) {
        const isVehicle = garage.take(name, text) === "vehicle";
        const next = isVehicle ? { ...setup, car: "own", changes: {} } : setup;
        player.exchange(next);
        garage.choose(next.car);
        settle(next, true);
    }

    function restartAll() {
        goToStart(setup.start);
        traffic?.restart();
        world.things.forEach((thing, i) =>
            thing.place(thingsAtFirst[i]!.position, thingsAtFirst[i]!.orientation),
        );
        fill();
    }

    world.setSurface(setup.surface);
    world.setWind(setup.windMps);
    if (setup.others > 0) setTraffic(setup.others);
    goToStart(setup.start);
    fill();

    return {
        kamm,
        world,
        frame,
        change,
        takeFile,
        restartAll,
        wish: player.wish,
        get setup() {
            return setup;
        },
        get player() {
            return player.car;
        },
        get info() {
            return player.car.info;
        },
        get cars() {
            const others = traffic?.ids.map((id, i) => ({ id, info: traffic!.infos[i]! })) ?? [];
            return [{ id: setup.car, info: player.car.info }, ...others];
        },
        get vehicle() {
            return player.vehicle;
        },
        get original() {
            return garage.original;
        },
        get choices() {
            const own = garage.ownName ? [{ id: "own", name: garage.ownName }] : [];
            return [...own, ...vehicleFiles];
        },
        get directSteering() {
            return directSteering;
        },
        set directSteering(value) {
            if (value === directSteering) return;
            directSteering = value;
            player.setAid(directSteering ? 0 : setup.aid);
        },
        get gear() {
            return player.gear;
        },
        set gear(value) {
            player.gear = value;
        },
        get autopilot() {
            return player.autopilot;
        },
        set autopilot(value) {
            player.autopilot = value;
        },
        get physicsMs() {
            return physicsMs;
        },
        step(dtS) {
            if (dtS > 0) advance(dtS);
            fill();
        },
        stepOnce() {
            world.stepSubsteps(1);
            fill();
        },
        recover() {
            const [x, y] = player.car.position;
            player.place(x!, y!, player.car.yawRad);
            fill();
        },
        restart() {
            goToStart(setup.start);
            fill();
        },
        listen(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}
