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
export const gs = (mps2: number) => mps2 / 9.80665;

/** R, N, 1, 2, … */
export function gearName(gear: number): string {
    const whole = Math.round(gear);
    return whole < 0 ? "R" : whole === 0 ? "N" : String(whole);
}

/** Wheels are numbered axle by axle from the front, left before right. */
export function wheelName(wheel: number, wheelCount: number): string {
    const side = wheel % 2 === 0 ? "L" : "R";
    const axle = Math.floor(wheel / 2);
    if (wheelCount === 4) return (axle === 0 ? "F" : "R") + side;
    return `${axle + 1}${side}`;
}

/** The same, in full, for who listens. */
export function wheelTitle(wheel: number, wheelCount: number): string {
    const side = wheel % 2 === 0 ? "left" : "right";
    const axle = Math.floor(wheel / 2);
    if (wheelCount === 4) return `${axle === 0 ? "front" : "rear"} ${side}`;
    return `axle ${axle + 1} ${side}`;
}

/** Of all wheels, for who listens: "front left 3.1 kN; front right …". */
export const sayWheels = (wheelCount: number, each: (wheel: number) => string) =>
    Array.from({ length: wheelCount }, (_, i) => `${wheelTitle(i, wheelCount)} ${each(i)}`).join(
        "; ",
    );
