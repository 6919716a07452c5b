/** The ghosts' paths from above, to one scale both ways; where they began to drive is ahead upwards. */
import type { Rung } from "kamm";
import { createSurface, type Surface } from "../dials/surface";
import { tokens } from "../dials/tokens";
import { element } from "../view";
import { looks, nameOf } from "./looks";
import type { Trace, Traces } from "./traces";

const marginPx = 12;
const minSpanM = 20;

export interface Route {
    rebuild(rungs: readonly Rung[]): void;
    draw(traces: Traces): void;
    dispose(): void;
}

/** From metres of the world to the surface. */
type Project = (x: number, y: number) => readonly [number, number];

/** Room for all of them, in axes turned as the first heading is: ahead and to the left. */
function fit(traces: Traces, { width, height }: Surface): { project: Project; pixelsPerM: number } {
    const [cos, sin] = [Math.cos(traces.yawRad), Math.sin(traces.yawRad)];
    const turned = (x: number, y: number) => [x * cos + y * sin, y * cos - x * sin] as const;
    const [from, to] = [
        [Infinity, Infinity],
        [-Infinity, -Infinity],
    ] as [number[], number[]];
    for (const { x, y } of traces.all)
        for (let i = 0; i < traces.count; ++i)
            turned(x[i]!, y[i]!).forEach((value, k) => {
                from[k] = Math.min(from[k]!, value);
                to[k] = Math.max(to[k]!, value);
            });
    const span = [0, 1].map((k) => Math.max(minSpanM, to[k]! - from[k]!)) as [number, number];
    const middle = [0, 1].map((k) => (from[k]! + to[k]!) / 2) as [number, number];
    // The longer way lies along the wider side.
    const isLying = width > height;
    const room = [width - 2 * marginPx, height - 2 * marginPx] as const;
    const pixelsPerM = isLying
        ? Math.min(room[0] / span[0], room[1] / span[1])
        : Math.min(room[1] / span[0], room[0] / span[1]);
    const project: Project = (x, y) => {
        const [ahead, left] = turned(x, y);
        const [a, b] = [(ahead - middle[0]) * pixelsPerM, (left - middle[1]) * pixelsPerM];
        return isLying ? [width / 2 + a, height / 2 - b] : [width / 2 - b, height / 2 - a];
    };
    return { project, pixelsPerM };
}

function strokePath({ context }: Surface, { x, y }: Trace, traces: Traces, project: Project) {
    const meetings = new Set(traces.meetings);
    context.beginPath();
    for (let i = 0; i < traces.count; ++i) {
        const point = project(x[i]!, y[i]!);
        if (i === 0 || meetings.has(i)) context.moveTo(...point);
        else context.lineTo(...point);
    }
    context.stroke();
}

/** A length of 1, 2 or 5 times a power of ten, with its name. */
function paintScale(surface: Surface, pixelsPerM: number) {
    const longest = (0.3 * surface.width) / pixelsPerM;
    const power = 10 ** Math.floor(Math.log10(longest));
    const lengthM = power * (longest / power >= 5 ? 5 : longest / power >= 2 ? 2 : 1);
    const { context, height } = surface;
    context.strokeStyle = tokens().inkSoft;
    context.lineWidth = 1;
    surface.line(4, height - 4, 4 + lengthM * pixelsPerM, height - 4);
    surface.text(`${lengthM} m`, 4, height - 11, 11, tokens().inkSoft, "left");
}

export function createRoute(parent: HTMLElement): Route {
    const box = element("figure", "ladder-chart", parent);
    element("figcaption", "", box, "Path from above");
    const surface = createSurface(box, "ladder-route", "Paths from above");
    let rungs: readonly Rung[] = [];
    return {
        rebuild(next) {
            rungs = next;
            surface.describe(`Paths from above: ${rungs.map(nameOf).join(", ")}`);
        },
        draw(traces) {
            if (!surface.begin() || traces.count < 2) return;
            const { project, pixelsPerM } = fit(traces, surface);
            paintScale(surface, pixelsPerM);
            const { context } = surface;
            for (const [i, trace] of [...traces.all.entries()].reverse()) {
                const { colour, dash, widthPx } = looks()[rungs[i]!];
                context.strokeStyle = context.fillStyle = colour;
                context.lineWidth = widthPx;
                context.setLineDash([...dash]);
                strokePath(surface, trace, traces, project);
                context.setLineDash([]);
                context.beginPath();
                context.arc(...project(trace.x[traces.count - 1]!, trace.y[traces.count - 1]!), 3, 0, 2 * Math.PI);
                context.fill();
            }
        },
        dispose() {
            surface.dispose();
            box.remove();
        },
    };
}
