/** Close to a wheel, from outside; chosen once more, to the next one. */
import { Vector3 } from "three";
import { clamp, degrees, type Rig } from "./rig";

const names = ["front left", "front right", "rear left", "rear right"];

export function createWheelView(): Rig {
    const target = new Vector3();
    let chosen = 0;
    let count = 4;
    let share = 1;
    return {
        get title() {
            return `Wheel, ${names[chosen] ?? chosen + 1}`;
        },
        fieldOfViewRad: degrees(34),
        nearM: 0.05,
        again() {
            chosen = (chosen + 1) % count;
            return chosen !== 0;
        },
        zoom(factor) {
            share = clamp(share * factor, 0.6, 4);
        },
        aim(camera, { car, info, groundAt }) {
            count = info.wheelCount;
            const wheel = car.wheels[chosen] ?? car.wheels[0]!;
            const side = info.wheelPositionM[chosen]![1] < 0 ? -1 : 1;
            const radius = info.wheelRadiusM[chosen]!;
            const [cos, sin] = [Math.cos(car.yawRad), Math.sin(car.yawRad)];
            const [ahead, aside] = [0.9 * share, side * 1.55 * share];
            target.fromArray(wheel.position);
            target.z -= 0.35 * radius;
            camera.position.set(
                target.x + cos * ahead - sin * aside,
                target.y + sin * ahead + cos * aside,
                target.z + 0.28 * share,
            );
            const ground = groundAt(camera.position.x, camera.position.y);
            camera.position.z = Math.max(camera.position.z, ground + 0.12);
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
        },
    };
}
