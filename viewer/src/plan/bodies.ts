/** Walls, cones and crates on the plan. */
import type { Box, World } from "kamm";
import type { Frame } from "../frame";
import { isInSight, type PlanView, poseMatrix } from "./view";
import { dynamicBodies, staticBoxes } from "../world_bodies";

type Context = CanvasRenderingContext2D;

const wall = "#c9c5bb";
const cone = "#f4581c";
const crate = "#a5793f";
const coneKg = 10;

function drawBox(context: Context, { centreM: [x, y], halfM: [halfX, halfY] }: Pick<Box, "centreM" | "halfM">) {
    context.fillRect(x - halfX, y - halfY, 2 * halfX, 2 * halfY);
    context.strokeRect(x - halfX, y - halfY, 2 * halfX, 2 * halfY);
}

const atItsMiddle = ({ halfM }: Box): Pick<Box, "centreM" | "halfM"> => ({ centreM: [0, 0, 0], halfM });

export function createPlanBodies(world: World) {
    const solids = staticBoxes(world).map((box) => ({
        ...{ box: atItsMiddle(box), centreM: box.centreM },
        ...{ pose: poseMatrix(box.centreM, box.orientation), sizeM: Math.hypot(box.halfM[0], box.halfM[1]) },
    }));
    const free = dynamicBodies(world).map(({ shapes, massKg }) => ({ shapes, tone: massKg < coneKg ? cone : crate }));
    return {
        draw(context: Context, view: PlanView, frame: Frame) {
            context.strokeStyle = "#26211f";
            context.lineWidth = 0.04;
            context.fillStyle = wall;
            for (const { box, centreM, pose, sizeM } of solids) {
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
                for (const box of free[i]!.shapes) drawBox(context, box);
                context.restore();
            });
        },
    };
}
