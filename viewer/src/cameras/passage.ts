/** Lets a camera glide from where it was to where it belongs now. */
import { Quaternion, Vector3, type PerspectiveCamera } from "three";
import { wantsLessMotion } from "../view";

const lastsS = 1.1;

export interface Passage {
    /** From where the camera is. */
    begin(camera: PerspectiveCamera): void;
    /** Takes the camera, which is where it belongs, a part of the way back. */
    apply(camera: PerspectiveCamera, realS: number): void;
    end(): void;
}

export function createPassage(): Passage {
    const from = new Vector3();
    const turned = new Quaternion();
    let leftS = 0;
    return {
        begin(camera) {
            if (wantsLessMotion()) return;
            from.copy(camera.position);
            turned.copy(camera.quaternion);
            leftS = lastsS;
        },
        apply(camera, realS) {
            leftS = Math.max(0, leftS - realS);
            if (leftS === 0) return;
            const left = leftS / lastsS;
            const share = left * left * (3 - 2 * left);
            camera.position.lerp(from, share);
            camera.quaternion.slerp(turned, share);
        },
        end() {
            leftS = 0;
        },
    };
}
