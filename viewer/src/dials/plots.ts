/** A plot of the last seconds by uPlot; which channels is chosen. */
import "uplot/dist/uPlot.min.css";
import type { ModelInfo } from "kamm";
import uPlot from "uplot";
import { element } from "../view";
import type { Channel, Group } from "./channels";
import { createFace, type Dial } from "./dial";
import { fixed } from "./format";
import { roundRange } from "./range";
import { type Mark, recordedS, type Recorder } from "./recorder";
import { tokens } from "./tokens";
import { type WheelLook, wheelLooks } from "./wheel_looks";

const everyMs = 1000 / 18;
/** Sizes in the legend, in px: the width of an entry and the height of a row. */
const legendEntryPx = 105;
const legendRowPx = 24;
const carColours = () => [tokens().accent, tokens().axles[0]![0], tokens().good];

const unitsOf = ({ channels }: Group) => [...new Set(channels.map(({ unit }) => unit))];
const digitsOf = (unit: string) => ({ g: 2, kN: 2, "°": 1, "°/s": 1, "%": 1 })[unit] ?? 0;

/** Colour is not the only sign: the second and third of a car's channels are dashed. */
const carDashes = [[], [7, 4], [2, 3]];

function seriesOf(channel: Channel, i: number, looks: readonly WheelLook[]): uPlot.Series {
    const { name, unit, wheel } = channel;
    const look = wheel === undefined ? undefined : looks[wheel];
    return {
        label: name,
        scale: unit,
        stroke: look?.colour ?? carColours()[i % 3]!,
        width: 1.6,
        dash: [...(look?.dash ?? carDashes[i % 3]!)],
        pxAlign: 0,
        points: { show: false },
        value: (_, value) => (value === null ? "" : `${fixed(value, digitsOf(unit))} ${unit}`),
    };
}

function axisOf(unit: string, i: number): uPlot.Axis {
    const { inkSoft, line, font } = tokens();
    return {
        scale: unit,
        side: i === 0 ? 3 : 1,
        label: unit,
        labelSize: 16,
        labelFont: `11px ${font}`,
        font: `11px ${font}`,
        size: 40,
        gap: 3,
        stroke: inkSoft,
        grid: { show: i === 0, stroke: line, width: 1 },
        ticks: { show: false },
        values: (_, splits) => splits.map((value) => fixed(value, Number.isInteger(value) ? 0 : 1)),
    };
}

/** Seconds before now: the ticks stand still while the curves run. */
function timeAxis(): uPlot.Axis {
    const { inkSoft, line, font } = tokens();
    const ages = Array.from({ length: recordedS / 2 + 1 }, (_, i) => recordedS - 2 * i);
    return {
        font: `11px ${font}`,
        stroke: inkSoft,
        size: 26,
        gap: 7,
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
        splits: (plot) => ages.map((age) => plot.scales.x!.max! - age),
        values: () => ages.map((age) => (age === 0 ? "now" : `${fixed(-age, 0)} s`)),
    };
}

/** The legend's first entry: how long ago. */
const timeSeries: uPlot.Series = {
    label: "at",
    value: ({ data: [times] }, value) =>
        value === null ? "" : `${fixed(value - times[times.length - 1]!, 1)} s`,
};

const markerDash = (plot: uPlot, i: number) => (plot.series[i]!.dash?.length ? "dashed" : "solid");

/** A line where something was changed, with what that was, on the side where there is room. */
function paintMark(plot: uPlot, { timeS, text }: Mark) {
    const { ctx, bbox } = plot;
    const { ink, inkSoft, font } = tokens();
    const x = Math.round(plot.valToPos(timeS, "x", true)) + 0.5;
    const isRight = x > bbox.left + bbox.width / 2;
    const pixel = devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = inkSoft;
    ctx.setLineDash([3 * pixel, 3 * pixel]);
    ctx.lineWidth = pixel;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.font = `${11 * pixel}px ${font}`;
    ctx.fillStyle = ink;
    ctx.textAlign = isRight ? "right" : "left";
    ctx.textBaseline = "top";
    ctx.fillText(text, x + (isRight ? -4 : 4) * pixel, bbox.top + 2 * pixel);
    ctx.restore();
}

function optionsOf(
    group: Group,
    recorder: Recorder,
    looks: readonly WheelLook[],
    width: number,
    height: number,
): uPlot.Options {
    const units = unitsOf(group);
    const scales: uPlot.Scales = {
        x: { time: false, range: (_, __, to) => [to - recordedS, to] },
    };
    for (const unit of units) {
        const { minRange } = group.channels.find((channel) => channel.unit === unit)!;
        scales[unit] = { range: (_, from, to) => roundRange(from, to, minRange) };
    }
    return {
        width,
        height,
        scales,
        series: [timeSeries, ...group.channels.map((channel, i) => seriesOf(channel, i, looks))],
        axes: [timeAxis(), ...units.map(axisOf)],
        cursor: { drag: { x: false, y: false }, points: { size: 6 } },
        hooks: { draw: [(plot) => recorder.marks.forEach((mark) => paintMark(plot, mark))] },
        legend: { live: true, markers: { width: 2, dash: markerDash } },
        padding: [8, units.length > 1 ? 0 : 10, 0, 0],
    };
}

function createSelector(
    parent: HTMLElement,
    groups: readonly Group[],
    choose: (id: string) => void,
) {
    const label = element("label", "plots-choice", parent, "Channels ");
    const select = element("select", "", label);
    for (const { id, title } of groups) select.add(new Option(title, id));
    select.addEventListener("change", () => choose(select.value));
}

export function createPlots(parent: HTMLElement, recorder: Recorder): Dial {
    const face = createFace({ id: "plots", title: "Plots" }, parent);
    const holder = element("div", "plots-holder", face.element);
    let chosen = recorder.groups[0]!.id;
    let plot: uPlot | undefined;
    let drawnVersion = -1;
    let drawnMs = -Infinity;
    let looks: WheelLook[] = [];

    const size = () => ({ width: holder.clientWidth, height: holder.clientHeight });

    function rebuild() {
        plot?.destroy();
        plot = undefined;
        drawnVersion = -1;
    }

    function build() {
        const { width, height } = size();
        const group = recorder.group(chosen);
        plot = new uPlot(optionsOf(group, recorder, looks, width, plotHeight(width, height)), undefined, holder);
        const { canvas } = plot.ctx; // the legend beside it tells the numbers
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", `${group.title}, last ${recordedS} s`);
    }

    /** The legend's rows are below. */
    function plotHeight(width: number, height: number): number {
        const entries = 1 + recorder.group(chosen).channels.length;
        const rows = Math.ceil((entries * legendEntryPx) / Math.max(width, legendEntryPx));
        return Math.max(80, height - legendRowPx * rows);
    }

    function draw() {
        if (!plot) build();
        const { channels } = recorder.group(chosen);
        const data = [recorder.history.times(), ...channels.map(recorder.column)];
        plot!.setData(data as unknown as uPlot.AlignedData);
        readNewest();
    }

    /** Without a pointer on the plot, the legend tells the present. */
    function readNewest() {
        if ((plot!.cursor.left ?? -1) < 0) plot!.setLegend({ idx: recorder.history.count - 1 });
    }

    const measured = new ResizeObserver(() => {
        const { width, height } = size();
        if (width > 0) plot?.setSize({ width, height: plotHeight(width, height) });
    });
    measured.observe(holder);
    createSelector(face.element, recorder.groups, (id) => {
        chosen = id;
        rebuild();
    });

    return Object.assign(face, {
        setInfo(info: ModelInfo) {
            looks = wheelLooks(info);
            face.element.style.setProperty("--height-factor", info.wheelCount > 6 ? "1.2" : "1");
            rebuild();
        },
        restart: () => {}, // what is plotted is the recorder's
        update() {
            const nowMs = performance.now();
            if (!face.visible || size().width < 1) return;
            if (recorder.history.version === drawnVersion || nowMs - drawnMs < everyMs) return;
            drawnVersion = recorder.history.version;
            drawnMs = nowMs;
            draw();
        },
        dispose() {
            measured.disconnect();
            plot?.destroy();
            face.element.remove();
        },
    });
}
