/** Free: turned round the car by dragging, moved away from it with the right button. */
import { Vector3 } from "three";
import { clamp, degrees, lengthFactor, type Rig } from "./rig";

const radPerPx = 0.006;

export function createOrbit(): Rig {
    let azimuth = degrees(215);
    let elevation = degrees(17);
    /** From a car of usual size; from longer ones more. */
    let chosenM = 8;
    let distanceM = chosenM;
    const shift = new Vector3();
    const target = new Vector3();
    const right = new Vector3();
    const upwards = new Vector3();
    return {
        title: "Free: drag to turn",
        fieldOfViewRad: degrees(42),
        nearM: 0.1,
        takesPointer: true,
        again() {
            shift.set(0, 0, 0);
            return false;
        },
        zoom(factor) {
            chosenM = clamp(chosenM * factor, 1.5, 250);
        },
        orbit(rightPx, downPx) {
            azimuth -= rightPx * radPerPx;
            elevation = clamp(elevation + downPx * radPerPx, degrees(-8), degrees(89));
        },
        pan(rightPx, downPx) {
            const perPx = distanceM * 0.0013;
            right.set(-Math.sin(azimuth), Math.cos(azimuth), 0);
            upwards.set(
                -Math.cos(azimuth) * Math.sin(elevation),
                -Math.sin(azimuth) * Math.sin(elevation),
                Math.cos(elevation),
            );
            shift.addScaledVector(right, -rightPx * perPx);
            shift.addScaledVector(upwards, downPx * perPx);
        },
        aim(camera, { car, info, size, groundAt }) {
            distanceM = chosenM * lengthFactor(size);
            target.fromArray(car.position).add(shift);
            target.z += 0.4 * info.heightM;
            camera.position.set(
                target.x + distanceM * Math.cos(elevation) * Math.cos(azimuth),
                target.y + distanceM * Math.cos(elevation) * Math.sin(azimuth),
                target.z + distanceM * Math.sin(elevation),
            );
            const ground = groundAt(camera.position.x, camera.position.y);
            camera.position.z = Math.max(camera.position.z, ground + 0.15);
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
        },
    };
}
