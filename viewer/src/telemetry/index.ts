/** Telemetry: records whole laps with all channels, and shows, compares, exports and imports them. */
import type { CarFrame, Frame } from "../frame";
import type { FinishedLap, Laps } from "../replay";
import { createCourse } from "../replay/course";
import type { Simulation } from "../simulation";
import type { Tuning } from "../tuning";
import { download } from "../tuning/export";
import type { Report } from "../tuning/report";
import { columnsOf } from "./columns";
import { writeCsv } from "./csv";
import { driveRun, lapRun } from "./cut_run";
import { createImports } from "./imports";
import { createLibrary } from "./library";
import { maxStrips } from "./model";
import { createModels } from "./models";
import { originOf } from "./origin";
import { firstPick } from "./pick";
import { createRecorder } from "./recorder";
import { readRival } from "./rival";
import type { Run } from "./run";
import { createShare } from "./share";
import { createSheet } from "./sheet";
import { createShownCars } from "./shown_cars";
import { addTime, timeEntry } from "./times";
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
    /** Data for the browser's console and for tests. */
    readonly runs: readonly Run[];
    readonly sheet: Pick<ReturnType<typeof createSheet>, "selection" | "pick" | "hasEnvelope">;
    readonly recordedBytes: number;
    /** Takes a CSV and shows it; what is wrong is reported. */
    importText(text: string, name: string): Run | null;
    linkOf(run: Run): Promise<string>;
    /** A lap of the circuit has ended. */
    finished(lap: FinishedLap): void;
}

export function createTelemetry(
    simulation: Simulation,
    tuning: Tuning,
    laps: Laps,
    report: Report,
    changed: () => void,
): Telemetry {
    const { kamm, world } = simulation;
    const circuit = world.paths.find(({ name }) => name === "circuit")!;
    const course = createCourse(circuit);
    const recorder = createRecorder(kamm.fields);
    const library = createLibrary();
    const models = createModels(simulation);
    const known = columnsOf(kamm.fields, 8);
    const share = createShare(simulation, report);
    const groundM = (x: number, y: number) => world.groundAt(x, y).heightM;
    let lapCount = 0;
    /** A lap has ended since the sheet was opened. */
    let isNews = false;
    let changedS = -Infinity;

    const sheet = createSheet(
        document.body,
        {
            simulation,
            report,
            library,
            circuit,
            carOf: models.carOf,
            picked: () => shownCars.forget(),
            shelfCar: {
                tune: (slot) => tuning.tune(slot),
                nameOf: (car) => simulation.choices.find(({ id }) => id === car)?.name,
                load: tuning.load,
            },
        },
        {
            keepDrive: () => keepDrive() || report.say("Nothing has been driven yet"),
            exportCsv: () =>
                withMain((run) => download(`${run.title.replace(/[^\w.-]+/g, "-")}.csv`, writeCsv(run), "text/csv")),
            importCsv: () => imports.choose(),
            importExample: () => void imports.takeExample(),
            driveModel: () => withMain((run) => void imports.driveModel(run)),
            copyGhost: () => withMain((run) => void share.copy(run)),
            remove: () => withMain(remove),
            close: () => toggle(false),
        },
    );
    const { selection } = sheet;
    const shownCars = createShownCars(simulation, selection, groundM);
    const carAtCursor = (which: "main" | "other") => (sheet.element.hidden ? null : shownCars.at(which));

    const imports = createImports({
        simulation,
        models,
        report,
        known,
        slot: () => tuning.slot,
        show(run) {
            add(run);
            sheet.pick(run, null);
            if (sheet.element.hidden) toggle(true);
        },
        showPair(run, model) {
            add(model);
            selection.axis = "time";
            const names = run.columns.map(({ name }) => name).filter((name) => name !== "time_s");
            if (names.length <= maxStrips) selection.strips = names;
            sheet.pick(run, model);
        },
    });

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
        isNews = true;
        if (isOfOne && origin.car !== "own") void addTime(timeEntry(world.name, origin, lapS));
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

    function toggle(show = sheet.element.hidden) {
        sheet.element.hidden = !show;
        document.body.classList.toggle("telemetry-scene", show && sheet.element.classList.contains("telemetry-half"));
        if (show) {
            if (library.runs.length === 0) keepDrive();
            if (isNews || !selection.main) sheet.pick(...firstPick(library.runs));
            else sheet.show(sheet.tab);
            isNews = false;
            sheet.element.focus({ preventScroll: true });
        } else {
            sheet.stop();
            document.getElementById("scene")?.focus({ preventScroll: true });
        }
        changed();
    }

    simulation.listenToSteps(({ timeS }) => recorder.take(simulation.player, timeS));
    simulation.listen((change) => {
        if (change.otherModel || change.kinds.has("surface")) changedS = simulation.frame.timeS;
        if (change.ends("plots")) recorder.clear();
        if (change.otherModel) shownCars.forget();
    });
    void readRival(simulation, laps, report, known, groundM).then((rival) => rival && add(rival));

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
            return car ? { ...present, cars: [car, ...present.cars.slice(1)], impacts: [] } : present;
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
        importText: imports.takeText,
        linkOf: share.linkOf,
    };
}
