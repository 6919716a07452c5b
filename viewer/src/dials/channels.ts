/** The groups of channels that are kept for plots. */
import type { CarFrame, WheelFrame } from "../frame";
import type { WheelName } from "../wheels";
import { degrees, gs, kilonewtons, kmh, rpm } from "./format";
import { slipShown } from "./rest";
import type { Read } from "./history";

export interface Channel {
    readonly name: string;
    readonly unit: string;
    readonly read: Read;
    /** Number of the wheel; undefined: a channel of the car. */
    readonly wheel?: number;
    /** The least that its axis spans, so that noise does not look like news. */
    readonly minRange: readonly [number, number];
}

/** Channels of at most two units: one axis on the left, one on the right. */
export interface Group {
    readonly id: string;
    readonly title: string;
    readonly channels: readonly Channel[];
}

type MinRange = readonly [number, number];

const car = (name: string, unit: string, minRange: MinRange, read: Read): Channel => ({
    name,
    unit,
    read,
    minRange,
});

function ofWheels(
    names: readonly WheelName[],
    unit: string,
    minRange: MinRange,
    read: (wheel: WheelFrame, car: CarFrame) => number,
): Channel[] {
    return names.map(({ short }, wheel) => ({
        name: short,
        unit,
        minRange,
        wheel,
        read: (of: CarFrame) => (of.wheels[wheel] ? read(of.wheels[wheel], of) : NaN),
    }));
}

export function channelGroups(wheels: readonly WheelName[]): Group[] {
    return [
        {
            id: "speed",
            title: "Speed and engine",
            channels: [
                car("speed", "km/h", [0, 20], (of) => kmh(of.speedMps)),
                car("engine", "rpm", [0, 2000], (of) => rpm(of.engineRadps)),
            ],
        },
        {
            id: "steering",
            title: "Steering, sideslip, yaw rate",
            channels: [
                car("road wheels", "°", [-10, 10], (of) => degrees(of.roadWheelRad)),
                car("sideslip", "°", [-10, 10], (of) => degrees(of.sideslipRad) * slipShown(of)),
                car("yaw rate", "°/s", [-10, 10], (of) => degrees(of.yawRateRadps)),
            ],
        },
        {
            id: "lean",
            title: "Lean and steering torque",
            channels: [
                car("lean to the right", "°", [-10, 10], (of) => degrees(of.rollRad)),
                car("steering torque", "N·m", [-10, 10], (of) => of.steeringTorqueNm),
            ],
        },
        {
            id: "acceleration",
            title: "Acceleration",
            channels: [
                car("to the left", "g", [-0.4, 0.4], (of) => gs(of.accelerationYMps2)),
                car("forwards", "g", [-0.4, 0.4], (of) => gs(of.accelerationXMps2)),
            ],
        },
        {
            id: "loads",
            title: "Wheel loads",
            channels: ofWheels(wheels, "kN", [0, 4], ({ loadN }) => kilonewtons(loadN)),
        },
        {
            id: "longitudinal",
            title: "Longitudinal tyre forces",
            channels: ofWheels(wheels, "kN", [-1, 1], (of) => kilonewtons(of.longitudinalForceN)),
        },
        {
            id: "lateral",
            title: "Lateral tyre forces",
            channels: ofWheels(wheels, "kN", [-1, 1], (of) => kilonewtons(of.lateralForceN)),
        },
        {
            id: "travel",
            title: "Suspension travel",
            channels: ofWheels(wheels, "mm", [-20, 20], ({ travelM }) => 1000 * travelM),
        },
        {
            id: "slip-angle",
            title: "Slip angles",
            channels: ofWheels(
                wheels,
                "°",
                [-2, 2],
                ({ slipAngleRad }, car) => degrees(slipAngleRad) * slipShown(car),
            ),
        },
        {
            id: "slip-ratio",
            title: "Slip ratios",
            channels: ofWheels(wheels, "%", [-5, 5], ({ slipRatio }) => 100 * slipRatio),
        },
    ];
}
