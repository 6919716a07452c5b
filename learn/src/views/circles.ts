/** The Kamm circles of a car's wheels: what each could hold now, and the force that it holds. */
import { newGrip, readGrip, tyreGrips, urgency } from "../../../viewer/src/dials/grip";
import { mix, parseHex } from "../../../viewer/src/dials/colour";
import { tokens } from "../../../viewer/src/dials/tokens";
import { wheelNames } from "../../../viewer/src/wheels";
import type { LessonView, SceneCar } from "../scene";
import { createSurface } from "./canvas";

/** Distance between the middles of front and rear wheels as a share of the canvas' height. */
const apart = 0.5;
/** A circle of the most that a tyre of this weight may hold is so large, of the room. */
const largest = 0.47;

export function createCircles(parent: Element, label: string, caption: string): LessonView {
    const surface = createSurface(parent, label, "circles", caption);
    const grip = newGrip();

    function drawWheel({ info, frame }: SceneCar, i: number, newtonsPerPx: number) {
        const { context, width, height } = surface;
        const { ink, inkSoft, accent, bad, font } = tokens();
        const tyre = tyreGrips(info)[i]!;
        const { alongN, acrossN, share } = readGrip(frame.wheels[i]!, tyre, grip);
        const [x, y] = [
            width * (0.5 - 0.25 * info.wheelSide[i]!),
            height * (0.5 + apart * (info.wheelAxle[i]! - 0.5)),
        ];
        const { longitudinalForceN, lateralForceN } = frame.wheels[i]!;
        context.strokeStyle = inkSoft;
        context.lineWidth = 1.5;
        context.beginPath();
        context.ellipse(x, y, acrossN / newtonsPerPx, alongN / newtonsPerPx, 0, 0, 2 * Math.PI);
        context.stroke();
        const tone = `rgb(${mix([ink, accent, bad].map(parseHex), urgency(share)).join(" ")})`;
        context.strokeStyle = context.fillStyle = tone;
        context.lineWidth = 3;
        const [endX, endY] = [x - lateralForceN / newtonsPerPx, y - longitudinalForceN / newtonsPerPx];
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(endX, endY);
        context.stroke();
        context.beginPath();
        context.arc(endX, endY, 4, 0, 2 * Math.PI);
        context.fill();
        context.fillStyle = ink;
        context.font = `12px ${font}`;
        context.textAlign = "left";
        const name = wheelNames(info)[i]!.short;
        context.fillText(`${name} ${Math.round(100 * share)} %`, x + acrossN / newtonsPerPx + 10, y + 4);
    }

    return {
        draw({ cars }) {
            surface.begin();
            const [car] = cars;
            const tyres = tyreGrips(car!.info);
            const mostN = 1.6 * Math.max(...tyres.map(({ staticN, peakY }) => staticN * peakY));
            const room = Math.min(surface.width / 2, surface.height * apart);
            car!.frame.wheels.forEach((_, i) => drawWheel(car!, i, mostN / (largest * room)));
        },
    };
}
