/**
 * What is seen of the world: the scene, or the plan where the browser has no WebGL 2, or where its graphics were lost
 * and do not come back.
 */
import type { PerspectiveCamera, WebGLRenderer } from "three";
import { type Cameras, createCameras, createTvPlaces } from "../cameras";
import type { CockpitOfCar } from "../cockpit";
import type { CarFrame, Frame } from "../frame";
import { createPlan, type Plan } from "../plan";
import { createScenery, type Quality as SceneryQuality, type Scenery } from "../scene";
import { tyresOf } from "../scene/tyres";
import { type GlassLook, sayGlass } from "../mechanism";
import type { Simulation } from "../simulation";
import { createSignal, type Slices, work } from "../slices";
import type { Report } from "../tuning/report";
import type { Extra } from "../view";
import { createFleet } from "./fleet";
import type { DrawnQuality, Quality } from "./quality";
import { createCamera, createStage, fitCamera, type StageNews } from "./stage";

export interface Picture {
    readonly cameras: Cameras;
    forcesVisible: boolean;
    readonly glass: GlassLook;
    /** What the driver sees of the player's car; null: there is no scene. */
    readonly cockpit: Pick<CockpitOfCar, "isShown" | "pictures"> | null;
    /** Goes to the next look of the player's car; what it is, in words. */
    nextGlass(): string;
    /** Nothing can be drawn just now: the world waits. */
    readonly isWaiting: boolean;
    readonly isPlan: boolean;
    /** On which the world is drawn now; null: on none. */
    readonly canvas: HTMLCanvasElement | null;
    /** Changes over between the scene and the plan, and says which is shown, or why it cannot be. */
    togglePlan(): string;
    /** From now on that is drawn as well. */
    add(extra: Extra): void;
    /** Other cars, or other ground. */
    tell(): void;
    /** Another world's scenery, which is disposed of when it is no longer shown; null: the proving ground's. */
    showScenery(make: MakeScenery | null): void;
    update(frame: Frame, ghost: CarFrame | null, dtS: number): void;
    /** `frameS` is how long the last frame took. */
    draw(frameS: number): void;
    /** Resolves with the first picture, and when all is built that comes after it. */
    readonly begun: Promise<void>;
    readonly complete: Promise<void>;
}

type MakeScenery = (renderer: WebGLRenderer, quality: SceneryQuality) => Scenery;

export interface Wanted {
    readonly quality: Quality;
    readonly isChosen: boolean;
}

/** Graphics that have not come back by then are taken for gone. */
const patienceS = 4;
/** A longer frame was a pause of the page's. */
const maxWaitS = 0.5;

const noWebGl =
    "This browser has no WebGL 2, which draws the scene, so you see the car from above instead; hardware acceleration " +
    "in the browser's settings, a newer graphics driver or another browser may bring the scene back.";
const goneForGood =
    "This browser's WebGL 2, which draws the scene, was lost and has not come back, so you see the car from above " +
    "instead; try to load the page again, or start the browser again.";

const neitherScene =
    "No scene is drawn, as the address asks for quality=off; this browser could not draw one, since it has no WebGL 2. " +
    "\"Plan\" in the top bar, or the key 2, shows the car from above.";
const tooSlow =
    "This machine draws fewer than 20 frames a second even in the lowest quality. The plan shows the car from above " +
    "and costs much less; \"Plan\" in the top bar, or the key 2, changes over to it and back at any time.";

/** So much of a frame is left for what is still built; of slow frames more, or it would take forever. */
const buildMs = 8;
const buildShare = 0.5;
const maxBuildMs = 400;

const hasWebGl2 = () => document.createElement("canvas").getContext("webgl2") !== null;

/** The scene in three dimensions; null without WebGL 2, and where none is wanted. */
function createView(
    simulation: Simulation,
    canvas: HTMLCanvasElement,
    camera: PerspectiveCamera,
    { quality, isChosen }: Wanted,
    news: Omit<StageNews, "changed">,
) {
    if (quality === "off") return null;
    const changed = (quality: DrawnQuality) => scenery.setQuality(quality);
    const stage = createStage(canvas, camera, { quality, isChosen }, { changed, ...news });
    if (!stage) return null;
    const home = createScenery(simulation.world, stage.renderer, stage.quality);
    let scenery = home;
    const fleet = createFleet(simulation);
    scenery.attach(stage.scene);
    stage.scene.add(scenery.root, fleet.root);
    scenery.setQuality(stage.quality);
    function* refine(): Slices {
        yield;
        yield* fleet.refine();
        yield;
        yield* home.refine();
    }

    function tell() {
        scenery.setTyres(simulation.cars.map(({ info }) => tyresOf(info)));
        scenery.setSurfaceOverride(simulation.setup.surfaceOverride);
        scenery.setWind(simulation.setup.windMps);
    }

    function show(next: Scenery) {
        stage!.scene.remove(scenery.root);
        if (scenery !== home && scenery !== next) scenery.dispose();
        scenery = next;
        stage!.scene.add(scenery.root);
        scenery.attach(stage!.scene);
        scenery.setQuality(stage!.quality);
        tell();
    }

    return {
        showScenery: (make: MakeScenery | null) =>
            show(make ? make(stage.renderer, stage.quality) : home),
        fleet,
        refine,
        add: (extra: Extra) => stage.scene.add(extra.root),
        draw(frameS: number) {
            fleet.cockpit.drawMirrors(stage.renderer, stage.scene, camera, stage.quality);
            stage.draw(frameS);
        },
        restore: () => scenery.restore(stage.scene),
        tell,
        update(frame: Frame, ghost: CarFrame | null, dtS: number, isInside: boolean) {
            fleet.inside = isInside;
            fleet.update(frame, ghost, dtS);
            scenery.update(frame, dtS);
        },
    };
}

export function createPicture(
    simulation: Simulation,
    canvas: HTMLCanvasElement,
    wanted: Wanted,
    report: Report,
): Picture {
    const camera = createCamera();
    const groundAt = (x: number, y: number) => simulation.world.groundAt(x, y).heightM;
    const cameras = createCameras(camera, canvas, createTvPlaces(simulation.world.paths, groundAt));
    const extras: Extra[] = [];
    const isUnwanted = wanted.quality === "off";
    let plan: Plan | null = null;
    let forcesVisible = false;
    let waitedS = 0;
    let isWaiting = false;
    /** By the driver, though there is a scene. */
    let isPlanChosen = false;
    /** What was said of graphics that were lost. */
    let takeBack: (() => void) | null = null;
    let isLost = false;
    let building: Slices | null = null;
    let hasBegun = false;
    const begun = createSignal();
    const complete = createSignal();
    let shown: { frame: Frame; ghost: CarFrame | null } = { frame: simulation.frame, ghost: null };

    function showPlan(is: boolean) {
        if (is) plan ??= createPlan(simulation, canvas);
        if (plan) plan.shown = is;
        cameras.hold(is ? "above" : null);
        tell();
    }

    function lost(is: boolean) {
        if (!view) return;
        isLost = is;
        waitedS = 0;
        isWaiting = isLost && !isPlanChosen;
        if (isWaiting) report.say("The graphics were lost: the car waits for them");
        if (isLost) return;
        takeBack?.();
        view.restore();
        showPlan(isPlanChosen);
        report.say("The graphics are back");
    }

    function togglePlan(): string {
        const wanted = !plan?.shown;
        if (!wanted && !isUnwanted && (!view || isLost)) return "There is no scene: this browser's WebGL 2 is missing";
        if (isWaiting) return "The graphics were lost: the car waits for them";
        isPlanChosen = wanted;
        showPlan(wanted);
        if (isUnwanted) return wanted ? "The plan; 2 leaves it" : "No scene, as the address asks for quality=off";
        return wanted ? "The plan; 2 goes back to the scene" : "The scene";
    }

    const offerPlan = () =>
        report.offer(tooSlow, "The scene is too slow here", {
            title: "Show the plan",
            press: () => plan?.shown || report.say(togglePlan()),
        });

    function wait(frameS: number) {
        waitedS += Math.min(frameS, maxWaitS);
        if (waitedS < patienceS) return;
        isWaiting = false;
        showPlan(true);
        takeBack = report.explain(goneForGood, "No scene");
    }

    function tell() {
        view?.tell();
        plan?.setSurfaceOverride(simulation.setup.surfaceOverride);
    }

    /** After each picture but the first, which is to be seen at once, a piece of what is still to be built. */
    function build(frameS: number) {
        const isFirst = !hasBegun;
        hasBegun = true;
        begun.give();
        if (isFirst && building) return;
        const forMs = Math.min(maxBuildMs, Math.max(buildMs, 1000 * buildShare * frameS));
        if (building && work(building, forMs)) building = null;
        if (!building) complete.give();
    }

    const view = createView(simulation, canvas, camera, wanted, { lost, tooSlow: offerPlan });
    if (view) building = view.refine();
    addEventListener("resize", () => fitCamera(camera));
    fitCamera(camera);
    if (!view) {
        if (isUnwanted) {
            if (!hasWebGl2()) report.explain(neitherScene, "No scene");
        } else {
            showPlan(true);
            report.explain(noWebGl, "No scene");
        }
    }
    return {
        cameras,
        get forcesVisible() {
            return forcesVisible;
        },
        set forcesVisible(is) {
            forcesVisible = is;
            if (view) view.fleet.forcesVisible = is;
        },
        cockpit: view?.fleet.cockpit ?? null,
        get glass() {
            return view?.fleet.glass.look ?? "off";
        },
        nextGlass() {
            const canBeSeen = view && !plan?.shown;
            return canBeSeen ? sayGlass(view.fleet.glass.next(), cameras.mode === "cockpit") : sayGlass(null);
        },
        get isWaiting() {
            return isWaiting;
        },
        get canvas() {
            if (plan?.shown) return plan.canvas;
            return view ? canvas : null;
        },
        get isPlan() {
            return plan?.shown ?? false;
        },
        togglePlan,
        add(extra) {
            extras.push(extra);
            view?.add(extra);
        },
        tell,
        showScenery: (make) => view?.showScenery(make),
        update(frame, ghost, dtS) {
            shown = { frame, ghost };
            const subject = extras.map((extra) => extra.subject).find(Boolean);
            const followed = subject ? { ...frame, cars: [subject] } : frame;
            cameras.update(followed, simulation.info, groundAt, dtS, simulation.size);
            view?.update(frame, ghost, dtS, cameras.isInside && !subject);
        },
        draw(frameS) {
            if (isWaiting) wait(frameS);
            else if (plan?.shown) {
                plan.forcesVisible = forcesVisible;
                plan.draw(camera, shown.frame, shown.ghost, extras);
            } else view?.draw(frameS);
            build(frameS);
        },
        begun: begun.promise,
        complete: complete.promise,
    };
}
