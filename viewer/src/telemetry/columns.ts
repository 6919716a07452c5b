/** The columns of a recording: named as in the command's files (`kamm run --csv`), which have their names from the core. */
import type { CarFields, Field } from "kamm";

/** A column of numbers in SI units. */
export interface Column {
    /** "speed_mps", "wheel0_load_n". */
    readonly name: string;
    /** Field of the core's table, without the wheel: "load_n". */
    readonly field: string;
    /** SI; "1" for a ratio. */
    readonly unit: string;
    readonly doc: string;
    /** Undefined: of the whole car. */
    readonly wheel?: number;
}

/** What the driver does that no channel tells; `kamm replay` reads it. */
export const extraInputs = ["hand_brake", "clutch"] as const;

type Tables = Pick<CarFields, "channel" | "wheelChannel" | "input">;

const columnOf = ({ name, unit, doc }: Field): Column => ({ name, field: name, unit, doc });

/** Returns the columns of a car with that number of wheels, in the order of the command's files, then the missing
 * inputs. */
export function columnsOf({ channel, wheelChannel, input }: Tables, wheelCount: number): Column[] {
    const wheels = Array.from({ length: wheelCount }, (_, wheel) =>
        wheelChannel.map((field) => ({ ...columnOf(field), name: `wheel${wheel}_${field.name}`, wheel })),
    );
    const inputs = input.filter(({ name }) => (extraInputs as readonly string[]).includes(name));
    return [...channel.map(columnOf), ...wheels.flat(), ...inputs.map(columnOf)];
}

const endings: Readonly<Record<string, string>> = {
    mps2: "m/s2",
    mps: "m/s",
    radps: "rad/s",
    rad: "rad",
    nm: "N.m",
    n: "N",
    pa: "Pa",
    hz: "Hz",
    w: "W",
    j: "J",
    v: "V",
    k: "K",
    s: "s",
    m: "m",
};

/** Returns the column of a foreign file: its unit is the end of its name. */
export function columnNamed(name: string, known: readonly Column[]): Column {
    const found = known.find((column) => column.name === name);
    const ending = /_([a-z0-9]+)$/.exec(name)?.[1] ?? "";
    return found ?? { name, field: name, unit: endings[ending] ?? "1", doc: "A column of the file" };
}

/** How a column is shown: shown value = SI value * factor. */
export interface Shown {
    readonly unit: string;
    readonly factor: number;
    readonly digits: number;
}

const turns = /^(engine|turbine|input_shaft|generator|spin|motor)_radps$/;
const degrees = 180 / Math.PI;

/** By name where the unit alone does not tell. */
function shownByName({ field }: Column): Shown | null {
    if (turns.test(field)) return { unit: "rpm", factor: 30 / Math.PI, digits: 0 };
    if (/^acceleration_/.test(field)) return { unit: "g", factor: 1 / 9.80665, digits: 2 };
    if (/speed_mps$/.test(field) && !/vertical|lateral/.test(field)) return { unit: "km/h", factor: 3.6, digits: 1 };
    if (/^(travel|tyre_deflection|patch_|carcass_shift|tread_worn|rut).*_m$/.test(field))
        return { unit: "mm", factor: 1000, digits: 1 };
    if (/^(throttle|brake|hand_brake|clutch|slip_ratio)$/.test(field)) return { unit: "%", factor: 100, digits: 0 };
    if (field === "gear") return { unit: "", factor: 1, digits: 0 };
    return null;
}

const shownByUnit: Readonly<Record<string, Shown>> = {
    rad: { unit: "°", factor: degrees, digits: 1 },
    "rad/s": { unit: "°/s", factor: degrees, digits: 1 },
    N: { unit: "kN", factor: 0.001, digits: 2 },
    W: { unit: "kW", factor: 0.001, digits: 1 },
    J: { unit: "kJ", factor: 0.001, digits: 0 },
    Pa: { unit: "bar", factor: 1e-5, digits: 2 },
    "m/s": { unit: "m/s", factor: 1, digits: 2 },
    "m/s2": { unit: "m/s²", factor: 1, digits: 2 },
    "N.m": { unit: "N·m", factor: 1, digits: 0 },
    "1": { unit: "", factor: 1, digits: 2 },
};

export const shownAs = (column: Column): Shown =>
    shownByName(column) ?? shownByUnit[column.unit] ?? { unit: column.unit, factor: 1, digits: 2 };

/** Holds its value until the next: it is not blended. */
export const isStepped = ({ field }: Column) => field === "gear";
/** Goes round: 179° and -179° are 2° apart. */
export const isAngle = ({ field }: Column) => /^(yaw|roll|sideslip|trailer_yaw)_rad$/.test(field);
