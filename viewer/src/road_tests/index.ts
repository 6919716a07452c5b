/**
 * Road tests in the world: the lab's run of the present car is watched on the test's own ground, or the driver takes
 * the test and is judged by the lab's criteria.
 */
import type { Course, Figure, KammWithLab, LabCar, RoadTest, World } from "kamm/lab";
import type { Frame } from "../frame";
import { createBar } from "../replay/bar";
import type { Scenery } from "../scene";
import type { Simulation } from "../simulation";
import { isSmall } from "../view";
import { reason, type Report } from "../tuning/report";
import type { DriverInput } from "../driver_input";
import type { WebGLRenderer } from "three";
import type { Quality } from "../scene";
import { createCard } from "./card";
import { drivable, notShown } from "./catalogue";
import { createHud, type HudAction } from "./hud";
import type { Judge, LapClock } from "./judges";
import { createLab, labCarOf } from "./lab";
import type { Request, Result } from "./lab_messages";
import { createTestList } from "./list";
import { createTracePlayer, type TracePlayer } from "./player";
import "./road_tests.css";
import { createTrackScenery } from "./scenery";
import { createSpeedHold } from "./speed_hold";
import { createTrace } from "./trace";
import { createTrack } from "./track";

export { createSlowMotion, type SlowMotion } from "./slow_motion";

export type Way = "watch" | "drive";

export interface RoadTests {
    /** The list; once more: closes it. */
    toggle(): void;
    /** Watches or drives the test of that name. */
    startTest(name: string, way?: Way, entryKmh?: number): void;
    /** The test's ground is shown instead of the proving ground. */
    readonly active: boolean;
    /** The lab's run is shown instead of the present. */
    readonly player: TracePlayer | null;
    /** Before the hands' driver input is obeyed; false: the car waits for the start. */
    prepare(driverInput: DriverInput, dtS: number): boolean;
    /** After each step. */
    observe(frame: Frame): void;
    /** From the beginning, if there is a test to begin again. */
    again(): boolean;
    close(): void;
}

/** Shows another world's scenery; null: the proving ground's again. */
export type ShowScenery = (make: ((renderer: WebGLRenderer, quality: Quality) => Scenery) | null) => void;

export interface Places {
    /** Has the texts that are shown during a test. */
    readonly hud: HTMLElement;
    readonly bar: HTMLElement;
}

/** A test that is on. */
interface Session {
    readonly test: RoadTest;
    readonly way: Way;
    readonly course: Course;
    /** World of the test; null: the lab's world is the proving ground, where the car is. */
    readonly world: World | null;
    readonly request: Request;
    readonly isChanged: boolean;
    readonly entryKmh: number | null;
    figures: readonly Figure[] | string | null;
    judge: Judge | null;
    /** Until the driver starts; then until the course begins the speed is held; then it is judged. */
    phase: "ready" | "run" | "done";
    hold: ReturnType<typeof createSpeedHold> | null;
    holdsToX: number;
    /** The accelerator when the course began. */
    keptThrottle: number;
    player: TracePlayer | null;
}

const kmh = 3.6;
const stepKmh = 2;
const settleMs = 500;
const usualSurface = "dry_asphalt";

const wantsToStart = ({ steer, throttle, brake }: DriverInput) => throttle > 0 || brake > 0 || Math.abs(steer) > 0.3;

export function createRoadTests(
    kamm: KammWithLab,
    simulation: Simulation,
    places: Places,
    showScenery: ShowScenery,
    laps: LapClock,
    report: Report,
): RoadTests {
    const { tests } = kamm.lab;
    const lab = createLab();
    const hud = createHud(places.hud);
    const card = createCard(places.hud);
    const list = createTestList(document.body, tests, {
        watch: (test) => startTest(test.name, "watch"),
        drive: (test) => startTest(test.name, "drive"),
        refusal,
    });
    let session: Session | null = null;
    /** The lab is asked for a run to be watched. */
    let waiting: { readonly name: string; readonly sinceMs: number } | null = null;
    let bar: ReturnType<typeof createBar> | null = null;
    let timer = 0;

    function refusal({ lowestRung }: RoadTest): string {
        if (!labCarOf(simulation)) return "These are tests of single vehicles; this one has trailers.";
        const order = ["kinematic", "rigid2d", "single_track", "double_track", "full"];
        if (order.indexOf(simulation.setup.rung) >= order.indexOf(lowestRung)) return "";
        return `The model has to be ${lowestRung} at least.`;
    }

    function requestOf(test: RoadTest): Request {
        const { rung, surfaceOverride } = simulation.setup;
        return { test: test.name, car: labCarOf(simulation)!, rung, surface: surfaceOverride };
    }

    const isChanged = ({ changes, tyre }: LabCar) => tyre !== undefined || Object.keys(changes ?? {}).length > 0;

    function startTest(name: string, way: Way = name in drivable ? "drive" : "watch", entryKmh?: number) {
        const test = tests.find((candidate) => candidate.name === name);
        if (!test) return report.error(`There is no road test "${name}"; there are ${tests.map((t) => t.name).join(", ")}.`, "Road tests");
        const refused = refusal(test);
        if (refused) return report.error(refused, test.title);
        card.hide();
        if (way === "drive" && name in drivable) drive(test, entryKmh);
        else watch(test);
    }

    /** Onto the test's ground, with a speed; the proving ground for a test of its circuit. */
    function enter(test: RoadTest, course: Course, speedMps: number, x: number): World | null {
        const before = session?.world ?? null;
        const surface = simulation.setup.surfaceOverride ?? usualSurface;
        const world = course.world ? null : createTrack(kamm, test.name, course, surface);
        if (world) {
            simulation.enter(world, { x, y: course.start[1], yawRad: 0, speedMps, gear: 100 });
            showScenery((renderer, quality) => createTrackScenery(world, course, renderer, quality));
        } else {
            showScenery(null);
            simulation.goHome();
        }
        before?.dispose();
        document.body.dataset["test"] = test.name;
        return world;
    }

    function begin(test: RoadTest, way: Way, speedMps: number, runUpM: number, entryKmh: number | null): Session {
        const request = requestOf(test);
        const course = kamm.lab.course(test.name, request.car, request.rung);
        closePlayer();
        const wantedMps = entryKmh !== null ? entryKmh / kmh : Number.isNaN(speedMps) ? (course.entryMps ?? 0) : speedMps;
        const holdsToX = course.start[0];
        const world = enter(test, course, wantedMps, holdsToX - runUpM * wantedMps);
        session = {
            ...{ test, way, course, world, request, entryKmh, holdsToX, keptThrottle: 0 },
            isChanged: isChanged(request.car),
            figures: lab.known(request)?.figures ?? null,
            judge: null,
            phase: "ready",
            hold: wantedMps > 0 && runUpM > 0 ? createSpeedHold(wantedMps) : null,
            player: null,
        };
        return session;
    }

    function drive(test: RoadTest, entryKmh?: number) {
        const how = drivable[test.name]!;
        const entry = entryKmh ?? how.entryKmh ?? null;
        if (how.start) {
            close();
            simulation.change({ start: how.start });
        }
        try {
            const now = begin(test, "drive", NaN, how.runUpS ?? 0, entry);
            const { course } = now;
            const tyreWidthM = simulation.info.wheelWidthM[0]!;
            now.judge = how.judge({ kamm, simulation, course, tyreWidthM, laps });
        } catch (error) {
            close();
            return report.error(reason(error), test.title);
        }
        askFigures(session!);
        showReady();
    }

    function showReady() {
        const { test, entryKmh } = session!;
        const actions: HudAction[] = [{ title: "Go", press: go }];
        if (entryKmh !== null)
            actions.push(
                { title: `Slower (−${stepKmh} km/h)`, press: () => drive(test, entryKmh - stepKmh) },
                { title: `Faster (+${stepKmh} km/h)`, press: () => drive(test, entryKmh + stepKmh) },
            );
        actions.push({ title: "Leave", press: close });
        const entry = entryKmh === null ? "" : ` Entry at ${entryKmh} km/h.`;
        hud.show(test.title, `${drivable[test.name]!.task}.${entry}`, actions);
        hud.tell("Press Go, or any key that drives");
    }

    function go() {
        if (session?.phase !== "ready") return;
        session.phase = "run";
        const { test } = session;
        hud.show(test.title, `${drivable[test.name]!.task}.`, [
            { title: "Again", press: () => void again() },
            { title: "Finish", press: finish },
            { title: "Leave", press: close },
        ]);
    }

    /** The accelerator: up to the course the speed is held, then as the test has it. */
    function hold(now: Session, driverInput: DriverInput, dtS: number) {
        const { player } = simulation;
        const { pedal, neutral } = drivable[now.test.name]!;
        const isBefore = player.position[0]! < now.holdsToX;
        if (now.hold && (isBefore || (pedal === "holds" && driverInput.brake === 0))) {
            now.hold(driverInput, player.speedMps, dtS);
            now.keptThrottle = driverInput.throttle;
            return;
        }
        if (now.hold && neutral) simulation.gear = 0;
        if (now.hold) driverInput.throttle = 0;
        now.hold = null;
        if (pedal === "kept" && driverInput.brake === 0) driverInput.throttle = Math.max(driverInput.throttle, now.keptThrottle);
    }

    /** What Kamm's driver makes of it, in the background. */
    function askFigures(asked: Session) {
        if (asked.figures !== null) return;
        lab.run(asked.request).then(
            ({ figures }) => tellFigures(asked, figures),
            (error: unknown) => error !== null && tellFigures(asked, reason(error)),
        );
    }

    function tellFigures(asked: Session, figures: Session["figures"]) {
        asked.figures = figures;
        if (asked === session && asked.phase === "done") showCard();
    }

    function finish() {
        if (!session || session.phase === "done") return;
        session.phase = "done";
        hud.hide();
        showCard();
    }

    function showCard() {
        const { test, way, judge, figures, isChanged: changed, entryKmh } = session!;
        const actions: HudAction[] = [{ title: "Again", press: () => void again() }];
        if (entryKmh !== null) {
            actions.push({ title: `Faster (+${stepKmh} km/h)`, press: () => startTest(test.name, "drive", entryKmh + stepKmh) });
            actions.push({ title: `Slower (−${stepKmh} km/h)`, press: () => startTest(test.name, "drive", entryKmh - stepKmh) });
        }
        if (way === "drive") actions.push({ title: "Watch Kamm", press: () => startTest(test.name, "watch") });
        else if (test.name in drivable) actions.push({ title: "Drive it yourself", press: () => startTest(test.name, "drive") });
        actions.push({ title: "Copy link", press: () => void copyLink(test) });
        actions.push({ title: "Leave", press: close });
        const remark = way === "drive" ? (judge?.remark ?? "") : (notShown[test.name] ?? "");
        card.show({ test, own: judge?.figures ?? null, remark, figures, isChanged: changed, isOpen: way === "drive" && !isSmall(), actions });
    }

    async function copyLink({ name }: RoadTest) {
        const link = `${location.href}${location.hash ? "&" : "#"}test=${name}`;
        try {
            await navigator.clipboard.writeText(link);
            report.say("The link is copied: it opens this car and this test");
        } catch {
            report.error(link, "The browser does not let pages copy; here is the link");
        }
    }

    function watch(test: RoadTest) {
        const request = requestOf(test);
        waiting = { name: test.name, sinceMs: performance.now() };
        const asked = waiting;
        hud.show(test.title, test.doc, [{ title: "Cancel", press: cancel }], true);
        lab.run(request).then(
            (result) => asked === waiting && showRun(test, result),
            (error: unknown) => {
                if (asked !== waiting) return;
                cancel();
                if (error !== null) report.error(reason(error), test.title);
            },
        );
    }

    function cancel() {
        waiting = null;
        lab.stop();
        if (session) close();
        else hud.hide();
    }

    function showRun(test: RoadTest, { rows, figures }: Result) {
        waiting = null;
        try {
            const now = begin(test, "watch", 0, 0, null);
            now.figures = figures;
            now.phase = "done";
            if (rows && rows.count > 1)
                now.player = createTracePlayer(
                    createTrace(rows, simulation.world),
                    () => bar?.held ?? false,
                    () => bar?.refresh(),
                );
        } catch (error) {
            close();
            return report.error(reason(error), test.title);
        }
        hud.hide();
        if (session!.player)
            bar = createBar(places.bar, session!.player, close, {
                label: `Kamm's run: ${test.title}`,
                back: "Leave",
                backTitle: "Leave the test",
                timeText: ({ timeS }) => `${timeS.toFixed(2)} s`,
                valueText: ({ timeS }) => `${timeS.toFixed(2)} seconds`,
            });
        bar?.refresh();
        showCard();
    }

    function closePlayer() {
        bar?.element.remove();
        bar = null;
        if (session) session.player = null;
    }

    function again(): boolean {
        if (!session) return false;
        const { test, way, entryKmh } = session;
        startTest(test.name, way, entryKmh ?? undefined);
        return true;
    }

    function close() {
        waiting = null;
        clearTimeout(timer);
        closePlayer();
        hud.hide();
        card.hide();
        if (!session) return;
        const { world } = session;
        session = null;
        delete document.body.dataset["test"];
        showScenery(null);
        simulation.goHome();
        world?.dispose();
    }

    /** Another car, or another ground: the test begins again, once the changing is over. */
    simulation.listen(({ kinds }) => {
        if (session && kinds.has("place")) return close();
        if (!session || !(["parameter", "car", "rung", "surface"] as const).some((kind) => kinds.has(kind))) return;
        clearTimeout(timer);
        timer = window.setTimeout(() => void (refusal(session!.test) ? close() : again()), settleMs);
    });

    return {
        toggle: () => (list.open ? list.close() : list.show()),
        startTest,
        again,
        close,
        get active() {
            return session !== null;
        },
        get player() {
            return session?.player ?? null;
        },
        prepare(driverInput, dtS) {
            if (waiting) hud.tell(`${Math.floor((performance.now() - waiting.sinceMs) / 1000)} s`);
            if (!session?.judge) return true;
            if (session.phase === "ready") {
                if (!wantsToStart(driverInput)) return false;
                go();
            }
            if (session.phase === "run") hold(session, driverInput, dtS);
            return true;
        },
        observe(frame) {
            if (session?.phase !== "run") return;
            const { judge } = session;
            const { xM, yM } = simulation.player;
            judge!.take(frame.cars[0]!, frame.timeS, xM, yM);
            hud.tell(judge!.status);
            if (judge!.done) finish();
        },
    };
}
