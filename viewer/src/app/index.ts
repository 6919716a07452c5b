/** Puts the parts of the page together and runs it. */
import type { Kamm } from "kamm";
import type { KammWithLab } from "kamm/lab";
import { createMenu } from "../bar";
import type { Frame } from "../frame";
import type { Command } from "../input";
import { isReading, isWriting } from "../database";
import type { Ladder } from "../ladder";
import type { Laps } from "../replay";
import type { Progress } from "../progress";
import { createSheets } from "../sheets";
import type { RoadTests } from "../road_tests";
import type { Telemetry } from "../telemetry";
import { createSimulation, type Simulation } from "../simulation";
import { fetchArcade } from "../simulation/arcade";
import { everyFile, fetchVehicle } from "../simulation/files";
import { noFiles, type OwnFile, type OwnFiles, readKeptFiles } from "../simulation/kept_files";
import { createConditions } from "../tuning/conditions";
import { createDrop } from "../tuning/drop";
import { arcadeIn, carIn, filesIn, keepLink, readLink, testIn } from "../tuning/link";
import { createPacker, unpackFiles } from "../tuning/link_files";
import { reason, type Report } from "../tuning/report";
import { createCommands, menuItems } from "./commands";
import type { Costs } from "./costs";
import { fadeEnds, keepClear, keepFocusOut } from "./layout";
import { createLoop } from "./loop";
import { createParts, keepTold, place } from "./parts";
import type { Picture } from "./picture";

/** The running page, for the curious with an open console and for its tests. */
export interface App {
    readonly simulation: Simulation;
    /** The frame that is shown: the present, or one of the replay. */
    readonly shown: Frame;
    readonly laps: Laps;
    readonly costs: Costs;
    readonly ladder: Ladder;
    readonly tests: RoadTests;
    readonly telemetry: Telemetry;
    readonly cameraTitle: string;
    readonly cockpit: Picture["cockpit"];
    /** The scene cannot be drawn: the car is shown from above. */
    readonly isPlan: boolean;
    /** A lap, a file or a set-up is still to be kept in this browser. */
    readonly isWriting: boolean;
    /** What this browser keeps is still to come. */
    readonly isReading: boolean;
    /** When all is built that is not in the first picture. */
    readonly complete: Promise<void>;
    run(command: Command): void;
    /** Drives on by that much without drawing: for those who can't wait. */
    advance(dtS: number): void;
}

/** Those that the core takes: of another version, or from somewhere, they may be none. */
function takeable(kamm: Kamm, report: Report, { own, tyre }: OwnFiles): OwnFiles {
    const take = (file: OwnFile | null, read: (text: string, name: string) => { dispose(): void }) => {
        try {
            if (file) read(file.text, file.name).dispose();
            return file;
        } catch (error) {
            report.error(reason(error), "A file of your own");
            return null;
        }
    };
    return {
        own: take(own, (text, name) => kamm.vehicle(text, name)),
        tyre: take(tyre, (text, name) => kamm.tyre(text, name)),
    };
}

/** Files that the link carries, else those that were dropped on the page at another time. */
async function readFiles(kamm: Kamm, report: Report): Promise<OwnFiles> {
    const carried = filesIn(location.hash);
    try {
        return takeable(kamm, report, carried ? await unpackFiles(carried) : await readKeptFiles());
    } catch (error) {
        report.error(reason(error), "The link");
        return noFiles;
    }
}

function readSetup(kamm: Kamm, report: Report, { own }: OwnFiles) {
    const choices = own ? [...everyFile, { id: "own", text: own.text }] : everyFile;
    const { setup, problems } = readLink(location.hash, kamm, choices);
    if (problems.length > 0) report.error(problems.join("\n"), "The link");
    return setup;
}

/** Sound may begin once the user has touched the page. */
function wakeSound(start: () => Promise<void>) {
    for (const gesture of ["pointerdown", "keydown"])
        addEventListener(gesture, () => void start(), { once: true });
}

export async function createApp(kamm: KammWithLab, report: Report, progress: Progress): Promise<App> {
    await progress.step("The proving ground", 0.35);
    const files = await readFiles(kamm, report);
    await Promise.all([fetchVehicle(carIn(location.hash)), fetchArcade(arcadeIn(location.hash))]);
    const setup = readSetup(kamm, report, files);
    const isOwn = setup.car === "own" || filesIn(location.hash) !== "";
    const simulation = await createSimulation(kamm, setup, isOwn ? files : noFiles);
    await progress.step("The car, and what shows it", 0.6);
    const wantedTest = testIn(location.hash);
    const packer = createPacker();
    const run = (command: Command) => {
        commands[command]();
        menu.refresh();
    };
    createConditions(place("top"), simulation, report, packer);
    const parts = createParts(kamm, simulation, report, run, () => menu.refresh());
    const loop = createLoop(simulation, parts, () => run("autopilot"), report.say);
    const commands = createCommands(simulation, parts, loop, report);
    const panels = [...parts.dials.panels, parts.tyres.panel, parts.map, parts.meter];
    const menu = createMenu(place("top"), panels, menuItems(simulation, parts, run));
    keepFocusOut(place("left"));
    fadeEnds(place("left"));
    keepClear(place("top"), place("touch"));
    createDrop(document.body, simulation, report, parts.telemetry.importText);
    keepLink(simulation, report, everyFile, packer);
    createSheets(place("right"), place("top"), () => parts.tuning.open && run("tuning"));
    keepTold(parts, simulation);
    wakeSound(parts.sound.start);
    await progress.step("The first picture", 0.9);
    loop.start();
    void parts.picture.begun.then(progress.end);
    if (wantedTest) parts.tests.startTest(wantedTest);
    return {
        simulation,
        complete: parts.picture.complete,
        run,
        laps: parts.laps,
        costs: loop.costs,
        ladder: parts.ladder,
        tests: parts.tests,
        telemetry: parts.telemetry,
        cockpit: parts.picture.cockpit,
        advance: loop.advance,
        get shown() {
            return loop.shown;
        },
        get isWriting() {
            return isWriting();
        },
        get isReading() {
            return isReading();
        },
        get isPlan() {
            return parts.picture.isPlan;
        },
        get cameraTitle() {
            return parts.picture.cameras.title;
        },
    };
}
