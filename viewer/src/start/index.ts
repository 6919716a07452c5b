/**
 * The first minute: the camera circles the car until the user drives, three cards offer a task each, and the panels
 * appear one by one.
 */
import type { Cameras } from "../cameras";
import { isTwoWheeler } from "../cars/two_wheels";
import type { Frame } from "../frame";
import { bindingOfKey } from "../input/bindings";
import { isModalOpen } from "../input/keys";
import type { Laps, Replay } from "../replay";
import type { RoadTests } from "../road_tests";
import type { Simulation } from "../simulation";
import { reason, type Report } from "../tuning/report";
import { wantsToDrive } from "../driver_input";
import { createCards } from "./cards";
import { createDriftJudge } from "./drift";
import { createLapJudge } from "./lap";
import { createReference } from "./reference";
import "./start.css";
import type { Judge, Task } from "./task";
import { tasks } from "./tasks";
import { createTour } from "./tour";

export { wantsIntro } from "./visits";

export interface Start {
    /** The cards, or their end. */
    toggle(): void;
    /** Sees each frame that is driven. */
    update(frame: Frame): void;
}

export interface StartOptions {
    readonly simulation: Simulation;
    readonly cameras: Cameras;
    readonly laps: Laps;
    readonly replay: Replay;
    readonly report: Report;
    /** Where cards are shown. */
    readonly place: HTMLElement;
    /** Whether the visit begins with it. */
    readonly isFirst: boolean;
    readonly roadTests: () => Pick<RoadTests, "startTest" | "close">;
}

/** Tells once of the first key, touch or press on the scene; pads tell by what they driver input. */
function listenForInput(heard: () => void) {
    const listening = new AbortController();
    const { signal } = listening;
    const end = () => {
        listening.abort();
        heard();
    };
    addEventListener("keydown", ({ code, target }) => {
        const isForPage = (target as Element).closest?.("select, input, dialog, button, summary, a");
        if (bindingOfKey.has(code) && !isForPage && !isModalOpen()) end();
    }, { signal });
    for (const id of ["scene", "touch"])
        document.getElementById(id)!.addEventListener("pointerdown", end, { signal });
    return end;
}

/** Tasks of two-wheelers, loaded when they are first needed. */
let ridden: typeof import("./ride") | null = null;
const loadRidden = async () => void (ridden = await import("./ride"));

/** The present task and its judge. */
function createRun({ simulation, laps }: StartOptions) {
    const reference = createReference(simulation);
    let judge: Judge | null = null;
    return {
        get judge() {
            return judge;
        },
        begin({ id }: Task) {
            if (id === "lap") void reference.find();
            if (id === "lap") judge = createLapJudge(laps, reference);
            else if (id === "lean") judge = ridden!.createLeanJudge();
            else judge = id === "stop" ? ridden!.createStopJudge() : createDriftJudge();
        },
        end() {
            judge = null;
        },
    };
}

export function createStart(options: StartOptions): Start {
    const { simulation, cameras, replay, report, place, roadTests } = options;
    const tour = createTour(document.body);
    const run = createRun(options);
    let task: Task | null = null;
    let endIntro: (() => void) | null = null;

    function beginRoadTest(name: string) {
        close();
        roadTests().startTest(name);
    }

    /** Puts the car there, things as well, and begins. */
    function begin(next: Task, setup: Task["setup"]) {
        endIntro?.();
        tour.putOff(); // a user with a task reads that
        try {
            if (replay.active) replay.close();
            roadTests().close();
            simulation.autopilot = false;
            simulation.change(setup);
            if (next.roadTest) return beginRoadTest(next.roadTest);
            simulation.restartAll();
        } catch (error) {
            return report.error(reason(error), next.title);
        }
        task = next;
        run.begin(next);
        cards.showLive(next);
        document.getElementById("scene")!.focus();
    }

    function close() {
        task = null;
        run.end();
        cards.clear();
        document.getElementById("scene")!.focus();
    }

    const cards = createCards(place, {
        chosen: (next) => begin(next, next.setup),
        again: () => task && begin(task, { start: task.setup.start! }), // in whatever car there is now
        closed: close,
    });

    function beginIntro() {
        tour.prepare();
        cards.choosing = true;
        cameras.circling = true;
        endIntro = listenForInput(() => {
            endIntro = null;
            cameras.circling = false;
            cards.fade();
            tour.start();
        });
    }

    document.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || isModalOpen()) return;
        if (tour.isOn) tour.end();
        else if (endIntro) endIntro();
        else if (task || cards.choosing) close();
        else return;
        event.preventDefault();
    });
    if (options.isFirst) beginIntro();

    const start: Start = {
        toggle() {
            const wasOn = cards.choosing;
            close();
            cards.hint = false;
            if (!isTwoWheeler(simulation.info)) cards.offer(tasks);
            else if (ridden) cards.offer(ridden.riddenTasks);
            else return void loadRidden().then(start.toggle);
            cards.choosing = !wasOn;
        },
        update(frame) {
            if (endIntro && (simulation.autopilot || wantsToDrive(simulation.driverInput, simulation.directSteering))) endIntro();
            const { judge } = run;
            if (!judge || !task) return;
            const result = judge.update(frame);
            cards.update(judge);
            if (!result) return;
            run.end();
            cards.showResult(task, result);
        },
    };
    return start;
}
