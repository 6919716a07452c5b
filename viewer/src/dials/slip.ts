/** Slip angles and slip ratios of the last seconds, as two strips that run to the left. */
import type { ModelInfo } from "kamm";
import type { Painter } from "./dial";
import { axleNames, sayWheels, type WheelLayout, type WheelName, wheelNames } from "../wheels";
import { degrees, fixed } from "./format";
import type { Recorder } from "./recorder";
import { slipShown } from "./rest";
import type { Surface } from "./surface";
import { tokens } from "./tokens";
import { type WheelLook, wheelLooks } from "./wheel_looks";

const shownS = 8;
const legendWidth = 62;
const titleHeight = 13;
/** Where a slip ratio's strip has its lines, in per cent: tyres have their peak there, roughly. */
const usualSlipRatio = 10;

/** A strip reaches from -2 to 2 times its mark; the mark is where the tyre's force has its peak. */
interface Strip {
    readonly name: string;
    readonly group: string;
    readonly digits: number;
    mark: number;
}

function meanPeakSlipAngle(info: ModelInfo): number {
    const sum = info.peakSlipAngleRad.reduce((total, angle) => total + angle, 0);
    return degrees(sum / Math.max(1, info.peakSlipAngleRad.length)) || 8;
}

function paintFrame(surface: Surface, strip: Strip, unit: string, top: number, height: number) {
    const { context, width } = surface;
    const { inkSoft, line } = tokens();
    const right = width - legendWidth;
    const middle = top + height / 2;
    surface.text(strip.name, 0, top - 3, 11, inkSoft);
    surface.text(`±${fixed(strip.mark, 0)}${unit}`, right, top - 3, 10, inkSoft, "right");
    context.fillStyle = tokens().veil(4);
    context.fillRect(0, top, right, height);
    context.lineWidth = 1;
    context.strokeStyle = line;
    surface.line(0, middle, right, middle);
    context.setLineDash([3, 3]);
    surface.line(0, middle - height / 4, right, middle - height / 4);
    surface.line(0, middle + height / 4, right, middle + height / 4);
    context.setLineDash([]);
}

function paintCurve(
    surface: Surface,
    times: Float64Array,
    values: Float64Array,
    toY: (value: number) => number,
) {
    const { context, width } = surface;
    const right = width - legendWidth;
    const nowS = times[times.length - 1]!;
    context.beginPath();
    for (let i = times.length - 1; i >= 0; i -= 2) {
        const ageS = nowS - times[i]!;
        if (ageS > shownS) break;
        context.lineTo(right * (1 - ageS / shownS), toY(values[i]!));
    }
    context.stroke();
}

/** A line of a strip's legend: of a wheel, or of an axle's wheels. */
interface Entry {
    readonly name: string;
    readonly colour: string;
    readonly wheels: readonly number[];
}

/** So many wheels have a line each; of more, axles have. */
const maxWheelEntries = 4;

function legendOf(layout: WheelLayout, names: readonly WheelName[], looks: readonly WheelLook[]) {
    const wheels = layout.wheelAxle.map((_, wheel) => wheel);
    const entry = (name: string, of: readonly number[]): Entry => ({
        name,
        colour: looks[of[0]!]!.colour,
        wheels: of,
    });
    if (wheels.length <= maxWheelEntries)
        return wheels.map((wheel) => entry(names[wheel]!.short, [wheel]));
    return axleNames(layout).map(({ short }, axle) =>
        entry(
            short,
            wheels.filter((wheel) => layout.wheelAxle[wheel] === axle),
        ),
    );
}

/** The value that is farthest from 0. */
const largest = (values: readonly number[]) =>
    values.reduce((max, value) => (Math.abs(value) > Math.abs(max) ? value : max), 0);

function paintLegend(
    surface: Surface,
    entries: readonly Entry[],
    values: readonly number[],
    unit: string,
    top: number,
    height: number,
    digits: number,
) {
    const { width } = surface;
    const row = height / entries.length;
    entries.forEach(({ name, colour, wheels }, i) => {
        const y = top + row * (i + 0.5) + 4;
        const value = largest(wheels.map((wheel) => values[wheel]!));
        surface.text(name, width - legendWidth + 6, y, 11, colour);
        surface.text(`${fixed(value, digits)}${unit}`, width, y, 11, tokens().ink, "right");
    });
}

export function createSlip(recorder: Recorder): Painter {
    const strips: Strip[] = [
        { name: "slip angle", group: "slip-angle", digits: 1, mark: 8 },
        { name: "slip ratio", group: "slip-ratio", digits: 0, mark: usualSlipRatio },
    ];
    let names: WheelName[] = [];
    let looks: WheelLook[] = [];
    let entries: Entry[] = [];

    function paintStrip(
        surface: Surface,
        strip: Strip,
        values: readonly number[],
        top: number,
        height: number,
    ) {
        const { channels } = recorder.group(strip.group);
        const { context } = surface;
        const { unit } = channels[0]!;
        paintFrame(surface, strip, unit, top, height);
        const middle = top + height / 2;
        const limit = height / 2 - 1;
        const perUnit = height / 4 / strip.mark;
        const toY = (value: number) => middle - Math.min(limit, Math.max(-limit, value * perUnit));
        const times = recorder.history.times();
        channels.forEach((channel, i) => {
            context.strokeStyle = looks[i]!.colour;
            context.lineWidth = looks[i]!.isFront ? 1.8 : 1;
            if (times.length > 1) paintCurve(surface, times, recorder.column(channel), toY);
        });
        paintLegend(surface, entries, values, unit, top, height, strip.digits);
    }

    return {
        setInfo(info) {
            strips[0]!.mark = meanPeakSlipAngle(info);
            names = wheelNames(info);
            looks = wheelLooks(info);
            entries = legendOf(info, names, looks);
        },
        heightFactor: ({ wheelCount, axleCount }) =>
            wheelCount <= maxWheelEntries ? 1 : Math.max(1, axleCount / maxWheelEntries),
        paint(surface, car) {
            const height = surface.height / 2 - titleHeight - 2;
            strips.forEach((strip, i) => {
                const values = recorder.group(strip.group).channels.map(({ read }) => read(car));
                paintStrip(
                    surface,
                    strip,
                    values,
                    titleHeight + i * (surface.height / 2 + 1),
                    height,
                );
            });
        },
        describe: (car) =>
            sayWheels(names, (i) => {
                const { slipAngleRad, slipRatio } = car.wheels[i]!;
                return `${fixed(degrees(slipAngleRad) * slipShown(car), 1)}°, ${fixed(100 * slipRatio, 0)} %`;
            }),
    };
}
