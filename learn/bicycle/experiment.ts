/** A single-track car with a steering wheel that is held, whose rear tyres can be made softer. */
import { gravityMps2 } from "../../viewer/src/dials/format";
import type { CarView, Kamm } from "kamm";
import { actS, type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { clamp, createFeet, steer } from "../src/hands";
import { firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [20, 180], 5, 80),
    steering: number("Angle of the front wheels", "°", [-4, 4], 0.25, 0.5),
    rear: number("Cornering stiffness of the rear axle", "kN/°", [1, 4], 0.05, 3.1),
};

const spunRad = Math.PI / 4;
/** Below it, angles are too small to be divided by each other. */
const leastMps2 = 0.05;
/** Slower than this a car has no course. */
const leastMps = 0.5;
/** Beyond it the equations of small angles say nothing. */
const smallRad = 0.25;

/** In the steady state of small angles: how much more steering each m/s² takes. */
export function understeerGradient(
    { massKg, frontM, rearM }: { massKg: number; frontM: number; rearM: number },
    frontStiffness: number,
    rearStiffness: number,
): number {
    return (massKg / (frontM + rearM)) * (rearM / frontStiffness - frontM / rearStiffness);
}

/** At which a car that understeers takes twice the steering of a slow one, or one that oversteers needs none. */
export const characteristicMps = (wheelbaseM: number, gradient: number) => Math.sqrt(wheelbaseM / Math.abs(gradient));

/** Returns the state of an axle, from its tyres at this moment. */
function axle({ wheels, info }: CarView, index: number) {
    const own = wheels.filter((_, i) => info.wheelAxle[i] === index);
    const forceN = own.reduce((sum, wheel) => sum + wheel.lateralForceN, 0);
    const mean = (of: (wheel: (typeof own)[number]) => number) => own.reduce((sum, wheel) => sum + of(wheel), 0) / own.length;
    const slipRad = mean((wheel) => wheel.slipAngleRad);
    return { slipRad, steerRad: mean((wheel) => wheel.steerRad), stiffness: -forceN / slipRad };
}

/** The stiffness of the front axle at small angles, which no slider changes: measured in a wide, slow bend. */
function frontStiffness(kamm: Kamm): number {
    const { car } = createLessonCar(kamm, "bmw-m3-e46", "single_track");
    car.place({ speedMps: 15 });
    steer(car, 0.004);
    for (let i = 0; i < 200; ++i) car.step(actS);
    const { stiffness } = axle(car, 0);
    car.dispose();
    return stiffness;
}

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> {
    const front0 = frontStiffness(kamm);
    const owner = createLessonCar(kamm, "bmw-m3-e46", "single_track");
    const { massKg, wheelbaseM, cgBehindFrontAxleM: frontM } = owner.car.info;
    const rearM = wheelbaseM - frontM;
    const rearLoadN = (massKg * gravityMps2 * frontM) / wheelbaseM;
    const feet = createFeet();
    let values = firstValues(knobs);
    let mostSideslipRad = 0;
    let fastestMps = 0;

    const changes = () => ({ "single_track.rear_cornering_per_rad": values.rear / rearLoadN });

    /** What the path turns each metre, which is the yaw rate over the speed only while the car doesn't turn about itself. */
    function curvature() {
        const { speedMps, sideslipRad, accelerationXMps2, accelerationYMps2 } = owner.car;
        if (speedMps < leastMps) return NaN;
        const acrossMps2 = accelerationYMps2 * Math.cos(sideslipRad) - accelerationXMps2 * Math.sin(sideslipRad);
        return acrossMps2 / (speedMps * speedMps);
    }

    function figures() {
        const { car } = owner;
        const [front, rear] = [axle(car, 0), axle(car, 1)];
        const turnPerM = curvature();
        const sidewaysMps2 = turnPerM * car.speedMps * car.speedMps;
        const isTurning = Math.abs(sidewaysMps2) > leastMps2 && Math.abs(car.sideslipRad) < smallRad;
        const body = { massKg, frontM, rearM };
        const form = isTurning ? understeerGradient(body, front.stiffness, rear.stiffness) : NaN;
        const atSmallAngles = understeerGradient(body, front0, values.rear);
        const measured = isTurning ? (front.steerRad - wheelbaseM * turnPerM) / sidewaysMps2 : NaN;
        return {
            speed: car.speedMps,
            radius: 1 / turnPerM,
            geometry: wheelbaseM / front.steerRad,
            sideways: sidewaysMps2,
            frontSlip: -front.slipRad,
            rearSlip: -rear.slipRad,
            frontStiffness: isTurning ? front.stiffness : NaN,
            rearStiffness: isTurning ? rear.stiffness : NaN,
            gradient: measured,
            form,
            difference: measured - form,
            characteristic: atSmallAngles > 0 ? characteristicMps(wheelbaseM, atSmallAngles) : NaN,
            critical: atSmallAngles < 0 ? characteristicMps(wheelbaseM, atSmallAngles) : NaN,
            sideslip: car.sideslipRad,
        };
    }

    const experiment: Experiment<typeof knobs> = {
        get cars() {
            return [owner.car];
        },
        set(next) {
            values = next;
            owner.become(changes());
        },
        restart() {
            feet.roll(owner.car, values.speed);
            [mostSideslipRad, fastestMps] = [0, 0];
        },
        step(dtS) {
            const { car } = owner;
            feet.hold(car, values.speed, dtS);
            steer(car, values.steering);
            car.step(dtS);
            mostSideslipRad = Math.max(mostSideslipRad, Math.abs(car.sideslipRad));
            if (mostSideslipRad < spunRad) fastestMps = Math.max(fastestMps, car.speedMps);
        },
        figures,
        progress() {
            const share = clamp(mostSideslipRad / spunRad, 0, 1);
            if (share === 1) {
                const kmh = (3.6 * fastestMps).toFixed(0);
                return reached(`It spun at ${kmh} km/h, without more steering than before.`);
            }
            const degrees = ((mostSideslipRad * 180) / Math.PI).toFixed(0);
            return notYet(`The car has looked ${degrees}° past its course so far; at 45° it has spun.`, share);
        },
        setup: () => ({
            ...{ car: "bmw-m3-e46", rung: "single_track", changes: changes() },
            ...{ surfaceOverride: null, start: "skid_pad_100" },
        }),
    };
    experiment.restart();
    return experiment;
}
