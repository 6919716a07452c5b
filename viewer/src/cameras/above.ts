/** From above: north up, or, chosen once more, the car's heading up. */
import { Vector3 } from "three";
import { createSpring } from "./filters";
import { clamp, degrees, lengthFactor, type Rig } from "./rig";

export function createAbove(): Rig {
    const speed = createSpring(1.2);
    const heading = createSpring(5, true);
    const target = new Vector3();
    let headingUp = false;
    let share = 1;
    return {
        get title() {
            return headingUp ? "Above, heading up" : "Above, north up";
        },
        fieldOfViewRad: degrees(38),
        nearM: 1,
        again() {
            headingUp = !headingUp;
            return headingUp;
        },
        zoom(factor) {
            share = clamp(share * factor, 0.3, 6);
        },
        aim(camera, { car, size, groundAt, dtS, fresh }) {
            if (fresh) {
                speed.snap(car.speedMps);
                heading.snap(car.yawRad);
            }
            const heightM = share * (28 * lengthFactor(size) + 0.9 * Math.min(speed.follow(car.speedMps, dtS), 60));
            const angle = heading.follow(car.yawRad, dtS);
            target.fromArray(car.position);
            camera.position.copy(target);
            camera.position.z += heightM;
            const ground = groundAt(camera.position.x, camera.position.y);
            camera.position.z = Math.max(camera.position.z, ground + 3);
            if (headingUp) camera.up.set(Math.cos(angle), Math.sin(angle), 0);
            else camera.up.set(0, 1, 0);
            camera.lookAt(target);
        },
    };
}
