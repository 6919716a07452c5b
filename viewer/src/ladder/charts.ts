/** The plots over time: a line for each ghost, by uPlot. */
import "uplot/dist/uPlot.min.css";
import type { Rung } from "kamm";
import uPlot from "uplot";
import { fixed } from "../dials/format";
import { roundRange } from "../dials/range";
import { tokens } from "../dials/tokens";
import { element } from "../view";
import { looks, nameOf } from "./looks";
import { type Traces, type Trait, traits } from "./traces";

/** While nothing ends the run, so much of it is shown. */
const shownS = 15;
const heightPx = 84;
const lastHeightPx = 102; // with the time below

export interface Charts {
    /** Other ghosts, or another theme. */
    rebuild(rungs: readonly Rung[]): void;
    draw(traces: Traces): void;
    dispose(): void;
}

interface Chart {
    readonly plot: uPlot;
    readonly readouts: readonly HTMLElement[];
    readonly trait: Trait;
}

function seriesOf(rung: Rung, unit: string): uPlot.Series {
    const { name, colour, dash, widthPx } = looks()[rung];
    return {
        ...{ label: name, scale: unit, stroke: colour, width: widthPx, dash: [...dash] },
        ...{ pxAlign: 0, points: { show: false } },
    };
}

function axes(unit: string, isLast: boolean): uPlot.Axis[] {
    const { inkSoft, line, font } = tokens();
    const common = { stroke: inkSoft, font: `11px ${font}`, ticks: { show: false } };
    const time = {
        ...common,
        ...{ size: isLast ? 20 : 2, gap: 4, grid: { stroke: line, width: 1 }, space: 44 },
        values: (_: uPlot, splits: number[]) => splits.map((value) => (isLast ? `${fixed(value, 0)} s` : "")),
    };
    const value = {
        ...common,
        ...{ scale: unit, size: 30, gap: 3, space: 22, grid: { stroke: line, width: 1 } },
        values: (_: uPlot, splits: number[]) =>
            splits.map((each) => fixed(each, Number.isInteger(each) ? 0 : 1)),
    };
    return [time, value];
}

/** Where they were put together again. */
function paintMeetings(plot: uPlot, timesS: readonly number[]) {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.strokeStyle = tokens().inkSoft;
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.lineWidth = devicePixelRatio;
    for (const timeS of timesS) {
        const x = Math.round(plot.valToPos(timeS, "x", true)) + 0.5;
        if (x < bbox.left || x > bbox.left + bbox.width) continue;
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
    }
    ctx.restore();
}

export function createCharts(parent: HTMLElement): Charts {
    const holder = element("div", "ladder-charts", parent);
    let charts: Chart[] = [];
    let shown: Traces | null = null;
    let drawnVersion = -1;

    const width = () => Math.max(120, holder.clientWidth);
    const isLast = (i: number) => i === traits.length - 1;
    const height = (i: number) => (isLast(i) ? lastHeightPx : heightPx);

    /** Reads the values under the pointer, or else the newest. */
    function read({ plot, readouts, trait }: Chart) {
        const at = plot.cursor.idx ?? (shown?.count ?? 0) - 1;
        readouts.forEach((readout, i) => {
            const value = plot.data[readouts.length - i]?.[at];
            readout.textContent = typeof value === "number" ? fixed(value, trait.digits) : "";
        });
    }

    function optionsOf(trait: Trait, i: number, rungs: readonly Rung[]): uPlot.Options {
        const { unit, minRange } = trait;
        return {
            ...{ width: width(), height: height(i), padding: [6, 6, 0, 0] },
            scales: {
                x: { time: false, range: (_, from, to) => [Math.max(from, to - shownS), Math.max(to, from + 1)] },
                [unit]: { range: (_, from, to) => roundRange(from, to, minRange) },
            },
            series: [{}, ...rungs.map((rung) => seriesOf(rung, unit)).reverse()], // the truest below all others
            axes: axes(unit, isLast(i)),
            cursor: { drag: { x: false, y: false }, points: { size: 6 }, sync: { key: "ladder" } },
            legend: { show: false },
            hooks: {
                draw: [(plot) => paintMeetings(plot, (shown?.meetings ?? []).map((at) => shown!.timesS[at]!))],
                setCursor: [() => charts[i] && read(charts[i])],
            },
        };
    }

    function addChart(trait: Trait, i: number, rungs: readonly Rung[]): Chart {
        const box = element("figure", "ladder-chart", holder);
        const caption = element("figcaption", "", box);
        element("span", "", caption, `${trait.title}, ${trait.unit}`);
        const readouts = rungs.map((rung) => {
            const readout = element("output", "", caption);
            readout.style.color = `var(--rung-${rung})`;
            readout.setAttribute("aria-label", nameOf(rung));
            readout.setAttribute("aria-live", "off"); // they run
            return readout;
        });
        const plot = new uPlot(optionsOf(trait, i, rungs), undefined, box);
        const { canvas } = plot.ctx;
        canvas.setAttribute("role", "img");
        canvas.setAttribute("aria-label", `${trait.title} over time: ${rungs.map(nameOf).join(", ")}`);
        return { plot, readouts, trait };
    }

    function clear() {
        for (const { plot } of charts) plot.destroy();
        charts = [];
        holder.replaceChildren();
    }

    const measured = new ResizeObserver(() => {
        if (holder.clientWidth > 0) charts.forEach(({ plot }, i) => plot.setSize({ width: width(), height: height(i) }));
    });
    measured.observe(holder);
    return {
        rebuild(rungs) {
            clear();
            charts = traits.map((trait, i) => addChart(trait, i, rungs));
            drawnVersion = -1;
        },
        draw(traces) {
            if (traces === shown && traces.version === drawnVersion) return;
            shown = traces;
            drawnVersion = traces.version;
            for (const chart of charts) {
                const columns = traces.all.map((trace) => trace.of(chart.trait.id)).reverse();
                chart.plot.setData([traces.timesS, ...columns] as unknown as uPlot.AlignedData);
                read(chart);
            }
        },
        dispose() {
            measured.disconnect();
            clear();
            holder.remove();
        },
    };
}
