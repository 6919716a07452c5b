/** Data of the parts of one axle: its data, its wheels, and the places of its file's points in the car. */
import type { ModelInfo } from "kamm";
import type { AxleData, Hardpoints, Point } from "./data";
import type { Anchor, Pair } from "./parts";

export interface Axle {
    readonly index: number;
    readonly data: AxleData;
    readonly info: ModelInfo;
    /** The inmost wheel of each side; null of an axle with a wheel in the middle. */
    readonly pair: Pair | null;
    /** That of the left side, or the one in the middle, at rest. */
    readonly wheel: number;
    readonly centre: Point;
    readonly radiusM: number;
    readonly rimM: number;
    /** Inner face of the tyre, of the left wheel. */
    readonly faceM: number;
    readonly allWheels: readonly number[];
}

export function axlesOf(info: ModelInfo, axles: readonly AxleData[]): Axle[] {
    return axles.slice(0, info.axleCount).map((data, index) => {
        const allWheels = info.wheelAxle.flatMap((axle, wheel) => (axle === index ? [wheel] : []));
        const inmost = (side: number) =>
            allWheels
                .filter((wheel) => info.wheelSide[wheel] === side)
                .sort((a, b) => Math.abs(info.wheelPositionM[a]![1]) - Math.abs(info.wheelPositionM[b]![1]))[0];
        const [left, right] = [inmost(1), inmost(-1)];
        const wheel = left ?? allWheels[0]!;
        const centre = info.wheelPositionM[wheel]! as Point;
        return {
            ...{ index, data, info, allWheels, wheel, centre },
            pair: left !== undefined && right !== undefined ? ([left, right] as const) : null,
            radiusM: info.wheelRadiusM[wheel]!,
            rimM: info.rimRadiusM[wheel]!,
            faceM: centre[1] - info.wheelWidthM[wheel]! / 2,
        };
    });
}

/** The wheel on the other side, at the same place from the middle outwards. */
export function otherSide(info: ModelInfo, wheel: number): number {
    const [x, y] = info.wheelPositionM[wheel]!;
    const isMirror = ([otherX, otherY]: readonly number[]) =>
        Math.abs(otherX! - x) < 1e-6 && Math.abs(otherY! + y) < 1e-6;
    const found = info.wheelPositionM.slice(0, info.wheelCount).findIndex(isMirror);
    return found < 0 ? wheel : found;
}

export const body = (x: number, y: number, z: number): Anchor => ({ on: "body", at: [x, y, z] });
export const onCarrier = ({ wheel }: Axle, x: number, y: number, z: number): Anchor => ({
    on: "carrier",
    wheel,
    at: [x, y, z],
});
export const onWheel = ({ wheel }: Axle, x: number, y: number, z: number): Anchor => ({
    on: "wheel",
    wheel,
    at: [x, y, z],
});
export const onBeam = ({ pair }: Axle, x: number, y: number, z: number): Anchor => ({
    on: "beam",
    wheels: pair!,
    at: [x, y, z],
});

/** A point of the file, which counts x and z from where it likes, in the car at rest. */
export function pointIn({ centre }: Axle, { wheel_centre_m }: Hardpoints, point: Point): Point {
    const [x, , z] = wheel_centre_m!;
    return [centre[0] + point[0] - x, point[1], centre[2] + point[2] - z];
}

export const isBeam = ({ pair, data }: Axle) => pair !== null && data.suspension.kind === "dependent";
export const steers = ({ data }: Axle) => Math.abs(data.steer_share) > 1e-6;
