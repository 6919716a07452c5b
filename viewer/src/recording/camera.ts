/** Cameras around a car of a recording: dragging turns them, the wheel brings them nearer. */
import { PerspectiveCamera, Vector3 } from "three";
import type { BodyFrame } from "../frame";

export const cameraTitles = ["Behind the car", "Around it", "From above"] as const;
export type CameraTitle = (typeof cameraTitles)[number];

export interface FollowCamera {
    readonly camera: PerspectiveCamera;
    title: CameraTitle;
    follow(car: BodyFrame, dtS: number): void;
    dispose(): void;
}

/** The heading of the car's x axis. */
export function headingOf({ orientation }: Pick<BodyFrame, "orientation">): number {
    const [w, x, y, z] = Array.from(orientation) as [number, number, number, number];
    return Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
}

export function createFollowCamera(canvas: HTMLElement): FollowCamera {
    const camera = new PerspectiveCamera(50, 1, 0.1, 6000);
    camera.up.set(0, 0, 1);
    let [turnRad, riseRad, distanceM] = [0.5, 0.22, 9];
    let headingRad: number | null = null;
    const target = new Vector3();
    const drag = (event: PointerEvent) => {
        if (event.buttons === 0) return;
        turnRad -= 0.006 * event.movementX;
        riseRad = Math.min(1.5, Math.max(-0.05, riseRad + 0.005 * event.movementY));
    };
    const wheel = (event: WheelEvent) => {
        event.preventDefault();
        distanceM = Math.min(400, Math.max(2.5, distanceM * Math.exp(0.001 * event.deltaY)));
    };
    canvas.addEventListener("pointermove", drag);
    canvas.addEventListener("wheel", wheel, { passive: false });
    const made: FollowCamera = {
        camera,
        title: cameraTitles[0],
        follow(car, dtS) {
            const heading = headingOf(car);
            const behind = headingRad ?? heading;
            const away = Math.atan2(Math.sin(heading - behind), Math.cos(heading - behind));
            headingRad = behind + away * (dtS > 0 ? 1 - Math.exp(-4 * dtS) : headingRad === null ? 1 : 0);
            target.fromArray(car.position).z += 0.7;
            const isAbove = made.title === "From above";
            const around = turnRad + (made.title === "Around it" ? 0 : headingRad) + Math.PI;
            const rise = isAbove ? 1.55 : riseRad;
            const far = isAbove ? 3 * distanceM : distanceM;
            const flat = far * Math.cos(rise);
            camera.position.set(flat * Math.cos(around), flat * Math.sin(around), far * Math.sin(rise)).add(target);
            camera.lookAt(target);
        },
        dispose() {
            canvas.removeEventListener("pointermove", drag);
            canvas.removeEventListener("wheel", wheel);
        },
    };
    return made;
}
