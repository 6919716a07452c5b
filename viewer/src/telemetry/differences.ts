/** Differences between the set-ups of two runs. */
import type { ParameterField } from "kamm";
import type { Simulation } from "../simulation";
import { readVehicles, everyFile } from "../simulation/files";
import { labelOf, unitFor, writtenIn } from "../tuning/units";
import { fieldAt } from "../tuning/table";
import { fileTree, type Tree, type Value, valueAt } from "../tuning/values";
import type { Origin } from "./origin";

export interface Difference {
    readonly name: string;
    readonly main: string;
    readonly other: string;
    readonly unit: string;
    readonly path?: string;
}

function axleOf(path: string): string {
    const axle = /^axles\[(\d+)\]/.exec(path)?.[1];
    return axle === undefined ? "" : `, ${["front", "rear"][Number(axle)] ?? `axle ${Number(axle) + 1}`}`;
}

const words = (value: Value | undefined) =>
    value === undefined ? "–" : value === true ? "on" : value === false ? "off" : String(value);

function differenceAt(path: string, field: ParameterField | null, values: readonly (Value | undefined)[]): Difference {
    const isNumber = field !== null && values.every((value) => value === undefined || typeof value === "number");
    const unit = isNumber ? unitFor(field) : null;
    const write = (value: Value | undefined) =>
        unit && typeof value === "number" ? writtenIn(unit, value) : words(value);
    return {
        name: (field ? labelOf(field.name, field.unit) : path) + axleOf(path),
        main: write(values[0]),
        other: write(values[1]),
        unit: unit?.symbol ?? "",
        path,
    };
}

/** The rest of what a run is driven with. */
function conditions(main: Origin, other: Origin): Difference[] {
    const all: [string, string, string][] = [
        ["Car", main.carName, other.carName],
        ["Model", labelOf(main.rung), labelOf(other.rung)],
        ["Surface", labelOf(main.surface), labelOf(other.surface)],
        ["Driver", main.driver, other.driver],
    ];
    return all
        .filter(([, a, b]) => a !== b)
        .map(([name, a, b]) => ({ name, main: a || "–", other: b || "–", unit: "" }));
}

/** `tree`: the file of the car of both; without it a value that only one has changed shows a dash for the other. */
export function differencesOf(
    main: Origin,
    other: Origin,
    fields: readonly ParameterField[],
    tree: Tree | null,
): Difference[] {
    const paths = [...new Set([...Object.keys(main.changes), ...Object.keys(other.changes)])].filter(
        (path) => main.changes[path] !== other.changes[path],
    );
    const value = ({ changes }: Origin, path: string) => changes[path] ?? (tree ? valueAt(tree, path) : undefined);
    const parameters = paths.map((path) =>
        differenceAt(path, fieldAt(fields, path), [value(main, path), value(other, path)]),
    );
    return [...conditions(main, other), ...parameters];
}

const trees = new Map<string, Tree>();

/** The file of a car of the list; that of the present car is known. */
export function treeOf(simulation: Simulation, car: string): Tree | null {
    if (car === simulation.setup.car) return fileTree(simulation);
    const file = everyFile.find(({ id }) => id === car);
    if (!file) return null;
    const known = trees.get(car);
    if (known) return known;
    const units = readVehicles(simulation.kamm, file);
    const tree = JSON.parse(units[0]!.json()) as Tree;
    for (const unit of units) unit.dispose();
    trees.set(car, tree);
    return tree;
}
