/** From rest to 100 km/h, with a right foot and a shift light. */
import type { Kamm } from "kamm";
import boxster from "../../data/vehicles/porsche-boxster-s-2004.json?raw";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { clamp } from "../src/hands";
import { choice, firstValues, number } from "../src/knobs";

export const knobs = {
    pedal: number("Accelerator pedal below 20 km/h", "%", [10, 100], 5, 100),
    shift: number("Engine speed of the upshift", "rpm", [3000, 7000], 100, 4000),
    traction: choice("Traction control", { off: "off", on: "on" }, "off"),
};

export const goalS = 6.1;
const targetMps = 100 / 3.6;
const launchMps = 20 / 3.6;

interface Drivetrain {
    readonly ratios: readonly number[];
    readonly finalDrive: number;
    readonly efficiency: number;
    /** [rad/s, N.m] at full throttle. */
    readonly torque: readonly (readonly [number, number])[];
    readonly radiusM: number;
}

/** Reads the drivetrain of the vehicle file. */
export function readDrivetrain(radiusM: number): Drivetrain {
    const { gearbox, clutch, engine } = JSON.parse(boxster) as {
        gearbox: { ratios: number[]; final_drive: number };
        clutch: { efficiency: number };
        engine: { torque_curve: { speed_rpm: number[]; torque_nm: number[] } };
    };
    const { speed_rpm: speeds, torque_nm: torques } = engine.torque_curve;
    return {
        ratios: gearbox.ratios,
        finalDrive: gearbox.final_drive,
        efficiency: clutch.efficiency,
        torque: speeds.map((rpm, i) => [(rpm * Math.PI) / 30, torques[i]!] as const),
        radiusM,
    };
}

/** What the drive wheels push with, nothing being left to slip: T i G eta / r. */
export const pushN = ({ ratios, finalDrive, efficiency, radiusM }: Drivetrain, gear: number, torqueNm: number) =>
    (torqueNm * ratios[gear - 1]! * finalDrive * efficiency) / radiusM;

export const speedIn = ({ ratios, finalDrive, radiusM }: Drivetrain, gear: number, engineRadps: number) =>
    (engineRadps * radiusM) / (ratios[gear - 1]! * finalDrive);

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> & { readonly drivetrain: Drivetrain } {
    let values = firstValues(knobs);
    const changes = () => ({ "aids.tcs": values.traction === "on" });
    const owner = createLessonCar(kamm, "porsche-boxster-s-2004", "full", changes());
    const { info } = owner.car;
    const rear = info.wheelAxle.flatMap((axle, i) => (axle === 1 ? [i] : []));
    const drivetrain = readDrivetrain(info.loadedRadiusM[rear[0]!]!);
    let [timeS, doneS, doneMps2, mostSlip, earlySlipS] = [0, NaN, NaN, 0, 0];

    const slip = () => Math.max(...rear.map((i) => owner.car.wheels[i]!.slipRatio));

    function shiftUp() {
        const { car } = owner;
        const isIn = car.gear === car.input.gear && car.clutchEngagement > 0.9;
        if (isIn && car.engineRadps > values.shift && car.gear < info.gearCount) car.input.gear = car.gear + 1;
    }

    const experiment: Experiment<typeof knobs> & { drivetrain: Drivetrain } = {
        drivetrain,
        get cars() {
            return [owner.car];
        },
        set(next) {
            values = next;
            owner.become(changes());
        },
        restart() {
            owner.car.place({});
            owner.car.input.gear = 1;
            [timeS, doneS, doneMps2, mostSlip, earlySlipS] = [0, NaN, NaN, 0, 0];
        },
        step(dtS) {
            const { car } = owner;
            const isDone = !Number.isNaN(doneS);
            car.input.throttle = isDone ? 0 : car.speedMps < launchMps ? values.pedal : 1;
            car.input.brake = isDone ? 0.5 : 0;
            if (!isDone) shiftUp();
            car.step(dtS);
            timeS += dtS;
            if (isDone) return;
            if (car.speedMps > 1) mostSlip = Math.max(mostSlip, slip());
            if (car.speedMps > 1 && slip() > 0.3) earlySlipS += dtS;
            if (car.speedMps >= targetMps) [doneS, doneMps2] = [timeS, car.accelerationXMps2];
        },
        figures() {
            const { car } = owner;
            const gear = Math.max(1, Math.round(car.gear));
            const form = pushN(drivetrain, gear, car.engineTorqueNm);
            const measured = rear.reduce((sum, i) => sum + car.wheels[i]!.longitudinalForceN, 0);
            return {
                speed: car.speedMps,
                time: Number.isNaN(doneS) ? timeS : doneS,
                gear: car.gear,
                engine: car.engineRadps,
                torque: car.engineTorqueNm,
                form,
                push: measured,
                difference: form - measured,
                slip: slip(),
                mostSlip,
                spinTime: earlySlipS,
                acceleration: Number.isNaN(doneS) ? car.accelerationXMps2 : doneMps2, // it brakes after that
                ratio: drivetrain.ratios[gear - 1]!,
                finalDrive: drivetrain.finalDrive,
                efficiency: drivetrain.efficiency,
                radius: drivetrain.radiusM,
                limiter: info.limiterRadps,
            };
        },
        progress() {
            const { speedMps } = owner.car;
            const share = 0.9 * clamp(speedMps / targetMps, 0, 1);
            if (Number.isNaN(doneS)) return notYet(`${timeS.toFixed(1)} s, ${(3.6 * speedMps).toFixed(0)} km/h.`, share);
            const time = `100 km/h after ${doneS.toFixed(2)} s`;
            if (doneS >= goalS) return notYet(`${time}. Below ${goalS} it would be done.`, 0.6);
            if (values.traction === "on") return notYet(`${time}, but by the computer. Now without it.`, 0.8);
            return reached(`${time}, by your own foot.`);
        },
        setup: () => ({
            ...{ car: "porsche-boxster-s-2004", rung: "full", changes: changes() },
            ...{ surfaceOverride: null, start: "straight" },
        }),
    };
    experiment.restart();
    return experiment;
}
