/** The kinematic car on a chalk circle. */
import type { Kamm } from "kamm";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { clamp, steer } from "../src/hands";
import { firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [5, 60], 1, 15),
    steering: number("Angle of the front wheels", "°", [-35, 35], 0.5, 10),
};

/** The chalk, whose middle is to the left of where the rear axle begins. */
export const chalkM = 8;
export const toleranceM = 0.5;

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> {
    const { car } = createLessonCar(kamm, "nissan-micra", "kinematic");
    const { wheelbaseM, cgBehindFrontAxleM } = car.info;
    const rearM = wheelbaseM - cgBehindFrontAxleM;
    let values = firstValues(knobs);
    let turnedRad = 0;
    let offM = 0;

    /** The middle of the rear axle rolls straight ahead: the circle is its. */
    function rearAxle() {
        const { position, yawRad } = car;
        return [position[0]! - rearM * Math.cos(yawRad), position[1]! - rearM * Math.sin(yawRad)] as const;
    }

    const experiment: Experiment<typeof knobs> = {
        cars: [car],
        set(next) {
            values = next;
        },
        restart() {
            car.place({ x: rearM });
            [turnedRad, offM] = [0, 0];
        },
        step(dtS) {
            const push = values.speed - car.speedMps;
            car.input.throttle = clamp(push, 0, 1);
            car.input.brake = clamp(-0.3 * push, 0, 1);
            steer(car, values.steering);
            car.step(dtS);
            if (turnedRad >= 2 * Math.PI) return;
            turnedRad = Math.max(0, turnedRad + car.yawRateRadps * dtS);
            const [x, y] = rearAxle();
            offM = Math.max(offM, Math.abs(Math.hypot(x, y - chalkM) - chalkM));
        },
        figures() {
            const driven = car.forwardSpeedMps / car.yawRateRadps;
            const form = wheelbaseM / Math.tan(car.roadWheelRad);
            return {
                radius: driven,
                form,
                difference: driven / form - 1,
                sideways: Math.abs(car.forwardSpeedMps * car.yawRateRadps),
                yawRate: car.yawRateRadps,
                wheelbase: wheelbaseM,
                speed: car.speedMps,
                off: offM,
            };
        },
        progress() {
            const share = clamp(turnedRad / (2 * Math.PI), 0, 1);
            const off = `${offM.toFixed(1)} m off the chalk at most`;
            if (offM > toleranceM)
                return notYet(`Too far from the chalk: ${off}. Put the car back, and try another angle.`);
            if (share < 1) return notYet(`${Math.round(100 * share)} % of the round; ${off}.`, share);
            return reached(`Once round, ${off}. The speed made no difference.`);
        },
        setup: () => ({
            ...{ car: "nissan-micra", rung: "kinematic", changes: {} },
            ...{ surfaceOverride: null, start: "skid_pad" },
        }),
    };
    experiment.restart();
    return experiment;
}
