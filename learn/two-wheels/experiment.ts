/** A bicycle without hands, pushed aside: what of its steering keeps it up can be taken away. */
import type { Kamm } from "kamm";
import bicycleFile from "../../data/two-wheelers/benchmark-bicycle.json?raw";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { clamp } from "../src/hands";
import { choice, firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [7, 36], 0.5, 10),
    spin: choice("Spin of the wheels", { with: "spin as they do", without: "have next to no inertia" }, "with"),
    trail: choice("Trail", { with: "behind", without: "on" }, "with"),
    mass: choice("Mass of the front", { ahead: "a little ahead of", behind: "far behind" }, "ahead"),
};

const bicycle = "benchmark-bicycle";
/** A hard pat on the shoulder, to the left. */
export const pushS = 1;
const pushNs = 20;
/** So long it has to stay up after the push, and so little it may lean then. */
export const staysS = 8;
const uprightRad = (2 * Math.PI) / 180;
const fallenRad = Math.PI / 4;
/** Spin inertia in kg.m2: the model has none without any, so a hundredth or less of the real one. */
const noSpin = 0.002;
const behindFrontAxleM = 0.5;

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> {
    const vehicle = kamm.vehicle(bicycleFile);
    const read = (path: string) => vehicle.get(path) as number;
    const [radiusM, casterRad] = [read("axles[0].tyre.unloaded_radius_m"), read("axles[0].suspension.caster_rad")];
    const own = { spin: read("axles[0].wheel_inertia_kgm2"), offsetM: read("axles[0].suspension.trail_offset_m") };
    const front = { behindM: read("front_assembly.cg_behind_front_axle_m"), heightM: read("front_assembly.cg_height_m") };
    vehicle.dispose();
    const pointed = -radiusM * Math.tan(casterRad);
    let values = firstValues(knobs);
    let [timeS, mostRad, fallenS] = [0, 0, NaN];

    const changes = () => ({
        ...(values.spin === "without" && { "axles[0].wheel_inertia_kgm2": noSpin, "axles[1].wheel_inertia_kgm2": noSpin }),
        ...(values.trail === "without" && { "axles[0].suspension.trail_offset_m": pointed }),
        ...(values.mass === "behind" && { "front_assembly.cg_behind_front_axle_m": behindFrontAxleM }),
    });
    const owner = createLessonCar(kamm, bicycle, "full", changes());

    /** A force at the centre of gravity, along the way. */
    function holdSpeed() {
        const { car } = owner;
        const push = 4 * car.info.massKg * clamp(values.speed - car.forwardSpeedMps, -1, 1);
        car.applyForce([push * Math.cos(car.yawRad), push * Math.sin(car.yawRad), 0]);
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
            owner.car.place({ speedMps: values.speed, gear: 0 });
            [timeS, mostRad, fallenS] = [0, 0, NaN];
        },
        step(dtS) {
            const { car } = owner;
            car.input.freeSteering = 1; // hands off
            if (Number.isNaN(fallenS)) holdSpeed();
            if (Math.round(timeS / dtS) === Math.round(pushS / dtS)) car.applyImpulse([-pushNs * Math.sin(car.yawRad), pushNs * Math.cos(car.yawRad), 0]);
            car.step(dtS);
            timeS += dtS;
            mostRad = Math.max(mostRad, Math.abs(car.rollRad));
            if (Math.abs(car.rollRad) > fallenRad && Number.isNaN(fallenS)) fallenS = timeS;
        },
        figures() {
            const { car } = owner;
            const trailM = radiusM * Math.tan(casterRad) + (values.trail === "with" ? own.offsetM : pointed);
            const behindM = values.mass === "ahead" ? front.behindM : behindFrontAxleM;
            const inertia = values.spin === "with" ? own.spin : noSpin;
            return {
                speed: car.speedMps,
                lean: car.rollRad,
                most: mostRad,
                steer: car.roadWheelRad,
                roll: car.rollRateRadps,
                inertia,
                radius: radiusM,
                gyro: -(inertia / radiusM) * car.forwardSpeedMps * car.rollRateRadps,
                trail: trailM,
                ahead: front.heightM * Math.tan(casterRad) - trailM - behindM,
                side: car.wheels[0]!.lateralForceN,
                fallen: fallenS,
            };
        },
        progress() {
            const degrees = ((mostRad * 180) / Math.PI).toFixed(0);
            const isWhole = values.spin === "with" && values.trail === "with" && values.mass === "ahead";
            if (fallenS > 0) return notYet(`It has fallen ${(fallenS - pushS).toFixed(1)} s after the push.`, clamp((fallenS - pushS) / staysS, 0, 0.9));
            if (timeS < pushS) return notYet("It rides alone. The push comes after a second.");
            const share = clamp((timeS - pushS) / staysS, 0, 1);
            if (share < 1) return notYet(`Up since the push, with a lean of up to ${degrees}°.`, 0.9 * share);
            if (Math.abs(owner.car.rollRad) > uprightRad) return notYet(`Still up after ${staysS} s, but it does not come back upright.`, 0.9);
            if (!isWhole) return notYet("It rights itself, but not the whole bicycle: put back what you took away.", 0.9);
            return reached(`It rights itself at ${(3.6 * values.speed).toFixed(0)} km/h, after a lean of ${degrees}°.`);
        },
        setup: () => ({ car: bicycle, rung: "full", changes: changes(), surfaceOverride: null, start: "skid_pad_100" }),
    };
    experiment.restart();
    return experiment;
}
