/** Fills in a frame from the world and its cars. */
import type { CarChannels, CarView, ContactEvent, Wheel, World } from "kamm";
import { engineUnit, type Combination } from "./combination";
import type { SurfaceOverride } from "./surface_override";
import { carKeys, type CarFrame, type Frame, wheelKeys, type WheelFrame } from "../frame";
import { dynamicBodies } from "../world_bodies";

/** What lies below, the world's surface or the override. */
export type GroundBelow = SurfaceOverride["below"];

function fillWheel(to: WheelFrame, wheel: Wheel, below: GroundBelow) {
    for (const key of wheelKeys) to[key] = wheel[key];
    to.position.set(wheel.position);
    to.orientation.set(wheel.orientation);
    to.spinAngleRad = wheel.spinAngleRad;
    const [x, y, z] = wheel.position as unknown as [number, number, number];
    const ground = below(x, y, z);
    to.groundPoint[0] = x;
    to.groundPoint[1] = y;
    to.groundPoint[2] = ground.heightM;
    to.groundNormal.set(ground.normal);
    to.groundSurface = ground.surface;
    to.groundFriction = ground.friction;
}

export function fillCar(to: CarFrame, car: CarView, below: GroundBelow) {
    for (const key of carKeys) to[key] = car[key];
    to.position.set(car.position);
    to.orientation.set(car.orientation);
    to.handBrake = car.input.handBrake;
    to.riderLeanRad = car.state.upperBodyRad;
    to.fault = car.fault;
    to.wheels.forEach((wheel, i) => fillWheel(wheel, car.wheels[i]!, below));
}

/** What of the engine is shown beside what the first unit does. */
const engineKeys = [
    "engineRadps",
    "gear",
    "clutchEngagement",
    "engineTorqueNm",
    "driveTorqueNm",
    "motorPowerW",
    "batteryCharge",
    "engineCut",
] as const satisfies readonly (keyof CarChannels)[];

/** The first unit shows the engine that drives it, wherever that is, and its trailers have its lamps. */
function joinUnits(frames: readonly CarFrame[], combination: Combination) {
    const [first, ...trailers] = frames;
    const engine = engineUnit(combination);
    if (engine !== combination.units[0]) for (const key of engineKeys) first![key] = engine[key];
    trailers.forEach((trailer, i) => {
        if (!combination.hitches[i]!.coupled) return;
        trailer.brake = Math.max(trailer.brake, first!.brake);
        trailer.gear = first!.gear;
    });
}

/** `combination` is what the player drives, the first of the cars, and `playerGroup` which of the world's groups that is. */
export function fillFrame(
    frame: Frame,
    cars: readonly CarView[],
    world: World,
    below: GroundBelow,
    combination: Combination,
    playerGroup: number,
) {
    frame.timeS = cars[0]!.timeS;
    frame.cars.forEach((car, i) => fillCar(car, cars[i]!, below));
    joinUnits(frame.cars.slice(0, combination.units.length), combination);
    const bodies = dynamicBodies(world);
    frame.bodies.forEach((body, i) => {
        body.position.set(bodies[i]!.position);
        body.orientation.set(bodies[i]!.orientation);
    });
    frame.impacts = world
        .contactEvents()
        .filter((event) => involves(event, playerGroup, combination.units.length))
        .map(({ point, speedMps, impulseNs }) => ({ point, speedMps, impulseNs }));
}

function involves({ types, groups }: ContactEvent, first: number, count: number): boolean {
    const isOwn = (group: number) => group >= first && group < first + count;
    return [0, 1].some((side) => types[side] === "car" && isOwn(groups[side]!));
}
