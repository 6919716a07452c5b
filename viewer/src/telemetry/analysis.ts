/** Three pictures of one or two runs: G-G with the envelope, understeer, damper velocities. */
import { gravityMps2 } from "../dials/format";
import type { Kamm } from "kamm";
import { createSurface, type Surface } from "../dials/surface";
import { fixed } from "../dials/format";
import { tokens } from "../dials/tokens";
import { reason, type Report } from "../tuning/report";
import { element } from "../view";
import { wheelNames, type WheelLayout } from "../wheels";
import { computeEnvelope, type Envelope, type EnvelopeCar } from "./envelope";
import type { Selection } from "./model";
import { axisOf, columnValues, hasColumn, placeAt, type Run, valueAt } from "./run";
import { damperHistogram, type Steering, type Understeer, understeerOf } from "./spread";
import { roundStep, runColours } from "./traces";

const marginPx = 30;

/** What of a car the pictures need. */
export interface AnalysedCar {
    readonly layout: WheelLayout;
    readonly steering: Steering;
    /** Tells it from any other. */
    readonly key: string;
    /** Makes the car of the envelope; the caller disposes of the vehicle. */
    make(): EnvelopeCar;
}

const runsOf = ({ main, other }: Selection) => [main, other].filter((run): run is Run => run !== null);

/** Axes with numbers around a rectangle. */
function drawAxes(
    surface: Surface,
    [x0, x1]: readonly [number, number],
    [y0, y1]: readonly [number, number],
    titles: readonly [string, string],
) {
    const { width, height, context } = surface;
    const column = (x: number) => marginPx + 8 + ((x - x0) / (x1 - x0)) * (width - marginPx - 16);
    const line = (y: number) => height - marginPx - ((y - y0) / (y1 - y0)) * (height - marginPx - 12);
    const stroke = (value: number) =>
        (context.strokeStyle = Math.abs(value) < 1e-9 ? tokens().veil(45) : tokens().veil(13));
    const xStep = roundStep(x1 - x0, width / 70);
    const yStep = roundStep(y1 - y0, height / 45);
    const digits = (step: number) => Math.max(0, -Math.floor(Math.log10(step)));
    context.lineWidth = 1;
    for (let x = Math.ceil(x0 / xStep) * xStep; x <= x1 + 1e-9; x += xStep) {
        stroke(x);
        surface.line(column(x), line(y0), column(x), line(y1));
        surface.text(fixed(x, digits(xStep)), column(x), height - marginPx + 13, 10, tokens().inkSoft, "center");
    }
    for (let y = Math.ceil(y0 / yStep) * yStep; y <= y1 + 1e-9; y += yStep) {
        stroke(y);
        surface.line(column(x0), line(y), column(x1), line(y));
        surface.text(fixed(y, digits(yStep)), marginPx + 3, line(y) + 3, 10, tokens().inkSoft, "right");
    }
    surface.text(titles[0], width - 8, height - 4, 11, tokens().inkSoft, "right");
    surface.text(titles[1], 4, 10, 11, tokens().inkSoft);
    return { column, line };
}

function addPicture(parent: HTMLElement, id: string, title: string, note: string) {
    const figure = element("figure", `telemetry-figure telemetry-${id}`, parent);
    const caption = element("figcaption", "", figure, title);
    const small = element("small", "", caption, note);
    return { surface: createSurface(figure, "telemetry-figure-canvas", title), small };
}

function drawDots(surface: Surface, points: Iterable<readonly [number, number]>, colour: string, size: number) {
    surface.context.fillStyle = colour;
    for (const [x, y] of points) surface.context.fillRect(x - size / 2, y - size / 2, size, size);
}

function ggPoints(run: Run): [number, number][] {
    const [x, y] = ["acceleration_x_mps2", "acceleration_y_mps2"].map((name) => columnValues(run, name));
    return Array.from(x!, (_, i) => [y![i]! / gravityMps2, x![i]! / gravityMps2]);
}

const ggReach = (points: readonly (readonly [number, number])[], envelope: Envelope | null) => {
    const reached = points
        .map(([x, y]) => Math.max(Math.abs(x), Math.abs(y)))
        .filter(Number.isFinite)
        .sort((a, b) => a - b);
    const hulls = envelope?.hulls.flat().map(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) / gravityMps2) ?? [];
    return Math.max(0.5, reached[Math.floor(0.995 * reached.length)] ?? 0, ...hulls) * 1.06;
};

function drawGg(surface: Surface, runs: readonly Run[], selection: Selection, envelope: Envelope | null) {
    const points = runs.map(ggPoints);
    const reach = ggReach(points.flat(), envelope);
    const aspect = (surface.width - marginPx - 16) / (surface.height - marginPx - 12);
    const [across, up] = aspect > 1 ? [reach * aspect, reach] : [reach, reach / aspect];
    // The plot is seen from the driver's seat: left is left.
    const { column, line } = drawAxes(surface, [-across, across], [-up, up], ["to the right, g", "forwards, g"]);
    const place = ([left, forwards]: readonly [number, number]) => [column(-left), line(forwards)] as const;
    points.forEach((each, i) => {
        surface.context.globalAlpha = 0.45;
        drawDots(surface, each.map(place), runColours()[i]!, 2);
        surface.context.globalAlpha = 1;
    });
    if (envelope) drawHulls(surface, envelope, place);
    runs.forEach((run, i) => {
        const at = placeAt(axisOf(run, selection.axis), selection.cursor);
        const here = place([
            valueAt(run, "acceleration_y_mps2", at) / gravityMps2,
            valueAt(run, "acceleration_x_mps2", at) / gravityMps2,
        ]);
        surface.context.strokeStyle = tokens().ink;
        drawDots(surface, [here], runColours()[i]!, 9);
        surface.context.strokeRect(here[0] - 5, here[1] - 5, 10, 10);
    });
}

/** Fast ones are fainter; each has its speed at its top, where power tells them apart, if there is room. */
function drawHulls(
    surface: Surface,
    { hulls, speedsMps }: Envelope,
    place: (g: readonly [number, number]) => readonly [number, number],
) {
    let writtenAt = Infinity;
    for (let i = hulls.length - 1; i >= 0; --i) {
        if (hulls[i]!.length < 3) continue;
        const hull = hulls[i]!.map(({ x, y }) => place([y / gravityMps2, x / gravityMps2]));
        drawHull(surface, hull, i / Math.max(1, hulls.length - 1));
        const [x, y] = hull.reduce((a, b) => (b[1] < a[1] ? b : a));
        if (Math.abs(y - writtenAt) < 11) continue;
        writtenAt = y;
        const text = `${Math.round(3.6 * speedsMps[i]!)} km/h`;
        surface.context.fillStyle = tokens().paper;
        surface.context.fillRect(x + 4, y - 11, 8 + 5.5 * text.length, 12); // readable above the dots
        surface.text(text, x + 7, y - 2, 10, tokens().ink);
    }
}

function drawHull(surface: Surface, hull: readonly (readonly [number, number])[], share: number) {
    const { context } = surface;
    context.strokeStyle = tokens().ink;
    context.globalAlpha = 0.9 - 0.55 * share;
    context.lineWidth = 1.3;
    context.beginPath();
    for (const [x, y] of hull) context.lineTo(x, y);
    context.closePath();
    context.stroke();
    context.globalAlpha = 1;
}

function drawUndersteer(surface: Surface, curves: readonly Understeer[]) {
    const ys = curves.flatMap(({ points }) => points.map(([, y]) => y)).sort((a, b) => a - b);
    const [least, greatest] = [ys[Math.floor(ys.length * 0.01)] ?? -10, ys[Math.floor(ys.length * 0.99)] ?? 10];
    const most = Math.max(
        0.3,
        ...curves
            .flatMap(({ points }) => points.map(([x]) => x))
            .sort((a, b) => a - b)
            .slice(0, -5)
            .slice(-1),
    );
    const { column, line } = drawAxes(
        surface,
        [0, most * 1.03],
        [Math.min(-10, least * 1.2), Math.max(10, greatest * 1.2)],
        ["lateral, g", "steering wheel beyond Ackermann, °"],
    );
    const { context } = surface;
    context.strokeStyle = tokens().ink;
    context.setLineDash([6, 4]);
    surface.line(column(0), line(0), column(most), line(0));
    context.setLineDash([]);
    surface.text("Ackermann", column(most), line(0) - 4, 10, tokens().ink, "right");
    curves.forEach(({ points, means }, i) => {
        const colour = runColours()[i]!;
        context.globalAlpha = 0.25;
        drawDots(
            surface,
            points
                .filter(([, y]) => y > 1.5 * least - 20 && y < 1.5 * greatest + 20)
                .map(([x, y]) => [column(x), line(y)] as const),
            colour,
            2,
        );
        context.globalAlpha = 1;
        context.strokeStyle = colour;
        context.lineWidth = 2;
        context.beginPath();
        for (const [x, y] of means) context.lineTo(column(x), line(y));
        context.stroke();
    });
}

function drawDampers(surface: Surface, runs: readonly Run[], layout: WheelLayout) {
    const names = wheelNames(layout);
    const wheels = Math.max(0, ...runs.map(({ wheelCount }) => wheelCount));
    const histograms = Array.from({ length: wheels }, (_, wheel) => runs.map((run) => damperHistogram(run, wheel)));
    const highest = Math.max(0, ...histograms.flat().flatMap((each) => each?.shares ?? []));
    if (highest === 0)
        return surface.text(
            "No wheel of these runs moves on springs.",
            surface.width / 2,
            surface.height / 2,
            12,
            tokens().inkSoft,
            "center",
        );
    const columns = wheels <= 4 ? 2 : Math.ceil(wheels / 2);
    const rows = Math.ceil(wheels / columns);
    const [w, h] = [surface.width / columns, surface.height / rows];
    histograms.forEach((pair, wheel) =>
        drawHistogram(surface, pair, {
            x: (wheel % columns) * w,
            y: Math.floor(wheel / columns) * h,
            w,
            h,
            highest,
            name: names[wheel]?.short ?? `${wheel}`,
        }),
    );
}

interface Cell {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
    readonly highest: number;
    readonly name: string;
}

function drawHistogram(
    surface: Surface,
    pair: readonly ReturnType<typeof damperHistogram>[],
    { x, y, w, h, highest, name }: Cell,
) {
    const { context } = surface;
    const bottom = y + h - 18;
    pair.forEach((histogram, run) => {
        if (!histogram) return;
        const bar = (w - 24) / histogram.shares.length;
        context.fillStyle = context.strokeStyle = runColours()[run]!;
        context.lineWidth = 1.6;
        context.beginPath();
        histogram.shares.forEach((share, i) => {
            const top = bottom - (share / highest) * (h - 44);
            if (run === 0) context.fillRect(x + 12 + i * bar, top, bar - 1, bottom - top);
            else {
                context.lineTo(x + 12 + i * bar, top);
                context.lineTo(x + 12 + (i + 1) * bar, top);
            }
        });
        if (run === 1) context.stroke();
        const bump = histogram.shares.slice(histogram.shares.length / 2).reduce((sum, share) => sum + share, 0);
        surface.text(`bump ${fixed(100 * bump, 0)} %`, x + w - 12, y + 14 + 12 * run, 10, runColours()[run]!, "right");
    });
    surface.text(name, x + 12, y + 15, 14, tokens().ink);
    context.strokeStyle = tokens().veil(40);
    surface.line(x + 12, bottom, x + w - 12, bottom);
    surface.line(x + w / 2, bottom, x + w / 2, bottom + 3);
    for (const [text, at] of [
        ["−300", x + 22],
        ["0", x + w / 2],
        ["300 mm/s", x + w - 30],
    ] as const)
        surface.text(text, at, bottom + 13, 9, tokens().inkSoft, "center");
}

export function createAnalysis(
    parent: HTMLElement,
    kamm: Kamm,
    selection: Selection,
    report: Report,
    carOf: (run: Run) => AnalysedCar,
) {
    const holder = element("div", "telemetry-analysis", parent);
    const gg = addPicture(holder, "gg", "G-G", "with the envelope");
    const understeer = addPicture(holder, "understeer", "Understeer", "above the line: understeer");
    const dampers = addPicture(holder, "dampers", "Damper velocities", "of the wheels' travel; right of 0: bump");
    const envelopes = new Map<string, Envelope | "pending">();
    let curves: Understeer[] = [];

    async function prepare(car: AnalysedCar) {
        if (envelopes.has(car.key)) return;
        envelopes.set(car.key, "pending");
        const made = car.make();
        try {
            envelopes.set(car.key, await computeEnvelope(kamm, made));
        } catch (error) {
            report.error(reason(error), "The envelope");
        } finally {
            made.vehicle.dispose();
        }
        draw();
    }

    function envelope(): Envelope | null {
        const { main } = selection;
        const found = main && envelopes.get(carOf(main).key);
        gg.small.textContent =
            found === "pending" ? "the envelope is being driven …" : found ? "lines: envelope at km/h" : "";
        return found && found !== "pending" ? found : null;
    }

    function draw() {
        if (holder.hidden || !selection.main) return;
        const runs = runsOf(selection);
        const { layout } = carOf(selection.main);
        if (gg.surface.begin()) drawGg(gg.surface, runs, selection, envelope());
        if (understeer.surface.begin()) drawUndersteer(understeer.surface, curves);
        if (dampers.surface.begin()) drawDampers(dampers.surface, runs, layout);
    }

    return {
        element: holder,
        draw,
        get hasEnvelope() {
            return envelope() !== null;
        },
        reset() {
            if (holder.hidden || !selection.main) return;
            const isSteered = (run: Run) =>
                ["steering_wheel_rad", "yaw_rate_radps"].every((name) => hasColumn(run, name));
            curves = runsOf(selection).map((run) =>
                isSteered(run) ? understeerOf(run, carOf(run).steering) : { points: [], means: [] },
            );
            void prepare(carOf(selection.main));
        },
    };
}
