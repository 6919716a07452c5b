/** Units for people where SI is awkward; what is kept is SI. */

/** SI value = shown value * times / over, as the core converts, so that both get the same bits. */
export interface Unit {
    /** Symbol as people write it; empty for a ratio. */
    readonly symbol: string;
    readonly times: number;
    readonly over: number;
    /** Significant digits that are worth showing, if not the usual ones. */
    readonly digits?: number;
}

const usualDigits = 7;

const si = (symbol: string): Unit => ({ symbol, times: 1, over: 1 });
const millimetre: Unit = { symbol: "mm", times: 1, over: 1000 };
const kilometrePerHour: Unit = { symbol: "km/h", times: 10, over: 36 };
const turnPerMinute: Unit = { symbol: "rpm", times: Math.PI, over: 30 };
const degreePerSecond: Unit = { symbol: "°/s", times: Math.PI, over: 180 };
export const percent: Unit = { symbol: "%", times: 1, over: 100, digits: 4 };

const known: Readonly<Record<string, Unit>> = {
    "1": si(""),
    rad: { symbol: "°", times: Math.PI, over: 180, digits: 5 },
    "rad/m": { symbol: "°/m", times: Math.PI, over: 180, digits: 5 },
    "N/m": { symbol: "N/mm", times: 1000, over: 1 },
    Pa: { symbol: "bar", times: 100000, over: 1 },
};

/** Endings of names in SI units, which people need not read. */
const endings = [
    "n_per_m",
    "ns_per_m",
    "nm_per_rad",
    "nms_per_rad",
    "rad_per_m",
    "per_rad",
    "per_s",
    "kgm2",
    "mps2",
    "radps",
    "mps",
    "rad",
    "m2",
    "kg",
    "pa",
    "nm",
    "n",
    "s",
    "m",
];

/** What the choice of a unit depends on. */
export interface Quantity {
    readonly name: string;
    readonly unit: string;
    readonly defaultValue: number;
    readonly max: number;
}

const smallM = 0.35;
const minLargeM = 3;
const fastMps = 20;

function lengthUnit({ defaultValue, max }: Quantity): Unit {
    const small = Math.abs(defaultValue) < smallM && max <= minLargeM;
    return small ? millimetre : si("m");
}

/** Engines turn in rpm; steering wheels and bodies do not. */
const spinUnit = ({ name }: Quantity) =>
    /^(speed|idle|limiter|launch|cruise_upshift)_/.test(name) ? turnPerMinute : degreePerSecond;

export function unitFor(quantity: Quantity): Unit {
    if (quantity.unit === "m") return lengthUnit(quantity);
    if (quantity.unit === "m/s") return quantity.max > fastMps ? kilometrePerHour : si("m/s");
    if (quantity.unit === "rad/s") return spinUnit(quantity);
    const dots = quantity.unit.replaceAll(".", "·");
    return known[quantity.unit] ?? si(dots.replace(/([ms])2\b/, "$1²"));
}

export const toShown = ({ times, over }: Unit, value: number) => (value * over) / times;

/** Decimal units keep decimals: 32.7 N/mm are 32700 N/m, and no 4e-12 more to write in links. */
export function fromShown({ times, over }: Unit, shown: number): number {
    const value = (shown * times) / over;
    return Number.isInteger(times) ? Number(value.toPrecision(15)) : value;
}

/** Returns the value as a number box shows it: short, without noise in the last digits. */
export const writtenIn = (unit: Unit, value: number) =>
    String(Number(toShown(unit, value).toPrecision(unit.digits ?? usualDigits)));

/** Returns the value with its unit: "17 N/mm", "5.5°". */
export function withUnit(unit: Unit, value: number): string {
    const gap = unit.symbol.startsWith("°") || unit.symbol === "" ? "" : " ";
    return writtenIn(unit, value) + gap + unit.symbol;
}

/** The value that the user wrote. A text that reads like the value `kept` gives that value, to the last bit. */
export function readIn(unit: Unit, text: string, kept: readonly number[] = []): number | null {
    const trimmed = text.trim().replace(",", ".");
    const shown = trimmed === "" ? NaN : Number(trimmed);
    if (!Number.isFinite(shown)) return null;
    const same = kept.find((value) => Number(writtenIn(unit, value)) === shown);
    return same ?? fromShown(unit, shown);
}

const spelled: Readonly<Record<string, string>> = {
    abs: "ABS",
    tcs: "TCS",
    esc: "ESC",
    aero: "Aerodynamics",
    aids: "Driver aids",
    cg: "centre of gravity",
    "anti roll": "anti-roll",
    "roll bar": "roll bar",
    ackermann: "Ackermann",
};

/** A name of the table as people read it: "Anti-roll bar" of "anti_roll_bar_n_per_m". */
export function labelOf(name: string, unit = "1"): string {
    const ending = unit === "1" ? undefined : endings.find((each) => name.endsWith(`_${each}`));
    let text = (ending ? name.slice(0, -ending.length - 1) : name).replaceAll("_", " ");
    for (const [word, better] of Object.entries(spelled))
        text = text.replace(new RegExp(`\\b${word}\\b`), better);
    return text.charAt(0).toUpperCase() + text.slice(1);
}
