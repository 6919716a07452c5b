/** Slip angles and slip ratios of the last seconds, as two strips that run to the left. */
import type { ModelInfo } from "kamm";
import type { Channel } from "./channels";
import type { Painter } from "./dial";
import { degrees, fixed, sayWheels } from "./format";
import type { Recorder } from "./recorder";
import type { Surface } from "./surface";
import { tokens, wheelColour } from "./tokens";

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
    context.fillStyle = "rgb(255 255 255 / 4%)";
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

function paintLegend(
    surface: Surface,
    channels: readonly Channel[],
    values: readonly number[],
    top: number,
    height: number,
    digits: number,
) {
    const { width } = surface;
    const row = height / channels.length;
    channels.forEach(({ name, unit }, i) => {
        const y = top + row * (i + 0.5) + 4;
        surface.text(name, width - legendWidth + 6, y, 11, wheelColour(i));
        surface.text(`${fixed(values[i]!, digits)}${unit}`, width, y, 11, tokens().ink, "right");
    });
}

export function createSlip(recorder: Recorder): Painter {
    const strips: Strip[] = [
        { name: "slip angle", group: "slip-angle", digits: 1, mark: 8 },
        { name: "slip ratio", group: "slip-ratio", digits: 0, mark: usualSlipRatio },
    ];

    function paintStrip(
        surface: Surface,
        strip: Strip,
        values: readonly number[],
        top: number,
        height: number,
    ) {
        const { channels } = recorder.group(strip.group);
        const { context } = surface;
        paintFrame(surface, strip, channels[0]!.unit, top, height);
        const middle = top + height / 2;
        const limit = height / 2 - 1;
        const perUnit = height / 4 / strip.mark;
        const toY = (value: number) => middle - Math.min(limit, Math.max(-limit, value * perUnit));
        const times = recorder.history.times();
        channels.forEach((channel, i) => {
            context.strokeStyle = wheelColour(i);
            context.lineWidth = i < 2 ? 1.8 : 1; // front wheels are the thick lines
            if (times.length > 1) paintCurve(surface, times, recorder.column(channel), toY);
        });
        paintLegend(surface, channels, values, top, height, strip.digits);
    }

    return {
        setInfo(info) {
            strips[0]!.mark = meanPeakSlipAngle(info);
        },
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
        describe: ({ wheels }) =>
            sayWheels(wheels.length, (i) => {
                const { slipAngleRad, slipRatio } = wheels[i]!;
                return `${fixed(degrees(slipAngleRad), 1)}°, ${fixed(100 * slipRatio, 0)} %`;
            }),
    };
}
