/** A car that is parked on a slope with its brakes on; beside it, the common mistake. */
import type { Kamm } from "kamm";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { choice, firstValues, number } from "../src/knobs";
import { createWrongBrake, creepMps, mostDamping, type WrongBrake } from "./wrong_brake";

export const knobs = {
    slope: number("Slope", "%", [0, 60], 1, 10),
    surface: choice("Road", { snow: "snow", ice: "ice", wet_asphalt: "wet asphalt" }, "snow"),
    damping: number("Damping of the wrong brake", "kN·s/m", [5, 150], 5, 50),
};

/** The body nods on its springs for so long. */
export const settleS = 3;
/** So long it has to stand after that, and so far it may have gone. */
const standS = 3;
const standM = 0.001;
const slidM = 0.2;
/** A frame of most games. */
export const wrongStepS = 1 / 60;
const nearby = 0.021;

export interface Parked extends Experiment<typeof knobs> {
    readonly wrong: WrongBrake;
    readonly slope: number;
    /** Drift of Kamm's car since it came to rest in its springs. */
    readonly driftM: number;
    readonly wayM: number;
}

export function createExperiment(kamm: Kamm): Parked {
    let values = firstValues(knobs);
    const lies = () => ({ slope: values.slope, surface: values.surface });
    const owner = createLessonCar(kamm, "nissan-micra", "full", {}, lies());
    const { massKg, peakFrictionX } = owner.car.info;
    const wrong = createWrongBrake(massKg, () => values);
    /** Slopes on this surface on which it stood, and on which it slid. */
    const known = { surface: "", stood: new Set<number>(), slid: new Set<number>() };
    let [timeS, owedS] = [0, 0];
    let begin: readonly number[] = [];
    let settled: readonly number[] | null = null;

    const place = () => Array.from(owner.car.position);
    const farM = (from: readonly number[]) => Math.hypot(...place().map((at, i) => at - from[i]!));
    const friction = () => kamm.surfaces.find(({ name }) => name === values.surface)!.friction;

    function note() {
        if (known.surface !== values.surface) {
            known.stood.clear();
            known.slid.clear();
            known.surface = values.surface;
        }
        if (farM(begin) > slidM) known.slid.add(values.slope);
        else if (settled && timeS > settleS + standS && farM(settled) < standM) known.stood.add(values.slope);
    }

    /** The steepest that it stood on with one that was at most two per cent steeper and on which it slid. */
    function bracket(): readonly [number, number] | null {
        for (const stood of known.stood)
            for (const slid of known.slid) if (slid > stood && slid - stood < nearby) return [stood, slid];
        return null;
    }

    const experiment: Parked = {
        wrong,
        get cars() {
            return [owner.car];
        },
        get slope() {
            return values.slope;
        },
        get driftM() {
            return settled ? farM(settled) : 0;
        },
        get wayM() {
            return farM(begin);
        },
        set(next) {
            const isOtherHill = next.slope !== values.slope || next.surface !== values.surface;
            values = next;
            owner.become({}, lies());
            if (isOtherHill) experiment.restart();
        },
        restart() {
            const { car } = owner;
            car.place({});
            Object.assign(car.input, { brake: 1, gear: 0 });
            begin = place();
            settled = null;
            [timeS, owedS] = [0, 0];
            wrong.restart();
        },
        step(dtS) {
            owner.car.step(dtS);
            timeS += dtS;
            if (!settled && timeS >= settleS) settled = place();
            for (owedS += dtS; owedS >= wrongStepS; owedS -= wrongStepS) wrong.step(wrongStepS);
            note();
        },
        figures() {
            const { car } = owner;
            const limit = peakFrictionX[0]! * friction();
            const pull = massKg * 9.80665 * Math.sin(Math.atan(values.slope));
            return {
                time: timeS,
                slope: values.slope,
                angle: Math.atan(values.slope),
                pull,
                drift: experiment.driftM,
                way: experiment.wayM,
                speed: car.speedMps,
                wrongWay: wrong.wayM,
                wrongSpeed: wrong.speedMps,
                creep: creepMps(massKg, values.slope, values.damping),
                most: mostDamping(massKg, wrongStepS),
                friction: limit,
                limit,
                mass: massKg,
            };
        },
        progress() {
            const found = bracket();
            const percent = (slope: number) => `${Math.round(100 * slope)} %`;
            if (found) return reached(`It stands on ${percent(found[0])} and slides on ${percent(found[1])}: you have found the limit.`);
            const [stood, slid] = [Math.max(...known.stood), Math.min(...known.slid)];
            const stands = known.stood.size > 0 ? `It stood on ${percent(stood)}.` : "It has not stood for 6 s yet.";
            const slides = known.slid.size > 0 ? `It slid on ${percent(slid)}.` : "It has not slid yet.";
            return notYet(`${stands} ${slides}`, (known.stood.size > 0 ? 0.4 : 0) + (known.slid.size > 0 ? 0.4 : 0));
        },
        setup: () => ({
            ...{ car: "nissan-micra", rung: "full", changes: {}, surfaceOverride: values.surface },
            start: values.slope > 0.25 ? "slope_30" : values.slope > 0.15 ? "slope_20" : "slope_10",
        }),
    };
    experiment.restart();
    return experiment;
}
