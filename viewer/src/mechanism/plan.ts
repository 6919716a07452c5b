/** All parts of a vehicle's mechanism. */
import type { ModelInfo } from "kamm";
import { axlesOf, otherSide } from "./axle";
import type { VehicleData } from "./data";
import { drivelineOf } from "./driveline";
import { linkageOf } from "./linkage";
import { mirrored, type Part } from "./parts";
import { antiRollBar } from "./springs";

export interface Plan {
    /** Parts in pairs: each part of the left side, and that of the right side at the same place in the list. */
    readonly left: readonly Part[];
    readonly right: readonly Part[];
    readonly middle: readonly Part[];
}

export const partsOf = ({ left, right, middle }: Plan): Part[] => [...left, ...right, ...middle];

export function planOf(data: VehicleData, info: ModelInfo): Plan {
    const axles = axlesOf(info, data.axles);
    const linkages = axles.map(linkageOf);
    const driveline = drivelineOf(data, axles, info);
    const left = [...linkages.flatMap((linkage) => linkage.left), ...driveline.left];
    const middle = [
        ...linkages.flatMap((linkage) => linkage.middle),
        ...axles.flatMap(antiRollBar),
        ...driveline.middle,
    ];
    const other = (wheel: number) => otherSide(info, wheel);
    return { left, middle, right: left.map((part) => mirrored(part, other)) };
}
