/** The article's pickup, laden, in a swerve: with the bars of the sentence, and beside it without any. */
import { driveGear } from "../../viewer/src/simulation/pedals";
import type { Kamm } from "kamm";
import { type Experiment, notYet, reached } from "../src/experiment";
import { createLessonCar } from "../src/garage";
import { clamp, createFeet, steer } from "../src/hands";
import { choice, firstValues, number } from "../src/knobs";

export const knobs = {
    speed: number("Speed", "km/h", [40, 75], 1, 62),
    front: number("Anti-roll bar of the front axle", "N/mm", [0, 60], 2, 20),
    rear: number("Anti-roll bar of the rear axle", "N/mm", [0, 60], 2, 0),
    surface: choice("Road", { dry_asphalt: "dry asphalt", wet_asphalt: "wet asphalt" }, "dry_asphalt"),
};

/** The swerve: straight on, then one sine of the steering wheel, then straight again. */
export const straightS = 1;
const swerveS = 1.9;
const amplitudeRad = (10 * Math.PI) / 180;
export const endS = straightS + swerveS + 2;
export const goalMps = 60 / 3.6;

const front = "axles[0].suspension.anti_roll_bar_n_per_m";
const rear = "axles[1].suspension.anti_roll_bar_n_per_m";

/** What is remembered of a run. */
interface Memory {
    rollRad: number;
    sidewaysMps2: number;
    /** Most wheels that were off the ground at once, and for how long any was. */
    lifted: number;
    liftedS: number;
}

const nothing = (): Memory => ({ rollRad: 0, sidewaysMps2: 0, lifted: 0, liftedS: 0 });

export function createExperiment(kamm: Kamm): Experiment<typeof knobs> & {
    readonly runs: readonly Readonly<Memory>[];
    readonly timeS: number;
} {
    let values = firstValues(knobs);
    const owners = [0, 1].map(() => createLessonCar(kamm, "toyota-hilux-laden", "full", { [front]: 0, [rear]: 0 }));
    const feet = owners.map(() => createFeet());
    let runs = owners.map(nothing);
    let timeS = 0;

    const bars = () => ({ [front]: values.front, [rear]: values.rear });

    function drive(i: number, dtS: number) {
        const { car } = owners[i]!;
        const inSwerveS = timeS - straightS;
        if (inSwerveS < 0) feet[i]!.hold(car, values.speed, dtS);
        else Object.assign(car.input, { throttle: 0, brake: timeS > endS ? 0.4 : 0 });
        const isSwerving = inSwerveS > 0 && inSwerveS < swerveS;
        steer(car, isSwerving ? amplitudeRad * Math.sin((2 * Math.PI * inSwerveS) / swerveS) : 0);
        car.step(dtS);
        remember(runs[i]!, i, dtS);
    }

    function remember(run: Memory, i: number, dtS: number) {
        const { car } = owners[i]!;
        const lifted = car.wheels.filter(({ loadN }) => loadN <= 0).length;
        run.rollRad = Math.max(run.rollRad, Math.abs(car.rollRad));
        run.sidewaysMps2 = Math.max(run.sidewaysMps2, Math.abs(car.accelerationYMps2));
        run.lifted = Math.max(run.lifted, lifted);
        if (lifted > 0) run.liftedS += dtS;
    }

    const experiment = {
        get cars() {
            return owners.map(({ car }) => car);
        },
        get runs() {
            return runs;
        },
        get timeS() {
            return timeS;
        },
        set(next: typeof values) {
            values = next;
            const ground = { surface: values.surface };
            owners[0]!.become(bars(), ground);
            owners[1]!.become({ [front]: 0, [rear]: 0 }, ground);
        },
        restart() {
            for (const { car } of owners) {
                car.place({ speedMps: values.speed });
                car.input.gear = driveGear;
            }
            for (const foot of feet) foot.rest();
            runs = owners.map(nothing);
            timeS = 0;
        },
        step(dtS: number) {
            owners.forEach((_, i) => drive(i, dtS));
            timeS += dtS;
        },
        figures() {
            const [own, bare] = owners.map(({ car }) => car) as [typeof owners[0]["car"], typeof owners[0]["car"]];
            const [with_, without] = runs as [Memory, Memory];
            return {
                speed: own.speedMps,
                roll: own.rollRad,
                bareRoll: bare.rollRad,
                mostRoll: with_.rollRad,
                bareMostRoll: without.rollRad,
                mostSideways: with_.sidewaysMps2,
                bareMostSideways: without.sidewaysMps2,
                lifted: with_.lifted,
                bareLifted: without.lifted,
                liftedTime: with_.liftedS,
                bareLiftedTime: without.liftedS,
                front: values.front,
                rear: values.rear,
            };
        },
        progress() {
            const [own] = runs as [Memory];
            const share = clamp(timeS / endS, 0, 1);
            const leant = `leant by ${((own.rollRad * 180) / Math.PI).toFixed(1)}° at most`;
            if (own.lifted > 0)
                return notYet(`${own.lifted === 1 ? "A wheel" : `${own.lifted} wheels`} of your pickup left the ground.`);
            if (timeS < endS) return notYet(`Your pickup has ${leant}, all wheels on the ground.`, 0.9 * share);
            if (values.speed < goalMps - 0.01) return notYet("All wheels stayed down, but from less than 60 km/h.", 0.5);
            if (values.surface !== "dry_asphalt") return notYet("On the wet it slides instead: try it on the dry.", 0.5);
            return reached(`All four wheels stayed down; your pickup ${leant}.`);
        },
        setup: () => ({
            ...{ car: "toyota-hilux-laden", rung: "full" as const, changes: bars(), start: "moose" },
            surfaceOverride: values.surface === "dry_asphalt" ? null : values.surface,
        }),
    };
    experiment.restart();
    return experiment;
}
