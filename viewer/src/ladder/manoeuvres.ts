/** Angles of the steering wheel in manoeuvres, by time: the same for all ghosts. */

export interface Manoeuvre {
    readonly id: "step" | "sine" | "ramp";
    readonly title: string;
    /** Description in a sentence. */
    readonly text: string;
    readonly lengthS: number;
    /** Angle of the steering wheel at that time, for that amplitude. */
    wheelRad(timeS: number, amplitudeRad: number): number;
}

/** Straight on at first: the accelerator finds what holds the speed. */
export const runInS = 1.5;

/** Rate at which a driver turns the wheel: ISO 7401 demands 200 to 500 degrees per second. */
const stepRateRadps = (500 * Math.PI) / 180;
const stepS = 4.5;
const sineHz = 0.5;
const sinePeriods = 3;
const rampS = 10;

const stepWheel = (timeS: number, amplitudeRad: number) =>
    Math.sign(amplitudeRad) * Math.min(Math.abs(amplitudeRad), stepRateRadps * timeS);

const sineWheel = (timeS: number, amplitudeRad: number) =>
    timeS < sinePeriods / sineHz ? amplitudeRad * Math.sin(2 * Math.PI * sineHz * timeS) : 0;

const rampWheel = (timeS: number, amplitudeRad: number) => amplitudeRad * Math.min(1, timeS / rampS);

function manoeuvre(
    id: Manoeuvre["id"],
    title: string,
    text: string,
    steeredS: number,
    wheel: (timeS: number, amplitudeRad: number) => number,
): Manoeuvre {
    return {
        id,
        title,
        text,
        lengthS: runInS + steeredS,
        wheelRad: (timeS, amplitudeRad) => (timeS < runInS ? 0 : wheel(timeS - runInS, amplitudeRad)),
    };
}

export const manoeuvres: readonly Manoeuvre[] = [
    manoeuvre("step", "Step steer", "The steering wheel is turned at once, then held.", stepS, stepWheel),
    manoeuvre("sine", "Slalom", "Three sine waves of two seconds.", sinePeriods / sineHz + 1.5, sineWheel),
    manoeuvre("ramp", "Slow ramp", "The steering wheel turns at a constant rate for ten seconds.", rampS, rampWheel),
];
