/**
 * Behind the car: swings after its direction of travel, stays behind a little when it accelerates.
 */
import { Vector3 } from "three";
import type { CarFrame } from "../frame";
import { createSpring } from "./filters";
import { clamp, degrees, type Rig, usualLengthM } from "./rig";

const clearanceM = 0.7;
/** Over the roof of what is higher than a car, the road ahead is seen from higher up. */
const usualHeightM = 2.2;
/** Over trailers, to the car before them: from farther away and higher, by so much of their length. */
const trailerFarther = 0.9;
const trailerHigher = 0.75;

/**
 * Where the car goes, which is where to look; where it points, when it is slow or goes backwards.
 */
function courseRad(car: CarFrame): number {
    const share = clamp((car.forwardSpeedMps - 2) / 6, 0, 1);
    return car.yawRad + clamp(car.sideslipRad, -degrees(50), degrees(50)) * share * 0.75;
}

export function createChase(): Rig {
    const heading = createSpring(7, true);
    const speed = createSpring(4);
    const height = createSpring(9);
    const lift = createSpring(6);
    const target = new Vector3();
    let distanceShare = 1;
    return {
        title: "Chase",
        fieldOfViewRad: degrees(50),
        nearM: 0.3,
        zoom(factor) {
            distanceShare = clamp(distanceShare * factor, 0.6, 3);
        },
        aim(camera, { car, info, size, groundAt, dtS, fresh }) {
            const [x, y, z] = car.position as unknown as [number, number, number];
            const course = courseRad(car);
            if (fresh) {
                heading.snap(course);
                speed.snap(car.forwardSpeedMps);
                height.snap(z);
                lift.snap(0);
            }
            const angle = heading.follow(course, dtS);
            const behind = car.forwardSpeedMps - speed.follow(car.forwardSpeedMps, dtS);
            const longerM = Math.max(0, size.lengthM - usualLengthM);
            const higherM = Math.max(0, size.heightM - usualHeightM);
            const trailersM = size.lengthM - info.lengthM;
            const baseM =
                (2.2 + 0.76 * size.lengthM + 0.5 * longerM + trailerFarther * trailersM) *
                distanceShare;
            const distanceM = baseM + clamp(0.35 * behind, -0.25 * baseM, 0.35 * baseM);
            const standM = height.follow(z, dtS);
            const aheadM = 1.2 + 0.03 * Math.abs(car.forwardSpeedMps);
            camera.position.set(
                x - Math.cos(angle) * distanceM,
                y - Math.sin(angle) * distanceM,
                standM + 0.42 * size.heightM + higherM + 0.14 * distanceM + trailerHigher * trailersM,
            );
            const wanted = groundAt(camera.position.x, camera.position.y) + clearanceM;
            const needM = Math.max(wanted - camera.position.z, 0);
            camera.position.z += Math.max(lift.follow(needM, dtS), needM);
            target.set(
                x + Math.cos(course) * aheadM,
                y + Math.sin(course) * aheadM,
                standM + 0.62 * size.heightM,
            );
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
        },
    };
}
