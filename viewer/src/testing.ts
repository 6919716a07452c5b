/** Models of vehicles that are in no file, for tests of what shows any number of axles and wheels. */
import type { ModelInfo, WheelSide } from "kamm";

export interface AxleSpec {
    /** Ahead of the centre of gravity. */
    readonly x: number;
    /** Left half's distances from the middle, from there outwards; 0: one wheel in the middle. */
    readonly y: readonly number[];
    readonly radiusM?: number;
    readonly widthM?: number;
    readonly loadN?: number;
}

interface Size {
    readonly lengthM: number;
    readonly widthM: number;
    readonly heightM: number;
    readonly frontOverhangM: number;
    readonly boxes?: ModelInfo["boxes"];
}

/** Makes wheels in the core's order: axle by axle, left before right, twins from the middle outwards. */
function wheelsOf(axles: readonly AxleSpec[]) {
    return axles.flatMap(({ x, y, radiusM = 0.3, widthM = 0.2, loadN = 3500 }, axle) =>
        y.flatMap((half) => {
            const sides: readonly WheelSide[] = half === 0 ? [0] : [1, -1];
            return sides.map((side) => ({ axle, side, x, y: side * half, radiusM, widthM, loadN }));
        }),
    );
}

export function modelOf(axles: readonly AxleSpec[], size: Size): ModelInfo {
    const wheels = wheelsOf(axles);
    const info: Partial<ModelInfo> = {
        rung: "full",
        substepS: 1 / 240,
        axleCount: axles.length,
        wheelCount: wheels.length,
        gearCount: 5,
        massKg: wheels.reduce((sum, { loadN }) => sum + loadN, 0) / 9.80665,
        wheelbaseM: axles[0]!.x - axles.at(-1)!.x,
        cgHeightM: 0.35 * size.heightM,
        cgBehindFrontAxleM: axles[0]!.x,
        steeringLockRad: 9,
        steeringRatio: 16,
        idleRadps: 80,
        limiterRadps: 500,
        engineCylinders: 4,
        engineTwoStroke: false,
        engineDiesel: false,
        topSpeedMps: 40,
        boxes: [],
        ...size,
        wheelAxle: wheels.map(({ axle }) => axle),
        wheelSide: wheels.map(({ side }) => side),
        wheelRadiusM: wheels.map(({ radiusM }) => radiusM),
        loadedRadiusM: wheels.map(({ radiusM }) => 0.96 * radiusM),
        wheelWidthM: wheels.map(({ widthM }) => widthM),
        rimRadiusM: wheels.map(({ radiusM }) => 0.6 * radiusM),
        wheelPositionM: wheels.map(({ x, y, radiusM }) => [x, y, 0.96 * radiusM]),
        staticLoadN: wheels.map(({ loadN }) => loadN),
        peakFrictionX: wheels.map(() => 1.05),
        peakFrictionY: wheels.map(() => 1),
        peakSlipAngleRad: wheels.map(() => 0.14),
    };
    return info as ModelInfo;
}

const box = (fromX: number, toX: number, widthM: number, fromZ: number, toZ: number) => ({
    centreM: [(fromX + toX) / 2, 0, (fromZ + toZ) / 2] as const,
    halfM: [(toX - fromX) / 2, widthM / 2, (toZ - fromZ) / 2] as const,
    orientation: [1, 0, 0, 0] as const,
});

const truckWheel = { radiusM: 0.5, widthM: 0.3 };

export const car = modelOf(
    [
        { x: 1.2, y: [0.74] },
        { x: -1.4, y: [0.75] },
    ],
    { lengthM: 4.2, widthM: 1.75, heightM: 1.45, frontOverhangM: 0.8 },
);

/** One wheel in front. */
export const threeWheeler = modelOf(
    [
        { x: 1.35, y: [0], radiusM: 0.27, widthM: 0.14, loadN: 1500 },
        { x: -0.8, y: [0.61], radiusM: 0.27, widthM: 0.14, loadN: 2000 },
    ],
    { lengthM: 3.34, widthM: 1.42, heightM: 1.39, frontOverhangM: 0.55 },
);

/** Twin wheels on both rear axles: ten wheels. */
export const threeAxleTruck = modelOf(
    [
        { x: 3.1, y: [1.02], ...truckWheel, loadN: 33000 },
        { x: -0.9, y: [0.75, 1.1], ...truckWheel, loadN: 22000 },
        { x: -2.25, y: [0.75, 1.1], ...truckWheel, loadN: 22000 },
    ],
    {
        ...{ lengthM: 8.2, widthM: 2.5, heightM: 3.3, frontOverhangM: 1.35 },
        boxes: [box(2.2, 4.45, 2.5, 0.6, 3.1), box(-3.75, 1.9, 2.5, 1.1, 3.3), box(-3.7, 2.2, 0.9, 0.6, 1.1)],
    },
);

/** Two steered axles, two driven ones with single wheels. */
export const fourAxleTruck = modelOf(
    [
        { x: 3.6, y: [1.05], ...truckWheel, loadN: 30000 },
        { x: 1.7, y: [1.05], ...truckWheel, loadN: 30000 },
        { x: -1.5, y: [1.03], ...truckWheel, loadN: 36000 },
        { x: -2.85, y: [1.03], ...truckWheel, loadN: 36000 },
    ],
    {
        ...{ lengthM: 9.1, widthM: 2.55, heightM: 3.4, frontOverhangM: 1.4 },
        boxes: [box(2.9, 5, 2.5, 0.6, 3.2), box(-4.1, 2.7, 2.55, 1.2, 3.4)],
    },
);

export const unusual = { threeWheeler, threeAxleTruck, fourAxleTruck };
