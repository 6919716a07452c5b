/** Cars from behind, each leaning as it does, with the load on each wheel as an arrow. */
import { tokens } from "../../../viewer/src/dials/tokens";
import type { CarFrame } from "../../../viewer/src/frame";
import type { LessonView, SceneCar } from "../scene";
import { createSurface } from "./canvas";
import { carColours } from "./plan";

type Context = CanvasRenderingContext2D;

export interface BehindOptions {
    readonly label: string;
    readonly caption: string;
    /** What stands over each car. */
    readonly titles: readonly string[];
    /** An arrow of a metre is so much. */
    readonly newtonsPerM: number;
    /** The centre of gravity is marked. */
    readonly withCg?: boolean;
}

const roomM = { width: 3.6, above: 2.55, below: 1.25 };

/** From the car's middle to a wheel's, level: to the left and up. */
function placeOf({ position, yawRad }: CarFrame, wheel: ArrayLike<number>): [leftM: number, upM: number] {
    const [dx, dy] = [wheel[0]! - position[0]!, wheel[1]! - position[1]!];
    return [-dx * Math.sin(yawRad) + dy * Math.cos(yawRad), wheel[2]!];
}

function drawBody(context: Context, { info, frame }: SceneCar, colour: string, withCg: boolean) {
    const { widthM, heightM, cgHeightM } = info;
    const bottomM = 0.3;
    const waistM = Math.min(1, 0.62 * heightM);
    context.save();
    context.translate(0, -frame.position[2]!);
    context.rotate(frame.rollRad); // y of a canvas counts downwards: leaning to the right turns to the right
    context.fillStyle = colour;
    context.strokeStyle = tokens().ink;
    context.lineWidth = 0.03;
    context.beginPath();
    context.roundRect(-widthM / 2, -waistM, widthM, waistM - bottomM, 0.12);
    context.roundRect(-widthM / 2 + 0.16, -heightM, widthM - 0.32, heightM - waistM, [0.22, 0.22, 0, 0]);
    context.fill();
    context.stroke();
    if (withCg) drawCg(context, cgHeightM);
    context.restore();
}

/** A circle in quarters. */
function drawCg(context: Context, heightM: number) {
    const radius = 0.09;
    for (let quarter = 0; quarter < 4; ++quarter) {
        context.fillStyle = quarter % 2 ? "#fff" : "#000";
        context.beginPath();
        context.moveTo(0, -heightM);
        context.arc(0, -heightM, radius, (quarter * Math.PI) / 2, ((quarter + 1) * Math.PI) / 2);
        context.fill();
    }
}

function drawArrow(context: Context, leftM: number, lengthM: number, widthM: number, colour: string) {
    context.strokeStyle = context.fillStyle = colour;
    context.lineWidth = widthM;
    const end = Math.max(0.02, lengthM - 0.12);
    context.beginPath();
    context.moveTo(-leftM, 0.05 + lengthM);
    context.lineTo(-leftM, 0.05 + lengthM - end);
    context.stroke();
    if (lengthM < 0.05) return;
    context.beginPath();
    context.moveTo(-leftM, 0.05);
    context.lineTo(-leftM - 1.5 * widthM, 0.05 + Math.min(0.14, lengthM));
    context.lineTo(-leftM + 1.5 * widthM, 0.05 + Math.min(0.14, lengthM));
    context.fill();
}

/** Front wheels' arrows stand inside of the rear ones'. */
function drawWheels(context: Context, { info, frame }: SceneCar, newtonsPerM: number) {
    const { ink, good, bad, inkSoft } = tokens();
    frame.wheels.forEach((wheel, i) => {
        const [leftM, upM] = placeOf(frame, wheel.position);
        const isRear = info.wheelAxle[i]! > 0;
        const [radius, width] = [info.wheelRadiusM[i]!, info.wheelWidthM[i]!];
        const isUp = wheel.loadN <= 0;
        if (isRear) {
            context.save();
            context.translate(-leftM, -upM);
            context.rotate(wheel.camberRad);
            context.fillStyle = isUp ? bad : "#22262b";
            context.strokeStyle = ink;
            context.lineWidth = 0.02;
            context.beginPath();
            context.roundRect(-width / 2, -radius, width, 2 * radius, 0.05);
            context.fill();
            context.stroke();
            context.restore();
        }
        const arrowM = leftM - Math.sign(leftM) * (isRear ? 0 : 0.28);
        drawArrow(context, arrowM, Math.max(0, wheel.loadN) / newtonsPerM, 0.07, isUp ? bad : isRear ? good : inkSoft);
    });
}

/** What each side carries, above the car, where arrows do not reach. */
function drawNumbers(context: Context, { info, frame }: SceneCar, room: number) {
    const { ink, bad, font } = tokens();
    context.font = `12px ${font}`;
    context.textAlign = "center";
    for (const side of [1, -1]) {
        const of = frame.wheels.filter((_, i) => info.wheelSide[i] === side);
        const sumN = of.reduce((sum, { loadN }) => sum + Math.max(0, loadN), 0);
        const up = of.filter(({ loadN }) => loadN <= 0).length;
        const isUp = up > 0;
        const x = -side * Math.min(0.3 * room, 90);
        context.fillStyle = isUp ? bad : ink;
        context.fillText(`${(sumN / 1000).toFixed(1)} kN`, x, 34);
        if (isUp) context.fillText(of.length === 1 ? "wheel up" : `${up} of ${of.length} wheels up`, x, 49);
    }
}

export function createBehind(parent: Element, options: BehindOptions): LessonView {
    const surface = createSurface(parent, options.label, "behind", options.caption);

    function drawCar(car: SceneCar, i: number, count: number) {
        const { context, width, height } = surface;
        const room = width / count;
        const pixelsPerM = Math.min(room / roomM.width, height / (roomM.above + roomM.below));
        const baseY = (height * roomM.above) / (roomM.above + roomM.below);
        context.save();
        context.translate(room * (i + 0.5), 0);
        context.save();
        context.translate(0, baseY);
        context.scale(pixelsPerM, pixelsPerM);
        drawWheels(context, car, options.newtonsPerM);
        drawBody(context, car, carColours[Math.min(i, 1)]!, options.withCg ?? false);
        context.restore();
        context.fillStyle = tokens().ink;
        context.font = `600 13px ${tokens().font}`;
        context.textAlign = "center";
        context.fillText(options.titles[i] ?? "", 0, 16);
        drawNumbers(context, car, room);
        context.restore();
    }

    return {
        draw({ cars }) {
            surface.begin();
            const { context, width, height } = surface;
            const baseY = (height * roomM.above) / (roomM.above + roomM.below);
            context.fillStyle = tokens().inkSoft;
            context.fillRect(0, baseY, width, 2);
            cars.forEach((car, i) => drawCar(car, i, cars.length));
        },
    };
}
