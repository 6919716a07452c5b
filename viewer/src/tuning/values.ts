/** The values of a vehicle: those of its file, and what has been changed. */
import type { Simulation } from "../simulation";

export type Value = number | string | boolean;
export type Changes = Readonly<Record<string, Value>>;

/** A vehicle file as JSON.parse gives it: all parameters, in SI units. */
export type Tree = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === "object" && value !== null;

const segmentsOf = (path: string) => path.replace(/\[(\d+)\]/g, ".$1").split(".");

/** What lies at "axles[1].track_m": a value, an object or a list; undefined if nothing does. */
export function nodeAt(tree: Tree, path: string): unknown {
    let node: unknown = tree;
    for (const segment of segmentsOf(path)) node = isObject(node) ? node[segment] : undefined;
    return node;
}

export function valueAt(tree: Tree, path: string): Value | undefined {
    const node = nodeAt(tree, path);
    return isObject(node) ? undefined : (node as Value | undefined);
}

export const currentAt = (tree: Tree, changes: Changes, path: string) =>
    changes[path] ?? valueAt(tree, path);

/** The changes after some more; what is back at the file's value is no change. */
export function withEdits(tree: Tree, changes: Changes, edits: Changes): Changes {
    const next: Record<string, Value> = { ...changes, ...edits };
    for (const path of Object.keys(edits))
        if (next[path] === valueAt(tree, path)) delete next[path];
    return next;
}

export function without(changes: Changes, paths: readonly string[]): Changes {
    const kept = Object.entries(changes).filter(([path]) => !paths.includes(path));
    return Object.fromEntries(kept);
}

const trees = new WeakMap<object, Tree>();

/** The file of the player's car, read once. */
export function fileTree({ original }: Pick<Simulation, "original">): Tree {
    const known = trees.get(original);
    if (known) return known;
    const tree = JSON.parse(original.json()) as Tree;
    trees.set(original, tree);
    return tree;
}

/** Changes parameters of the player's car; throws KammError. */
export function changeParameters(simulation: Simulation, edits: Changes): void {
    const tree = fileTree(simulation);
    simulation.change({ changes: withEdits(tree, simulation.setup.changes, edits) });
}
