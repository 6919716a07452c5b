/** A car that brakes in a bend, without anti-lock brakes. */
import type { Kamm } from "kamm";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { alongM, createFeet, insideM, keepCircle } from "../src/hands";
import { choice, firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [30, 85], 1, 70),
    pedal: number("Brake pedal", "%", [0, 100], 5, 100),
    surface: choice("Road", { dry_asphalt: "dry asphalt", wet_asphalt: "wet asphalt", snow: "snow" }, "dry_asphalt"),
};

export const radiusM = 50;
/** From here on the brake is pressed. */
export const markM = 40;
export const laneM = 1;
export const goalM = 25;
export const goalMps = 70 / 3.6;

const gravityMps2 = 9.81;
const gradient = 0.004;
const changes = { "aids.abs": false, "aids.esc": false };

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> {
    let values = firstValues(knobs);
    const owner = createLessonCar(kamm, "bmw-m3-e46", "full", changes);
    const feet = createFeet();
    let [isBraking, hasStopped] = [false, false];
    let [wayM, offM, entryMps, entryMps2] = [0, 0, 0, 0];

    const friction = () => kamm.surfaces.find(({ name }) => name === values.surface)!.friction;

    function beginToBrake() {
        const { car } = owner;
        isBraking = true;
        entryMps = car.speedMps;
        entryMps2 = (entryMps * entryMps) / radiusM;
    }

    function brake(dtS: number) {
        const { car } = owner;
        car.input.throttle = 0;
        car.input.brake = values.pedal;
        wayM += car.speedMps * dtS;
        offM = Math.max(offM, Math.abs(insideM(car, radiusM)));
        hasStopped ||= car.speedMps < 0.3;
    }

    const experiment: Experiment<typeof knobs> = {
        get cars() {
            return [owner.car];
        },
        set(next) {
            values = next;
            owner.become(changes, { surface: values.surface });
        },
        restart() {
            feet.roll(owner.car, values.speed);
            [isBraking, hasStopped] = [false, false];
            [wayM, offM, entryMps, entryMps2] = [0, 0, 0, 0];
        },
        step(dtS) {
            const { car } = owner;
            keepCircle(car, radiusM, gradient);
            if (!isBraking && alongM(car, radiusM) > markM) beginToBrake();
            if (isBraking) brake(dtS);
            else feet.hold(car, values.speed, dtS);
            car.step(dtS);
        },
        figures() {
            const { car } = owner;
            const mostMps2 = car.info.peakFrictionY[0]! * friction() * gravityMps2;
            const [along, across] = [car.accelerationXMps2, car.accelerationYMps2];
            const wanted = (values.speed * values.speed) / radiusM;
            return {
                speed: car.speedMps,
                along,
                across,
                used: Math.hypot(along, across) / mostMps2,
                most: mostMps2,
                wanted,
                left: Math.sqrt(mostMps2 * mostMps2 - wanted * wanted),
                fastest: Math.sqrt(mostMps2 * radiusM),
                way: isBraking ? wayM : NaN,
                off: isBraking ? offM : NaN,
                locked: car.wheels.filter(({ slipRatio }) => slipRatio < -0.9).length,
                entry: entryMps2,
            };
        },
        progress() {
            const ran = `${wayM.toFixed(1)} m, ${offM.toFixed(1)} m off the line at most`;
            if (!isBraking) return notYet("Not braked yet: the car brakes by itself at the red mark.");
            if (!hasStopped) return notYet(`Braking: ${ran}.`, 0.5);
            if (entryMps < goalMps - 0.5) return notYet(`Stopped after ${ran}, but from less than 70 km/h.`, 0.5);
            if (offM > laneM) return notYet(`Stopped after ${ran}: it left its lane.`, 0.5);
            if (wayM > goalM) return notYet(`Stopped after ${ran}: it kept its lane, but there is grip left.`, 0.7);
            return reached(`Stopped after ${ran}: all the grip was used, and none twice.`);
        },
        setup: () => ({
            ...{ car: "bmw-m3-e46", rung: "full", changes, start: "skid_pad_100" },
            surfaceOverride: values.surface === "dry_asphalt" ? null : values.surface,
        }),
    };
    experiment.restart();
    return experiment;
}
