/** The table of parameters as groups of knobs, made when they are opened. */
import type { ParameterField } from "kamm";
import { quickSettings } from "./quick_settings";
import { type Knob, type NumberKnob, parameterKnob } from "./knobs";
import { sliderRange } from "./ranges";
import { rungNames, words } from "./rungs";
import type { Fields } from "./table";
import { labelOf, unitFor } from "./units";
import { currentAt, nodeAt, type Tree, valueAt } from "./values";

/** A list of numbers or a curve: a column for each quantity. */
export interface Grid {
    readonly title: string;
    readonly doc: string;
    readonly path: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly NumberKnob[])[];
}

export interface Content {
    readonly knobs: readonly Knob[];
    readonly grids: readonly Grid[];
    readonly groups: readonly Group[];
}

export interface Group {
    readonly title: string;
    readonly doc: string;
    /** Where its parameters lie; what is not a part of the table has a name of its own. */
    readonly path: string;
    content(): Content;
}

function once<Made>(make: () => Made): () => Made {
    let made: Made | undefined;
    return () => (made ??= make());
}

const listAt = (tree: Tree, path: string): readonly unknown[] => {
    const node = nodeAt(tree, path);
    return Array.isArray(node) ? node : [];
};

function cellKnob(
    field: ParameterField,
    tree: Tree,
    path: string,
    axis: { name: string; unit: string },
    label: string,
): NumberKnob {
    const { min, max } = field;
    const value = Number(valueAt(tree, path));
    const quantity = { ...axis, defaultValue: 1, max: max || Infinity };
    return {
        kind: "number",
        id: path,
        label,
        doc: field.doc,
        paths: [path],
        unit: unitFor(quantity),
        range: { min, max },
        slider: sliderRange(value, axis.unit, field),
        read: (changes) => currentAt(tree, changes, path) ?? 0,
        write: (value) => ({ [path]: value }),
    };
}

const columnTitle = (name: string, unit: string, symbol: string) =>
    symbol ? `${labelOf(name, unit)}, ${symbol}` : labelOf(name, unit);

/** Null where the file has no points: the shape of a list cannot be changed here. */
function gridOf(field: ParameterField, path: string, tree: Tree): Grid | null {
    const curve = field.kind === "curve";
    const axes = curve
        ? [
              { name: field.xName, unit: field.xUnit, at: `${path}.${field.xName}` },
              { name: field.yName, unit: field.unit, at: `${path}.${field.yName}` },
          ]
        : [{ name: field.name, unit: field.unit, at: path }];
    const count = listAt(tree, axes[0]!.at).length;
    if (count === 0) return null;
    const title = labelOf(field.name, curve ? "1" : field.unit);
    const rows = Array.from({ length: count }, (_, i) =>
        axes.map((axis) =>
            cellKnob(
                field,
                tree,
                `${axis.at}[${i}]`,
                axis,
                `${labelOf(axis.name, axis.unit)} ${i + 1}`,
            ),
        ),
    );
    const columns = axes.map(({ name, unit }, i) =>
        columnTitle(name, unit, rows[0]![i]!.unit.symbol),
    );
    return { title, doc: field.doc, path, columns, rows };
}

/** Some groups are read by one model only. */
const groupTitle = (name: string) =>
    rungNames.some((rung) => rung === name) ? `Model ${words(name)}` : labelOf(name);

function itemTitle(field: ParameterField, index: number, count: number): string {
    if (field.name !== "axles") return `${labelOf(field.name).replace(/(e?)s$/, "")} ${index + 1}`;
    return count === 2 ? (index === 0 ? "Front axle" : "Rear axle") : `Axle ${index + 1}`;
}

function groupsOf(field: ParameterField, path: string, tree: Tree): Group[] {
    const group = (title: string, at: string): Group => ({
        title,
        doc: field.doc,
        path: at,
        content: once(() => contentOf(field.fields, at, tree)),
    });
    if (field.kind === "group") return [group(groupTitle(field.name), path)];
    const items = listAt(tree, path);
    return items.map((_, i) => group(itemTitle(field, i, items.length), `${path}[${i}]`));
}

function contentOf(fields: Fields, path: string, tree: Tree): Content {
    const knobs: Knob[] = [];
    const grids: Grid[] = [];
    const groups: Group[] = [];
    for (const field of fields) {
        const at = path ? `${path}.${field.name}` : field.name;
        if (field.kind === "group" || field.kind === "list")
            groups.push(...groupsOf(field, at, tree));
        else if (field.kind === "curve" || field.kind === "numbers") {
            const grid = gridOf(field, at, tree);
            if (grid) grids.push(grid);
        } else knobs.push(parameterKnob(field, at, tree));
    }
    return { knobs, grids, groups };
}

/** All there is: the quick settings first, then the table. */
export function allGroups(fields: Fields, tree: Tree): readonly Group[] {
    const { knobs, groups } = contentOf(fields, "", tree);
    const of = (title: string, doc: string, path: string, list: () => readonly Knob[]): Group => ({
        title,
        doc,
        path,
        content: once(() => ({ knobs: list(), grids: [], groups: [] })),
    });
    return [
        of("Quick settings", "What is good to play with first", "quick_settings", () => quickSettings(fields, tree)),
        ...groups,
        of("General", "", "general", () => knobs),
    ];
}
