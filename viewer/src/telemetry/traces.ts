/** The stacked channels with the cursor, drawn on a canvas. */
import { createSurface, type Surface } from "../dials/surface";
import { fixed } from "../dials/format";
import { tokens } from "../dials/tokens";
import { element } from "../view";
import { deltaAt, deltaTrace } from "./delta";
import {
    clampCursor,
    deltaStrip,
    follow,
    fullLength,
    isShown,
    moveTo,
    type Selection,
    type StripText,
    timeAtCursor,
    zoom,
} from "./model";
import { axisOf, columnValues, countUpTo, lengthOf, placeAt, type Run, valueAt } from "./run";

export const runColours = () => [tokens().accent, tokens().axles[0]![0]] as const;
const dashes: readonly number[][] = [[], [5, 3]];
const axisHeight = 24;
const leastStripPx = 54;
const stepShare = 1 / 250;

interface Curve {
    readonly x: Float64Array;
    readonly y: ArrayLike<number>;
    /** Which of the runs. */
    readonly run: 0 | 1;
}

interface Strip extends StripText {
    readonly name: string;
    readonly curves: readonly Curve[];
}

export interface Traces {
    readonly element: HTMLElement;
    /** What has the keys of the cursor. */
    readonly slider: HTMLElement;
    /** Other runs or channels. */
    reset(): void;
    draw(): void;
}

type Names = (strip: string) => StripText;

/** A rounded step for so many ticks. */
export function roundStep(span: number, ticks: number): number {
    const rough = span / Math.max(1, ticks);
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10);
}

function curvesOf(name: string, selection: Selection): Curve[] {
    const { main, other, axis } = selection;
    if (name === deltaStrip) return main && other ? [{ ...deltaTrace(main, other, axis), run: 1 }] : [];
    return [main, other].flatMap((run, i) =>
        run ? [{ x: axisOf(run, axis), y: columnValues(run, name), run: i as 0 | 1 }] : [],
    );
}

/** The least and the greatest of what is seen; NaN do not count. */
function rangeOf(curves: readonly Curve[], from: number, to: number): [number, number] {
    let [least, greatest] = [Infinity, -Infinity];
    for (const { x, y } of curves)
        for (let i = Math.max(0, countUpTo(x, from) - 1); i < x.length && x[i]! <= to; ++i) {
            least = Math.min(least, Number.isFinite(y[i]!) ? y[i]! : least);
            greatest = Math.max(greatest, Number.isFinite(y[i]!) ? y[i]! : greatest);
        }
    return least <= greatest ? [least, greatest] : [0, 0];
}

/** Adds a margin to the range, and around a constant value too. */
function padded(
    [least, greatest]: [number, number],
    { factor, digits }: { factor: number; digits: number },
): [number, number] {
    const smallest = (4 * 10 ** -digits) / factor;
    const pad = Math.max((greatest - least) * 0.08, (smallest - (greatest - least)) / 2);
    return [least - pad, greatest + pad];
}

/** One line, of no more than four points a pixel. */
function strokeCurve(
    context: CanvasRenderingContext2D,
    { x, y }: Curve,
    fromX: number,
    toX: number,
    column: (x: number) => number,
    line: (y: number) => number,
) {
    const first = Math.max(0, countUpTo(x, fromX) - 1);
    const end = Math.min(x.length, countUpTo(x, toX) + 1);
    const perPixel = (end - first) / Math.max(1, column(toX) - column(fromX));
    const stride = Math.max(1, Math.floor(perPixel / 4));
    let isDown = false;
    context.beginPath();
    for (let i = first; i < end; i += stride) {
        const value = y[i]!;
        if (!Number.isFinite(value)) isDown = false;
        else if (isDown) context.lineTo(column(x[i]!), line(value));
        else context.moveTo(column(x[i]!), line(value));
        if (Number.isFinite(value)) isDown = true;
    }
    context.stroke();
}

export function createTraces(parent: HTMLElement, selection: Selection, names: Names, moved: () => void): Traces {
    const holder = element("div", "telemetry-traces", parent);
    const surface = createSurface(holder, "telemetry-canvas", "Channels over the lap");
    const canvas = surface.context.canvas;
    let strips: Strip[] = [];
    makeSlider(canvas);

    const gutter = () => (surface.width < 560 ? 92 : 150);
    const span = () => selection.to - selection.from;
    const column = (x: number) => gutter() + ((x - selection.from) / span()) * (surface.width - gutter() - 8);
    const xAt = (px: number) => selection.from + ((px - gutter()) / (surface.width - gutter() - 8)) * span();

    function reset() {
        strips = selection.strips
            .filter((name) => isShown(name, selection))
            .map((name) => ({ name, ...names(name), curves: curvesOf(name, selection) }));
        canvas.style.height = `max(100%, ${strips.length * leastStripPx + axisHeight}px)`;
    }

    function move(cursor: number) {
        clampCursor(selection, cursor);
        follow(selection);
        moved();
    }

    listenToPointer(canvas, selection, xAt, move, moved);
    listenToKeys(canvas, selection, move, moved);

    function drawStrip(strip: Strip, top: number, height: number) {
        const { context, width } = surface;
        const { factor, digits } = strip.shown;
        const [least, greatest] = padded(rangeOf(strip.curves, selection.from, selection.to), strip.shown);
        const line = (y: number) => top + height - 3 - ((y - least) / (greatest - least)) * (height - 6);
        drawTicks(surface, [least * factor, greatest * factor], (shown) => line(shown / factor), digits, gutter());
        context.save();
        context.beginPath();
        context.rect(gutter(), top, width - gutter() - 8, height);
        context.clip();
        context.lineWidth = 1.5;
        context.lineJoin = "round";
        for (const curve of [...strip.curves].reverse()) {
            context.strokeStyle = strip.name === deltaStrip ? tokens().ink : runColours()[curve.run];
            context.setLineDash(strip.name === deltaStrip ? [] : dashes[curve.run]!);
            strokeCurve(context, curve, selection.from, selection.to, column, line);
        }
        context.restore();
        drawLabel(surface, strip, top, height, readings(strip, selection));
        context.strokeStyle = tokens().line;
        surface.line(0, top + height, width, top + height);
    }

    return {
        element: holder,
        slider: canvas,
        reset,
        draw() {
            if (!surface.begin()) return;
            const { main } = selection;
            if (!main) return drawEmpty(surface);
            const each = (surface.height - axisHeight) / Math.max(1, strips.length);
            strips.forEach((strip, i) => drawStrip(strip, i * each, each));
            drawAxis(surface, selection, column);
            drawCursor(surface, column(selection.cursor), gutter());
            describe(canvas, selection, strips);
        },
    };
}

function drawEmpty(surface: Surface) {
    const { width, height } = surface;
    surface.text(
        "Nothing is recorded yet: drive a lap (O lets Kamm drive one), or import a file.",
        width / 2,
        height / 2,
        13,
        tokens().inkSoft,
        "center",
    );
}

/** What each run has at the cursor, in the shown unit. */
function readings({ name, shown }: Strip, selection: Selection): number[] {
    const { main, other, axis, cursor } = selection;
    if (name === deltaStrip) {
        if (!main || !other) return [];
        return [
            NaN,
            deltaAt(main, other, axis === "distance" ? cursor : main.distancesM[placeAt(main.timesS, cursor).row]!),
        ];
    }
    return [main, other].map((run) => (run ? readAt(run, name, selection) * shown.factor : NaN));
}

function readAt(run: Run, name: string, selection: Selection): number {
    const { axis, cursor } = selection;
    return cursor > lengthOf(run, axis) ? NaN : valueAt(run, name, placeAt(run.timesS, timeAtCursor(selection, run)));
}

const written = (value: number, digits: number) => (Number.isFinite(value) ? fixed(value, digits) : "–");

function drawLabel(surface: Surface, { title, shown }: Strip, top: number, height: number, values: readonly number[]) {
    const { ink, inkSoft } = tokens();
    const isNarrow = surface.width < 560;
    const size = isNarrow ? 10 : 11;
    const { context } = surface;
    context.font = `${size}px ${tokens().font}`;
    let name = title;
    const room = isNarrow ? 70 : 122;
    while (context.measureText(name).width > room && name.length > 4) name = `${name.slice(0, -2).trimEnd()}…`;
    surface.text(name, 6, top + 14, size, ink);
    if (shown.unit && !isNarrow) surface.text(shown.unit, 6, top + 28, 10, inkSoft);
    values.forEach((value, i) => {
        if (!Number.isFinite(value)) return;
        const text = written(value, shown.digits) + (isNarrow && shown.unit ? ` ${shown.unit}` : "");
        const y = height > 60 || isNarrow ? top + 29 + 15 * i : top + 28 + 14 * i;
        surface.text(text, isNarrow ? 64 : 116, y, 12, runColours()[i]!, "right");
    });
}

function drawTicks(
    surface: Surface,
    [least, greatest]: [number, number],
    line: (shown: number) => number,
    digits: number,
    gutter: number,
) {
    const step = roundStep(greatest - least, 3);
    const { context, width } = surface;
    context.lineWidth = 1;
    for (let value = Math.ceil(least / step) * step; value <= greatest; value += step) {
        context.strokeStyle = Math.abs(value) < step / 1000 ? tokens().veil(38) : tokens().veil(12);
        surface.line(gutter, line(value), width - 8, line(value));
        const decimals = Math.max(0, Math.min(digits, -Math.floor(Math.log10(step))));
        if (width >= 560)
            surface.text(fixed(value, decimals), gutter - 4, line(value) + 3, 9, tokens().inkSoft, "right");
    }
}

function drawAxis(surface: Surface, selection: Selection, column: (x: number) => number) {
    const { from, to, axis } = selection;
    const step = roundStep(to - from, surface.width / 110);
    const unit = axis === "distance" ? "m" : "s";
    const decimals = Math.max(0, -Math.floor(Math.log10(step)));
    for (let x = Math.ceil(from / step) * step; x <= to; x += step) {
        surface.context.strokeStyle = tokens().veil(10);
        surface.line(column(x), 0, column(x), surface.height - axisHeight);
        const isLast = x + step > to;
        surface.text(
            `${fixed(x, decimals)}${isLast ? ` ${unit}` : ""}`,
            Math.min(column(x), surface.width - 22),
            surface.height - 7,
            11,
            tokens().inkSoft,
            "center",
        );
    }
}

function drawCursor(surface: Surface, px: number, gutter: number) {
    if (px < gutter - 1 || px > surface.width) return;
    surface.context.strokeStyle = tokens().ink;
    surface.context.lineWidth = 1;
    surface.line(Math.round(px) + 0.5, 0, Math.round(px) + 0.5, surface.height - axisHeight);
}

/** The cursor is a slider: its keys are not the car's. */
function makeSlider(canvas: HTMLCanvasElement) {
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "slider");
    canvas.setAttribute("aria-label", "Cursor of the telemetry");
    canvas.setAttribute("aria-valuemin", "0");
    canvas.title =
        "Press or drag: cursor. Wheel: zoom; with Shift: along. Keys: arrows, Page, Home, End; + and − zoom, 0 shows all";
}

function describe(canvas: HTMLCanvasElement, selection: Selection, strips: readonly Strip[]) {
    const { cursor, axis } = selection;
    const unit = axis === "distance" ? "metres" : "seconds";
    const values = strips.slice(0, 6).map((strip) => {
        const [main, other] = readings(strip, selection);
        return `${strip.title} ${[main, other]
            .filter(Number.isFinite)
            .map((value) => fixed(value!, strip.shown.digits))
            .join(" against ")} ${strip.shown.unit}`;
    });
    canvas.setAttribute("aria-valuemax", fullLength(selection).toFixed(1));
    canvas.setAttribute("aria-valuenow", cursor.toFixed(1));
    canvas.setAttribute("aria-valuetext", `${cursor.toFixed(1)} ${unit}. ${values.join("; ")}`);
}

function listenToPointer(
    canvas: HTMLCanvasElement,
    selection: Selection,
    xAt: (px: number) => number,
    move: (x: number) => void,
    moved: () => void,
) {
    const pointers = new Map<number, number>();
    const place = (event: PointerEvent | WheelEvent) => event.clientX - canvas.getBoundingClientRect().left;
    const spread = () => {
        const [a = 0, b = 0] = [...pointers.values()];
        return { middle: (a + b) / 2, apart: Math.max(20, Math.abs(a - b)) };
    };
    canvas.addEventListener("pointerdown", (event) => {
        pointers.set(event.pointerId, place(event));
        canvas.setPointerCapture(event.pointerId);
        if (pointers.size === 1) move(xAt(place(event)));
    });
    canvas.addEventListener("pointermove", (event) => {
        if (!pointers.has(event.pointerId)) return;
        const before = spread();
        pointers.set(event.pointerId, place(event));
        if (pointers.size === 1) return move(xAt(place(event)));
        const after = spread();
        zoom(selection, before.apart / after.apart, xAt(before.middle));
        moved();
    });
    for (const end of ["pointerup", "pointercancel"] as const)
        canvas.addEventListener(end, (event) => pointers.delete(event.pointerId));
    canvas.addEventListener(
        "wheel",
        (event) => {
            event.preventDefault();
            const along = event.shiftKey ? event.deltaY : event.deltaX;
            const span = selection.to - selection.from;
            if (Math.abs(along) > Math.abs(event.shiftKey ? 0 : event.deltaY))
                moveTo(selection, selection.from + (along / 1000) * span);
            else zoom(selection, Math.exp(event.deltaY / 500), xAt(place(event)));
            moved();
        },
        { passive: false },
    );
}

function listenToKeys(canvas: HTMLCanvasElement, selection: Selection, move: (x: number) => void, moved: () => void) {
    canvas.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        const span = selection.to - selection.from;
        const step = span * stepShare * (event.shiftKey ? 10 : 1);
        const full = fullLength(selection);
        const ways: Record<string, () => void> = {
            ArrowLeft: () => move(selection.cursor - step),
            ArrowRight: () => move(selection.cursor + step),
            ArrowDown: () => move(selection.cursor - step),
            ArrowUp: () => move(selection.cursor + step),
            PageDown: () => move(selection.cursor - span / 10),
            PageUp: () => move(selection.cursor + span / 10),
            Home: () => move(0),
            End: () => move(full),
        };
        const zooms: Record<string, () => void> = {
            "+": () => zoom(selection, 0.7, selection.cursor),
            "=": () => zoom(selection, 0.7, selection.cursor),
            "-": () => zoom(selection, 1 / 0.7, selection.cursor),
            "0": () => zoom(selection, Infinity, selection.cursor),
        };
        const act = ways[event.key] ?? zooms[event.key];
        if (!act) return;
        event.preventDefault();
        act();
        if (zooms[event.key]) moved();
    });
}
