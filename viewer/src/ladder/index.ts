/**
 * The ladder as ghosts: the player's car on every rung at once, all with the same inputs. They go by the page's time and
 * stand while it does; a replay is without them.
 */
import type { CarView, GroundPoint, Input, Rung, World } from "kamm";
import { kmh } from "../dials/format";
import { type CarFrame, type Frame, newCarFrame } from "../frame";
import type { Laps } from "../replay";
import type { Simulation, Step } from "../simulation";
import { fillCar } from "../simulation/frames";
import { makeCombination } from "../simulation/combination";
import type { Extra } from "../view";
import { wantsToDrive } from "../driver_input";
import { createBodies, type Shown } from "./bodies";
import { measureNs } from "./cost";
import { type Difference, differences } from "./differences";
import { createGhosts, type Ghosts, type Ground, type Source } from "./ghosts";
import { createLapKeeper } from "./lap_inputs";
import { type Leader, leadLap, leadManoeuvre } from "./leaders";
import { listenToLooks } from "./looks";
import { manoeuvres } from "./manoeuvres";
import { createPanel, type RunId } from "./panel";
import { asItIs, moveFrame, type Pose } from "./pose";
import { createTraces, substepsPerSample, type Traces } from "./traces";

export interface Ladder {
    open: boolean;
    run(id: RunId): void;
    meet(): void;
    update(frame: Frame, dtS: number): void;
    /** Extra for scene, plan and cameras. */
    readonly extra: Extra;
    /** Data for tests and the browser's console. */
    readonly rungs: readonly Rung[];
    readonly traces: Traces | null;
    readonly differences: readonly Difference[];
    readonly costsNs: Readonly<Partial<Record<Rung, number>>>;
    readonly isOver: boolean;
}

/** Farther between two pieces of time than any car drives: the player was put somewhere else. */
const jumpM = 8;
const figuresEveryMs = 400;
const measureEveryMs = 300;
/** Number of measurements of each rung. */
const measurings = 12;

/** What is under way. */
interface Run {
    readonly id: RunId;
    readonly text: string;
    readonly ghosts: Ghosts;
    /** Null: the player leads. */
    readonly leader: Leader | null;
    readonly traces: Traces;
    readonly frames: readonly (readonly CarFrame[])[];
    readonly pose: Pose;
    substep: number;
    metS: number;
    isOver: boolean;
}

const belowOf = (world: World) => (x: number, y: number, z: number): GroundPoint & { friction: number } => {
    const point = world.groundAt(x, y, z);
    return { ...point, friction: world.surfaces[point.surface]!.friction };
};

/** So far has it been put from where it was. */
const apartM = (car: CarView, [x, y]: readonly number[]) => Math.hypot(car.position[0]! - x!, car.position[1]! - y!);

/** `changed` hears of what the panel's own buttons do. */
export function createLadder(
    parent: HTMLElement,
    simulation: Simulation,
    laps: Laps,
    changed: () => void = () => {},
): Ladder {
    const { kamm, world } = simulation;
    const below = belowOf(world);
    const inputFields = kamm.fields.input;
    const keys = inputFields.map(({ key }) => key as keyof Input);
    const rest = Object.fromEntries(inputFields.map(({ key, defaultValue }) => [key, defaultValue])) as unknown as Input;
    const input: Input = { ...rest };
    const keeper = createLapKeeper(keys);
    const bodies = createBodies();
    const settings = { speedKmh: 80, wheelDeg: 90, isLevel: true, meetEveryS: 10 };
    const close = () => {
        setOpen(false);
        changed();
    };
    const panel = createPanel(parent, settings, { run, meet, close });
    const clock = kamm.clock(simulation.info.substepS);
    let current: Run | null = null;
    let costsNs: Partial<Record<Rung, number>> = {};
    let measured = 0;
    let measuredMs = -Infinity;
    let figures: readonly Difference[] = [];
    let figuresMs = -Infinity;
    let before: readonly number[] = [0, 0];

    const player = (): Source => ({ rung: simulation.setup.rung, combination: simulation.combination });

    function begin(id: RunId, text: string, ground: Ground, pose: Pose, leader: Leader | null, put: (ghosts: Ghosts) => void) {
        const ghosts = createGhosts(kamm, ground, simulation.vehicles);
        put(ghosts);
        current?.ghosts.dispose();
        const traces = createTraces(ghosts.all.map(({ car }) => car), pose);
        const frames = ghosts.all.map(({ combination }) => combination.units.map((unit) => newCarFrame(unit.wheels.length)));
        current = { id, text, ghosts, leader, traces, frames, pose, substep: 0, metS: 0, isOver: false };
        Object.assign(input, rest);
        before = [...simulation.player.position];
        figures = [];
        traces.take(0);
        fillFrames(current); // cameras may ask for them at once
        show(current);
        tell(current);
    }

    /** Tells the panel and the scene of other ghosts. */
    function show({ ghosts, frames }: Run) {
        const { all, missing } = ghosts;
        panel.rebuild(all.map(({ rung }) => rung), missing);
        const ids = simulation.cars.slice(0, simulation.unitCount).map(({ id }) => id);
        bodies.rebuild(
            all.map(({ rung, combination }, i): Shown => {
                const units = combination.units.map(({ info }, unit) => ({ id: ids[unit]!, info, frame: frames[i]![unit]! }));
                return { rung, units };
            }),
        );
    }

    function tell({ id, text, isOver }: Run) {
        const now = isOver ? `${text} Done: drive on, and they follow you.` : text;
        panel.showRun(id, now, keeper.last !== null);
    }

    const follow = () =>
        begin("follow", "They take your inputs.", world, asItIs, null, (ghosts) => ghosts.meet(player()));

    function runManoeuvre(id: RunId) {
        const manoeuvre = manoeuvres.find((each) => each.id === id)!;
        const { player: car, info, setup } = simulation;
        const speedMps = Math.min(settings.speedKmh / 3.6, 0.9 * info.topSpeedMps);
        const lockDeg = (info.steeringLockRad * 180) / Math.PI;
        const wheelDeg = Math.max(-lockDeg, Math.min(lockDeg, settings.wheelDeg));
        const text = `${manoeuvre.title} at ${kmh(speedMps).toFixed(0)} km/h, steering wheel ${wheelDeg.toFixed(0)}°.`;
        const leader = leadManoeuvre(manoeuvre, { speedMps, wheelRad: (wheelDeg * Math.PI) / 180 }, info.substepS);
        const [x, y, above] = car.position as unknown as [number, number, number];
        const { yawRad } = car;
        if (!settings.isLevel)
            return begin(id, text, world, asItIs, leader, (ghosts) => ghosts.place(x, y, yawRad, speedMps));
        const pose = { x, y, z: world.groundAt(x, y, above + 1).heightM, yawRad };
        const ground = { surface: setup.surfaceOverride ?? "dry_asphalt" };
        begin(id, text, ground, pose, leader, (ghosts) => ghosts.place(0, 0, 0, speedMps));
    }

    /** From the state in which it began, on the rung on which it was driven. */
    function runLap() {
        const { last } = keeper;
        if (!last) return;
        const combination = makeCombination(kamm, world, simulation.vehicles, { rung: last.rung });
        combination.member.restore(last.snapshot);
        begin("lap", "They take the inputs of your last lap.", world, asItIs, leadLap(last), (ghosts) =>
            ghosts.meet({ rung: last.rung, combination }),
        );
        combination.dispose();
    }

    function run(id: RunId) {
        if (panel.element.hidden) setOpen(true);
        if (id === "follow") follow();
        else if (id === "lap") runLap();
        else runManoeuvre(id);
    }

    function meet() {
        if (current?.id === "follow") meetAgain(current);
        else run("follow");
    }

    function setOpen(is: boolean) {
        if (is !== panel.element.hidden) return;
        panel.element.hidden = !is;
        if (is) return follow();
        bodies.clear();
        current?.ghosts.dispose();
        current = null;
    }

    function meetAgain(run: Run) {
        const { ghosts, traces, leader } = run;
        const { truest } = ghosts;
        ghosts.meet(leader ? truest : player());
        traces.meet();
        run.metS = run.substep * truest.car.info.substepS;
    }

    /** Manoeuvres go on to their end. Ghosts that follow a car are moved to it now and then, and when it was
     * moved. */
    function isToMeet(run: Run): boolean {
        if (run.id !== "follow" && run.id !== "lap") return false;
        if (!run.leader && apartM(simulation.player, before) > jumpM) return true;
        const sinceS = run.substep * run.ghosts.truest.car.info.substepS - run.metS;
        return settings.meetEveryS > 0 && sinceS >= settings.meetEveryS;
    }

    /** The player's inputs hold for the whole piece, those of other leaders for a substep. */
    function step(run: Run, substeps: number, fraction: number) {
        const { ghosts, leader, traces } = run;
        const { car } = ghosts.truest;
        if (leader && !leader.lead(input, run.substep, car.forwardSpeedMps)) {
            run.isOver = true;
            return;
        }
        ghosts.step(leader ? input : simulation.player.input, substeps, fraction);
        run.substep += substeps;
        if (run.substep % substepsPerSample === 0) traces.take(run.substep * car.info.substepS);
    }

    function goOn({ dtS, substeps }: Step) {
        keeper.take(simulation.player.input, substeps);
        clock.advance(dtS);
        if (!current) return;
        for (let left = substeps; left > 0 && !current.isOver; ) {
            const toSample = substepsPerSample - (current.substep % substepsPerSample);
            const taken = current.leader ? 1 : Math.min(left, toSample);
            left -= taken;
            step(current, taken, left > 0 ? 1 : clock.fraction);
        }
        if (isToMeet(current)) meetAgain(current);
        before = [...simulation.player.position];
    }

    /** One of them at a time, again and again at first: code gets faster, and other programs stop using the
     * processor. */
    function measure({ ghosts: { all } }: Run) {
        if (measured >= all.length * measurings) return;
        const nowMs = performance.now();
        if (measured >= all.length && nowMs - measuredMs < measureEveryMs) return;
        measuredMs = nowMs;
        const ghost = all[measured++ % all.length]!;
        costsNs[ghost.rung] = Math.min(costsNs[ghost.rung] ?? Infinity, measureNs(ghost.combination.member));
    }

    function fillFrames({ ghosts, frames, pose }: Run) {
        ghosts.all.forEach(({ combination }, i) =>
            combination.units.forEach((unit, k) => {
                const frame = frames[i]![k]!;
                fillCar(frame, unit, below);
                moveFrame(frame, pose);
            }),
        );
    }

    function showFigures({ ghosts, traces }: Run) {
        const nowMs = performance.now();
        if (nowMs - figuresMs < figuresEveryMs) return;
        figuresMs = nowMs;
        figures = differences(traces, ghosts.all.indexOf(ghosts.truest));
        panel.showRows(
            ghosts.all.map(({ rung }, i) => ({ rung, costNs: costsNs[rung], difference: figures[i] })),
        );
    }

    const keepState = () => ({ snapshot: simulation.combination.member.snapshot(), rung: simulation.setup.rung });

    simulation.listenToSteps(goOn);
    simulation.listen((change) => {
        if (!change.otherModel) return;
        keeper.forget();
        costsNs = {};
        measured = 0;
        if (current) follow();
    });
    listenToLooks(() => current && panel.repaint());

    return {
        run,
        meet,
        get open() {
            return !panel.element.hidden;
        },
        set open(is) {
            setOpen(is);
        },
        update(frame, dtS) {
            keeper.update(laps.currentS, laps.lastS, keepState);
            const isPresent = frame === simulation.frame;
            bodies.root.visible = current !== null && isPresent;
            if (!current || !isPresent) return;
            if (current.isOver && wantsToDrive(simulation.driverInput, simulation.directSteering)) follow();
            measure(current);
            fillFrames(current);
            bodies.update(frame.cars[0]!, current.traces, dtS);
            tell(current);
            showFigures(current);
            panel.draw(current.traces);
        },
        extra: {
            root: bodies.root,
            drawPlan: (context) => current && bodies.root.visible && bodies.drawPlan(context, current.traces),
            get subject() {
                if (!current?.leader || !bodies.root.visible) return null;
                return current.frames[current.ghosts.all.indexOf(current.ghosts.truest)]![0]!;
            },
        },
        get rungs() {
            return current?.ghosts.all.map(({ rung }) => rung) ?? [];
        },
        get traces() {
            return current?.traces ?? null;
        },
        get differences() {
            return current ? differences(current.traces, current.ghosts.all.indexOf(current.ghosts.truest)) : [];
        },
        get costsNs() {
            return costsNs;
        },
        get isOver() {
            return current?.isOver ?? false;
        },
    };
}

