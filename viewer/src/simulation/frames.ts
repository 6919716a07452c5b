/** Fills in a frame from the world and its cars. */
import type { CarView, Wheel, World } from "kamm";
import type { SurfaceOverride } from "./surface_override";
import { carKeys, type CarFrame, type Frame, wheelKeys, type WheelFrame } from "../frame";

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

function fillCar(to: CarFrame, car: CarView, below: GroundBelow) {
    for (const key of carKeys) to[key] = car[key];
    to.position.set(car.position);
    to.orientation.set(car.orientation);
    to.handBrake = car.input.handBrake;
    to.fault = car.fault;
    to.wheels.forEach((wheel, i) => fillWheel(wheel, car.wheels[i]!, below));
}

export function fillFrame(frame: Frame, cars: readonly CarView[], world: World, below: GroundBelow) {
    frame.timeS = cars[0]!.timeS;
    frame.cars.forEach((car, i) => fillCar(car, cars[i]!, below));
    frame.things.forEach((thing, i) => {
        thing.position.set(world.things[i]!.position);
        thing.orientation.set(world.things[i]!.orientation);
    });
    frame.blows = world
        .contactEvents()
        .filter((event) => involvesPlayer(event))
        .map(({ point, speedMps, impulseNs }) => ({ point, speedMps, impulseNs }));
}

/** The player's car is the first of the first group. */
function involvesPlayer(event: ReturnType<World["contactEvents"]>[number]): boolean {
    return [0, 1].some(
        (side) => event.kinds[side] === "car" && event.groups[side] === 0 && event.indices[side] === 0,
    );
}
