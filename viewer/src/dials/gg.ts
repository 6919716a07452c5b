/** The G-G diagram: what the car's body feels, forward up and left to the left. */
import type { Painter } from "./dial";
import { fixed, gs } from "./format";
import type { Surface } from "./surface";
import { tokens } from "./tokens";
import { createTrail } from "./trail";

const trailS = 4;
/** Roads are rough: what is shown lags by this. */
const lagS = 0.05;

function paintGrid(surface: Surface, scale: number, range: number) {
    const { context } = surface;
    const { inkSoft } = tokens();
    context.lineWidth = 1;
    context.strokeStyle = tokens().veil(22);
    for (let g = 0.5; g <= range; g += 0.5) {
        context.beginPath();
        context.arc(0, 0, g * scale, 0, 2 * Math.PI);
        context.stroke();
        surface.text(
            `${g}${g === 1 ? " g" : ""}`,
            g * scale * 0.71 + 2,
            -g * scale * 0.71 - 1,
            10,
            inkSoft,
        );
    }
    context.strokeStyle = tokens().line;
    surface.line(-range * scale, 0, range * scale, 0);
    surface.line(0, -range * scale, 0, range * scale);
}

const side = (value: number, [positive, negative]: readonly [string, string]) =>
    Math.abs(value) < 0.005 ? "" : value > 0 ? positive : negative;

export function createGg(): Painter {
    const trail = createTrail(trailS, 1 / 24);
    let ahead = 0;
    let left = 0;
    let range = 1.25;
    let started = false;

    function paintTrail({ context }: Surface, scale: number) {
        context.strokeStyle = tokens().accent;
        context.lineWidth = 1.6;
        for (let back = trail.count - 1; back > 0; --back) {
            context.globalAlpha = trail.freshness(back) * 0.8;
            context.beginPath();
            context.moveTo(-trail.y(back) * scale, -trail.x(back) * scale);
            context.lineTo(-trail.y(back - 1) * scale, -trail.x(back - 1) * scale);
            context.stroke();
        }
        context.globalAlpha = 1;
        context.fillStyle = tokens().ink;
        context.beginPath();
        context.arc(-left * scale, -ahead * scale, 4, 0, 2 * Math.PI);
        context.fill();
    }

    function paintNumbers(surface: Surface) {
        const { ink, inkSoft } = tokens();
        const { width, height } = surface;
        const number = (
            value: number,
            names: readonly [string, string],
            x: number,
            align: CanvasTextAlign,
        ) => {
            surface.text(`${fixed(Math.abs(value), 2)} g`, x, height - 16, 15, ink, align);
            surface.text(side(value, names), x, height - 3, 11, inkSoft, align);
        };
        number(left, ["to the left", "to the right"], 0, "left");
        number(ahead, ["faster", "slower"], width, "right");
    }

    return {
        setInfo(info) {
            const grip = Math.max(...info.peakFrictionX, ...info.peakFrictionY);
            range = Math.max(1.15, Math.min(2.2, 1.12 * grip));
        },
        startOver() {
            trail.clear();
            started = false;
        },
        follow(car, stepS) {
            const share = started ? 1 - Math.exp(-stepS / lagS) : 1;
            ahead += (gs(car.accelerationXMps2) - ahead) * share;
            left += (gs(car.accelerationYMps2) - left) * share;
            started = true;
            trail.move(ahead, left, stepS);
        },
        paint(surface) {
            const { context, width, height } = surface;
            const scale = (Math.min(width, height) / 2 - 4) / range;
            context.save();
            context.translate(width / 2, height / 2);
            paintGrid(surface, scale, range);
            paintTrail(surface, scale);
            context.restore();
            paintNumbers(surface);
        },
        describe: () =>
            `${fixed(Math.abs(left), 2)} g ${side(left, ["to the left", "to the right"])}, ` +
            `${fixed(Math.abs(ahead), 2)} g ${side(ahead, ["faster", "slower"])}`,
    };
}
