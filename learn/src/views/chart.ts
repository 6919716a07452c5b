/** Lines over an axis, and points on them. */
import { tokens } from "../../../viewer/src/dials/tokens";
import type { LessonView, Scene } from "../scene";
import { createSurface } from "./canvas";

export interface Line {
    readonly name: string;
    /** Which of the wheels' colours. */
    readonly colour: number;
    readonly points: readonly (readonly [number, number])[];
    readonly isDashed?: boolean;
}

export interface ChartOptions {
    readonly label: string;
    readonly caption: string;
    readonly x: { readonly name: string; readonly min: number; readonly max: number; readonly step: number };
    readonly y: {
        readonly name: string;
        readonly min: number;
        readonly max: number;
        readonly step: number;
        /** Its most and its step double until all lines fit; if not given, what is beyond is cut off. */
        readonly grows?: boolean;
    };
    readonly lines: (scene: Scene) => readonly Line[];
    readonly dots?: (scene: Scene) => readonly (readonly [number, number])[];
    readonly note?: (scene: Scene) => void;
    readonly restart?: () => void;
}

const edge = { left: 44, right: 12, top: 24, bottom: 34 };

const colourOf = (index: number) => tokens().axles[Math.floor(index / 2) % tokens().axles.length]![index % 2 === 0 ? 0 : 1];

function fit(y: ChartOptions["y"], lines: readonly Line[]): ChartOptions["y"] {
    let { max, step } = y;
    const most = Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value)));
    for (; max < most; max *= 2) step *= 2;
    return { ...y, max, step };
}

export function createChart(parent: Element, options: ChartOptions): LessonView {
    const surface = createSurface(parent, options.label, "chart", options.caption);
    const { x } = options;
    let y: ChartOptions["y"] = options.y;
    const at = ([atX, atY]: readonly [number, number]): [number, number] => [
        edge.left + ((atX - x.min) / (x.max - x.min)) * (surface.width - edge.left - edge.right),
        surface.height - edge.bottom - ((atY - y.min) / (y.max - y.min)) * (surface.height - edge.top - edge.bottom),
    ];

    function drawAxes() {
        const { context, width, height } = surface;
        const { inkSoft, ink, font, veil } = tokens();
        context.font = `11px ${font}`;
        context.lineWidth = 1;
        context.strokeStyle = veil(8);
        context.fillStyle = inkSoft;
        context.textAlign = "center";
        for (let value = x.min; value <= x.max + 1e-9; value += x.step) {
            const [px, py] = at([value, y.min]);
            context.strokeRect(px, edge.top, 0, py - edge.top);
            context.fillText(String(Number(value.toFixed(3))), px, py + 14);
        }
        context.textAlign = "right";
        for (let value = y.min; value <= y.max + 1e-9; value += y.step) {
            const [px, py] = at([x.min, value]);
            context.strokeRect(px, py, width - edge.left - edge.right, 0);
            context.fillText(String(Number(value.toFixed(3))), px - 5, py + 4);
        }
        context.fillStyle = ink;
        context.fillText(x.name, width - edge.right, height - 5);
        context.textAlign = "left";
        context.fillText(y.name, 6, 14);
    }

    function drawLine({ points, colour, isDashed, name }: Line) {
        const { context } = surface;
        context.strokeStyle = context.fillStyle = colourOf(colour);
        context.lineWidth = 2;
        context.setLineDash(isDashed ? [5, 4] : []);
        context.beginPath();
        for (const point of points) context.lineTo(...at(point));
        context.stroke();
        context.setLineDash([]);
        const last = points.at(-1);
        if (!last || !name) return;
        const [px, py] = at(last);
        context.textAlign = "right";
        context.fillText(name, Math.min(px, surface.width - edge.right), py - 6);
    }

    return {
        note: (scene) => options.note?.(scene),
        restart: () => options.restart?.(),
        draw(scene) {
            surface.begin();
            const { context, width, height } = surface;
            const lines = options.lines(scene);
            y = options.y.grows ? fit(options.y, lines) : options.y;
            drawAxes();
            context.save();
            context.beginPath();
            context.rect(edge.left, edge.top - 12, width - edge.left - edge.right, height - edge.top - edge.bottom + 12);
            context.clip();
            lines.forEach(drawLine);
            context.restore();
            context.fillStyle = tokens().bad;
            for (const dot of options.dots?.(scene) ?? []) {
                context.beginPath();
                context.arc(...at(dot), 5, 0, 2 * Math.PI);
                context.fill();
            }
        },
    };
}

/** Remembers a value of each moment, for a line over time. */
export function createHistory(everyS = 0.02) {
    const points: [number, number][] = [];
    return {
        points: points as readonly (readonly [number, number])[],
        note(timeS: number, value: number) {
            const last = points.at(-1);
            if (!last || timeS - last[0] >= everyS) points.push([timeS, value]);
        },
        clear: () => void points.splice(0),
    };
}
