/** Times as people write them. */

/** "1:02.345" */
export function lapText(timeS: number, digits: number): string {
    const scale = 10 ** digits;
    const whole = Math.floor(timeS * scale + 1e-6); // what has passed, not what is near
    const minutes = Math.floor(whole / scale / 60);
    const seconds = (whole - minutes * 60 * scale) / scale;
    return `${minutes}:${seconds.toFixed(digits).padStart(digits + 3, "0")}`;
}

/** "−0.42 s", "+1.30 s" */
export function secondsText(timeS: number): string {
    const text = Math.abs(timeS).toFixed(2);
    const sign = text === "0.00" ? "±" : timeS < 0 ? "−" : "+";
    return `${sign}${text} s`;
}
