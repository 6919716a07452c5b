/** The player's vehicle: a car of the world, or one with trailers. */
import type { CarOptions, Cars, CarView, Combinations, Hitch, Kamm, ModelInfo, Placement, Vehicle } from "kamm";
import type { Setup } from "./setup";

export interface Combination {
    /** From front to rear, one car each: the first is driven. */
    readonly groups: readonly Cars[];
    readonly units: readonly CarView[];
    /** Hitches before each unit but the first. */
    readonly hitches: readonly Hitch[];
    /** What the world takes in. */
    readonly member: Cars | Combinations;
    /** Puts it down, straight and coupled. */
    place(placement: Placement): void;
    /** Steering wheel that leads the first trailer backwards along that curvature. */
    reversingWheelRad(curvaturePerM: number): number;
    dispose(): void;
}

type Ground = NonNullable<CarOptions["ground"]>;
type OfRung = Pick<Setup, "rung">;

function carCombination(kamm: Kamm, ground: Ground, vehicle: Vehicle, { rung }: OfRung): Combination {
    const cars = kamm.cars(vehicle, 1, { rung, ground });
    const car = cars.at(0);
    return {
        groups: [cars],
        units: [car],
        hitches: [],
        member: cars,
        place: car.place,
        reversingWheelRad: () => 0,
        dispose: cars.dispose,
    };
}

function trailerCombination(kamm: Kamm, ground: Ground, vehicles: readonly Vehicle[], { rung }: OfRung): Combination {
    const combinations = kamm.combinations(vehicles, 1, { rung, ground });
    const { units, hitches, place, reversingWheelRad } = combinations.at(0);
    return {
        groups: combinations.units,
        units,
        hitches,
        member: combinations,
        place,
        reversingWheelRad,
        dispose: combinations.dispose,
    };
}

/** On the ground of a world, which then takes it in or not. */
export function makeCombination(kamm: Kamm, ground: Ground, vehicles: readonly Vehicle[], setup: OfRung): Combination {
    return vehicles.length > 1
        ? trailerCombination(kamm, ground, vehicles, setup)
        : carCombination(kamm, ground, vehicles[0]!, setup);
}

/** Goes on in `next` where `before` is; `alike`: unit by unit, as it is bent and coupled. */
export function takeOver(next: Combination, before: Combination, alike: boolean): void {
    const car = before.units[0]!;
    if (!alike && next.hitches.length > 0) {
        const [x, y] = car.position as unknown as [number, number];
        next.place({ x, y, yawRad: car.yawRad, speedMps: car.forwardSpeedMps });
        return;
    }
    const units = alike ? before.units : [car];
    units.forEach((unit, i) => next.groups[i]!.handOver(unit, 0));
    next.hitches.forEach((hitch, i) => before.hitches[i]!.coupled || hitch.uncouple());
}

const isDriven = (info: ModelInfo) => info.limiterRadps > 0 && info.gearCount > 0;

/** The unit with the engine: of an articulated bus that pushes, the rear one. */
export const engineUnit = ({ units }: Combination): CarView =>
    units.find(({ info }) => isDriven(info)) ?? units[0]!;

/** What the dials show: the first unit, with the engine wherever it is. */
export function driversInfo(combination: Combination): ModelInfo {
    const [first] = combination.units;
    const { idleRadps, limiterRadps, gearCount, topSpeedMps } = engineUnit(combination).info;
    return { ...first!.info, idleRadps, limiterRadps, gearCount, topSpeedMps };
}

/** Lets the rearmost coupled trailer go, with its brake on as a breakaway cable does it, or takes the next again. */
export function changeCoupling({ units, hitches }: Combination): "coupled" | "uncoupled" | null {
    const at = Math.max(0, hitches.map(({ coupled }) => coupled).lastIndexOf(true));
    const hitch = hitches[at];
    if (!hitch) return null;
    if (hitch.coupled) hitch.uncouple();
    else hitch.couple();
    units[at + 1]!.input.handBrake = hitch.coupled ? 0 : 1;
    return hitch.coupled ? "coupled" : "uncoupled";
}

export interface Size {
    readonly lengthM: number;
    readonly heightM: number;
}

/** From the first unit's nose to the last one's tail, as it stands straight. */
export function sizeOf({ units, hitches }: Combination): Size {
    const tail = ({ info }: CarView) =>
        info.frontOverhangM + info.cgBehindFrontAxleM - info.lengthM; // from the vehicle frame's origin
    const [first, ...trailers] = units;
    let lengthM = first!.info.lengthM;
    trailers.forEach((trailer, i) => {
        if (!hitches[i]!.coupled) return;
        const apartM = Math.hypot(
            first!.position[0]! - trailer.position[0]!,
            first!.position[1]! - trailer.position[1]!,
        );
        const ahead = first!.info.frontOverhangM + first!.info.cgBehindFrontAxleM;
        lengthM = Math.max(lengthM, ahead + apartM - tail(trailer));
    });
    return { lengthM, heightM: Math.max(...units.map(({ info }) => info.heightM)) };
}
