/** Puts the parts of the page together and runs it, frame by frame. */
import type { Kamm } from "kamm";
import { createCameras } from "./cameras";
import { createDials } from "./dials";
import { createFleet } from "./fleet";
import type { Frame } from "./frame";
import { type Command, createHands } from "./hands";
import { createMenu, type MenuItem } from "./menu";
import { createMeter } from "./meter";
import { createLaps, createMap, createReplay, type Laps } from "./replay";
import { createScenery } from "./scene";
import { createSimulation, type Simulation } from "./simulation";
import { driveGear } from "./simulation/pedals";
import { createSound } from "./sound";
import { createStage, qualities, type Quality } from "./stage";
import { createConditions } from "./tuning/conditions";
import { createDrop } from "./tuning/drop";
import { keepLink, readLink } from "./tuning/link";
import type { Report } from "./tuning/report";
import { createTuning } from "./tuning";
import { vehicleFiles } from "./simulation/files";

const place = (id: string) => document.getElementById(id)!;

/** After a stall the car does not catch up more than that. */
const longestFrameS = 0.1;

export interface App {
    readonly simulation: Simulation;
    /** The frame that is shown: the present, or one of the replay. */
    readonly shown: Frame;
    readonly laps: Laps;
    run(command: Command): void;
    /** Drives on by that much without drawing: for those who can't wait. */
    advance(dtS: number): void;
    readonly paused: boolean;
    readonly cameraTitle: string;
    readonly muted: boolean;
}

/** What "?quality=low" in the address asks for. */
function wantedQuality(): Quality {
    const wanted = new URLSearchParams(location.search).get("quality");
    const known = qualities.find((quality) => quality === wanted);
    return known ?? (matchMedia("(pointer: coarse)").matches ? "medium" : "high");
}

/** Scenery that nobody sees is as cheap as can be. */
const drawn = (quality: Quality) => (quality === "off" ? "low" : quality);

function readSetup(kamm: Kamm, report: Report) {
    const { setup, problems } = readLink(location.hash, kamm, vehicleFiles);
    if (problems.length > 0) report.error(problems.join("\n"), "The link");
    return setup;
}

/** With Q and E: from the gear that is engaged, or between those chosen. */
function shift(simulation: Simulation, by: number) {
    const from = simulation.gear === driveGear ? simulation.player.gear : simulation.gear;
    simulation.gear = Math.max(-1, Math.min(simulation.info.gearCount, from + by));
}

export async function createApp(kamm: Kamm, report: Report): Promise<App> {
    const simulation = await createSimulation(kamm, readSetup(kamm, report));
    const { world } = simulation;
    const canvas = place("scene") as HTMLCanvasElement;
    const stage = createStage(canvas, wantedQuality(), (quality) =>
        scenery.setQuality(drawn(quality)),
    );
    const scenery = createScenery(world, stage.renderer, drawn(stage.quality));
    const fleet = createFleet(simulation);
    const cameras = createCameras(stage.camera, canvas);
    const sound = createSound();
    const circuit = world.paths.find(({ name }) => name === "circuit")!;
    const laps = createLaps(circuit);
    const dials = createDials(place("left"), place("middle"), simulation.info);
    const map = createMap(world, place("right"));
    const meter = createMeter(
        place("left"),
        () => simulation.physicsMs,
        () => simulation.cars.length,
    );
    const replay = createReplay(place("bottom"), () => menu.refresh());
    createConditions(place("top"), simulation, report);
    const tuning = createTuning(place("tuning"), simulation, report);
    createDrop(document.body, simulation, report);
    keepLink(simulation, report, vehicleFiles);

    let paused = false;
    let shown: Frame = simulation.frame;
    if (stage.quality !== "off") scenery.attach(stage.scene);
    stage.scene.add(scenery.root, fleet.root);
    scenery.setQuality(drawn(stage.quality));
    scenery.setSurface(simulation.setup.surface);
    const tellTyreWidths = () =>
        scenery.setTyreWidths(simulation.cars.map(({ info }) => info.wheelWidthM));
    tellTyreWidths();
    sound.setSurfaces(world.surfaces.map(({ name }) => name));
    sound.setInfo(simulation.info, simulation.cars[0]!.id);
    place("right").append(laps.element);

    const commands: Record<Command, () => void> = {
        recover: () => simulation.recover(),
        restart: () => simulation.restart(),
        camera: () => report.say(`Camera: ${(cameras.next(), cameras.title)}`),
        pause: () => {
            paused = !paused;
            report.say(paused ? "Paused" : "Goes on");
        },
        singleStep: () => {
            paused = true;
            simulation.stepOnce();
        },
        bars: () => report.say(`Anti-roll bars: ${tuning.cycleBars()}`),
        help: () => hands.showHelp(),
        pads: () => hands.showPads(),
        mute: () => (sound.muted = !sound.muted),
        gearUp: () => shift(simulation, 1),
        gearDown: () => shift(simulation, -1),
        gearAuto: () => (simulation.gear = driveGear),
        swap: () => tuning.swap(),
        tuning: () => tuning.toggle(),
        forces: () => (fleet.forcesVisible = !fleet.forcesVisible),
        zoomIn: () => cameras.zoom(0.8),
        zoomOut: () => cameras.zoom(1.25),
        replay: () => (replay.active ? replay.close() : replay.open()),
        autopilot: () => {
            simulation.autopilot = !simulation.autopilot;
            report.say(simulation.autopilot ? "Kamm drives a lap" : "You drive");
        },
    };
    const run = (command: Command) => {
        commands[command]();
        menu.refresh();
    };
    const hands = createHands({ canvas, touch: place("touch"), dialogs: document.body, run });
    const item = (title: string, command: Command, key: string, isOn?: () => boolean): MenuItem => ({
        title,
        key,
        press: () => run(command),
        ...(isOn && { isOn }),
    });
    const menu = createMenu(
        place("top"),
        [...dials.panels, map, meter],
        [
            item("Forces", "forces", "F", () => fleet.forcesVisible),
            item("Camera", "camera", "C"),
            item("Replay", "replay", "L", () => replay.active),
            item("Sound", "mute", "M", () => !sound.muted),
            item("Autopilot", "autopilot", "O", () => simulation.autopilot),
            item("Tune", "tuning", "T", () => tuning.open),
            item("Pads", "pads", "G"),
            item("Keys", "help", "H"),
        ],
    );

    /** A recorded frame fits as long as there are as many cars with as many wheels. */
    const shape = () => simulation.cars.map(({ info }) => info.wheelCount).join();
    let recordedShape = shape();
    simulation.listen((what) => {
        if (what === "cars") {
            tellTyreWidths();
            if (shape() !== recordedShape) replay.restart();
            recordedShape = shape();
            dials.setInfo(simulation.info);
            sound.setInfo(simulation.info, simulation.cars[0]!.id);
        }
        scenery.setSurface(simulation.setup.surface);
    });
    const wake = () => void sound.start();
    addEventListener("pointerdown", wake, { once: true });
    addEventListener("keydown", wake, { once: true });

    function advance(dtS: number) {
        simulation.step(dtS);
        if (dtS === 0) return;
        replay.record(simulation.frame);
        laps.update(simulation.frame);
    }

    function drive(dtS: number): number {
        Object.assign(simulation.wish, hands.wish);
        simulation.directSteering = hands.directSteering;
        const stepS = paused ? 0 : dtS;
        advance(stepS);
        shown = simulation.frame;
        return stepS;
    }

    function watch(dtS: number): number {
        shown = replay.play(dtS);
        return replay.playing ? dtS * replay.speed : 0;
    }

    function show(dtS: number) {
        fleet.inside = cameras.mode === "cockpit";
        const ghost = replay.active ? null : laps.ghost;
        map.ghost = ghost;
        fleet.update(shown, ghost, dtS);
        cameras.update(shown, simulation.info, (x, y) => world.groundAt(x, y).heightM, dtS);
        for (const view of [scenery, dials, map, meter, sound]) view.update(shown, dtS);
    }

    let last = performance.now();
    stage.renderer.setAnimationLoop((now: number) => {
        const frameS = Math.max(0, (now - last) / 1000);
        last = now;
        const dtS = Math.min(frameS, longestFrameS);
        hands.steeringLockRad = simulation.info.steeringLockRad;
        hands.update(dtS);
        show(replay.active ? watch(dtS) : drive(dtS));
        stage.draw(frameS);
    });

    return {
        simulation,
        laps,
        run,
        advance,
        get shown() {
            return shown;
        },
        get paused() {
            return paused;
        },
        get cameraTitle() {
            return cameras.title;
        },
        get muted() {
            return sound.muted;
        },
    };
}
