/**
 * Behind the car and above it, so that its wheels and the road ahead are seen: swings after its direction of travel,
 * looks into the turn, stays behind a little when it accelerates, opens its lens with speed, shakes with the road.
 */
import { Vector3 } from "three";
import { isTwoWheeler } from "../cars/two_wheels";
import type { CarFrame } from "../frame";
import { wantsLessMotion } from "../view";
import { createSpring } from "./filters";
import { clamp, degrees, type Rig, type Size, usualLengthM } from "./rig";

const clearanceM = 0.7;
/** Over the roof of what is higher than a car, the road ahead is seen from higher up. */
const usualHeightM = 2.2;
/** Camera over trailers: it is farther away and higher by these shares of their length, to show the car before them. */
const trailerFarther = 0.9;
const trailerHigher = 0.75;

/**
 * Where the car goes, which is where to look; where it points, when it is slow or goes backwards.
 */
function courseRad(car: CarFrame): number {
    const share = clamp((car.forwardSpeedMps - 2) / 6, 0, 1);
    return car.yawRad + clamp(car.sideslipRad, -degrees(50), degrees(50)) * share * 0.75;
}

/** From the car's middle: it then takes a quarter of a wide window's width. */
const besideM = 2.8;
const perLength = 0.8;
/** Above the car's middle, by its height and by the distance. */
const perHeight = 0.6;
const perDistance = 0.23;
/** How steeply below itself the camera sees the near end of what it follows, at most: its lens ends a little below that. */
const steepest = 0.57;
/** Towards where the car will be after that time. */
const foresightS = 0.8;
const maxTurn = degrees(16);
/** The lens at a stand, and how much wider it is at speed. */
const lens = degrees(50);
const wider = degrees(11);
const fullSpeedMps = 60;
const shakeMPerMps2 = 0.004;
const maxShakeM = 0.05;

/** Farther than that from its middle, the wheels at its near end are in the picture, however high the car is. */
function leastDistanceM(size: Size, higherM: number): number {
    const aboveM = perHeight * size.heightM + higherM;
    return (size.lengthM / 2 + aboveM / steepest) / (1 - perDistance / steepest);
}

/** Height of the lowest point of a car that lies on its side or roof, above the vehicle frame's origin; 0 on its
 * wheels. */
export function lowestM(car: CarFrame, heightM: number, widthM: number): number {
    const [w, x, y, z] = car.orientation as unknown as [number, number, number, number];
    const [upZ, leftZ] = [w * w - x * x - y * y + z * z, 2 * (y * z + w * x)];
    const rolled = clamp((0.7 - upZ) / 0.4, 0, 1);
    return rolled * (Math.min(0, heightM * upZ) - (widthM / 2) * Math.abs(leftZ));
}

/** How much farther to the inside than the car goes the camera looks. */
function turnAheadRad(car: CarFrame): number {
    const share = clamp((car.forwardSpeedMps - 2) / 6, 0, 1);
    return share * clamp(0.5 * foresightS * car.yawRateRadps, -maxTurn, maxTurn);
}

/** 0 at a stand, 1 at full speed. */
const opened = (car: CarFrame) => clamp(Math.abs(car.forwardSpeedMps) / fullSpeedMps, 0, 1);

/** Share of a two-wheeler's lean that the camera follows. A horizon that leans more makes viewers sick. */
const leanShare = 0.5;

/** `leans`: with a two-wheeler. */
export function createChase(leans: () => boolean = () => false): Rig {
    const still = wantsLessMotion();
    const heading = createSpring(7, true);
    const inside = createSpring(4);
    const opening = createSpring(2);
    const shake = createSpring(28);
    const speed = createSpring(4);
    const height = createSpring(9);
    const lift = createSpring(6);
    const leaning = createSpring(6);
    const target = new Vector3();
    let distanceShare = 1;
    return {
        title: "Chase",
        get fieldOfViewRad() {
            return lens + wider * opening.value;
        },
        nearM: 0.3,
        zoom(factor) {
            distanceShare = clamp(distanceShare * factor, 0.6, 3);
        },
        aim(camera, { car, info, size, groundAt, dtS, fresh }) {
            const [x, y, originM] = car.position as unknown as [number, number, number];
            const z = originM + lowestM(car, size.heightM, info.widthM);
            const course = courseRad(car);
            if (fresh) {
                heading.snap(course);
                speed.snap(car.forwardSpeedMps);
                height.snap(z);
                lift.snap(0);
                inside.snap(turnAheadRad(car));
                opening.snap(still ? 0 : opened(car));
                shake.snap(0);
            }
            opening.follow(still ? 0 : opened(car), dtS);
            const look = course + inside.follow(turnAheadRad(car), dtS);
            const shaken = clamp(-shakeMPerMps2 * car.accelerationZMps2, -maxShakeM, maxShakeM);
            const shakeM = still ? 0 : shake.follow(shaken, dtS);
            const angle = heading.follow(course, dtS);
            const behind = car.forwardSpeedMps - speed.follow(car.forwardSpeedMps, dtS);
            const longerM = Math.max(0, size.lengthM - usualLengthM);
            const higherM = Math.max(0, size.heightM - usualHeightM);
            const trailersM = size.lengthM - info.lengthM;
            const usualM = besideM + perLength * size.lengthM + 0.5 * longerM + trailerFarther * trailersM;
            const baseM = Math.max(usualM, leastDistanceM(size, higherM)) * distanceShare;
            const distanceM = baseM + clamp(0.35 * behind, -0.25 * baseM, 0.35 * baseM);
            const standM = height.follow(z, dtS);
            const aheadM = 5 + 0.12 * Math.abs(car.forwardSpeedMps);
            camera.position.set(
                x - Math.cos(angle) * distanceM,
                y - Math.sin(angle) * distanceM,
                standM + shakeM + perHeight * size.heightM + higherM + perDistance * distanceM + trailerHigher * trailersM,
            );
            const wanted = groundAt(camera.position.x, camera.position.y) + clearanceM;
            const needM = Math.max(wanted - camera.position.z, 0);
            camera.position.z += Math.max(lift.follow(needM, dtS), needM);
            target.set(
                x + Math.cos(look) * aheadM,
                y + Math.sin(look) * aheadM,
                standM + 0.5 * size.heightM,
            );
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
            const rollRad = leans() && isTwoWheeler(info) && !still ? leanShare * clamp(car.rollRad, -1, 1) : 0;
            if (fresh) leaning.snap(rollRad);
            camera.rotateZ(-leaning.follow(rollRad, dtS));
        },
    };
}
