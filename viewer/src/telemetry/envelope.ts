/**
 * The G-G-V envelope: which accelerations a car reaches at each speed. Many cars of the model are put on level ground, each at a
 * speed, and given a pedal and a steering angle; what they reach while they are not sliding away bounds the envelope.
 */
import { driveGear } from "../simulation/pedals";
import { gravityMps2 } from "../dials/format";
import type { Cars, Kamm, ModelInfo, Rung, Vehicle } from "kamm";

export interface Point {
    /** Forwards and to the left, as the channels have them. */
    readonly x: number;
    readonly y: number;
}

export interface Envelope {
    readonly speedsMps: readonly number[];
    /** Hull of each speed: convex, and equal to the left and right. It is empty for speeds without data. */
    readonly hulls: readonly (readonly Point[])[];
}

export interface EnvelopeCar {
    readonly vehicle: Vehicle;
    readonly rung: Rung;
    readonly surface: string;
}

const pedals = [-1, -0.7, -0.45, -0.3, -0.15, 0, 0.15, 0.3, 0.45, 0.6, 0.8, 1] as const;
/** Shares of the steering that the limit of grip takes. */
const steers = [0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.9, 1.1, 1.35] as const;
const speedCount = 6;
const slowestMps = 9;
const stepS = 1 / 60;
/** Steering and brake rise for so long; then the car settles; what follows is taken, in means of some steps. */
const riseS = 0.35;
const settledS = 0.6;
/** Time enough for a gearbox to shift down for full throttle. */
const endS = 2.2;
const meanSteps = 6;
/** A car that stands across its way is lost. */
const maxSideslipRad = 0.3;
const sliceMs = 10;

interface Plan {
    readonly speedMps: number;
    readonly pedal: number;
    readonly steeringWheelRad: number;
}

export function speedsOf({ topSpeedMps }: Pick<ModelInfo, "topSpeedMps">): number[] {
    const fastest = Math.max(1.5 * slowestMps, 0.92 * topSpeedMps);
    return Array.from({ length: speedCount }, (_, i) => slowestMps + ((fastest - slowestMps) * i) / (speedCount - 1));
}

/** To the left, of a turn at the limit: what the path takes, and the slip of tyres at their peak. */
function limitWheelRad(info: ModelInfo, speedMps: number, friction: number): number {
    const grip = Math.max(...info.peakFrictionY) * friction;
    const slipRad = 1.2 * Math.max(...info.peakSlipAngleRad);
    const roadRad = (info.wheelbaseM * grip * gravityMps2) / (speedMps * speedMps) + slipRad;
    return Math.min(info.steeringLockRad, roadRad * info.steeringRatio);
}

function plansOf(info: ModelInfo, speedsMps: readonly number[], friction: number): Plan[] {
    return speedsMps.flatMap((speedMps) =>
        pedals.flatMap((pedal) =>
            steers.map((share) => ({
                speedMps: speedMps * (pedal < 0 ? 1 - 0.25 * pedal : 1), // braking begins faster
                pedal,
                steeringWheelRad: Math.min(info.steeringLockRad, share * limitWheelRad(info, speedMps, friction)),
            })),
        ),
    );
}

function act(cars: Cars, plans: readonly Plan[], timeS: number) {
    const share = Math.min(1, timeS / riseS);
    plans.forEach(({ pedal, steeringWheelRad }, i) => {
        const { input } = cars.at(i);
        input.throttle = Math.max(0, pedal);
        input.brake = Math.max(0, -pedal) * share;
        input.steeringWheelRad = steeringWheelRad * share;
        input.gear = driveGear;
    });
}

const sum = (into: Float64Array, values: Float64Array) => values.forEach((value, i) => (into[i]! += value));

/** The points of each speed, as the cars pass them. */
function createSamples(count: number, speedsMps: readonly number[]) {
    const keys = ["accelerationXMps2", "accelerationYMps2", "speedMps"] as const;
    const sums = keys.map(() => new Float64Array(count));
    const points: Point[][] = speedsMps.map(() => []);
    const halfMps = (speedsMps[1]! - speedsMps[0]!) / 2;
    const scratch = new Float64Array(count);
    let steps = 0;
    return {
        points,
        take(cars: Cars) {
            keys.forEach((key, k) => sum(sums[k]!, cars.read(key, scratch)));
            if (++steps < meanSteps) return;
            const sideslipRad = cars.read("sideslipRad");
            for (let i = 0; i < count; ++i) {
                const [x, y, speed] = sums.map((each) => each[i]! / meanSteps) as [number, number, number];
                const bin = speedsMps.findIndex((mps) => Math.abs(speed - mps) <= halfMps);
                if (bin >= 0 && Math.abs(sideslipRad[i]!) < maxSideslipRad && Number.isFinite(x + y))
                    points[bin]!.push({ x, y });
            }
            for (const each of sums) each.fill(0);
            steps = 0;
        },
    };
}

/** Andrew's monotone chain. */
export function convexHull(points: readonly Point[]): Point[] {
    const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
    const half = (all: readonly Point[]) => {
        const chain: Point[] = [];
        for (const point of all) {
            while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
            chain.push(point);
        }
        return chain.slice(0, -1);
    };
    return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);

/** The cars have all turned to the left: to the right they do the same. */
export const mirrored = (points: readonly Point[]): Point[] =>
    points.flatMap(({ x, y }) => [
        { x, y },
        { x, y: -y },
    ]);

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Works in slices between the page's frames. */
export async function computeEnvelope(kamm: Kamm, { vehicle, rung, surface }: EnvelopeCar): Promise<Envelope> {
    const info = vehicle.describe(rung);
    const friction = kamm.surfaces.find(({ name }) => name === surface)?.friction ?? 1;
    const speedsMps = speedsOf(info);
    const plans = plansOf(info, speedsMps, friction);
    const cars = kamm.cars(vehicle, plans.length, { rung, ground: { surface } });
    try {
        plans.forEach(({ speedMps }, i) => cars.at(i).place({ y: 20 * i, speedMps, gear: driveGear }));
        const samples = createSamples(plans.length, speedsMps);
        let sliceEnd = performance.now() + sliceMs;
        for (let timeS = 0; timeS < endS; timeS += stepS) {
            act(cars, plans, timeS);
            cars.step(stepS, false);
            if (timeS > settledS) samples.take(cars);
            if (performance.now() < sliceEnd) continue;
            await nextTurn();
            sliceEnd = performance.now() + sliceMs;
        }
        return { speedsMps, hulls: samples.points.map((points) => convexHull(mirrored(points))) };
    } finally {
        cars.dispose();
    }
}
