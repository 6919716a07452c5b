/** Wheel loads and suspension travel: a row for each axle, its wheels side by side. */
import type { WheelFrame } from "../frame";
import { axleRows, sayWheels, type WheelName, wheelNames } from "../wheels";
import type { Painter } from "./dial";
import { fixed, kilonewtons } from "./format";
import type { Surface } from "./surface";
import { tokens } from "./tokens";
import { type WheelLook, wheelLooks } from "./wheel_looks";

/** The bars end at this many times the largest load at rest, and at this travel either way. */
const loadSpan = 2.2;
const travelSpanM = 0.1;
const faint = () => tokens().veil(10);
const marginPx = 5;
/** Beside the bars, name and numbers; without units where columns are narrower than that. */
const textPx = 42;
const minForUnitsPx = 90;

/** Where a wheel's bars and numbers are. */
interface Cell {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
}

const barPx = ({ width }: Cell) => (width < minForUnitsPx ? 8 : 18);

function paintLoad(
    { context, line }: Surface,
    { x, y, height, width }: Cell,
    wheel: WheelFrame,
    colour: string,
    fullN: number,
    staticN: number,
) {
    const toY = (loadN: number) => y + height * (1 - Math.min(1, Math.max(0, loadN / fullN)));
    context.fillStyle = faint();
    context.fillRect(x, y, width, height);
    context.fillStyle = colour;
    context.fillRect(x, toY(wheel.loadN), width, y + height - toY(wheel.loadN));
    context.strokeStyle = tokens().ink;
    context.lineWidth = 1.5;
    line(x - 2, toY(staticN), x + width + 2, toY(staticN)); // where it is at rest
}

/** From the middle upwards: the wheel has gone up into the car. */
function paintTravel({ context, line }: Surface, { x, y, width, height }: Cell, wheel: WheelFrame) {
    const middle = y + height / 2;
    const share = Math.min(1, Math.max(-1, wheel.travelM / travelSpanM));
    context.fillStyle = faint();
    context.fillRect(x, y, width, height);
    context.fillStyle = tokens().ink;
    context.fillRect(
        x,
        middle - (Math.max(0, share) * height) / 2,
        width,
        (Math.abs(share) * height) / 2,
    );
    context.strokeStyle = tokens().inkSoft;
    context.lineWidth = 1;
    line(x - 1, middle, x + width + 1, middle);
}

function paintNumbers(surface: Surface, cell: Cell, wheel: WheelFrame, name: string, colour: string) {
    const { ink, inkSoft } = tokens();
    const hasUnits = cell.width >= minForUnitsPx;
    const row = Math.min(15, cell.height / 3);
    const y = cell.y + cell.height / 2 - row / 2 + 3;
    const load = fixed(kilonewtons(wheel.loadN), 1) + (hasUnits ? " kN" : "");
    const travel = fixed(1000 * wheel.travelM, 0) + (hasUnits ? " mm" : "");
    surface.text(name, cell.x, y - row / 2, 11, colour);
    surface.text(load, cell.x, y + row / 2, 11, ink);
    surface.text(travel, cell.x, y + 1.5 * row, 11, inkSoft);
}

export function createLoads(): Painter {
    let staticN: readonly number[] = [];
    let fullN = 1;
    let rows: number[][] = [];
    let names: WheelName[] = [];
    let looks: WheelLook[] = [];

    function paintWheel(surface: Surface, { x, y, width, height }: Cell, wheel: WheelFrame, i: number) {
        const { colour } = looks[i]!;
        const bar = barPx({ x, y, width, height });
        const thin = Math.max(4, 0.4 * bar);
        const used = bar + 5 + thin + 5 + Math.min(textPx, width / 2);
        const left = x + Math.max(2, (width - used) / 2);
        paintLoad(surface, { x: left, y, width: bar, height }, wheel, colour, fullN, staticN[i] ?? 0);
        paintTravel(surface, { x: left + bar + 5, y, width: thin, height }, wheel);
        const text = { x: left + bar + thin + 10, y, width, height };
        paintNumbers(surface, text, wheel, names[i]!.short, colour);
    }

    return {
        setInfo(info) {
            staticN = info.staticLoadN;
            fullN = loadSpan * Math.max(1, ...staticN);
            rows = axleRows(info);
            names = wheelNames(info);
            looks = wheelLooks(info);
        },
        heightFactor: ({ axleCount }) => Math.max(0.6, axleCount / 2),
        paint(surface, car) {
            const height = surface.height / rows.length;
            rows.forEach((row, axle) => {
                const width = surface.width / row.length;
                row.forEach((i, column) => {
                    const wheel = car.wheels[i];
                    const cell = {
                        x: column * width,
                        y: axle * height + marginPx,
                        width,
                        height: height - 2 * marginPx,
                    };
                    if (wheel) paintWheel(surface, cell, wheel, i);
                });
            });
        },
        describe: ({ wheels }) =>
            sayWheels(names, (i) => {
                const { loadN, travelM } = wheels[i] ?? { loadN: 0, travelM: 0 };
                return `${fixed(kilonewtons(loadN), 1)} kN, ${fixed(1000 * travelM, 0)} mm`;
            }),
    };
}
