/** Outlines of vehicles from above, nose up, below the Kamm circles of their wheels. */
import type { Surface } from "./surface";
import { tokens } from "./tokens";

function prepare(context: CanvasRenderingContext2D) {
    context.lineWidth = 1;
    context.strokeStyle = tokens().veil(16);
    context.fillStyle = tokens().veil(4);
}

/** The outline of a vehicle with more axles than a car: a cab, and what is behind it. */
export function paintTruck({ context, width, height }: Surface) {
    prepare(context);
    const cab = 0.2;
    for (const [from, to] of [
        [0.012, cab],
        [cab + 0.015, 0.985],
    ] as const) {
        context.beginPath();
        context.roundRect(0.24 * width, from * height, 0.52 * width, (to - from) * height, 6);
        context.fill();
        context.stroke();
    }
}

/** The car's outline below the circles, nose up: one side and its mirror image. */
export function paintCar({ context, width, height }: Surface) {
    prepare(context);
    for (const side of [-width, width]) {
        const x = (share: number) => width / 2 + side * share;
        const y = (share: number) => height * share;
        context.beginPath();
        context.moveTo(x(0), y(0.012));
        context.bezierCurveTo(x(0.17), y(0.012), x(0.235), y(0.04), x(0.245), y(0.15));
        context.bezierCurveTo(x(0.262), y(0.35), x(0.262), y(0.65), x(0.245), y(0.87));
        context.bezierCurveTo(x(0.235), y(0.96), x(0.17), y(0.975), x(0), y(0.975));
        context.fill();
        context.stroke();
        context.beginPath(); // windscreen, roof and rear window
        context.moveTo(x(0), y(0.315));
        context.quadraticCurveTo(x(0.13), y(0.32), x(0.19), y(0.365));
        context.lineTo(x(0.155), y(0.44));
        context.lineTo(x(0.155), y(0.69));
        context.lineTo(x(0.185), y(0.77));
        context.quadraticCurveTo(x(0.1), y(0.79), x(0), y(0.79));
        context.moveTo(x(0), y(0.425));
        context.quadraticCurveTo(x(0.1), y(0.425), x(0.155), y(0.44));
        context.moveTo(x(0), y(0.7));
        context.quadraticCurveTo(x(0.1), y(0.7), x(0.155), y(0.69));
        context.stroke();
    }
}

/** Two wheels in line: tank and seat, one side and its mirror image, and the handlebar. */
export function paintMotorcycle({ context, width, height }: Surface) {
    prepare(context);
    for (const side of [-width, width]) {
        const x = (share: number) => width / 2 + side * share;
        const y = (share: number) => height * share;
        context.beginPath();
        context.moveTo(x(0), y(0.05));
        context.bezierCurveTo(x(0.06), y(0.05), x(0.05), y(0.2), x(0.07), y(0.36));
        context.bezierCurveTo(x(0.09), y(0.5), x(0.03), y(0.52), x(0.05), y(0.68));
        context.bezierCurveTo(x(0.06), y(0.85), x(0.03), y(0.95), x(0), y(0.95));
        context.fill();
        context.stroke();
        context.beginPath();
        context.moveTo(x(0), y(0.28));
        context.quadraticCurveTo(x(0.1), y(0.28), x(0.2), y(0.36));
        context.stroke();
    }
}
