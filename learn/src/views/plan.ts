/** The cars from above, drawn as the page's plan draws them, on a plain with a grid. */
import type { ModelInfo } from "kamm";
import { tokens } from "../../../viewer/src/dials/tokens";
import { createPlanCar, type PlanCar } from "../../../viewer/src/plan/cars";
import { drawGrid, gridM } from "../../../viewer/src/plan/grid";
import type { LessonView, Scene } from "../scene";
import { createSurface } from "./canvas";

type Context = CanvasRenderingContext2D;

export interface PlanOptions {
    readonly label: string;
    readonly caption?: string;
    /** What fits into the shorter side. */
    readonly acrossM: number;
    /** On the ground, in metres, x to the right and y up. */
    readonly ground?: (context: Context, scene: Scene, pixelM: number) => void;
    readonly withForces?: boolean;
    /** Where the middle of the picture is; the first car if not given. */
    readonly middle?: (scene: Scene) => readonly [number, number];
}

const road = "#4a4a48";
const line = "rgb(255 255 255 / 13%)";
export const chalk = "#f2efe4";
export const mark = "#ff5a4d";
/** Colours of the cars: the first, and those with which it is compared. */
export const carColours = ["#2f83d6", "#c9ccd1"] as const;
const trailColours = ["rgb(111 183 255 / 75%)", "rgb(230 232 236 / 45%)"] as const;

function drawTrail(context: Context, trail: readonly number[], colour: string, widthM: number) {
    context.strokeStyle = colour;
    context.lineWidth = widthM;
    context.beginPath();
    for (let i = 0; i < trail.length; i += 2) context.lineTo(trail[i]!, trail[i + 1]!);
    context.stroke();
}

/** How long a grid square is, in the corner. */
function drawScale(context: Context, width: number, height: number, pixelsPerM: number) {
    const long = gridM * pixelsPerM;
    context.fillStyle = context.strokeStyle = chalk;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(width - 12 - long, height - 12);
    context.lineTo(width - 12, height - 12);
    context.stroke();
    context.font = `12px ${tokens().font}`;
    context.textAlign = "right";
    context.fillText(`${gridM} m`, width - 12, height - 18);
}

export function createPlan(parent: Element, options: PlanOptions): LessonView {
    const surface = createSurface(parent, options.label, "plan", options.caption);
    const drawn = new Map<ModelInfo, PlanCar>();

    function drawerOf(info: ModelInfo): PlanCar {
        const known = drawn.get(info);
        if (known) return known;
        if (drawn.size > 8) drawn.clear(); // each change of a car makes another
        const made = createPlanCar(info);
        drawn.set(info, made);
        return made;
    }

    return {
        draw(scene) {
            surface.begin();
            const { context, width, height } = surface;
            const { position } = scene.cars[0]!.frame;
            const [x, y] = options.middle?.(scene) ?? [position[0]!, position[1]!];
            const pixelsPerM = Math.min(width, height) / options.acrossM;
            const pixelM = 1 / pixelsPerM;
            context.fillStyle = road;
            context.fillRect(0, 0, width, height);
            context.save();
            context.translate(width / 2, height / 2);
            context.scale(pixelsPerM, -pixelsPerM);
            context.translate(-x, -y);
            context.strokeStyle = line;
            drawGrid(context, x, y, Math.hypot(width, height) / 2 / pixelsPerM, pixelM);
            options.ground?.(context, scene, pixelM);
            scene.cars.forEach(({ trail }, i) => drawTrail(context, trail, trailColours[Math.min(i, 1)]!, 2 * pixelM));
            [...scene.cars].reverse().forEach(({ info, frame }, i, all) => {
                const colour = carColours[Math.min(all.length - 1 - i, 1)]!;
                drawerOf(info).draw(context, frame, colour, options.withForces ?? true);
            });
            context.restore();
            drawScale(context, width, height, pixelsPerM);
        },
    };
}

/** A circle of chalk. */
export function drawCircle(context: Context, x: number, y: number, radiusM: number, widthM: number, colour = chalk) {
    context.strokeStyle = colour;
    context.lineWidth = widthM;
    context.beginPath();
    context.arc(x, y, radiusM, 0, 2 * Math.PI);
    context.stroke();
}

export function drawLine(context: Context, from: readonly [number, number], to: readonly [number, number], widthM: number, colour = chalk) {
    context.strokeStyle = colour;
    context.lineWidth = widthM;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
}
