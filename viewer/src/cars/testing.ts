/**
 * The measures of the cars in data/vehicles, read from their files: for tests that do without the
 * physics.
 */
import type { ModelInfo } from "kamm";
import { profiles } from "./profiles";

interface Lengths {
    readonly [name: string]: unknown;
}

const vehicles = import.meta.glob<Lengths>("../../../data/vehicles/*.json", {
    eager: true,
    import: "default",
});
const tyres = import.meta.glob<Lengths>("../../../data/tyres/*.json", {
    eager: true,
    import: "default",
});

const nameOf = (path: string) => path.replace(/^.*\//, "").replace(/\.json$/, "");

/** A length of a file, whether it is written in metres or millimetres. */
function lengthM(group: Lengths, name: string): number {
    const metres = group[`${name}_m`] ?? (group[`${name}_mm`] as number) / 1000;
    if (!Number.isFinite(metres)) throw new Error(`no ${name}`);
    return metres as number;
}

interface Rubber {
    readonly width: number;
    readonly rim: number;
    readonly radius: number;
}

function rubberOf(tyre: unknown): Rubber {
    const file = typeof tyre === "string" ? tyre : ((tyre as Lengths).file as string);
    const spec = Object.entries(tyres).find(([path]) => nameOf(path) === file)?.[1];
    if (!spec) return { width: 0.195, rim: 0.1905, radius: 0.3505 }; // commonroad.tir
    const width = lengthM(spec, "width");
    const rim = ((spec.rim_diameter_in as number) * 0.0254) / 2;
    return { width, rim, radius: rim + width * (spec.aspect_ratio as number) };
}

/** The boxes that a file gives its body; none if those of its kind of body are taken. */
function boxesOf(body: Lengths, ahead: number): ModelInfo["boxes"] {
    const boxes = (body.boxes ?? []) as Lengths[];
    return boxes.map((box) => {
        const [length, bottom, top] = ["length", "bottom", "top"].map((name) => lengthM(box, name));
        const front = ahead + lengthM(box, "front");
        return {
            centreM: [front - length! / 2, 0, (bottom! + top!) / 2],
            halfM: [length! / 2, lengthM(box, "width") / 2, (top! - bottom!) / 2],
            orientation: [1, 0, 0, 0],
        };
    });
}

function infoOf(file: Lengths): ModelInfo {
    const body = file.body as Lengths;
    const axles = file.axles as Lengths[];
    const wheelbaseM = lengthM(axles.at(-1)!, "behind_front_axle");
    const ahead = lengthM(body, "cg_behind_front_axle");
    const wheels = axles.flatMap((axle, i) => {
        const rubber = rubberOf(axle.tyre);
        const half = axle.wheels === "single" ? 0 : lengthM(axle, "track") / 2;
        const x = i === 0 ? ahead : ahead - lengthM(axle, "behind_front_axle");
        const sides = axle.wheels === "single" ? ([0] as const) : ([1, -1] as const);
        return sides.map((side) => ({
            ...rubber,
            axle: i,
            side,
            place: [x, side * half, 0.95 * rubber.radius] as const,
        }));
    });
    const info: Partial<ModelInfo> = {
        rung: "full",
        axleCount: axles.length,
        wheelCount: wheels.length,
        wheelAxle: wheels.map(({ axle }) => axle),
        wheelSide: wheels.map(({ side }) => side),
        wheelbaseM,
        cgBehindFrontAxleM: ahead,
        lengthM: lengthM(body, "length"),
        widthM: lengthM(body, "width"),
        heightM: lengthM(body, "height"),
        frontOverhangM: lengthM(body, "front_overhang"),
        wheelRadiusM: wheels.map((wheel) => wheel.radius),
        wheelWidthM: wheels.map((wheel) => wheel.width),
        rimRadiusM: wheels.map((wheel) => wheel.rim),
        wheelPositionM: wheels.map((wheel) => wheel.place),
        boxes: boxesOf(body, ahead),
    };
    return info as ModelInfo;
}

const ofTwoAxles = Object.entries(vehicles)
    .filter(([, file]) => (file.axles as Lengths[]).length === 2)
    .map(([path, file]) => [nameOf(path), infoOf(file)] as const);

const withProfile = (has: boolean): Readonly<Record<string, ModelInfo>> =>
    Object.fromEntries(ofTwoAxles.filter(([id]) => id in profiles === has));

/** Cars by the vehicle's name, without those of more axles, which have no profile. */
export const knownCars = withProfile(true);
/** Cars without a profile of their own: the page draws them by the most similar one, or by their boxes. */
export const otherCars = withProfile(false);
