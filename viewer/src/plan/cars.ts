/** Cars on the plan: their outline, and their wheels in the colour of the grip that is in use. */
import type { ModelInfo } from "kamm";
import { mix, parseHex } from "../dials/colour";
import { newGrip, readGrip, type TyreGrip, tyreGrips, urgency } from "../dials/grip";
import type { CarFrame, WheelFrame } from "../frame";
import { poseMatrix } from "./view";

type Context = CanvasRenderingContext2D;

const newtonsPerMetre = 4000;
const edge = "#0b0f14";
const glass = "rgb(14 20 28 / 78%)";
const lifted = "#6d7a88";
/** Colours of wheels by the grip in use, in any theme. A dark colour would not be seen on the road. */
const urgencies = ["#eef2f6", "#ffb02e", "#ff4a3d"].map(parseHex);

function within(context: Context, pose: Parameters<typeof poseMatrix>, draw: () => void) {
    context.save();
    context.transform(...poseMatrix(...pose));
    draw();
    context.restore();
}

/** The body with its windows: longer vehicles have a cab in front. */
function drawBody(context: Context, info: ModelInfo, colour: string) {
    const { lengthM, widthM, frontOverhangM, cgBehindFrontAxleM } = info;
    const noseM = frontOverhangM + cgBehindFrontAxleM;
    const carM = Math.min(lengthM, 5.5);
    context.fillStyle = colour;
    context.strokeStyle = edge;
    context.lineWidth = 0.06;
    context.beginPath();
    context.roundRect(noseM - lengthM, -widthM / 2, lengthM, widthM, [0.3, 0.45, 0.45, 0.3]);
    context.fill();
    context.stroke();
    context.fillStyle = glass;
    const band = (fromNose: number, lengthShare: number, widthShare: number) => {
        const width = widthShare * widthM;
        context.fillRect(noseM - (fromNose + lengthShare) * carM, -width / 2, lengthShare * carM, width);
    };
    band(0.29, 0.12, 0.8);
    if (lengthM <= carM) band(0.76, 0.08, 0.74);
}

function drawWheel(context: Context, wheel: WheelFrame, radiusM: number, widthM: number, colour: string) {
    within(context, [wheel.position, wheel.orientation], () => {
        context.fillStyle = colour;
        context.strokeStyle = edge;
        context.lineWidth = 0.04;
        context.beginPath();
        context.roundRect(-radiusM, -widthM / 2, 2 * radiusM, widthM, 0.05);
        context.fill();
        context.stroke();
    });
}

/** What the road does to the tyre, in its plane. */
function drawForce(context: Context, wheel: WheelFrame, colour: string) {
    const [x, y] = [wheel.longitudinalForceN / newtonsPerMetre, wheel.lateralForceN / newtonsPerMetre];
    const lengthM = Math.hypot(x, y);
    if (lengthM < 0.05) return;
    within(context, [wheel.position, wheel.orientation], () => {
        context.rotate(Math.atan2(y, x));
        context.strokeStyle = context.fillStyle = colour;
        context.lineWidth = 0.07;
        context.beginPath();
        context.moveTo(0, 0);
        context.lineTo(lengthM, 0);
        context.stroke();
        context.beginPath();
        context.moveTo(lengthM + 0.25, 0);
        context.lineTo(lengthM, 0.13);
        context.lineTo(lengthM, -0.13);
        context.fill();
    });
}

export interface PlanCar {
    draw(context: Context, car: CarFrame, colour: string, withForces: boolean): void;
}

export function createPlanCar(info: ModelInfo): PlanCar {
    const tyres: readonly TyreGrip[] = tyreGrips(info);
    const grip = newGrip();
    return {
        draw(context, car, colour, withForces) {
            within(context, [car.position, car.orientation], () => drawBody(context, info, colour));
            car.wheels.forEach((wheel, i) => {
                const used = urgency(readGrip(wheel, tyres[i]!, grip).share);
                const tone = `rgb(${mix(urgencies, used).join(" ")})`;
                const [radiusM, widthM] = [info.wheelRadiusM[i]!, info.wheelWidthM[i]!];
                drawWheel(context, wheel, radiusM, widthM, wheel.loadN > 0 ? tone : lifted);
                if (withForces) drawForce(context, wheel, tone);
            });
        },
    };
}
