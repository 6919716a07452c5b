/** Recent samples of the ghosts: for plots, lines on the road and figures. */
import type { CarView } from "kamm";
import { degrees, kmh } from "../dials/format";
import { slipShown } from "../dials/rest";
import { movedBy, type Pose } from "./pose";

export interface Trait {
    readonly id: "yawRate" | "lateral" | "sideslip" | "speed";
    readonly title: string;
    readonly unit: string;
    readonly digits: number;
    /** The least that its axis spans. */
    readonly minRange: readonly [number, number];
    read(car: CarView): number;
}

export const traits: readonly Trait[] = [
    {
        ...{ id: "yawRate", title: "Yaw rate", unit: "°/s", digits: 1, minRange: [0, 10] },
        read: (car) => degrees(car.yawRateRadps),
    },
    {
        ...{ id: "lateral", title: "Lateral acceleration", unit: "m/s²", digits: 1, minRange: [0, 4] },
        read: (car) => car.accelerationYMps2,
    },
    {
        ...{ id: "sideslip", title: "Sideslip", unit: "°", digits: 1, minRange: [-2, 1] },
        read: (car) => degrees(car.sideslipRad) * slipShown(car),
    },
    {
        ...{ id: "speed", title: "Speed", unit: "km/h", digits: 0, minRange: [0, 20] },
        read: (car) => kmh(car.speedMps),
    },
];

/** Every so many substeps one. */
export const substepsPerSample = 4;
const keptSamples = 60 * 30;
/** Beyond them, before the oldest are dropped. */
const spareSamples = keptSamples / 4;

/** Trace of a ghost, as long as the times; valid until the next sample. */
export interface Trace {
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly z: Float64Array;
    of(trait: Trait["id"]): Float64Array;
}

export interface Traces {
    readonly count: number;
    /** Goes up with each sample and each clearing: something new to draw. */
    readonly version: number;
    readonly timesS: Float64Array;
    readonly all: readonly Trace[];
    /** Samples at which they were put together. */
    readonly meetings: readonly number[];
    /** Heading of the first sample. */
    readonly yawRad: number;
    take(timeS: number): void;
    /** From here on they drive from one place again. */
    meet(): void;
}

/** `pose`: where they are shown. */
export function createTraces(cars: readonly CarView[], pose: Pose): Traces {
    const reads = [
        ...traits.map(({ read }) => read),
        ...[0, 1, 2].map((axis) => (car: CarView) => movedBy(pose, car.position)[axis]!),
    ];
    const capacity = keptSamples + spareSamples;
    const times = new Float64Array(capacity);
    const columns = cars.map(() => reads.map(() => new Float64Array(capacity)));
    let count = 0;
    let version = 0;
    let meetings: number[] = [];
    let yawRad = 0;

    function dropOldest() {
        for (const column of [times, ...columns.flat()]) column.copyWithin(0, spareSamples);
        count -= spareSamples;
        meetings = meetings.map((at) => at - spareSamples).filter((at) => at > 0);
    }

    const traceOf = (own: readonly Float64Array[]): Trace => {
        const view = (i: number) => own[i]!.subarray(0, count);
        return {
            get x() {
                return view(traits.length);
            },
            get y() {
                return view(traits.length + 1);
            },
            get z() {
                return view(traits.length + 2);
            },
            of: (id) => view(traits.findIndex((trait) => trait.id === id)),
        };
    };
    return {
        all: columns.map(traceOf),
        get count() {
            return count;
        },
        get version() {
            return version;
        },
        get timesS() {
            return times.subarray(0, count);
        },
        get meetings() {
            return meetings;
        },
        get yawRad() {
            return yawRad;
        },
        take(timeS) {
            if (count === capacity) dropOldest();
            if (count === 0) yawRad = cars.at(-1)!.yawRad + pose.yawRad;
            times[count] = timeS;
            cars.forEach((car, i) => reads.forEach((read, k) => (columns[i]![k]![count] = read(car))));
            ++count;
            ++version;
        },
        meet() {
            if (count > 0 && meetings.at(-1) !== count) meetings.push(count);
        },
    };
}
