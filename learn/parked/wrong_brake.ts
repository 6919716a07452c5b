/**
 * The common mistake, kept small: a brake that is a damper. Its force grows with the speed, as F = -c v, so a body that
 * stands has none, and on a slope it creeps. No part of Kamm; it is drawn beside Kamm's car to be compared with it.
 */
export interface WrongBrake {
    /** Down the slope. */
    readonly wayM: number;
    readonly speedMps: number;
    restart(): void;
    step(dtS: number): void;
}

const gravityMps2 = 9.80665;
/** Beyond this it is of no use to look on. */
const endMps = 1000;

/** `damping` and slope (rise over run) are asked for in each step, which is one of the explicit Euler method. */
export function createWrongBrake(massKg: number, now: () => { damping: number; slope: number }): WrongBrake {
    let [wayM, speedMps] = [0, 0];
    return {
        get wayM() {
            return wayM;
        },
        get speedMps() {
            return speedMps;
        },
        restart() {
            [wayM, speedMps] = [0, 0];
        },
        step(dtS) {
            const { damping, slope } = now();
            if (Math.abs(speedMps) > endMps) return;
            const pullN = massKg * gravityMps2 * Math.sin(Math.atan(slope));
            speedMps += ((pullN - damping * speedMps) / massKg) * dtS;
            wayM += speedMps * dtS;
        },
    };
}

/** Where pull and damper agree. */
export const creepMps = (massKg: number, slope: number, damping: number) =>
    (massKg * gravityMps2 * Math.sin(Math.atan(slope))) / damping;

/** With more than that an explicit step makes the speed grow from step to step. */
export const mostDamping = (massKg: number, stepS: number) => (2 * massKg) / stepS;
