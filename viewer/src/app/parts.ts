/** All that the page is made of, in its places. */
import { type Clip, createClip } from "../clip";
import type { KammWithLab } from "kamm/lab";
import { createDials, type Dials } from "../dials";
import { type Command, createHands, type Hands } from "../input";
import { createLadder, type Ladder } from "../ladder";
import { createLaps, createMap, createReplay, keptLaps, type Laps, type Replay } from "../replay";
import type { Simulation } from "../simulation";
import { createRoadTests, createSlowMotion, type RoadTests, type SlowMotion } from "../road_tests";
import { createSound, type Sound } from "../sound";
import { createStart, type Start, wantsIntro } from "../start";
import { createTelemetry, type Telemetry } from "../telemetry";
import { createTuning, type Tuning } from "../tuning";
import { createNotes } from "../tuning/notes";
import { createTyres, type TyresSeen } from "../tyres";
import type { Report } from "../tuning/report";
import { isSmall, type Panel } from "../view";
import { createMeter } from "./meter";
import { createPicture, type Picture, type Wanted } from "./picture";
import { qualities } from "./quality";

export const place = (id: string) => document.getElementById(id)!;

export interface Parts {
    readonly picture: Picture;
    readonly sound: Sound;
    readonly laps: Laps;
    readonly dials: Dials;
    readonly map: ReturnType<typeof createMap>;
    readonly meter: Panel;
    readonly replay: Replay;
    readonly tuning: Tuning;
    readonly hands: Hands;
    readonly start: Start;
    readonly ladder: Ladder;
    readonly tyres: TyresSeen;
    readonly clip: Clip;
    readonly tests: RoadTests;
    readonly slowMotion: SlowMotion;
    readonly telemetry: Telemetry;
}

/** What "?quality=low" in the address asks for. */
function wantedQuality(): Wanted {
    const wanted = new URLSearchParams(location.search).get("quality");
    const known = qualities.find((quality) => quality === wanted);
    const usual = matchMedia("(pointer: coarse)").matches ? "medium" : "high";
    return { quality: known ?? usual, isChosen: known !== undefined };
}

/** `run` obeys a command of keys, pads or thumbs; `changed` hears of what the page's own buttons do. */
export function createParts(
    kamm: KammWithLab,
    simulation: Simulation,
    report: Report,
    run: (command: Command) => void,
    changed: () => void,
): Parts {
    const { world } = simulation;
    const canvas = place("scene") as HTMLCanvasElement;
    const picture = createPicture(simulation, canvas, wantedQuality(), report);
    const dials = createDials(place("left"), place("middle"), simulation.info);
    const meter = createMeter(
        place("left"),
        () => simulation.physicsMs,
        () => simulation.cars.length,
    );
    meter.visible = !isSmall();
    const tuning = createTuning(place("tuning"), simulation, report);
    const map = createMap(world, place("right"));
    const circuit = world.paths.find(({ name }) => name === "circuit")!;
    const laps = createLaps(circuit, keptLaps, (lap) => telemetry.finished(lap));
    const telemetry = createTelemetry(simulation, tuning, laps, report, changed);
    place("right").append(laps.element);
    const replay = createReplay(place("bottom"), changed);
    const sound = createSound();
    sound.setSurfaces(world.surfaces.map(({ name }) => name));
    const hands = createHands({ canvas, touch: place("touch"), dialogs: document.body, run });
    const { cameras } = picture;
    const isFirst = wantsIntro(location);
    const ladder = createLadder(document.body, simulation, laps, changed);
    const tyres = createTyres(place("left"), simulation);
    for (const { extra } of [tyres, ladder]) picture.add(extra);
    const clip = createClip({ replay, report, canvas: () => picture.canvas });
    const testPlaces = { hud: place("road-test"), bar: place("bottom") };
    const tests = createRoadTests(kamm, simulation, testPlaces, picture.showScenery, laps, report);
    const slowMotion = createSlowMotion(place("middle"));
    const startPlace = place("middle");
    const roadTests = () => tests;
    const start = createStart({ simulation, cameras, laps, replay, report, place: startPlace, isFirst, roadTests });
    const shown = { picture, dials, meter, tuning, map, laps, replay, sound };
    return { ...shown, hands, start, ladder, tyres, clip, tests, slowMotion, telemetry };
}

/** Laps of the same class may be compared: start and other cars make no other. */
function lapClassOf({ world, carKey, setup }: Simulation): string {
    const { changes, rung, surfaceOverride, windMps, aid, arcade } = setup;
    return JSON.stringify([world.name, carKey, Object.entries(changes).sort(), rung, surfaceOverride, windMps, aid, ...(arcade ? [arcade] : [])]);
}

/** Lets all parts know of other cars and other ground, and what of theirs ends, now and from now on. */
export function keepTold(parts: Parts, simulation: Simulation) {
    const { picture, dials, sound, replay, laps } = parts;
    function tellCars() {
        dials.setInfo(simulation.info);
        sound.setInfo(simulation.info);
    }
    const noteOf = createNotes(simulation);
    laps.setClass(lapClassOf(simulation));
    tellCars();
    picture.tell();
    simulation.listen((change) => {
        if (change.otherCars) tellCars();
        picture.tell();
        if (change.kinds.has("world")) sound.setSurfaces(simulation.world.surfaces.map(({ name }) => name));
        if (change.ends("plots")) dials.restart();
        if (change.ends("replay")) replay.restart();
        if (change.ends("lap")) laps.restart();
        laps.setClass(lapClassOf(simulation));
        const note = noteOf();
        if (note) dials.mark(note);
    });
}
