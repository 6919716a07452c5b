import type { Cars, CarView, Kamm, Vehicle, Wish, World } from "kamm";
import { newCarFrame, newFrame } from "../frame";
import { readProvingGround, vehicleFiles } from "./files";
import { fillFrame, type GroundBelow } from "./frames";
import { createGarage } from "./garage";
import type { Setup, Simulation } from "./index";
import { createPedals, driveGear } from "./pedals";
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
const smoothing = 0.06; // of the times shown

export async function createSimulation(kamm: Kamm, first: Partial<Setup> = {}): Promise<Simulation> {
    const world = await readProvingGround(kamm);
    const garage = createGarage(kamm);
    const pedals = createPedals();
    const listeners = new Set<(what: "cars" | "setup") => void>();
    const wish: Wish = { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0 };
    let setup: Setup = { ...firstSetup, ...first };
    let traffic: Traffic | null = null;
    let vehicle: Vehicle;
    let group: Cars;
    let directSteering = false;
    let gear = driveGear;
    let physicsMs = 0;

    const player = (): CarView => group.at(0);
    const all = (): CarView[] => [player(), ...(traffic?.cars ?? [])];
    const tell = (what: "cars" | "setup") => listeners.forEach((listener) => listener(what));
    const covered = () => world.surfaces.findIndex(({ name }) => name === setup.surface);
    const below: GroundBelow = (x, y, z) => {
        const point = world.groundAt(x, y, z);
        const cover = covered();
        const surface = cover < 0 ? point.surface : cover;
        return { ...point, surface, friction: world.surfaces[surface]!.friction };
    };

    function fill() {
        const cars = all();
        frame.cars.length = cars.length;
        cars.forEach((car, i) => {
            const fits = frame.cars[i]?.wheels.length === car.wheels.length;
            if (!fits) frame.cars[i] = newCarFrame(car.wheels.length);
        });
        fillFrame(frame, cars, world, below);
    }

    function goToStart(name: string) {
        const start = world.starts.find((candidate) => candidate.name === name) ?? world.starts[0]!;
        world.place(player(), { x: start.x, y: start.y, yawRad: start.yawRad });
        pedals.reset();
    }

    /** Puts another car in the place of the player's; throws before anything has changed. */
    function exchange(next: Setup) {
        const made = garage.build(next);
        let cars: Cars | undefined;
        try {
            cars = kamm.cars(made, 1, { rung: next.rung });
            cars.handOver(player(), 0);
            world.replace(group, cars);
        } catch (error) {
            cars?.dispose();
            made.dispose();
            throw error;
        }
        group.dispose();
        vehicle.dispose();
        [group, vehicle] = [cars, made];
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

    function applyAid() {
        player().aidSettings.strength = directSteering ? 0 : setup.aid;
    }

    /** Steps in pieces in which hands and drivers act. */
    function advance(dtS: number) {
        const pieces = Math.max(1, Math.ceil(dtS / actS));
        const began = performance.now();
        for (let i = 0; i < pieces; ++i) {
            pedals.press(player(), wish, gear, dtS / pieces);
            traffic?.drive(dtS / pieces);
            world.step(dtS / pieces);
        }
        physicsMs += smoothing * (performance.now() - began - physicsMs);
    }

    function change(part: Partial<Setup>) {
        const next: Setup = { ...setup, ...part };
        const otherCar = next.car !== setup.car;
        if (otherCar && !part.changes) next.changes = {};
        const otherModel =
            otherCar || next.rung !== setup.rung || (part.changes && next.changes !== setup.changes);
        if (otherModel) exchange(next);
        if (otherCar) garage.choose(next.car);
        if (next.surface !== setup.surface) world.setSurface(next.surface);
        if (part.windMps) world.setWind(next.windMps);
        const otherCount = next.others !== setup.others;
        if (otherCount) setTraffic(next.others);
        const otherStart = part.start !== undefined;
        setup = next;
        applyAid();
        if (otherStart) goToStart(next.start);
        fill();
        if (otherModel || otherCount) tell("cars");
        tell("setup");
    }

    function start() {
        vehicle = garage.build(setup);
        garage.choose(setup.car);
        group = kamm.cars(vehicle, 1, { rung: setup.rung });
        world.add(group);
        world.setSurface(setup.surface);
        world.setWind(setup.windMps);
        if (setup.others > 0) setTraffic(setup.others);
        goToStart(setup.start);
        applyAid();
    }

    start();
    const frame = newFrame(
        all().map((car) => car.wheels.length),
        world.things.length,
    );
    fill();

    const untouched = world.things.map(({ position, orientation }) => ({
        position: position.slice(),
        orientation: orientation.slice(),
    }));

    return {
        kamm,
        world,
        frame,
        wish,
        get setup() {
            return setup;
        },
        get player() {
            return player();
        },
        get info() {
            return player().info;
        },
        get cars() {
            const others = traffic?.ids.map((id, i) => ({ id, info: traffic!.infos[i]! })) ?? [];
            return [{ id: setup.car, info: player().info }, ...others];
        },
        get vehicle() {
            return vehicle;
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
            applyAid();
        },
        get gear() {
            return gear;
        },
        set gear(value) {
            gear = value;
        },
        get physicsMs() {
            return physicsMs;
        },
        change,
        takeFile(name, text) {
            const kind = garage.take(name, text);
            const car = kind === "vehicle" ? "own" : setup.car;
            const changes = kind === "vehicle" ? {} : { ...setup.changes };
            exchange({ ...setup, car, changes });
            garage.choose(car);
            setup = { ...setup, car, changes };
            applyAid();
            fill();
            tell("cars");
            tell("setup");
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
            const car = player();
            world.place(car, { x: car.position[0]!, y: car.position[1]!, yawRad: car.yawRad });
            pedals.reset();
            fill();
        },
        restart() {
            goToStart(setup.start);
            fill();
        },
        restartAll() {
            goToStart(setup.start);
            traffic?.restart();
            world.things.forEach((thing, i) =>
                thing.place(untouched[i]!.position, untouched[i]!.orientation),
            );
            fill();
        },
        listen(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}
