/** Goes slowly round the car that waits for its driver; stands still for those who want less motion. */
import { Vector3 } from "three";
import { wantsLessMotion } from "../view";
import { degrees, lengthFactor, type Rig } from "./rig";

const paceRadps = 0.16;
const distanceM = 7.2;
const elevation = degrees(11);

export function createCircle(): Rig {
    let angleRad = degrees(222);
    const target = new Vector3();
    return {
        title: "Round the car",
        fieldOfViewRad: degrees(40),
        nearM: 0.3,
        aim(camera, { car, info, size, groundAt, realS }) {
            if (!wantsLessMotion()) angleRad += paceRadps * realS;
            const away = distanceM * lengthFactor(size);
            const angle = car.yawRad + angleRad;
            target.fromArray(car.position);
            target.z += 0.42 * info.heightM;
            camera.position.set(
                target.x + away * Math.cos(elevation) * Math.cos(angle),
                target.y + away * Math.cos(elevation) * Math.sin(angle),
                target.z + away * Math.sin(elevation),
            );
            const ground = groundAt(camera.position.x, camera.position.y);
            camera.position.z = Math.max(camera.position.z, ground + 0.4);
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
        },
    };
}
