/** Runs as files: a line with the columns' names, then the rows, as the command writes and reads them. */
import { type Column, columnNamed } from "./columns";
import { drivenDistances, risen } from "./cut_run";
import { type Origin, unknownOrigin } from "./origin";
import { newId, type Run } from "./run";

/** Column of the page alone: the distance along the lap. The command's readers ignore it. */
const distanceName = "distance_m";
const maxRows = 200_000;
const maxColumns = 2000;

/** The shortest text that reads back as the same float. */
export function floatText(value: number): string {
    if (!Number.isFinite(value)) return "nan";
    for (const digits of [6, 7, 8]) {
        const text = String(Number(value.toPrecision(digits)));
        if (Math.fround(Number(text)) === value) return text;
    }
    return String(Number(value.toPrecision(9)));
}

const timeText = (value: number) => String(Number(value.toFixed(7)));

const headOf = ({ title, origin, lengthS, lengthM, kind }: Run): string[] => [
    `# Kamm: ${title}; ${origin.carName}${origin.rung ? `, ${origin.rung}` : ""}`,
    ...(kind === "lap" ? [`# lap_s=${lengthS} lap_m=${lengthM}`] : []),
    ...(Object.keys(origin.changes).length > 0 ? [`# set ${JSON.stringify(origin.changes)}`] : []),
];

/** SI units, seconds from the start. The car's channels by the names of the command's files, in their order. */
export function writeCsv(run: Run): string {
    const { columns, values, timesS, distancesM } = run;
    const names = columns.map(({ name }) => name);
    const timeAt = names.indexOf("time_s");
    const lines = [...headOf(run), [...(timeAt < 0 ? ["time_s"] : []), ...names, distanceName].join(",")];
    timesS.forEach((timeS, row) => {
        const cells = columns.map((_, i) => floatText(values[row * columns.length + i]!));
        if (timeAt < 0) cells.unshift(timeText(timeS));
        else cells[timeAt] = timeText(timeS);
        lines.push([...cells, timeText(distancesM[row]!)].join(","));
    });
    return lines.join("\n") + "\n";
}

interface Table {
    readonly notes: string[];
    readonly names: string[];
    readonly rows: Float64Array[];
}

function readNumber(text: string, file: string, line: number, name: string): number {
    const value = /^(nan|)$/i.test(text.trim()) ? NaN : Number(text);
    if (Number.isNaN(value) && !/^(nan|)$/i.test(text.trim()))
        throw new Error(`${file}:${line}: ${name}: "${text.trim()}" is not a number`);
    return value;
}

function readTable(text: string, file: string): Table {
    const table: Table = { notes: [], names: [], rows: [] };
    for (const [i, written] of text
        .replace(/^\uFEFF/, "")
        .split(/\r?\n/)
        .entries()) {
        const line = written.trim();
        if (line.startsWith("#")) table.notes.push(line.replace(/^#\s*/, ""));
        else if (line && table.names.length === 0) table.names.push(...line.split(",").map((name) => name.trim()));
        else if (line) {
            const cells = line.split(",");
            if (cells.length !== table.names.length)
                throw new Error(`${file}:${i + 1}: ${cells.length} values for ${table.names.length} columns`);
            table.rows.push(Float64Array.from(cells, (cell, k) => readNumber(cell, file, i + 1, table.names[k]!)));
        }
        if (table.rows.length > maxRows || table.names.length > maxColumns)
            throw new Error(`${file}: allowed: up to ${maxRows} rows and ${maxColumns} columns`);
    }
    return table;
}

function check({ names, rows }: Table, file: string): number {
    const time = names.indexOf("time_s");
    if (time < 0) throw new Error(`${file}: there is no column time_s`);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice) throw new Error(`${file}: the column ${twice} is there twice`);
    if (rows.length < 2) throw new Error(`${file}: a run needs two rows at least, this has ${rows.length}`);
    rows.forEach((row, i) => {
        if (i > 0 && !(row[time]! > rows[i - 1]![time]!))
            throw new Error(`${file}: time_s ${row[time]} does not come after ${rows[i - 1]![time]}`);
    });
    return time;
}

/** Along the lap as the file has it, else the speed over time, else the way between places. */
function distancesOf({ names, rows }: Table, timesS: Float64Array): Float64Array {
    const column = (name: string) => {
        const at = names.indexOf(name);
        return at < 0 ? null : Float64Array.from(rows, (row) => row[at]!);
    };
    const known = column(distanceName);
    if (known) return risen(known);
    const speedsMps = column("speed_mps") ?? column("forward_speed_mps");
    if (speedsMps) return drivenDistances(timesS, speedsMps);
    const [x, y] = [column("x_m"), column("y_m")];
    const distancesM = new Float64Array(rows.length);
    for (let i = 1; x && y && i < rows.length; ++i)
        distancesM[i] = distancesM[i - 1]! + Math.hypot(x[i]! - x[i - 1]!, y[i]! - y[i - 1]!);
    return distancesM;
}

/** What the page wrote about the lap when it made the file. */
function lapOf(notes: readonly string[]): { lapS: number; lapM: number } | null {
    const found = notes.map((note) => /^lap_s=(\S+) lap_m=(\S+)$/.exec(note)).find(Boolean);
    return found ? { lapS: Number(found[1]), lapM: Number(found[2]) } : null;
}

function originFrom({ notes }: Table, file: string): Origin {
    const origin = unknownOrigin(/^Kamm: .*; (.*)$/.exec(notes[0] ?? "")?.[1] ?? file);
    const set = notes.find((note) => note.startsWith("set "));
    try {
        return set ? { ...origin, changes: JSON.parse(set.slice(4)) as Origin["changes"] } : origin;
    } catch {
        return origin;
    }
}

/** Throws with the file and line of what is wrong. */
export function readCsv(text: string, file: string, known: readonly Column[]): Run {
    const table = readTable(text, file);
    const time = check(table, file);
    const { names, rows, notes } = table;
    const kept = names.map((_, i) => i).filter((i) => names[i] !== distanceName);
    const columns = kept.map((i) => columnNamed(names[i]!, known));
    const lap = lapOf(notes);
    const startS = lap ? 0 : rows[0]![time]!; // a lap's first row lies before its start
    const timesS = Float64Array.from(rows, (row) => row[time]! - startS);
    const values = new Float32Array(rows.length * kept.length);
    rows.forEach((row, r) => kept.forEach((i, c) => (values[r * kept.length + c] = row[i]!)));
    const distancesM = distancesOf(table, timesS);
    return {
        id: newId(),
        title: file.replace(/\.csv$/i, ""),
        kind: "import",
        origin: originFrom(table, file),
        columns,
        wheelCount: columns.reduce((count, { wheel = -1 }) => Math.max(count, wheel + 1), 0),
        timesS,
        distancesM,
        values,
        lengthS: lap?.lapS ?? timesS.at(-1)!,
        lengthM: lap?.lapM ?? distancesM.at(-1)!,
        notes,
    };
}
