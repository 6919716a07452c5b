/** Close to a wheel, from outside; chosen once more, to the next one. */
import { Vector3 } from "three";
import { type WheelName, wheelNames } from "../wheels";
import { clamp, degrees, type Rig } from "./rig";

/** Wheels up to this radius are seen from the same distance; larger ones from farther. */
const usualRadiusM = 0.36;

export function createWheelView(): Rig {
    const target = new Vector3();
    let chosen = 0;
    let names: readonly WheelName[] = [];
    let share = 1;
    return {
        get title() {
            return `Wheel, ${names[chosen]?.title ?? chosen + 1}`;
        },
        fieldOfViewRad: degrees(34),
        nearM: 0.05,
        again() {
            chosen = (chosen + 1) % Math.max(1, names.length);
            return chosen !== 0;
        },
        zoom(factor) {
            share = clamp(share * factor, 0.6, 4);
        },
        setInfo(info) {
            names = wheelNames(info);
            if (chosen >= names.length) chosen = 0;
        },
        aim(camera, { car, info, groundAt }) {
            const wheel = car.wheels[chosen] ?? car.wheels[0]!;
            const side = info.wheelSide[chosen]! < 0 ? -1 : 1; // one in the middle from the left
            const radius = info.wheelRadiusM[chosen]!;
            const away = share * Math.max(1, radius / usualRadiusM);
            const [cos, sin] = [Math.cos(car.yawRad), Math.sin(car.yawRad)];
            const [ahead, aside] = [0.9 * away, side * 1.55 * away];
            target.fromArray(wheel.position);
            target.z -= 0.35 * radius;
            camera.position.set(
                target.x + cos * ahead - sin * aside,
                target.y + sin * ahead + cos * aside,
                target.z + 0.28 * away,
            );
            const ground = groundAt(camera.position.x, camera.position.y);
            camera.position.z = Math.max(camera.position.z, ground + 0.12);
            camera.up.set(0, 0, 1);
            camera.lookAt(target);
        },
    };
}
