/** Hands and feet of the lessons: they hold a speed, a circle or a line. What tyres and engine make of it is the core's. */
import type { Car, CarView } from "kamm";
import { driveGear } from "../../viewer/src/simulation/pedals";

export const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Accelerator and brake that hold a speed. */
export function createFeet() {
    let integral = 0;
    return {
        rest() {
            integral = 0;
        },
        /** Puts the car to its start, where it rolls in the gear that the gearbox chooses. */
        roll(car: Pick<Car, "place" | "input">, speedMps: number) {
            car.place({ speedMps });
            car.input.gear = driveGear;
            integral = 0;
        },
        hold({ input, speedMps }: CarView, wantedMps: number, dtS: number) {
            const error = wantedMps - speedMps;
            integral = clamp(integral + error * dtS, -5, 10);
            const push = 0.5 * error + 0.2 * integral;
            input.throttle = clamp(push, 0, 1);
            input.brake = clamp(-0.3 * push, 0, 1);
        },
    };
}

/** The road wheels' mean angle. */
export function steer({ input, info }: CarView, roadWheelRad: number) {
    const lock = info.steeringLockRad;
    input.steeringWheelRad = clamp(roadWheelRad * info.steeringRatio, -lock, lock);
}

const turned = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle));

/** How far inside a circle to the left is that begins at the origin, along x. */
export const insideM = ({ position: [x, y] }: CarView, radiusM: number) =>
    radiusM - Math.hypot(x!, y! - radiusM);

/** The way along that circle since its beginning, within one round. */
export const alongM = ({ position: [x, y] }: CarView, radiusM: number) => radiusM * Math.atan2(x!, radiusM - y!);

/** Steers round that circle; the understeer gradient says how much more than the geometry it takes. */
export function keepCircle(car: CarView, radiusM: number, gradient: number) {
    const { info, speedMps, yawRad, sideslipRad, position } = car;
    const [x, y] = position as unknown as [number, number];
    const course = turned(yawRad + sideslipRad - Math.atan2(x, radiusM - y));
    const geometry = info.wheelbaseM / radiusM + (gradient * speedMps * speedMps) / radiusM;
    steer(car, geometry - 0.08 * insideM(car, radiusM) - 0.5 * course);
}

/** Steers along the x axis. */
export function keepStraight(car: CarView) {
    const { position, yawRad, yawRateRadps } = car;
    steer(car, -0.08 * position[1]! - 0.9 * yawRad - 0.15 * yawRateRadps);
}
