/** Numbers for people. */
const minus = "\u2212";

/** "−3.2": a true minus sign, and no "−0.0". */
export function fixed(value: number, digits: number): string {
    const text = Math.abs(value).toFixed(digits);
    return value < 0 && Number(text) !== 0 ? minus + text : text;
}

export const kmh = (mps: number) => mps * 3.6;
export const rpm = (radps: number) => (radps * 30) / Math.PI;
export const degrees = (rad: number) => (rad * 180) / Math.PI;
export const kilonewtons = (newtons: number) => newtons / 1000;
/** Standard gravity. */
export const gravityMps2 = 9.80665;
export const gs = (mps2: number) => mps2 / gravityMps2;

/** R, N, 1, 2, … */
export function gearName(gear: number): string {
    const whole = Math.round(gear);
    return whole < 0 ? "R" : whole === 0 ? "N" : String(whole);
}
