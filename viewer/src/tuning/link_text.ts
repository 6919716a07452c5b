/**
 * Set-ups as text: "#car=nissan-micra&rung=full&set=axles.0.track_m:1.5;aids.abs:false".
 *
 * In "set", brackets are written as dots, which survive in messengers; a list that changes as a
 * whole is written as "gearbox.ratios.*:3.5,2". Numbers are the shortest text that reads back.
 */
import type { Setup } from "../simulation";
import type { Changes, Value } from "./values";

const runEnd = ".*";

/** The path without its last index, and that index: of "gearbox.ratios[2]". */
function splitIndex(path: string): { stem: string; index: number } | null {
    const match = /^(.*)\[(\d+)\]$/.exec(path);
    return match && { stem: match[1]!, index: Number(match[2]) };
}

/** How many changes from `at` on are numbers of one list, from its first in order. */
function runLength(changes: readonly (readonly [string, Value])[], at: number): number {
    const stem = splitIndex(changes[at]![0])?.stem;
    let count = 0;
    for (; at + count < changes.length; ++count) {
        const [path, value] = changes[at + count]!;
        const split = splitIndex(path);
        if (split?.stem !== stem || split?.index !== count || typeof value !== "number") break;
    }
    return stem === undefined ? 0 : count;
}

const dotted = (path: string) => path.replace(/\[(\d+)\]/g, ".$1");
const bracketed = (path: string) => path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");

/** What separates things in a link, and what browsers or messengers change, is escaped. */
const escaped = (text: string) =>
    encodeURIComponent(text).replace(
        /[!'()*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );

/** Shortest text of a value; a "+" would be a space to some. */
const written = (value: Value) =>
    typeof value === "number" ? String(value).replace("e+", "e") : escaped(String(value));

function writeChanges(changes: Changes): string {
    const entries = Object.entries(changes);
    const parts: string[] = [];
    for (let i = 0; i < entries.length;) {
        const length = runLength(entries, i);
        const [path, value] = entries[i]!;
        if (length > 1) {
            const values = entries.slice(i, i + length).map((entry) => written(entry[1]));
            parts.push(`${dotted(splitIndex(path)!.stem)}${runEnd}:${values.join(",")}`);
            i += length;
        } else {
            parts.push(`${dotted(path)}:${written(value)}`);
            ++i;
        }
    }
    return parts.join(";");
}

/** Paths and values as they are written, unescaped; `bad` are the parts that are none. */
export function readChanges(text: string): {
    pairs: [path: string, value: string][];
    bad: string[];
} {
    const pairs: [string, string][] = [];
    const bad: string[] = [];
    for (const part of text.split(";").filter(Boolean)) {
        const colon = part.indexOf(":");
        const path = part.slice(0, colon);
        const value = unescaped(part.slice(colon + 1));
        if (colon < 1 || value === null) bad.push(part);
        else if (!path.endsWith(runEnd)) pairs.push([bracketed(path), value]);
        else {
            const stem = bracketed(path.slice(0, -runEnd.length));
            value.split(",").forEach((each, i) => pairs.push([`${stem}[${i}]`, each]));
        }
    }
    return { pairs, bad };
}

/** Null where an escape is broken. */
export function unescaped(text: string): string | null {
    try {
        return decodeURIComponent(text);
    } catch {
        return null;
    }
}

/** Null if the text is no finite number. */
export function readNumber(text: string): number | null {
    const value = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN;
    return Number.isFinite(value) ? value : null;
}

/** `files`: packed, for cars from the user's own files. */
export function writeLink(setup: Setup, files = ""): string {
    const { windMps, changes } = setup;
    const wind = windMps[2] === 0 ? windMps.slice(0, 2) : windMps;
    const parts = [
        `car=${escaped(setup.car)}`,
        `rung=${setup.rung}`,
        setup.surfaceOverride !== null && `surface=${escaped(setup.surfaceOverride)}`,
        windMps.some((part) => part !== 0) && `wind=${wind.map(written).join(",")}`,
        `start=${escaped(setup.start)}`,
        setup.others > 0 && `others=${setup.others}`,
        `aid=${written(setup.aid)}`,
        setup.arcade && `arcade=${escaped(setup.arcade)}`,
        Object.keys(changes).length > 0 && `set=${writeChanges(changes)}`,
        files && `file=${files}`,
    ];
    return `#${parts.filter(Boolean).join("&")}`;
}
