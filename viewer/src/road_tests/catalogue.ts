/** How each of the lab's tests is driven by hand here, or why it is only watched. */
import type { Course, KammWithLab, ModelInfo } from "kamm/lab";
import type { Simulation } from "../simulation";
import * as judges from "./judges";
import type { Judge } from "./judges";

export interface Drivable {
    /** What the driver is to do. */
    readonly task: string;
    /** The driver chooses the speed of entry, first this one. */
    readonly entryKmh?: number;
    readonly runUpS?: number;
    /**
     * The accelerator once the course begins: released if not given, left where it holds the speed, or holding the speed
     * until the brake is pressed.
     */
    readonly pedal?: "kept" | "holds";
    /** Rolls in neutral once the course begins. */
    readonly neutral?: boolean;
    /** A start of the proving ground. */
    readonly start?: string;
    readonly judge: (context: Context) => Judge;
}

export interface Context {
    readonly kamm: KammWithLab;
    readonly simulation: Simulation;
    readonly course: Course;
    readonly tyreWidthM: number;
    readonly laps: judges.LapClock;
}

const noseM = ({ frontOverhangM, cgBehindFrontAxleM }: ModelInfo) => frontOverhangM + cgBehindFrontAxleM;

/** Judges by the lab's own distance from the outline to each cone. */
function judgeMoose({ kamm, simulation, course }: Context): Judge {
    const { vehicle, info } = simulation;
    const cones = course.parts.filter(({ kind }) => kind === "cone");
    const distances: judges.ConeDistances = (x, y, yawRad) =>
        cones.map((cone) => kamm.lab.coneDistanceM(cone, vehicle, x, y, yawRad));
    const endM = Math.max(...cones.map(({ from }) => from[0])) + info.lengthM - noseM(info);
    return judges.judgeMoose(distances, noseM(info), endM);
}

/** How far the tyres of each side are off the ground at least. */
const wheelGaps =
    ({ wheelSide, wheelRadiusM, wheelCount }: ModelInfo): judges.WheelGaps =>
    ({ wheels }) => {
        const leastOf = (side: number) => {
            const gaps = wheels.slice(0, wheelCount).flatMap(({ position, groundPoint, groundNormal }, i) => {
                if (wheelSide[i] !== side) return [];
                const height = [0, 1, 2].reduce((sum, k) => sum + (position[k]! - groundPoint[k]!) * groundNormal[k]!, 0);
                return [height - wheelRadiusM[i]!];
            });
            return gaps.length > 0 ? Math.min(...gaps) : 0;
        };
        return [leastOf(1), leastOf(-1)];
    };

function judgeCrash({ simulation: { info }, course }: Context): Judge {
    const wall = course.parts.find(({ kind }) => kind === "block")!;
    return judges.judgeCrash(wall.from[0], noseM(info), course.entryMps!);
}

export const drivable: Readonly<Record<string, Drivable>> = {
    accel: {
        task: "Full throttle from rest, straight on",
        judge: judges.judgeAcceleration,
    },
    brake: {
        task: "At the line, press the brake all the way",
        runUpS: 2,
        judge: judges.judgeBraking,
    },
    "top-speed": {
        task: "Full throttle until the speed no longer rises; the plain is infinite",
        judge: judges.judgeTopSpeed,
    },
    skidpad: {
        task: "Follow the circle of 100 m radius to the left, as fast as possible",
        judge: () => judges.judgeCircle(100),
    },
    "step-steer": {
        task: "At 80 km/h turn the wheel at once, and hold it for four seconds; the accelerator stays where it is",
        entryKmh: 80,
        runUpS: 2,
        pedal: "kept",
        judge: judges.judgeStepSteer,
    },
    "sine-dwell": {
        task: "Turn the wheel hard to one side, to the other, stay there for half a second, then straight; off the accelerator",
        entryKmh: 80,
        runUpS: 2,
        judge: judges.judgeSineDwell,
    },
    fishhook: {
        task: "Turn the wheel hard to one side and, when the roll comes to rest, hard to the other for three seconds",
        entryKmh: 80,
        runUpS: 2,
        judge: ({ simulation: { info } }) => judges.judgeFishhook(wheelGaps(info)),
    },
    "brake-in-turn": {
        task: "Follow the circle to the left at 80 km/h, which is 5 m/s²; then hold the wheel still and brake",
        runUpS: 2,
        pedal: "holds",
        judge: () => judges.judgeBrakingInTurn(100, 5),
    },
    "coast-down": {
        task: "Let it roll from 118 to 15 km/h in neutral, straight on, without a pedal; it takes some minutes",
        entryKmh: 118,
        runUpS: 2,
        neutral: true,
        judge: judges.judgeCoastDown,
    },
    crash: {
        task: "Straight into the wall at 56 km/h",
        runUpS: 1.5,
        judge: judgeCrash,
    },
    lap: {
        task: "A lap of the circuit, from rest at the line",
        start: "circuit",
        judge: ({ laps }) => judges.judgeLap(laps),
    },
    moose: {
        task: "Swerve out and back between the cones without brake or accelerator",
        entryKmh: 50, // keys can do that
        runUpS: 2,
        judge: judgeMoose,
    },
    "turning-circle": {
        task: "At walking pace, with the steering wheel at its stop, one and a half turns",
        judge: ({ tyreWidthM }) => judges.judgeTurningCircle(tyreWidthM),
    },
    "split-mu": {
        task: "Brake with full pedal, with the left wheels on snow, and keep the lane",
        runUpS: 1.5,
        judge: ({ simulation }) => judges.judgeSplitBraking(simulation.vehicle.get("aids.abs") !== 0),
    },
    "split-start": {
        task: "Full throttle from rest, with the left wheels on snow",
        judge: judges.judgeSplitStart,
    },
    jump: {
        task: "Over the ramp at 80 km/h",
        runUpS: 1.5,
        judge: judges.judgeJump,
    },
};

/** Reasons why the other tests cannot be driven by hand. */
export const watchedOnly: Readonly<Record<string, string>> = {
    "slope-hold": "The car stands for a minute, then rolls.",
    "rough-road": "Straight ahead with constant inputs; the road's roughness is too fine to be drawn.",
    rollover: "The car slides sideways into a kerb.",
    crosswind: "Steering wheel and pedals are held constant in the wind.",
};

/** What the page's ground cannot show of a test. */
export const notShown: Readonly<Record<string, string>> = {
    crash: "Shown is the impact against the wall; the test's others are not.",
    "rough-road": "The road is drawn level: its roughness of some millimetres shows in wheels and body.",
    "brake-in-turn": "The replay shows 5 m/s² with the pedal at three tenths; ten pedal positions at two speeds are measured.",
};
