/** The driver's view: fixed to the body, the head gives way a little to the forces on it. */
import { Quaternion, Vector3 } from "three";
import type { ModelInfo } from "kamm";
import { driverView } from "../cars/eye";
import { wantsLessMotion } from "../view";
import { createSpring } from "./filters";
import { bodyTurn, clamp, degrees, inWorld, type Rig } from "./rig";

const metresPerMps2 = 0.0055;
const maxOffsetM = 0.06;
/** The camera looks along -z with y up: this makes it look along the car's x, a little down. */
const ahead = new Quaternion()
    .setFromAxisAngle(new Vector3(0, 1, 0), degrees(6))
    .multiply(new Quaternion(0.5, -0.5, -0.5, 0.5));

export function createCockpit(): Rig {
    const head = [createSpring(9), createSpring(9), createSpring(12)] as const;
    const still = wantsLessMotion();
    let known: ModelInfo | null = null;
    let eye: readonly [number, number, number] = [0, 0, 1];
    return {
        title: "Cockpit",
        fieldOfViewRad: degrees(62),
        nearM: 0.06,
        aim(camera, { car, info, dtS, fresh }) {
            if (info !== known) [known, eye] = [info, driverView(info)];
            const felt = [car.accelerationXMps2, car.accelerationYMps2, car.accelerationZMps2];
            const [dx, dy, dz] = head.map((spring, axis) => {
                const aim = clamp(-metresPerMps2 * felt[axis]!, -maxOffsetM, maxOffsetM);
                if (fresh) spring.snap(still ? 0 : aim);
                return still ? 0 : spring.follow(aim, dtS);
            }) as [number, number, number];
            inWorld(camera.position, car, eye[0] + dx, eye[1] + dy, eye[2] + dz * 0.5);
            camera.quaternion.copy(bodyTurn(car)).multiply(ahead);
        },
    };
}
