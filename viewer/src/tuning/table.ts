/** The table of vehicle parameters, walked by path. */
import type { ParameterField } from "kamm";

export type Fields = readonly ParameterField[];

const segmentPattern = /^([^[\].]+)(?:\[(\d+)\])?$/;

function segments(path: string): { name: string; index: number | null }[] | null {
    const read = path.split(".").map((text) => segmentPattern.exec(text));
    if (read.some((match) => !match)) return null;
    return read.map((match) => ({
        name: match![1]!,
        index: match![2] === undefined ? null : Number(match![2]),
    }));
}

const isIndexed = ({ kind }: ParameterField) => kind === "list" || kind === "numbers";

/** The field of the value at a path such as "axles[1].track_m"; null if the table has none. */
export function fieldAt(fields: Fields, path: string): ParameterField | null {
    const steps = segments(path) ?? [];
    let table: Fields = fields;
    for (const [i, { name, index }] of steps.entries()) {
        const field = table.find((candidate) => candidate.name === name);
        const last = i === steps.length - 1;
        if (!field) return null;
        if (field.kind === "curve") {
            const axis = steps[i + 1];
            const known = axis?.name === field.xName || axis?.name === field.yName;
            return index === null && known && axis!.index !== null && i + 2 === steps.length
                ? field
                : null;
        }
        if ((index !== null) !== isIndexed(field)) return null;
        const inner = field.kind === "group" || field.kind === "list";
        if (last) return inner ? null : field;
        if (!inner) return null;
        table = field.fields;
    }
    return null;
}
