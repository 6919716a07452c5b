/** Two cars on a slope from the side: how far each has gone since it was parked. */
import { tokens } from "../../../viewer/src/dials/tokens";
import type { LessonView } from "../scene";
import { createSurface } from "./canvas";
import { carColours } from "./plan";

export interface SlopeCar {
    readonly title: string;
    /** Down the slope. */
    readonly wayM: number;
}

export interface SlopeOptions {
    readonly label: string;
    readonly caption: string;
    readonly slope: () => number;
    readonly cars: () => readonly SlopeCar[];
    readonly lengthM: number;
    readonly wheelbaseM: number;
    readonly wheelM: number;
    readonly heightM: number;
    readonly frontM: number;
}

/** Parts of the road above and below the place where the cars were parked. */
const road = { aboveM: 5, belowM: 9 };

function ways(wayM: number): string {
    const far = Math.abs(wayM);
    if (!(far < 1e4)) return "far away";
    return far < 0.1 ? `${(1000 * wayM).toFixed(1)} mm` : `${wayM.toFixed(2)} m`;
}

export function createSlope(parent: Element, options: SlopeOptions): LessonView {
    const surface = createSurface(parent, options.label, "slope", options.caption);

    /** Nose up the slope, which is to the left; the origin is on the road below the middle of its wheels. */
    function drawCar(colour: string) {
        const { context } = surface;
        const { lengthM, wheelbaseM, wheelM, heightM, frontM } = options;
        const noseM = -wheelbaseM / 2 - frontM;
        context.fillStyle = colour;
        context.strokeStyle = tokens().ink;
        context.lineWidth = 0.04;
        context.beginPath();
        context.roundRect(noseM, -0.62 * heightM, lengthM, 0.62 * heightM - 0.25, [0.35, 0.25, 0.15, 0.15]);
        context.roundRect(noseM + 0.27 * lengthM, -heightM, 0.62 * lengthM, 0.4 * heightM, [0.5, 0.3, 0, 0]);
        context.fill();
        context.stroke();
        context.fillStyle = "#22262b";
        for (const x of [-wheelbaseM / 2, wheelbaseM / 2]) {
            context.beginPath();
            context.arc(x, -wheelM, wheelM, 0, 2 * Math.PI);
            context.fill();
            context.stroke();
        }
    }

    function drawRow({ title, wayM }: SlopeCar, i: number, count: number) {
        const { context, width, height } = surface;
        const { ink, inkSoft, bad, font } = tokens();
        const room = height / count;
        const angle = Math.atan(options.slope());
        const pixelsPerM = Math.min(width / (road.aboveM + road.belowM), room / 4.6);
        context.save();
        context.beginPath();
        context.rect(0, room * i, width, room);
        context.clip();
        context.translate((width * road.aboveM) / (road.aboveM + road.belowM), room * (i + 0.62));
        context.scale(pixelsPerM, pixelsPerM);
        context.rotate(angle);
        context.fillStyle = inkSoft;
        context.fillRect(-20, 0, 60, 0.06);
        context.fillStyle = bad;
        context.fillRect(-options.wheelbaseM / 2 - 0.03, 0, 0.06, 0.5); // where the front wheel was parked
        context.translate(Number.isFinite(wayM) ? Math.min(60, Math.max(-60, wayM)) : 60, 0);
        drawCar(carColours[Math.min(i, 1)]!);
        context.restore();
        context.fillStyle = ink;
        context.font = `600 13px ${font}`;
        context.textAlign = "right";
        context.fillText(title, width - 8, room * i + 18);
        context.font = `13px ${font}`;
        context.fillText(`gone: ${ways(wayM)}`, width - 8, room * i + 36);
    }

    return {
        draw() {
            surface.begin();
            const cars = options.cars();
            cars.forEach((car, i) => drawRow(car, i, cars.length));
        },
    };
}
