/** Braking with the left wheels on ice and the right ones on dry asphalt. */
import { gravityMps2 } from "../../viewer/src/dials/format";
import type { GroundCallback, Kamm } from "kamm";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { createFeet, keepStraight } from "../src/hands";
import { choice, firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [30, 100], 5, 80),
    pedal: number("Brake pedal", "%", [10, 100], 5, 100),
    abs: choice("Anti-lock brakes", { without: "without", with: "with" }, "without"),
    hands: choice("The driver's hands", { steer: "steer against it", still: "hold the wheel still" }, "steer"),
};

/** On the left, y above 0. */
export const slippery = 0.2;
/** The car drives so far before it brakes. */
export const markM = 25;
export const goalM = 53;
export const goalMps = 80 / 3.6;
export const laneM = 0.5;
const straightRad = (10 * Math.PI) / 180;

const ground: GroundCallback = ({ y }, contact) => {
    contact.friction = y > 0 ? slippery : 1;
};

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> {
    let values = firstValues(knobs);
    const changes = () => ({ "aids.abs": values.abs === "with", "aids.esc": false });
    const owner = createLessonCar(kamm, "bmw-m3-e46", "full", changes(), ground);
    const { info } = owner.car;
    const trackM = info.wheelPositionM[0]![1] - info.wheelPositionM[1]![1];
    const feet = createFeet();
    let [isBraking, hasStopped] = [false, false];
    let [wayM, offM, mostYawRad, entryMps] = [0, 0, 0, 0];

    function brake(dtS: number) {
        const { car } = owner;
        if (!isBraking) [isBraking, entryMps] = [true, car.speedMps];
        Object.assign(car.input, { throttle: 0, brake: values.pedal });
        wayM += car.speedMps * dtS;
        offM = Math.max(offM, Math.abs(car.position[1]!));
        mostYawRad = Math.max(mostYawRad, Math.abs(car.yawRad));
        hasStopped ||= car.speedMps < 0.2;
    }

    const sideN = (side: number) =>
        owner.car.wheels.reduce((sum, { longitudinalForceN }, i) => sum + (info.wheelSide[i] === side ? longitudinalForceN : 0), 0);

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
            [isBraking, hasStopped] = [false, false];
            [wayM, offM, mostYawRad, entryMps] = [0, 0, 0, 0];
        },
        step(dtS) {
            const { car } = owner;
            if (isBraking || car.position[0]! > markM) brake(dtS);
            else feet.hold(car, values.speed, dtS);
            if (!isBraking || values.hands === "steer") keepStraight(car);
            else car.input.steeringWheelRad = 0;
            car.step(dtS);
        },
        figures() {
            const { car } = owner;
            const meanFriction = (info.peakFrictionX[0]! * (1 + slippery)) / 2;
            const [leftN, rightN] = [-sideN(1), -sideN(-1)];
            return {
                speed: car.speedMps,
                way: isBraking ? wayM : NaN,
                off: isBraking ? offM : NaN,
                yaw: car.yawRad,
                mostYaw: mostYawRad,
                left: leftN,
                right: rightN,
                moment: ((rightN - leftN) * trackM) / 2,
                track: trackM,
                meanFriction,
                form: (values.speed * values.speed) / (2 * meanFriction * gravityMps2),
                locked: car.wheels.filter(({ slipRatio }) => slipRatio < -0.9).length,
                steering: car.steeringWheelRad,
            };
        },
        progress() {
            const degrees = ((mostYawRad * 180) / Math.PI).toFixed(0);
            const ran = `${wayM.toFixed(1)} m, ${offM.toFixed(1)} m beside its line, turned by ${degrees}°`;
            if (!isBraking) return notYet("Not braked yet: the car brakes by itself at the red mark.");
            if (!hasStopped) return notYet(`Braking: ${ran}.`, 0.5);
            const isStraight = offM <= laneM && mostYawRad <= straightRad;
            if (entryMps < goalMps - 0.5) return notYet(`Stopped after ${ran}, but from less than 80 km/h.`, 0.5);
            if (!isStraight) return notYet(`Stopped after ${ran}: that would have been the other lane, or the trees.`, 0.3);
            if (wayM > goalM) return notYet(`Stopped after ${ran}: straight, but not soon enough.`, 0.7);
            return reached(`Stopped after ${ran}.`);
        },
        setup: () => ({
            ...{ car: "bmw-m3-e46", rung: "full", changes: changes() },
            ...{ surfaceOverride: null, start: "split_friction" },
        }),
    };
    experiment.restart();
    return experiment;
}
