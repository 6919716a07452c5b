/** A small car in a bend, whose centre of gravity can be raised. */
import { gravityMps2 } from "../../viewer/src/dials/format";
import type { Kamm } from "kamm";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { clamp, createFeet, insideM, keepCircle } from "../src/hands";
import { firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [10, 62], 1, 35),
    height: number("Height of the centre of gravity", "m", [0.3, 0.75], 0.05, 0.55),
};

export const radiusM = 40;
const gradient = 0.005;
const goal = 0.25;
const tolerance = 0.01;
/** With less of it, what moves is too little to be compared. */
const leastMps2 = 0.2;
/** So long the share has to stay there. */
const holdS = 1.5;

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> {
    let values = firstValues(knobs);
    const owner = createLessonCar(kamm, "nissan-micra", "full");
    const feet = createFeet();
    let heldS = 0;

    const changes = () => ({ "body.cg_height_m": values.height });

    function loads() {
        const { car } = owner;
        const sum = (side: number) =>
            car.wheels.reduce((all, { loadN }, i) => all + (car.info.wheelSide[i] === side ? loadN : 0), 0);
        const [innerN, outerN] = [sum(1), sum(-1)];
        return { innerN, outerN, share: innerN / (innerN + outerN) };
    }

    /** Returns the mean track of both axles. */
    function trackM() {
        const { wheelPositionM, wheelSide } = owner.car.info;
        const mean = wheelPositionM.reduce((sum, [, y], i) => sum + wheelSide[i]! * y, 0) / wheelPositionM.length;
        return 2 * mean;
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
            heldS = 0;
        },
        step(dtS) {
            const { car } = owner;
            if (heldS < holdS) heldS = Math.abs(loads().share - goal) <= tolerance ? heldS + dtS : 0;
            keepCircle(car, radiusM, gradient);
            feet.hold(car, values.speed, dtS);
            car.step(dtS);
        },
        figures() {
            const { car } = owner;
            const { innerN, outerN, share } = loads();
            const { massKg, cgHeightM } = car.info;
            const sideways = car.accelerationYMps2;
            const [track, weightN] = [trackM(), massKg * gravityMps2];
            const form = (massKg * sideways * cgHeightM) / track;
            const leaning = form + (weightN * cgHeightM * Math.sin(car.rollRad)) / track;
            const measured = (outerN - innerN) / 2;
            const isTurning = Math.abs(sideways) > leastMps2;
            return {
                speed: car.speedMps,
                sideways,
                mass: massKg,
                height: cgHeightM,
                track,
                inner: innerN,
                outer: outerN,
                share,
                measured,
                form,
                difference: isTurning ? form / measured - 1 : NaN,
                leaning,
                leaningDifference: isTurning ? leaning / measured - 1 : NaN,
                roll: car.rollRad,
                expected: Math.sqrt((gravityMps2 * radiusM * track) / (4 * cgHeightM)),
                off: -insideM(car, radiusM),
            };
        },
        progress() {
            const percent = (100 * loads().share).toFixed(1);
            if (heldS >= holdS) return reached("The inner wheels carry a quarter of the car, the outer ones the rest.");
            const near = clamp(1 - Math.abs(loads().share - goal) / 0.25, 0, 0.9);
            return notYet(`The inner wheels carry ${percent} % of the car now; wanted: 24 to 26, held for 1.5 s.`, near);
        },
        setup: () => ({
            ...{ car: "nissan-micra", rung: "full", changes: changes() },
            ...{ surfaceOverride: null, start: "skid_pad" },
        }),
    };
    experiment.restart();
    return experiment;
}
