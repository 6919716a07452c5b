/** Telemetry: records whole laps with all channels, and shows, compares, exports and imports them. */
import type { CarView, ModelInfo } from "kamm";
import type { CarFrame, Frame } from "../frame";
import type { FinishedLap, Laps } from "../replay";
import { createCourse } from "../replay/course";
import { lapText } from "../replay/time";
import type { Simulation } from "../simulation";
import { readVehicles, vehicleFiles } from "../simulation/files";
import type { Tuning } from "../tuning";
import { download } from "../tuning/export";
import { ghostIn, writeLink } from "../tuning/link";
import { createPacker } from "../tuning/link_files";
import { reason, type Report } from "../tuning/report";
import type { AnalysedCar } from "./analysis";
import { createCarOf, hasPose } from "./car_of_run";
import { columnsOf } from "./columns";
import { readCsv, writeCsv } from "./csv";
import { driveRun, lapRun } from "./cut_run";
import { exampleCar, exampleGear, exampleName, readExample } from "./example";
import { canBeLinked, packGhost, unpackGhost } from "./ghost_link";
import { createLibrary } from "./library";
import { timeAtCursor } from "./model";
import { asPainted, type Origin, originOf } from "./origin";
import { firstPick } from "./pick";
import { createRecorder } from "./recorder";
import type { Run } from "./run";
import { createSheet } from "./sheet";
import { simulateInputs } from "./simulate";
import { addTime } from "./times";
import "./telemetry.css";

export interface Telemetry {
    readonly open: boolean;
    toggle(show?: boolean): void;
    /** The drive waits meanwhile. */
    readonly holds: boolean;
    /** What the scene shows: the present, or the main run's car at the cursor. */
    frameOf(present: Frame): Frame;
    /** The car that is compared, at the cursor; null: it has no say about the ghost. */
    readonly ghost: CarFrame | null;
    update(dtS: number): void;
    /** For the curious with an open console and for tests. */
    readonly runs: readonly Run[];
    readonly sheet: Pick<ReturnType<typeof createSheet>, "selection" | "pick" | "hasEnvelope">;
    readonly recordedBytes: number;
    /** Takes a CSV and shows it; what is wrong is reported. */
    importText(text: string, name: string): Run | null;
    linkOf(run: Run): Promise<string>;
    /** A lap of the circuit has ended. */
    finished(lap: FinishedLap): void;
}

const usualSurface = "dry_asphalt";
const maxFileMegabytes = 60;

/** The model of a run's car; the present one where it is not known. */
function createModels(simulation: Simulation) {
    const infos = new Map<string, ModelInfo>();

    function vehicleOf({ car, changes }: Origin) {
        const file = vehicleFiles.find(({ id }) => id === car);
        if (!file) return simulation.vehicle.clone();
        const [vehicle, ...trailers] = readVehicles(simulation.kamm, file);
        for (const trailer of trailers) trailer.dispose();
        for (const [path, value] of Object.entries(changes)) vehicle!.set(path, value);
        return vehicle!;
    }

    const rungOf = ({ rung }: Origin) => (rung || simulation.setup.rung) as ModelInfo["rung"];
    const surfaceOf = ({ surface }: Origin) => (surface && surface !== asPainted ? surface : usualSurface);
    const keyOf = (origin: Origin) => JSON.stringify([origin.car || simulation.carKey, Object.entries(origin.changes).sort(), rungOf(origin), surfaceOf(origin)]);

    function infoOf(origin: Origin): ModelInfo {
        const key = keyOf(origin);
        const known = infos.get(key);
        if (known) return known;
        const vehicle = vehicleOf(origin);
        const info = vehicle.describe(rungOf(origin));
        vehicle.dispose();
        infos.set(key, info);
        return info;
    }

    return {
        vehicleOf,
        rungOf,
        surfaceOf,
        carOf({ origin }: Run): AnalysedCar {
            const info = infoOf(origin);
            return {
                layout: info,
                steering: info,
                key: keyOf(origin),
                make: () => ({ vehicle: vehicleOf(origin), rung: rungOf(origin), surface: surfaceOf(origin) }),
            };
        },
    };
}

/** Lets somebody choose a file. */
function chooseFile(take: (file: File) => void) {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".csv,text/csv";
    input.addEventListener("change", () => input.files?.[0] && take(input.files[0]));
    input.click();
}

export function createTelemetry(simulation: Simulation, tuning: Tuning, laps: Laps, report: Report, changed: () => void): Telemetry {
    const { kamm, world } = simulation;
    const circuit = world.paths.find(({ name }) => name === "circuit")!;
    const course = createCourse(circuit);
    const recorder = createRecorder(kamm.fields);
    const library = createLibrary();
    const models = createModels(simulation);
    const known = columnsOf(kamm.fields, 8);
    const packer = createPacker();
    const groundM = (x: number, y: number) => world.groundAt(x, y).heightM;
    let lapCount = 0;
    let changedS = -Infinity;
    let drawn: { main: ((timeS: number) => CarFrame) | null; other: ((timeS: number) => CarFrame) | null } = { main: null, other: null };

    const sheet = createSheet(
        document.body,
        {
            simulation,
            report,
            library,
            circuit,
            carOf: models.carOf,
            picked: () => (drawn = { main: null, other: null }),
            shelfCar: {
                tune: (slot) => tuning.tune(slot),
                nameOf: (car) => simulation.choices.find(({ id }) => id === car)?.name,
                load: tuning.load,
            },
        },
        {
            keepDrive: () => keepDrive() || report.say("Nothing has been driven yet"),
            exportCsv: () => withMain((run) => download(`${run.title.replace(/[^\w.-]+/g, "-")}.csv`, writeCsv(run), "text/csv")),
            importCsv: () => chooseFile((file) => void importFile(file)),
            importExample: () => void importExample(),
            driveModel: () => withMain((run) => void driveModel(run)),
            copyGhost: () => withMain((run) => void copyGhost(run)),
            remove: () => withMain(remove),
            close: () => toggle(false),
        },
    );
    const { selection } = sheet;

    function withMain(act: (run: Run) => void) {
        if (selection.main) act(selection.main);
        else report.say("There is no run yet");
    }

    const isHeld = (run: Run) => run.kind === "rival" || run === selection.main || run === selection.other;
    function add(run: Run) {
        library.add(run, isHeld);
        sheet.refresh();
    }

    function remove(run: Run) {
        library.remove(run);
        sheet.pick(selection.other ?? library.runs[0] ?? null, null);
    }

    function finished({ startS, lapS, isOfOne }: FinishedLap) {
        const origin = { ...originOf(simulation, tuning.slot), isMixed: !isOfOne };
        const cut = recorder.cut(startS, startS + lapS);
        if (cut) add(lapRun(cut, course, { startS, lapS }, `Lap ${++lapCount}`, origin));
        const { car, carName, rung, surface, driver, changes } = origin;
        const changeCount = Object.keys(changes).length;
        if (isOfOne && car !== "own") void addTime({ world: world.name, car, carName, rung, surface, driver, bestS: lapS, changeCount, lapCount: 1, atMs: Date.now() });
    }

    function keepDrive(): Run | null {
        const { firstS, lastS } = recorder;
        const cut = lastS - firstS > 0.5 ? recorder.cut(firstS, lastS) : null;
        if (!cut) return null;
        const run = driveRun(cut, "Drive", { ...originOf(simulation, tuning.slot), isMixed: changedS > firstS });
        add(run);
        sheet.pick(run, selection.other);
        return run;
    }

    function importText(text: string, name: string): Run | null {
        try {
            const run = readCsv(text, name, known);
            add(run);
            sheet.pick(run, null);
            if (sheet.element.hidden) toggle(true);
            return run;
        } catch (error) {
            report.error(reason(error), "The file was not taken");
            return null;
        }
    }

    async function importFile(file: File) {
        if (file.size > maxFileMegabytes * 1e6) return report.error(`${file.name}: allowed: up to ${maxFileMegabytes} MB`, "The file was not taken");
        importText(await file.text(), file.name);
    }

    /** Beside the run, the model's with the same inputs. */
    async function compare(run: Run, origin: Origin, gear?: number) {
        const vehicle = models.vehicleOf(origin);
        try {
            const made = await simulateInputs(kamm, run, { vehicle, origin, rung: models.rungOf(origin), surface: models.surfaceOf(origin), ...(gear && { gear }) });
            add(made);
            selection.axis = "time";
            selection.strips = run.columns.length < 12 ? run.columns.map(({ name }) => name).filter((name) => name !== "time_s") : selection.strips;
            sheet.pick(run, made);
        } catch (error) {
            report.error(reason(error), "The model");
        } finally {
            vehicle.dispose();
        }
    }

    async function importExample() {
        const text = await readExample().catch((error: unknown) => report.error(reason(error), "The example"));
        const run = text ? importText(text, exampleName) : null;
        const name = simulation.choices.find(({ id }) => id === exampleCar)!.name;
        if (run) await compare(run, { car: exampleCar, carName: name, changes: {}, rung: "full", surface: usualSurface, driver: "", isMixed: false }, exampleGear);
    }

    const driveModel = (run: Run) => {
        const { slot: _, ...origin } = originOf(simulation, tuning.slot);
        return compare(run, { ...origin, driver: "" });
    };

    async function linkOf(run: Run): Promise<string> {
        if (!canBeLinked(run)) throw new Error("Only a lap of the circuit can be a ghost in a link");
        const link = writeLink({ ...simulation.setup, start: "circuit" }, await packer(simulation));
        return `${location.origin}${location.pathname}${link}&ghost=${await packGhost(run)}`;
    }

    async function copyGhost(run: Run) {
        try {
            const link = await linkOf(run);
            await navigator.clipboard.writeText(link);
            report.say(`The link with the lap of ${lapText(run.lengthS, 3)} is copied (${link.length} letters)`);
        } catch (error) {
            report.error(reason(error), "The link");
        }
    }

    async function readRival() {
        const letters = ghostIn(location.hash);
        if (!letters) return;
        try {
            const rival = await unpackGhost(letters, known);
            library.add(rival);
            const carAt = createCarOf(rival, simulation.info, groundM);
            let info = simulation.info;
            let current = carAt;
            laps.setRival({
                timeS: rival.lengthS,
                name: rival.origin.carName,
                carAt(timeS) {
                    if (info !== simulation.info) [info, current] = [simulation.info, createCarOf(rival, simulation.info, groundM)];
                    return current(Math.min(timeS, rival.lengthS));
                },
            });
            sheet.refresh();
            report.say(`A ghost of ${lapText(rival.lengthS, 3)} to beat: ${rival.origin.carName}`);
        } catch (error) {
            report.error(reason(error), "The link");
        }
    }

    function toggle(show = sheet.element.hidden) {
        sheet.element.hidden = !show;
        document.body.classList.toggle("telemetry-scene", show && sheet.element.classList.contains("telemetry-half"));
        if (show) {
            if (library.runs.length === 0) keepDrive();
            if (!selection.main || !library.runs.includes(selection.main)) sheet.pick(...firstPick(library.runs));
            else sheet.show(sheet.tab);
            sheet.element.focus({ preventScroll: true });
        } else {
            sheet.stop();
            document.getElementById("scene")?.focus({ preventScroll: true });
        }
        changed();
    }

    /** The car of a run at the cursor. */
    function carAtCursor(which: "main" | "other"): CarFrame | null {
        const run = selection[which];
        if (sheet.element.hidden || !run || !hasPose(run)) return null;
        const { info, unitCount } = simulation;
        if (unitCount > 1) return null; // of trailers nothing is recorded
        if (run.wheelCount > 0 && run.wheelCount !== info.wheelCount) return null;
        const carAt = (drawn[which] ??= createCarOf(run, info, groundM));
        // Side by side in time: the gap on the road is the gap of the clocks.
        return carAt(which === "other" && selection.main ? Math.min(run.lengthS, timeAtCursor(selection, selection.main)) : timeAtCursor(selection, run));
    }

    simulation.listenToSteps((car: CarView, timeS: number) => recorder.take(car, timeS));
    simulation.listen((change) => {
        if (change.otherModel || change.kinds.has("surface")) changedS = simulation.frame.timeS;
        if (change.ends("plots")) recorder.clear();
        if (change.otherModel) drawn = { main: null, other: null };
    });
    void readRival();

    return {
        get open() {
            return !sheet.element.hidden;
        },
        toggle,
        finished,
        get holds() {
            return !sheet.element.hidden && !sheet.goesOn;
        },
        frameOf(present) {
            const car = sheet.goesOn ? null : carAtCursor("main");
            return car ? { ...present, cars: [car, ...present.cars.slice(1)], blows: [] } : present;
        },
        get ghost() {
            return carAtCursor(sheet.goesOn ? "main" : "other");
        },
        update(dtS) {
            if (!sheet.element.hidden) sheet.update(dtS);
        },
        get runs() {
            return library.runs;
        },
        sheet,
        get recordedBytes() {
            return recorder.bytes + library.bytes;
        },
        importText,
        linkOf,
    };
}
