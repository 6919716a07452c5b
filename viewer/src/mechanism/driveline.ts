/** Engine, gearbox, shafts, differentials and brakes. Which axles are driven and how is the file's; places are not. */
import type { ModelInfo } from "kamm";
import type { EnginePlace } from "../cars/profile";
import { drawnAs } from "../cars/profiles";
import { isDriven, type Point, type VehicleData } from "./data";
import { type Axle, body, isBeam, onBeam, onCarrier, onWheel } from "./axle";
import { type Anchor, colours, type Part, type Spin } from "./parts";
import { rod } from "./linkage";

/** Shares of the weight on the rear axle, from which on the engine is drawn ahead of that axle, and behind it. */
const middleEngineShare = 0.525;
const rearEngineShare = 0.572;

/** The file has no place for the engine: taken from the drawn car, else from the driven axles and where the weight lies. */
export function enginePlace(data: VehicleData, axles: readonly Axle[], info: ModelInfo): EnginePlace {
    const drawn = drawnAs(info)?.engine;
    if (drawn) return drawn;
    const first = axles[0]!;
    const rearShare = data.body.cg_behind_front_axle_m / info.wheelbaseM;
    const isFrontDriven = isDriven(first.data) && !isDriven(axles.at(-1)!.data);
    if (isFrontDriven || axles.length > 2 || isBeam(first) || !first.pair) return "front";
    if (rearShare > rearEngineShare) return "rear";
    return rearShare > middleEngineShare ? "middle" : "front";
}

const hasEngine = ({ engine }: VehicleData) => (engine.torque_curve?.torque_nm.length ?? 0) > 0;

/** Size of an engine as it is drawn: one row up to six bores, otherwise two. */
interface EngineSize {
    readonly rows: 1 | 2;
    readonly perRow: number;
    readonly pitchM: number;
    readonly boreM: number;
    readonly lengthM: number;
}

function engineSize({ engine }: VehicleData): EngineSize {
    const cylinders = Math.max(1, Math.round(engine.cylinders));
    const rows = cylinders > 6 ? 2 : 1;
    const perRow = Math.ceil(cylinders / rows);
    const peakNm = Math.max(...engine.torque_curve!.torque_nm);
    const boreM = 0.083 * Math.min(1.7, Math.max(0.6, (peakNm / cylinders / 45) ** (1 / 3)));
    const pitchM = 1.18 * boreM;
    return { rows, perRow, pitchM, boreM, lengthM: perRow * pitchM + 0.4 * boreM };
}

interface EnginePose {
    readonly centre: Point;
    /** Range along the crankshaft, to the gearbox. */
    readonly along: readonly [number, number];
    readonly gearbox: Point;
}

/** Middle of the crankshaft: placeholders by the kind of car. */
function enginePose(data: VehicleData, axles: readonly Axle[], size: EngineSize, where: EnginePlace): EnginePose {
    const [first, last] = [axles[0]!, axles.at(-1)!];
    const isAcross = where === "front" && isDriven(first.data) && !isDriven(last.data) && data.engine.turns === "across";
    const half = size.lengthM / 2;
    if (isAcross) {
        const at: Point = [first.centre[0] + 0.08, 0.06 - half, first.centre[2] + 0.1];
        return { centre: at, along: [0, 1], gearbox: [at[0], at[1] + half + 0.14, at[2] - 0.04] };
    }
    const axle = where === "front" ? first : last;
    const z = axle.centre[2] + 0.12 * axle.radiusM;
    if (where === "front") {
        const x = first.centre[0] - half + 0.3 * first.radiusM;
        const front = axles.length > 2 || isBeam(first) ? z + 0.6 * first.radiusM : z;
        return { centre: [x, 0, front], along: [-1, 0], gearbox: [x - half - 0.24, 0, front - 0.03] };
    }
    const sign = where === "middle" ? 1 : -1;
    const x = last.centre[0] + sign * (half + 0.32);
    return { centre: [x, 0, z], along: [-sign, 0], gearbox: [x - sign * (half + 0.16), 0, z - 0.02] };
}

function moved([x, y, z]: Point, { along }: EnginePose, alongM: number, upM: number, asideM = 0): Point {
    return [x + along[0] * alongM - along[1] * asideM, y + along[1] * alongM + along[0] * asideM, z + upM];
}

const block = (a: Point, b: Point, widthM: number, heightM: number, tint: string): Part => ({
    shape: "block",
    a: body(...a),
    b: body(...b),
    sizeM: [widthM, heightM],
    tint,
});

/** A piston on its rod, at a bank's angle; crank pins are half a turn or a share of it apart. */
function piston(size: EngineSize, pose: EnginePose, row: number, at: number): Part[] {
    const { perRow, pitchM, boreM, rows } = size;
    const lean = rows === 1 ? 0 : row === 0 ? 0.7 : -0.7;
    const alongM = (at - (perRow - 1) / 2) * pitchM;
    const [aside, upwards] = [Math.sin(lean), Math.cos(lean)];
    const point = (reachM: number) => moved(pose.centre, pose, alongM, reachM * upwards, reachM * aside);
    const zero = moved([0, 0, 0], pose, 0, upwards, aside);
    const phaseRad = (2 * Math.PI * (at + 0.5 * row)) / Math.max(2, perRow) + lean;
    const crank = (reachM: number): Anchor => ({
        on: "crank",
        phaseRad,
        radiusM: 0.42 * boreM,
        along: zero,
        at: point(reachM),
    });
    const bore = 0.46 * boreM;
    return [
        rod(crank(1.7 * boreM), crank(2.25 * boreM), bore, colours.piston),
        rod(body(...point(0)), crank(1.8 * boreM), 0.13 * boreM, colours.steel),
    ];
}

function engineParts(size: EngineSize, pose: EnginePose): Part[] {
    const { boreM, lengthM, rows, perRow } = size;
    const { centre } = pose;
    const half = lengthM / 2;
    const end = (alongM: number, upM: number, asideM = 0) => moved(centre, pose, alongM, upM, asideM);
    const pistons = Array.from({ length: rows }, (_, row) =>
        Array.from({ length: perRow }, (_, at) => piston(size, pose, row, at)).flat(),
    ).flat();
    const width = boreM * 1.5;
    const head = rows === 1 ? [0] : [0.7, -0.7];
    const heads = head.map((lean) => {
        const reach = 3.15 * boreM;
        const [up, aside] = [reach * Math.cos(lean), reach * Math.sin(lean)];
        return block(end(-half, up, aside), end(half, up, aside), width, 0.55 * boreM, colours.engine);
    });
    const turning = { by: "engine" } as const;
    const pulley = (from: number, to: number, radiusM: number, shape: "gear" | "round" | "shaft"): Part => ({
        ...{ shape, a: body(...end(from, 0)), b: body(...end(to, 0)), sizeM: [radiusM, radiusM] as const },
        ...{ tint: colours.shaft, spin: turning },
    });
    return [
        block(end(-half, -0.75 * boreM), end(half, -0.75 * boreM), 1.7 * boreM, 0.9 * boreM, colours.gearbox),
        ...heads,
        ...pistons,
        pulley(-half - 0.01, half + 0.03, 0.3 * boreM, "shaft"),
        pulley(-half - 0.06, -half - 0.02, 0.85 * boreM, "gear"),
        pulley(half + 0.005, half + 0.03, 1.35 * boreM, "gear"),
    ];
}

function gearboxParts(pose: EnginePose, size: EngineSize): Part[] {
    const [x, y] = pose.along;
    const [gx, gy, gz] = pose.gearbox;
    const long = y === 0 ? 0.2 + 1.2 * size.boreM : 0.14;
    const at = (alongM: number): Point => [gx + x * alongM, gy + y * alongM, gz];
    const r = 1.5 * size.boreM;
    return [
        rod(body(...at(-long)), body(...at(-0.2 * long)), r, colours.gearbox),
        rod(body(...at(-0.2 * long)), body(...at(long)), 0.72 * r, colours.gearbox),
    ];
}

const driven = ({ data }: Axle) => isDriven(data);

/** The housing's middle: in the beam, or on the body. */
function differential(axle: Axle): Anchor {
    const { centre } = axle;
    return isBeam(axle) ? onBeam(axle, centre[0], 0, centre[2]) : body(centre[0], 0, centre[2]);
}

const aside = (axle: Axle, y: number): Anchor => {
    const { centre } = axle;
    return isBeam(axle) ? onBeam(axle, centre[0], y, centre[2]) : body(centre[0], y, centre[2]);
};

const spinOf = (wheels: readonly number[], ratio = 1): Spin => ({ by: "wheels", wheels, ratio });

/** Housing, in the colour of its kind, its ring gear and the shafts to the wheels. */
function axleDrive(axle: Axle): Part[] {
    const { data, centre, radiusM, pair } = axle;
    const tint = colours[data.differential];
    if (!pair) return [rod(onCarrier(axle, centre[0], -0.1, centre[2]), onCarrier(axle, centre[0], 0.1, centre[2]), 0.05, tint)];
    const r = 0.3 * radiusM;
    const half = 0.26 * radiusM;
    const housing = rod(aside(axle, half), aside(axle, -half), r, tint);
    const ring: Part = {
        ...{ shape: "gear", a: aside(axle, 0.42 * half), b: aside(axle, 0.16 * half), sizeM: [1.22 * r, 1.22 * r] as const },
        ...{ tint: colours.shaft, spin: spinOf(pair) },
    };
    const shafts = pair.flatMap((which, i): Part[] => {
        const side = i === 0 ? 1 : -1;
        const hub: Anchor = { on: "carrier", wheel: which, at: [centre[0], side * centre[1], centre[2]] };
        const thick = 0.05 * radiusM;
        const joint = aside(axle, side * (half + 0.03));
        return [{ shape: "shaft", a: joint, b: hub, sizeM: [thick, thick], tint: colours.shaft, spin: spinOf([which]) }];
    });
    return [housing, ring, ...shafts, ...motorParts(axle)];
}

function motorParts(axle: Axle): Part[] {
    const { data, centre, radiusM } = axle;
    if (data.motor.peak_nm <= 0) return [];
    const x = centre[0] + (axle.index === 0 ? -1 : 1) * 0.75 * radiusM;
    const z = centre[2] + 0.06;
    const r = 0.1 * Math.min(1.6, (data.motor.peak_nm / 250) ** (1 / 3));
    return [rod(body(x, -0.17, z), body(x, 0.17, z), 1.25 * r, colours.motor)];
}

/** From the gearbox, by a transfer case where several axles are driven, to each axle's differential. */
function propShafts(data: VehicleData, axles: readonly Axle[], from: Point, boxed: Axle | null): Part[] {
    const fed = axles.filter((axle) => axle.data.drive_share > 0 && axle !== boxed);
    if (fed.length === 0) return [];
    const ratio = data.gearbox.final_drive;
    const parts: Part[] = [];
    const isShared = axles.filter(({ data: { drive_share } }) => drive_share > 0).length > 1;
    let start: Point = from;
    if (isShared) {
        start = [from[0], 0, from[2] - 0.06];
        const colour = colours[data.transfer.coupling];
        parts.push(block([from[0] + 0.11, 0, from[2] - 0.05], [from[0] - 0.11, 0, from[2] - 0.05], 0.24, 0.26, colour));
    }
    const shaft = (a: Anchor, b: Anchor, wheels: readonly number[], thickM: number): Part[] => [
        { shape: "shaft", a, b, sizeM: [thickM, thickM], tint: colours.shaft, spin: spinOf(wheels, ratio) },
        ...[a, b].map((at): Part => ({ shape: "ball", a: at, b: at, sizeM: [1.6 * thickM, 1.6 * thickM], tint: colours.dark })),
    ];
    for (const direction of [1, -1]) {
        const row = fed
            .filter(({ centre }) => direction * (centre[0] - start[0]) > 0)
            .sort((a, b) => direction * (a.centre[0] - b.centre[0]));
        let last: Anchor = body(...start);
        for (const axle of row) {
            const thickM = 0.075 * axle.radiusM;
            parts.push(...shaft(last, differential(axle), axle.pair ?? [axle.wheel], thickM));
            last = differential(axle);
        }
    }
    return parts;
}

/** A disc and its calliper on each hub; the calliper glows with the torque that the wheel is braked with. */
function brakes(axle: Axle): Part[] {
    const { data, centre, rimM, faceM, info, wheel, pair } = axle;
    const full = data.brake_torque_nm + data.hand_brake_torque_nm;
    if (full <= 0) return [];
    const r = 0.74 * rimM;
    const y = pair ? faceM + 0.25 * info.wheelWidthM[wheel]! : 0;
    const [x, , z] = centre;
    const glow = { shows: "brake", wheel, fullNm: full } as const;
    const disc: Part = {
        ...{ shape: "gear", a: onWheel(axle, x, y - 0.011, z), b: onWheel(axle, x, y + 0.011, z), sizeM: [r, r] as const },
        ...{ tint: glow, spin: spinOf([wheel]) },
    };
    const calliper: Part = {
        shape: "block",
        a: onWheel(axle, x - 0.8 * r, y - 0.045, z + 0.1 * r),
        b: onWheel(axle, x - 0.8 * r, y + 0.045, z + 0.1 * r),
        sizeM: [0.34 * r, 0.75 * r],
        tint: colours.dark,
    };
    return [disc, calliper];
}

export interface Driveline {
    readonly left: readonly Part[];
    readonly middle: readonly Part[];
}

export function drivelineOf(data: VehicleData, axles: readonly Axle[], info: ModelInfo): Driveline {
    const middle = axles.filter(driven).flatMap(axleDrive);
    const left = axles.filter(({ pair }) => pair).flatMap(brakes);
    middle.push(...axles.filter(({ pair }) => !pair).flatMap(brakes));
    if (!hasEngine(data)) return { left, middle };
    const where = enginePlace(data, axles, info);
    const size = engineSize(data);
    const pose = enginePose(data, axles, size, where);
    middle.push(...engineParts(size, pose), ...gearboxParts(pose, size));
    // A gearbox beside its axle has the differential in it.
    const boxed = where === "front" ? (isBeam(axles[0]!) ? null : axles[0]!) : axles.at(-1)!;
    middle.push(...propShafts(data, axles, pose.gearbox, boxed));
    return { left, middle };
}
