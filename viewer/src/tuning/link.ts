/** Links that carry a set-up: checked when they are read, kept up to date while things change. */
import type { Kamm, ParameterField, Rung, Vehicle } from "kamm";
import type { Setup, Simulation } from "../simulation";
import type { Packer } from "./link_files";
import { readChanges, readNumber, unescaped, writeLink } from "./link_text";
import { reason, type Report } from "./report";
import { arcadeNames, fetchArcade, hasArcade } from "../simulation/arcade";
import { fetchVehicle, isFetched, readVehicles } from "../simulation/files";
import { rungNames } from "./rungs";
import { fieldAt } from "./table";
import type { Changes, Value } from "./values";

export { writeLink };

/** A car that a link may name; with its file's text, changes can be tried before they are used. */
export interface Choice {
    readonly id: string;
    readonly text?: string;
    /** Only of a combination, which the core knows by its id. */
    readonly units?: readonly string[];
}

type Core = Pick<Kamm, "fields" | "surfaces" | "vehicle" | "units">;

const keys = ["car", "rung", "surface", "wind", "start", "others", "aid", "arcade", "set", "file", "test", "ghost"] as const;
type Key = (typeof keys)[number];
const maxOthers = 19;
const maxWindMps = 100;
const settleMs = 250;

const list = (names: readonly string[]) => names.join(", ");

function split(hash: string, problems: string[]): Partial<Record<Key, string>> {
    const found: Partial<Record<Key, string>> = {};
    for (const part of hash.replace(/^#/, "").split("&").filter(Boolean)) {
        const equals = part.indexOf("=");
        const key = keys.find((known) => known === part.slice(0, equals));
        const text = part.slice(equals + 1);
        const value = key === "set" ? text : unescaped(text);
        if (!key) problems.push(`${part}: a link has ${list(keys)}`);
        else if (value === null) problems.push(`${part}: its % signs are broken`);
        else if (key in found) problems.push(`${part}: given twice; the first counts`);
        else found[key] = value;
    }
    return found;
}

/** A word of those allowed, or undefined with a problem. */
function word<Name extends string>(
    key: Key,
    text: string | undefined,
    allowed: readonly Name[],
    problems: string[],
): Name | undefined {
    const found = allowed.find((name) => name === text);
    if (text !== undefined && found === undefined)
        problems.push(`${key}: there is no "${text}"; there are ${list(allowed)}`);
    return found;
}

function number(
    key: Key,
    text: string | undefined,
    [min, max]: readonly [number, number],
    problems: string[],
): number | undefined {
    if (text === undefined) return undefined;
    const value = readNumber(text);
    if (value !== null && value >= min && value <= max) return value;
    const what = value === null ? "is not a number" : "is out of range";
    problems.push(`${key}: "${text}" ${what}; allowed: ${min} to ${max}`);
    return undefined;
}

function readWind(text: string | undefined, problems: string[]): Setup["windMps"] {
    if (text === undefined) return [0, 0, 0];
    const parts = text.split(",").map(readNumber);
    const fits = (part: number | null) => part !== null && Math.abs(part) <= maxWindMps;
    if (parts.length >= 2 && parts.length <= 3 && parts.every(fits))
        return [parts[0]!, parts[1]!, parts[2] ?? 0];
    problems.push(
        `wind: "${text}" is no velocity in m/s; allowed: such as 5,-2, up to ${maxWindMps}`,
    );
    return [0, 0, 0];
}

/** Which kind of value a text is depends on the field. */
function readValue(field: ParameterField, text: string): Value | null {
    if (field.kind === "choice" || field.kind === "text") return text;
    if (field.kind === "flag") return text === "true" ? true : text === "false" ? false : null;
    return readNumber(text);
}

const kindInWords = ({ kind }: ParameterField) => (kind === "flag" ? "true or false" : "a number");

function readAllChanges(core: Core, text: string, problems: string[]): Changes {
    const { pairs, bad } = readChanges(text);
    const changes: Record<string, Value> = {};
    for (const part of bad)
        problems.push(`set: "${part}" is no path with a value, such as aids.abs:false`);
    for (const [path, written] of pairs) {
        const field = fieldAt(core.fields.vehicle, path);
        const value = field && readValue(field, written);
        if (!field) problems.push(`${path}: vehicles have no such parameter`);
        else if (value === null)
            problems.push(`${path}: "${written}" is not allowed; allowed: ${kindInWords(field)}`);
        else changes[path] = value;
    }
    return changes;
}

/** Those that the car takes one by one, for a set that it does not take together. */
function tryOneByOne(vehicle: Vehicle, changes: Changes, rung: Rung, problems: string[]): Changes {
    const taken: Record<string, Value> = {};
    for (const [path, value] of Object.entries(changes)) {
        const trial = vehicle.clone();
        try {
            trial.set(path, value);
            trial.describe(rung);
            vehicle.set(path, value);
            taken[path] = value;
        } catch (error) {
            problems.push(reason(error));
        } finally {
            trial.dispose();
        }
    }
    return taken;
}

/** Tries changes on the car: the core knows ranges, what lists hold and what goes together. */
function tryChanges(
    core: Core,
    car: Choice,
    changes: Changes,
    rung: Rung,
    problems: string[],
): Changes {
    if (!car.text && !car.units) return changes;
    const [vehicle, ...trailers] = readVehicles(core, car) as [Vehicle, ...Vehicle[]];
    for (const trailer of trailers) trailer.dispose();
    const all = vehicle.clone();
    try {
        for (const [path, value] of Object.entries(changes)) all.set(path, value);
        all.describe(rung);
        return changes;
    } catch {
        return tryOneByOne(vehicle, changes, rung, problems);
    } finally {
        all.dispose();
        vehicle.dispose();
    }
}

function readCar(
    id: string | undefined,
    choices: readonly Choice[],
    problems: string[],
): Choice | undefined {
    if (id === "own" && !choices.some((choice) => choice.id === id)) {
        problems.push(
            "car: a private vehicle file, which this link does not carry; ask for the file",
        );
        return undefined;
    }
    const ids = choices.map((choice) => choice.id);
    const known = word("car", id, ids, problems);
    return choices.find((choice) => choice.id === known);
}

/** The car that a link names; "": none. */
export const carIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, "")).get("car") ?? "";

/** The arcade preset that a link names; "": none. */
export const arcadeIn = (hash: string) => new URLSearchParams(hash.replace(/^#/, "")).get("arcade") ?? "";

/** What a link says. Whatever in it is wrong is named in `problems`, and the rest is used. */
export function readLink(
    hash: string,
    core: Core,
    choices: readonly Choice[],
    starts?: readonly string[],
): { setup: Partial<Setup>; problems: string[] } {
    const problems: string[] = [];
    const found = split(hash, problems);
    if (Object.keys(found).length === 0) return { setup: {}, problems };
    const car = readCar(found.car, choices, problems);
    const rung = word("rung", found.rung, rungNames, problems);
    const surfaces = core.surfaces.map(({ name }) => name);
    const start = starts ? word("start", found.start, starts, problems) : found.start;
    const aid = number("aid", found.aid, [0, 1], problems);
    const arcade = word("arcade", found.arcade, arcadeNames, problems) ?? "";
    const others = number("others", found.others, [0, maxOthers], problems) ?? 0;
    const changes = readAllChanges(core, car ? (found.set ?? "") : "", problems);
    if (!car && found.set) problems.push("set: left out, as it belongs to a car that is not there");
    const setup: Partial<Setup> = {
        ...(car && { car: car.id }),
        ...(rung && { rung }),
        ...(start !== undefined && { start }),
        ...(aid !== undefined && { aid }),
        ...(arcade && hasArcade(arcade) && { arcade }),
        changes: car ? tryChanges(core, car, changes, rung ?? "full", problems) : {},
        surfaceOverride: word("surface", found.surface, surfaces, problems) ?? null,
        windMps: readWind(found.wind, problems),
        others: Math.round(others),
    };
    return { setup, problems };
}

/** The road test that it opens; empty: none. */
export const testIn = (hash: string) => split(hash, []).test ?? "";

/** What it carries packed; empty: nothing. */
export const filesIn = (hash: string) => split(hash, []).file ?? "";

/** The lap that it carries, packed; empty: none. */
export const ghostIn = (hash: string) => split(hash, []).ghost ?? "";

/** Keeps the address in step with the set-up, and the set-up with what people put there. */
export function keepLink(
    simulation: Simulation,
    report: Report,
    files: readonly Choice[],
    packer: Packer,
): { dispose(): void } {
    const { kamm, world } = simulation;
    const starts = world.starts.map(({ name }) => name);
    let timer = 0;
    let written = "";

    const ghost = ghostIn(location.hash); // stays in the address, for a reload

    async function write() {
        const packed = await packer(simulation);
        written = writeLink(simulation.setup, packed) + (ghost && `&ghost=${ghost}`);
        if (written !== location.hash) history.replaceState(history.state, "", written);
    }

    function follow() {
        const { setup: current } = simulation;
        if (location.hash === written) return;
        const carried = filesIn(location.hash);
        const isOther = carried !== filesIn(written) || ghostIn(location.hash) !== ghost;
        if ((carried || ghostIn(location.hash)) && isOther) return location.reload(); // which reads them
        const choices = current.car === "own" ? [...files, { id: "own" }] : files;
        const { setup, problems } = readLink(location.hash, kamm, choices, starts);
        if (current.arcade && !setup.arcade) setup.arcade = "";
        if (setup.start === current.start) delete setup.start; // or the car would go back
        try {
            simulation.change(setup);
        } catch (error) {
            problems.push(reason(error));
        }
        if (problems.length > 0) report.error(problems.join("\n"), "The link");
        void write();
    }

    const stop = simulation.listen(() => {
        clearTimeout(timer);
        timer = window.setTimeout(() => void write(), settleMs);
    });
    function follows() {
        const [car, arcade] = [carIn(location.hash), arcadeIn(location.hash)];
        if (isFetched(car) && hasArcade(arcade)) follow();
        else void Promise.all([fetchVehicle(car), fetchArcade(arcade)]).then(follow);
    }
    addEventListener("hashchange", follows);
    if (!starts.includes(simulation.setup.start)) follow();
    void write();
    return {
        dispose() {
            clearTimeout(timer);
            removeEventListener("hashchange", follows);
            stop();
        },
    };
}
