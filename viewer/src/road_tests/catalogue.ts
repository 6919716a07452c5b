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
    /** It ends with a standstill. */
    readonly stops?: boolean;
    readonly judge: (context: Context) => Judge;
}

export interface Context {
    readonly kamm: KammWithLab;
    readonly simulation: Simulation;
    readonly course: Course;
    readonly tyreWidthM: number;
}

const noseM = ({ frontOverhangM, cgBehindFrontAxleM }: ModelInfo) => frontOverhangM + cgBehindFrontAxleM;

/** By the lab's own distance from the outline to each cone. */
function judgeMoose({ kamm, simulation, course }: Context): Judge {
    const { vehicle, info } = simulation;
    const cones = course.parts.filter(({ kind }) => kind === "cone");
    const distances: judges.ConeDistances = (x, y, yawRad) =>
        cones.map((cone) => kamm.lab.coneDistanceM(cone, vehicle, x, y, yawRad));
    const endM = Math.max(...cones.map(({ from }) => from[0])) + info.lengthM - noseM(info);
    return judges.judgeMoose(distances, noseM(info), endM);
}

export const drivable: Readonly<Record<string, Drivable>> = {
    accel: {
        task: "Full throttle from rest, straight on",
        judge: judges.judgeAcceleration,
    },
    brake: {
        task: "At the line, press the brake all the way",
        runUpS: 2,
        stops: true,
        judge: judges.judgeBraking,
    },
    "top-speed": {
        task: "Full throttle until it gets no faster; the plain has no end",
        judge: judges.judgeTopSpeed,
    },
    skidpad: {
        task: "Follow the circle of 100 m radius to the left, as fast as it goes",
        judge: () => judges.judgeCircle(100),
    },
    moose: {
        task: "Swerve out and back between the cones without brake or accelerator",
        entryKmh: 60,
        runUpS: 2,
        judge: judgeMoose,
    },
    "turning-circle": {
        task: "At walking pace, with the steering wheel at its stop, one and a half turns",
        judge: ({ tyreWidthM }) => judges.judgeTurningCircle(tyreWidthM),
    },
    "split-mu": {
        task: "Brake all the way, with the left wheels on snow, and keep the lane",
        runUpS: 1.5,
        stops: true,
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

const machine = "A steering machine does it, to angles and rates that no hand repeats.";

/** Of the rest, why hands are of no use. */
export const watchedOnly: Readonly<Record<string, string>> = {
    "coast-down": "The car rolls out by itself.",
    "step-steer": machine,
    "sine-dwell": machine,
    fishhook: machine,
    "slope-hold": "The car stands for ten minutes, then rolls.",
    "brake-in-turn": "The steering wheel is held where a steady circle needs it.",
    "rough-road": "Straight on, hands and foot still; the road's unevenness is too fine to be drawn.",
    rollover: "The car is made to slide sideways into a kerb.",
    crash: "The car rolls into a wall; the test's other blows are not shown.",
    crosswind: "Hands and foot are held still through the wind.",
    lap: "Start “circuit” is where you drive it; lap times are beside the map.",
};

/** What the page's ground cannot show of a test. */
export const notShown: Readonly<Record<string, string>> = {
    "rough-road": "The road is drawn level: its unevenness, some millimetres, shows in wheels and body.",
    "brake-in-turn": "Shown is 5 m/s² with the pedal at three tenths; ten pedals at two speeds are measured.",
};
