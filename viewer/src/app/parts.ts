/** All that the page is made of, in its places. */
import { type Cameras, createCameras } from "../cameras";
import { createDials, type Dials } from "../dials";
import { type Command, createHands, type Hands } from "../input";
import { createLaps, createMap, createReplay, type Laps, type Replay } from "../replay";
import { createScenery, type Scenery } from "../scene";
import { tyresOf } from "../scene/tyres";
import type { Setup, Simulation } from "../simulation";
import { createSound, type Sound } from "../sound";
import { createTuning, type Tuning } from "../tuning";
import { createNotes } from "../tuning/notes";
import type { Report } from "../tuning/report";
import { isSmall, type Panel } from "../view";
import { createFleet, type Fleet } from "./fleet";
import { createMeter } from "./meter";
import { qualities, type Quality } from "./quality";
import { createStage, type Stage } from "./stage";

export const place = (id: string) => document.getElementById(id)!;

export interface Parts {
    readonly stage: Stage;
    readonly scenery: Scenery;
    readonly fleet: Fleet;
    readonly cameras: Cameras;
    readonly sound: Sound;
    readonly laps: Laps;
    readonly dials: Dials;
    readonly map: ReturnType<typeof createMap>;
    readonly meter: Panel;
    readonly replay: Replay;
    readonly tuning: Tuning;
    readonly hands: Hands;
}

/** What "?quality=low" in the address asks for. */
function wantedQuality(): { quality: Quality; isChosen: boolean } {
    const wanted = new URLSearchParams(location.search).get("quality");
    const known = qualities.find((quality) => quality === wanted);
    const usual = matchMedia("(pointer: coarse)").matches ? "medium" : "high";
    return { quality: known ?? usual, isChosen: known !== undefined };
}

/** Scenery that nobody sees is as cheap as can be. */
const drawn = (quality: Quality) => (quality === "off" ? "low" : quality);

function createPicture(simulation: Simulation, canvas: HTMLCanvasElement, report: Report) {
    const stage = createStage(
        canvas,
        wantedQuality(),
        (quality) => scenery.setQuality(drawn(quality)),
        (isLost) => report.say(isLost ? "The graphics were lost; the car drives on" : "The graphics are back"),
    );
    const scenery = createScenery(simulation.world, stage.renderer, drawn(stage.quality));
    const fleet = createFleet(simulation);
    const cameras = createCameras(stage.camera, canvas);
    if (stage.quality !== "off") scenery.attach(stage.scene);
    stage.scene.add(scenery.root, fleet.root);
    scenery.setQuality(drawn(stage.quality));
    return { stage, scenery, fleet, cameras };
}

/** `run` obeys a command of keys, pads or thumbs; `changed` hears of what the page's own buttons do. */
export function createParts(
    simulation: Simulation,
    report: Report,
    run: (command: Command) => void,
    changed: () => void,
): Parts {
    const { world } = simulation;
    const canvas = place("scene") as HTMLCanvasElement;
    const picture = createPicture(simulation, canvas, report);
    const dials = createDials(place("left"), place("middle"), simulation.info);
    const meter = createMeter(
        place("left"),
        () => simulation.physicsMs,
        () => simulation.cars.length,
    );
    meter.visible = !isSmall();
    const tuning = createTuning(place("tuning"), simulation, report);
    const map = createMap(world, place("right"));
    const laps = createLaps(world.paths.find(({ name }) => name === "circuit")!);
    place("right").append(laps.element);
    const replay = createReplay(place("bottom"), changed);
    const sound = createSound();
    sound.setSurfaces(world.surfaces.map(({ name }) => name));
    const hands = createHands({ canvas, touch: place("touch"), dialogs: document.body, run });
    return { ...picture, dials, meter, tuning, map, laps, replay, sound, hands };
}

/** Laps of the same class may be compared: start and other cars make no other. */
const lapClassOf = ({ car, changes, rung, surfaceOverride, windMps, aid }: Setup) =>
    JSON.stringify([car, Object.entries(changes).sort(), rung, surfaceOverride, windMps, aid]);

/** Lets all parts know of other cars and other ground, and what of theirs ends, now and from now on. */
export function keepTold(parts: Parts, simulation: Simulation) {
    const { scenery, dials, sound, replay, laps } = parts;
    function tellCars() {
        scenery.setTyres(simulation.cars.map(({ info }) => tyresOf(info)));
        dials.setInfo(simulation.info);
        sound.setInfo(simulation.info);
    }
    const noteOf = createNotes(simulation);
    laps.setClass(lapClassOf(simulation.setup));
    tellCars();
    scenery.setSurfaceOverride(simulation.setup.surfaceOverride);
    simulation.listen((change) => {
        if (change.otherCars) tellCars();
        scenery.setSurfaceOverride(simulation.setup.surfaceOverride);
        if (change.ends("plots")) dials.restart();
        if (change.ends("replay")) replay.restart();
        if (change.ends("lap")) laps.restart();
        if (change.ends("bestLap")) laps.forgetBest();
        laps.setClass(lapClassOf(simulation.setup));
        const note = noteOf();
        if (note) dials.mark(note);
    });
}
