/**
 * Ranges of axes that stay put: rounded outwards, never less than the least, even about 0 if that
 * is.
 */

/** 1, 2 or 5 times a power of ten, a fifth to a half of the span. */
function stepOf(span: number): number {
    const power = 10 ** Math.floor(Math.log10(span / 2));
    const lead = span / 2 / power;
    return power * (lead >= 5 ? 5 : lead >= 2 ? 2 : 1);
}

export function roundRange(
    min: number,
    max: number,
    [minRangeFrom, minRangeTo]: readonly [number, number],
): [number, number] {
    let from = Math.min(minRangeFrom, Number.isFinite(min) ? min : minRangeFrom);
    let to = Math.max(minRangeTo, Number.isFinite(max) ? max : minRangeTo);
    if (minRangeFrom === -minRangeTo) {
        to = Math.max(to, -from);
        from = -to;
    }
    const step = stepOf(to - from) / 2;
    return [Math.floor(from / step + 1e-9) * step, Math.ceil(to / step - 1e-9) * step];
}
