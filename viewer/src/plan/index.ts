/** The plan: the proving ground from above on a plain canvas, for browsers that cannot draw the scene. */
import type { PerspectiveCamera } from "three";
import type { CarFrame, Frame } from "../frame";
import { ghostShare } from "../replay";
import { carColours } from "../replay/chart";
import { tyresOf } from "../scene/tyres";
import type { Simulation } from "../simulation";
import type { Extra } from "../view";
import { createPlanBodies } from "./bodies";
import { createPlanCar, type PlanCar } from "./cars";
import { drawGrid } from "./grid";
import { createPlanGround } from "./ground";
import { createPlanMarks } from "./marks";
import "./plan.css";
import { isInSight, planView } from "./view";

export interface Plan {
    readonly canvas: HTMLCanvasElement;
    /** Is it to be seen? */
    shown: boolean;
    forcesVisible: boolean;
    setSurfaceOverride(name: string | null): void;
    /** Draws the scene as the camera sees it from above. */
    draw(camera: PerspectiveCamera, frame: Frame, ghost: CarFrame | null, extras: readonly Extra[]): void;
}

const maxPixelRatio = 1.5;
const longestCarM = 20;
const gridColour = "rgb(255 255 255 / 10%)";
const ghostOpacity = 0.5;

/** `scene`: the canvas that lies below and takes keys and pointers. */
export function createPlan(simulation: Simulation, scene: HTMLCanvasElement): Plan {
    const canvas = document.createElement("canvas");
    canvas.className = "plan";
    canvas.setAttribute("aria-hidden", "true"); // the scene's label tells what it is
    canvas.hidden = true;
    scene.after(canvas);
    const context = canvas.getContext("2d", { alpha: false })!;
    let ground = createPlanGround(simulation.world);
    let bodies = createPlanBodies(simulation.world);
    let marks = createPlanMarks(simulation.world.surfaces);
    let cars: PlanCar[] = [];
    const fill = () => {
        cars = simulation.cars.map(({ info }) => createPlanCar(info));
        marks.setTyres(simulation.cars.map(({ info }) => tyresOf(info)));
    };
    simulation.listen((change) => {
        if (change.kinds.has("world")) {
            ground = createPlanGround(simulation.world);
            bodies = createPlanBodies(simulation.world);
            marks = createPlanMarks(simulation.world.surfaces);
        }
        if (change.otherCars) fill();
    });
    fill();

    function fit(): number {
        const ratio = Math.min(devicePixelRatio || 1, maxPixelRatio);
        const [width, height] = [innerWidth, innerHeight].map((size) => Math.round(size * ratio)) as [number, number];
        if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
        return ratio;
    }

    const plan: Plan = {
        canvas,
        get shown() {
            return !canvas.hidden;
        },
        set shown(is) {
            canvas.hidden = !is;
        },
        forcesVisible: false,
        setSurfaceOverride: (name) => ground.setSurfaceOverride(name),
        draw(camera, frame, ghost, extras) {
            const player = frame.cars[0]!;
            const ratio = fit();
            const view = planView(camera, player.position[2]!, canvas.width, canvas.height);
            context.setTransform(...view.matrix);
            ground.draw(context, view);
            marks.update(frame);
            marks.draw(context, view);
            context.strokeStyle = gridColour;
            drawGrid(context, view.x, view.y, view.reachM, ratio / view.pixelsPerM);
            bodies.draw(context, view, frame);
            for (const extra of extras) extra.drawPlan?.(context);
            if (ghost && ghost.wheels.length === player.wheels.length) {
                context.globalAlpha = ghostOpacity * ghostShare(ghost, player);
                cars[0]!.draw(context, ghost, carColours.ghost, false);
            }
            context.globalAlpha = 1;
            for (let i = frame.cars.length - 1; i >= 0; --i) {
                const isOwn = i < simulation.unitCount;
                const car = frame.cars[i]!;
                if (!isInSight(view, car.position, longestCarM)) continue;
                cars[i]?.draw(context, car, isOwn ? carColours.own : carColours.other, isOwn && plan.forcesVisible);
            }
        },
    };
    return plan;
}
