/**
 * What all cars of the benchmark do, and what car the other engines are given: about the BMW M3
 * that Kamm drives. They pull away and hold a speed on a slalom, side by side on a plane.
 */

export const frameS = 1 / 60;
export const lanesM = 12;

export const car = {
    massKg: 1570,
    halfSizeM: { length: 2.2, width: 0.8, height: 0.35 },
    /** Of the wheels' centres at rest above the road, and of the body's centre above those. */
    wheelRadiusM: 0.32,
    bodyAboveWheelsM: 0.2,
    wheelWidthM: 0.24,
    halfWheelbaseM: 1.365,
    halfTrackM: 0.77,
    suspensionM: 0.3,
    suspensionHz: 1.6,
    suspensionDamping: 0.5,
    /** At full throttle, at the driven wheels together. */
    driveN: 5500,
};

const speedMps = 20;
const steerRad = 0.03;
const periodS = 3;

/**
 * Throttle 0 to 1 and the angle of the steered wheels, positive left.
 * @param {number} timeS
 * @param {number} nowMps
 */
export function requests(timeS, nowMps) {
    return {
        throttle: Math.min(1, Math.max(0, speedMps - nowMps)),
        steerRad: steerRad * Math.cos((2 * Math.PI * timeS) / periodS),
    };
}
