/** Walls, cones and crates on the plan. */
import type { Box, Shape, World } from "kamm";
import type { Frame } from "../frame";
import { isInSight, type PlanView, poseMatrix } from "./view";
import { boxAround, dynamicBodies, staticShapes } from "../world_bodies";

type Context = CanvasRenderingContext2D;

const wall = "#c9c5bb";
const cone = "#f4581c";
const crate = "#a5793f";
const coneKg = 10;

function drawBox(context: Context, { centreM: [x, y], halfM: [halfX, halfY] }: Pick<Box, "centreM" | "halfM">) {
    context.fillRect(x - halfX, y - halfY, 2 * halfX, 2 * halfY);
    context.strokeRect(x - halfX, y - halfY, 2 * halfX, 2 * halfY);
}

/** Returns the box in the frame at `centreM`. */
const inItsFrame = (shape: Shape): Pick<Box, "centreM" | "halfM"> =>
    shape.pointsM ? boxAround(shape) : { centreM: [0, 0, 0], halfM: shape.halfM };

export function createPlanBodies(world: World) {
    const standing = staticShapes(world).map((shape) => {
        const box = inItsFrame(shape);
        const sizeM = Math.hypot(Math.abs(box.centreM[0]) + box.halfM[0], Math.abs(box.centreM[1]) + box.halfM[1]);
        return { box, sizeM, centreM: shape.centreM, pose: poseMatrix(shape.centreM, shape.orientation) };
    });
    const free = dynamicBodies(world).map(({ shapes, massKg }) => ({
        boxes: shapes.map((shape) => ({ ...boxAround(shape), orientation: shape.orientation })),
        tone: massKg < coneKg ? cone : crate,
    }));
    return {
        draw(context: Context, view: PlanView, frame: Frame) {
            context.strokeStyle = "#26211f";
            context.lineWidth = 0.04;
            context.fillStyle = wall;
            for (const { box, centreM, pose, sizeM } of standing) {
                if (!isInSight(view, centreM, sizeM)) continue;
                context.save();
                context.transform(...pose);
                drawBox(context, box);
                context.restore();
            }
            frame.bodies.forEach(({ position, orientation }, i) => {
                if (!isInSight(view, position, 1)) return;
                context.save();
                context.transform(...poseMatrix(position, orientation));
                context.fillStyle = free[i]!.tone;
                for (const box of free[i]!.boxes) {
                    context.save();
                    context.transform(...poseMatrix(box.centreM, box.orientation));
                    drawBox(context, { centreM: [0, 0, 0], halfM: box.halfM });
                    context.restore();
                }
                context.restore();
            });
        },
    };
}
