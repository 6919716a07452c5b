/** Calibrations kept from visit to visit. What is read back is trusted in nothing. */
import { tellFailedWrite } from "../database";
import { type Command, padButtons } from "./bindings";
import {
    type Calibration,
    maxRangeDeg,
    maxDeadZone,
    minRangeDeg,
    type Pedal,
    pedalNames,
    type Source,
    type Steering,
} from "./calibration";

export type Calibrations = Map<string, Calibration>;

/** Another version is forgotten. */
const version = 1;
const place = "kamm.pads";
const maxSources = 128;

type Unknown = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Unknown => typeof value === "object" && value !== null;

const isWithin = (value: unknown, min: number, max: number): value is number =>
    typeof value === "number" && value >= min && value <= max;

const isIndex = (value: unknown) => Number.isInteger(value) && isWithin(value, 0, maxSources);

const isSource = (value: unknown): value is Source =>
    isObject(value) &&
    (value["kind"] === "axis" || value["kind"] === "button") &&
    isIndex(value["index"]);

/** Both ends of a way, which must not be the same. */
function hasEnds(value: unknown, one: string, other: string): boolean {
    if (!isObject(value) || !isSource(value["source"])) return false;
    const [from, to] = [value[one], value[other]];
    return isWithin(from, -2, 2) && isWithin(to, -2, 2) && Math.abs(from - to) > 0.01;
}

const isSteering = (value: unknown): value is Steering | null =>
    value === null || hasEnds(value, "left", "right");

const isPedal = (value: unknown): value is Pedal | null =>
    value === null || hasEnds(value, "pressed", "released");

const commands: ReadonlySet<string> = new Set(padButtons.map(({ command }) => command));

function areButtons(value: unknown): value is Partial<Record<Command, number>> {
    if (!isObject(value)) return false;
    return Object.entries(value).every(
        ([command, index]) => commands.has(command) && isIndex(index),
    );
}

function isCalibration(value: unknown): boolean {
    if (!isObject(value)) return false;
    const pedals = value["pedals"];
    return (
        isSteering(value["steering"]) &&
        isObject(pedals) &&
        pedalNames.every((name) => isPedal(pedals[name])) &&
        areButtons(value["buttons"]) &&
        typeof value["isWheel"] === "boolean" &&
        typeof value["isDegreeForDegree"] === "boolean" &&
        isWithin(value["rangeDeg"], minRangeDeg, maxRangeDeg) &&
        isWithin(value["steeringDeadZone"], 0, maxDeadZone) &&
        isWithin(value["pedalDeadZone"], 0, maxDeadZone)
    );
}

function parse(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** Calibrations by the devices' ids. Incomplete ones are left out, so the device has its defaults. */
export function readCalibrations(text: string | null): Calibrations {
    const file = parse(text ?? "");
    if (!isObject(file) || file["version"] !== version || !isObject(file["devices"]))
        return new Map();
    const whole = Object.entries(file["devices"]).filter(([, value]) => isCalibration(value));
    return new Map(whole as [string, Calibration][]);
}

export function writeCalibrations(calibrations: Calibrations): string {
    return JSON.stringify({ version, devices: Object.fromEntries(calibrations) });
}

/** Browsers may keep nothing, or forbid even to ask; then calibrations last as long as the page. */
export function loadCalibrations(): Calibrations {
    try {
        return readCalibrations(localStorage.getItem(place));
    } catch {
        return new Map();
    }
}

export function saveCalibrations(calibrations: Calibrations): void {
    try {
        localStorage.setItem(place, writeCalibrations(calibrations));
    } catch (error) {
        tellFailedWrite("calibrations of pads and wheels", error);
    }
}
