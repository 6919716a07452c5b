/** What the views of a lesson draw: its cars at one moment, and how they came there. */
import type { CarView, ModelInfo } from "kamm";
import { type CarFrame, newCarFrame } from "../../viewer/src/frame";
import { fillCar } from "../../viewer/src/simulation/frames";

export interface SceneCar {
    readonly info: ModelInfo;
    readonly frame: CarFrame;
    /** x, y of where it has been, pair after pair. */
    readonly trail: number[];
}

export interface Scene {
    /** Since the start. */
    timeS: number;
    cars: SceneCar[];
}

export interface LessonView {
    draw(scene: Scene): void;
    /** After each 10 ms, for what remembers. */
    note?(scene: Scene): void;
    /** The cars are back at their start. */
    restart?(): void;
}

const trailStepM = 0.25;
const maxTrail = 4000;

/** Figures of the plane below; friction is what the wheel says itself. */
const below = () => ({ heightM: 0, normal: [0, 0, 1] as const, surface: 0, friction: 1 });

function follow({ frame, trail }: SceneCar) {
    const [x, y] = frame.position as unknown as [number, number];
    const [lastX, lastY] = trail.slice(-2);
    if (lastX !== undefined && Math.hypot(x - lastX, y - lastY!) < trailStepM) return;
    trail.push(x, y);
    if (trail.length > maxTrail) trail.splice(0, 2);
}

export function fillScene(scene: Scene, cars: readonly CarView[]): void {
    scene.cars = cars.map((car, i) => {
        const known = scene.cars[i];
        const { frame, trail } = known ?? { frame: newCarFrame(car.info.wheelCount), trail: [] };
        fillCar(frame, car, below);
        frame.wheels.forEach((wheel, k) => (wheel.groundFriction = car.wheels[k]!.contact.friction));
        const filled = { info: car.info, frame, trail };
        follow(filled);
        return filled;
    });
}
