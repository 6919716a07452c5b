/** Statistics of a run, whatever the order: understeer by lateral acceleration, shares of damper velocities. */
import { gravityMps2 } from "../dials/format";
import { columnValues, hasColumn, type Run } from "./run";


export interface Understeer {
    /** Lateral acceleration towards the inside of the turn, in g, and steering wheel beyond Ackermann's, in degrees. */
    readonly points: readonly (readonly [number, number])[];
    /** Means of the points, step by step. */
    readonly means: readonly (readonly [number, number])[];
}

export interface Steering {
    readonly wheelbaseM: number;
    readonly steeringRatio: number;
}

const slowestMps = 6;
const binG = 0.05;
const leastInBin = 8;

/** Ackermann: the angle by which the path would be driven at a creep, ratio times wheelbase times curvature. */
export function understeerOf(run: Run, { wheelbaseM, steeringRatio }: Steering): Understeer {
    const speedName = hasColumn(run, "speed_mps") ? "speed_mps" : "forward_speed_mps";
    const [speed, yaw, lateral, wheel] = [speedName, "yaw_rate_radps", "acceleration_y_mps2", "steering_wheel_rad"].map(
        (name) => columnValues(run, name),
    ) as [Float32Array, Float32Array, Float32Array, Float32Array];
    const points: [number, number][] = [];
    for (let i = 0; i < speed.length; ++i) {
        if (!(speed[i]! > slowestMps) || !Number.isFinite(lateral[i]! + yaw[i]! + wheel[i]!)) continue;
        const toLeft = Math.sign(lateral[i]!);
        const ackermannRad = (steeringRatio * wheelbaseM * yaw[i]!) / speed[i]!;
        points.push([Math.abs(lateral[i]!) / gravityMps2, (toLeft * (wheel[i]! - ackermannRad) * 180) / Math.PI]);
    }
    return { points, means: meansOf(points) };
}

function meansOf(points: readonly (readonly [number, number])[]): [number, number][] {
    const bins: { sum: number; count: number }[] = [];
    for (const [x, y] of points) {
        const bin = (bins[Math.floor(x / binG)] ??= { sum: 0, count: 0 });
        bin.sum += y;
        ++bin.count;
    }
    return Object.entries(bins)
        .filter(([, { count }]) => count >= leastInBin)
        .map(([i, { sum, count }]) => [(Number(i) + 0.5) * binG, sum / count]);
}

export interface Histogram {
    /** From the lowest edge on, each as wide. */
    readonly fromMps: number;
    readonly widthMps: number;
    /** Share of the time, 0 to 1; values beyond the edges count in the outermost share. */
    readonly shares: readonly number[];
}

const edgeMps = 0.3;
const binCount = 24;

/** Histogram of the wheel's travel rate, which the damper's follows; above 0: bump. Null if nothing moves. */
export function damperHistogram(run: Run, wheel: number): Histogram | null {
    const rates = columnValues(run, `wheel${wheel}_travel_rate_mps`).filter(Number.isFinite);
    if (rates.length === 0 || rates.every((rate) => rate === 0)) return null;
    const widthMps = (2 * edgeMps) / binCount;
    const counts = new Array<number>(binCount).fill(0);
    for (const rate of rates) ++counts[Math.min(binCount - 1, Math.max(0, Math.floor((rate + edgeMps) / widthMps)))]!;
    return { fromMps: -edgeMps, widthMps, shares: counts.map((count) => count / rates.length) };
}
