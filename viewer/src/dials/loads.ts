/** Wheel loads and suspension travel, side by side for each wheel. */
import type { WheelFrame } from "../frame";
import type { Painter } from "./dial";
import { fixed, kilonewtons, wheelName, sayWheels } from "./format";
import type { Surface } from "./surface";
import { tokens, wheelColour } from "./tokens";

/** The bars end at this many times the largest load at rest, and at this travel either way. */
const loadSpan = 2.2;
const travelSpanM = 0.1;
const faint = "rgb(255 255 255 / 10%)";
const top = 4;
const textHeight = 40;

function paintLoad(
    surface: Surface,
    wheel: WheelFrame,
    i: number,
    x: number,
    fullN: number,
    staticN: number,
) {
    const { context } = surface;
    const height = surface.height - top - textHeight;
    const toY = (loadN: number) => top + height * (1 - Math.min(1, Math.max(0, loadN / fullN)));
    context.fillStyle = faint;
    context.fillRect(x, top, 18, height);
    context.fillStyle = wheelColour(i);
    context.fillRect(x, toY(wheel.loadN), 18, top + height - toY(wheel.loadN));
    context.strokeStyle = tokens().ink;
    context.lineWidth = 1.5;
    surface.line(x - 2, toY(staticN), x + 20, toY(staticN)); // where it is at rest
}

/** From the middle upwards: the wheel has gone up into the car. */
function paintTravel(surface: Surface, wheel: WheelFrame, x: number) {
    const { context } = surface;
    const height = surface.height - top - textHeight;
    const middle = top + height / 2;
    const share = Math.min(1, Math.max(-1, wheel.travelM / travelSpanM));
    context.fillStyle = faint;
    context.fillRect(x, top, 7, height);
    context.fillStyle = tokens().ink;
    context.fillRect(
        x,
        middle - (Math.max(0, share) * height) / 2,
        7,
        (Math.abs(share) * height) / 2,
    );
    context.strokeStyle = tokens().inkSoft;
    context.lineWidth = 1;
    surface.line(x - 1, middle, x + 8, middle);
}

export function createLoads(): Painter {
    let staticN: readonly number[] = [];
    let fullN = 1;

    return {
        setInfo(info) {
            staticN = info.staticLoadN;
            fullN = loadSpan * Math.max(1, ...staticN);
        },
        paint(surface, car) {
            const { width, height } = surface;
            const { ink, inkSoft } = tokens();
            const column = width / car.wheels.length;
            car.wheels.forEach((wheel, i) => {
                const middle = column * (i + 0.5);
                paintLoad(surface, wheel, i, middle - 16, fullN, staticN[i] ?? 0);
                paintTravel(surface, wheel, middle + 9);
                surface.text(
                    wheelName(i, car.wheels.length),
                    middle,
                    height - 28,
                    11,
                    wheelColour(i),
                    "center",
                );
                surface.text(
                    `${fixed(kilonewtons(wheel.loadN), 1)} kN`,
                    middle,
                    height - 15,
                    11,
                    ink,
                    "center",
                );
                surface.text(
                    `${fixed(1000 * wheel.travelM, 0)} mm`,
                    middle,
                    height - 2,
                    11,
                    inkSoft,
                    "center",
                );
            });
        },
        describe: ({ wheels }) =>
            sayWheels(wheels.length, (i) => {
                const { loadN, travelM } = wheels[i]!;
                return `${fixed(kilonewtons(loadN), 1)} kN, ${fixed(1000 * travelM, 0)} mm`;
            }),
    };
}
