import type { Kamm, Placement, World } from "kamm";
import { newCarFrame, newFrame } from "../frame";
import { type Change, type ChangeKind, changeOf, kindsOf, layoutKinds } from "./change";
import { readProvingGround, everyFile } from "./files";
import { fillFrame } from "./frames";
import { createGarage, type Garage } from "./garage";
import { keepFiles, noFiles, type OwnFiles } from "./kept_files";
import type { Simulation, Step } from "./index";
import type { Setup } from "./setup";
import { createLineup, type Lineup } from "./lineup";
import type { Player } from "./player";
import { sizeOf } from "./combination";
import { createSurfaceOverride, type SurfaceOverride } from "./surface_override";
import { rememberBodies } from "./bodies";
import { dynamicBodies } from "../world_bodies";

const firstSetup: Setup = {
    car: "bmw-m3-e46",
    changes: {},
    rung: "full",
    surfaceOverride: null,
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
    files: OwnFiles = noFiles,
): Promise<Simulation> {
    return simulate(kamm, await readProvingGround(kamm), { ...firstSetup, ...first }, files);
}

/** Takes the world on in pieces in which hands and drivers act, and tells how long that takes. */
function createStepper(world: World, lineup: Lineup, tell: (step: Omit<Step, "timeS">) => void) {
    let physicsMs = 0;
    return {
        get physicsMs() {
            return physicsMs;
        },
        advance(dtS: number) {
            const pieces = Math.max(1, Math.ceil(dtS / actS));
            const began = performance.now();
            for (let i = 0; i < pieces; ++i) {
                lineup.act(dtS / pieces);
                tell({ dtS: dtS / pieces, substeps: world.step(dtS / pieces) });
            }
            physicsMs += smoothing * (performance.now() - began - physicsMs);
        },
    };
}

function createListeners<What>() {
    const listeners = new Set<(what: What) => void>();
    return {
        tell: (what: What) => listeners.forEach((listener) => listener(what)),
        listen(listener: (what: What) => void) {
            listeners.add(listener);
            return () => void listeners.delete(listener);
        },
    };
}

/** A world, and all that is made for it. */
interface Site {
    readonly world: World;
    readonly lineup: Lineup;
    readonly surfaceOverride: SurfaceOverride;
    readonly stepper: ReturnType<typeof createStepper>;
    readonly putBodiesBack: () => void;
}

function createSite(
    kamm: Kamm,
    world: World,
    garage: Garage,
    setup: Setup,
    stepped: (step: Omit<Step, "timeS">) => void,
): Site {
    const lineup = createLineup(kamm, world, garage, setup);
    return {
        world,
        lineup,
        surfaceOverride: createSurfaceOverride(world),
        stepper: createStepper(world, lineup, stepped),
        putBodiesBack: rememberBodies(world),
    };
}

function goToStart(world: World, player: Player, name: string) {
    const start = world.starts.find((candidate) => candidate.name === name) ?? world.starts[0];
    if (!start) return; // a test's world has none
    player.place({ x: start.x, y: start.y, yawRad: start.yawRad });
}

function simulate(kamm: Kamm, ground: World, setup: Setup, files: OwnFiles): Simulation {
    const garage = createGarage(kamm, files);
    garage.choose(setup.car);
    const steps = createListeners<Step>();
    const home = createSite(kamm, ground, garage, setup, tellStep);
    let { world, lineup, surfaceOverride, stepper, putBodiesBack } = home;
    let { player } = lineup;
    const { tell, listen } = createListeners<Change>();
    const frame = newFrame([], dynamicBodies(world).length);
    let directSteering = false;
    /** Time of the page ahead of the cars' clock: a new car begins at 0, the page goes on. */
    let aheadS = 0;

    function tellStep(step: Omit<Step, "timeS">) {
        steps.tell({ ...step, timeS: player.car.timeS + aheadS });
    }

    function fill() {
        const cars = lineup.all();
        frame.cars.length = cars.length;
        cars.forEach((car, i) => {
            if (frame.cars[i]?.wheels.length !== car.wheels.length)
                frame.cars[i] = newCarFrame(car.wheels.length);
        });
        fillFrame(frame, cars, world, surfaceOverride.below, player.combination, lineup.playerGroup);
        frame.timeS += aheadS;
    }

    /** The same moment, with other cars. */
    function fillAgain() {
        const nowS = frame.timeS;
        fill();
        aheadS += nowS - frame.timeS;
        frame.timeS = nowS;
    }

    const wheelCounts = () => frame.cars.map((car) => car.wheels.length);

    /** Makes the set-up the present one, where the player has its car already. */
    function settle(next: Setup, kinds: Iterable<ChangeKind>) {
        setup = next;
        player.setAid(directSteering ? 0 : setup.aid);
        const before = wheelCounts();
        fillAgain();
        tell(changeOf([...kinds, ...layoutKinds(before, wheelCounts())]));
    }

    function change(part: Partial<Setup>) {
        if (part.start !== undefined) goHome(); // places are the proving ground's
        const { kinds, otherModel, ends } = changeOf(kindsOf(setup, part));
        const next: Setup = { ...setup, ...(ends("parameters") && { changes: {} }), ...part };
        if (otherModel) player.exchange(next);
        if (kinds.has("car")) garage.choose(next.car);
        if (kinds.has("surface")) surfaceOverride.set(next.surfaceOverride);
        if (kinds.has("wind")) world.setWind(next.windMps);
        if (kinds.has("traffic") && world === home.world) lineup.setOthers(next.others);
        if (kinds.has("place")) goToStart(world, player, next.start);
        settle(next, kinds);
    }

    function takeFile(name: string, text: string) {
        const taken = garage.take(name, text);
        const { kinds, ends } = changeOf([taken.isVehicle ? "car" : "parameter"]);
        const next: Setup = {
            ...setup,
            ...(taken.isVehicle && { car: "own" }),
            ...(ends("parameters") && { changes: {} }),
        };
        try {
            player.exchange(next);
        } catch (error) {
            taken.undo();
            throw error;
        }
        garage.choose(next.car);
        void keepFiles(garage.files);
        settle(next, kinds);
    }

    function goTo(site: Site, kinds: readonly ChangeKind[]) {
        ({ world, lineup, surfaceOverride, stepper, putBodiesBack } = site);
        const { gear } = player;
        player = lineup.player;
        player.gear = gear;
        frame.bodies = newFrame([], dynamicBodies(world).length).bodies;
        settle(setup, kinds);
    }

    /** The player's car of another world is gone with it. */
    function leave() {
        if (world !== home.world) lineup.dispose();
    }

    function enter(next: World, start: Placement) {
        const site = createSite(kamm, next, garage, setup, tellStep);
        site.lineup.player.place(start);
        leave();
        goTo(site, ["world", "traffic"]);
    }

    function goHome() {
        if (world === home.world) return;
        home.lineup.player.exchange(setup);
        home.surfaceOverride.set(setup.surfaceOverride);
        home.world.setWind(setup.windMps);
        home.lineup.setOthers(setup.others);
        leave();
        goTo(home, ["world", "traffic"]);
    }

    const doing = (action: () => void) => () => {
        action();
        fill();
    };

    surfaceOverride.set(setup.surfaceOverride);
    world.setWind(setup.windMps);
    lineup.setOthers(setup.others);
    doing(() => goToStart(world, player, setup.start))();

    return {
        kamm,
        frame,
        change,
        takeFile,
        listen,
        listenToSteps: steps.listen,
        enter,
        goHome,
        get world() {
            return world;
        },
        get driverInput() {
            return player.driverInput;
        },
        step: (dtS) => doing(() => dtS > 0 && stepper.advance(dtS))(),
        stepOnce: doing(() => {
            world.stepSubsteps(1);
            tellStep({ dtS: 0, substeps: 1 });
        }),
        recover: doing(() => {
            const [x, y] = player.car.position;
            player.place({ x: x!, y: y!, yawRad: player.car.yawRad });
        }),
        restart: doing(() => goToStart(world, player, setup.start)),
        restartAll: doing(() => {
            goToStart(world, player, setup.start);
            lineup.restartOthers();
            putBodiesBack();
        }),
        get setup() {
            return setup;
        },
        get player() {
            return player.car;
        },
        get info() {
            return player.info;
        },
        get size() {
            return sizeOf(player.combination);
        },
        get combination() {
            return player.combination;
        },
        get vehicles() {
            return player.vehicles;
        },
        get unitCount() {
            return player.combination.units.length;
        },
        get hitches() {
            return player.combination.hitches;
        },
        changeCoupling() {
            const now = player.changeCoupling();
            fill();
            return now;
        },
        get cars() {
            return lineup.entries(setup.car);
        },
        get carKey() {
            return garage.keyOf(setup.car);
        },
        get files() {
            const { own, tyre } = garage.files;
            return { own: setup.car === "own" ? own : null, tyre };
        },
        get vehicle() {
            return player.vehicle;
        },
        get original() {
            return garage.original;
        },
        get choices() {
            const own = garage.ownName ? [{ id: "own", name: garage.ownName }] : [];
            return [...own, ...everyFile];
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
            return stepper.physicsMs;
        },
    };
}
