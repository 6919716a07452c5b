/** A lesson's page: joins its sentences, its world and what there is to try. */
import { listenToTheme } from "../../viewer/src/dials/tokens";
import { keepDocument } from "../../viewer/src/offline/register";
import type { Kamm } from "kamm";
import { loadCore } from "./core";
import { keepDone } from "./done";
import type { Experiment, Progress } from "./experiment";
import { createFigures } from "./figures";
import { addKnobs } from "./knob_elements";
import type { Knobs, Values } from "./knobs";
import { linkTo } from "./link";
import { createRide, type Ride } from "./ride";
import { fillScene, type LessonView, type Scene } from "./scene";
import "katex/dist/katex.min.css";
import "./style.css";

export interface Lesson<All extends Knobs, Made extends Experiment<All>> {
    readonly id: string;
    readonly knobs: All;
    readonly create: (kamm: Kamm) => Made;
    readonly views: (place: Element, experiment: Made, scene: Scene) => readonly LessonView[];
}

declare global {
    interface Window {
        /** For the curious with an open console: `lesson.experiment.figures()`. */
        lesson?: { readonly ride: Ride; readonly experiment: Pick<Experiment, "figures" | "progress"> };
    }
}

const figuresEveryMs = 150;

const find = <Kind extends HTMLElement>(selector: string) => document.querySelector<Kind>(selector)!;

/** What there is to try: once it has clicked it stays so. */
function createTask(id: string) {
    const [box, status, bar] = [find(".task"), find(".task [role=status]"), find<HTMLProgressElement>(".task progress")];
    let clicked = "";
    return {
        show({ isDone, share, says }: Progress) {
            if (isDone && !clicked) {
                clicked = says;
                box.classList.add("done");
                keepDone(id);
            }
            bar.value = clicked ? 1 : share;
            const text = clicked ? `Done. ${clicked}` : says;
            if (status.textContent !== text) status.textContent = text;
        },
    };
}

function createButtons(ride: Ride, restart: () => void) {
    const [start, back, clock] = [find<HTMLButtonElement>("[data-start]"), find<HTMLButtonElement>("[data-restart]"), find("[data-clock]")];
    const show = () => {
        const text = ride.running ? "Pause" : ride.timeS > 0 ? "Go on" : "Start";
        if (start.textContent !== text) start.textContent = text;
        clock.textContent = `${ride.timeS.toFixed(1)} s`;
    };
    start.addEventListener("click", () => {
        ride.running = !ride.running;
        show();
    });
    back.addEventListener("click", () => {
        restart();
        show();
    });
    start.disabled = back.disabled = false;
    return { show };
}

function complain(error: unknown) {
    const text = error instanceof Error ? error.message : String(error);
    find("#messages").textContent = `The lesson cannot go on: ${text}`;
}

function run<All extends Knobs, Made extends Experiment<All>>(lesson: Lesson<All, Made>, kamm: Kamm) {
    const experiment = lesson.create(kamm);
    const scene: Scene = { timeS: 0, cars: [] };
    const views = lesson.views(find(".views"), experiment, scene);
    const figures = createFigures(document);
    const task = createTask(lesson.id);
    const link = find<HTMLAnchorElement>("[data-full-page]");
    const home = link.getAttribute("href")!;
    const ride = createRide((dtS) => {
        experiment.step(dtS);
        scene.timeS += dtS;
        task.show(experiment.progress());
        fillScene(scene, experiment.cars);
        for (const view of views) view.note?.(scene);
    }, show);
    let shownMs = -Infinity;

    function draw() {
        fillScene(scene, experiment.cars);
        for (const view of views) view.draw(scene);
    }

    function show() {
        draw();
        buttons.show();
        const nowMs = performance.now();
        if (ride.running && nowMs - shownMs < figuresEveryMs) return;
        shownMs = nowMs;
        figures.show(experiment.figures());
    }

    function restart() {
        experiment.restart();
        ride.restart();
        Object.assign(scene, { timeS: 0, cars: [] });
        for (const view of views) view.restart?.();
        task.show(experiment.progress());
        show();
    }

    function change(values: Values<All>) {
        try {
            experiment.set(values);
            link.href = home + linkTo(experiment.setup());
            if (ride.timeS === 0) restart(); // what is not under way begins as the sentence says
            else show();
        } catch (error) {
            complain(error);
        }
    }

    const buttons = createButtons(ride, restart);
    window.lesson = { ride, experiment };
    listenToTheme(draw);
    new ResizeObserver(draw).observe(find(".views"));
    return { change };
}

/** Knobs are there at once; the world comes with the core. */
export async function startLesson<All extends Knobs, Made extends Experiment<All>>(lesson: Lesson<All, Made>) {
    let change: (values: Values<All>) => void = () => {};
    const knobs = addKnobs(document, lesson.knobs, (values) => change(values));
    try {
        ({ change } = run(lesson, await loadCore()));
        change(knobs.values);
        document.body.dataset["ready"] = "yes";
        void keepDocument();
    } catch (error) {
        complain(error);
        throw error;
    }
}
