/** Text of a change: "Anti-roll bar, front 17 to 25 N/mm". */
import type { ParameterField } from "kamm";
import type { Setup, Simulation } from "../simulation";
import { fieldAt } from "./table";
import { inWords, parameterKnob } from "./knobs";
import { labelOf, writtenIn } from "./units";
import { type Changes, fileTree, type Tree, type Value } from "./values";

/** Axles of a car are known by their place. */
function placeOf(path: string): string {
    const axle = /^axles\[(\d+)\]/.exec(path)?.[1];
    return axle === undefined ? "" : `, ${["front", "rear"][Number(axle)] ?? `axle ${Number(axle) + 1}`}`;
}

function parameterNote(field: ParameterField, path: string, tree: Tree, before: Changes, after: Changes) {
    const knob = parameterKnob(field, path, tree);
    const [from, to] = [before, after].map((changes) => knob.read(changes)) as [Value, Value];
    const old = knob.kind === "number" ? writtenIn(knob.unit, Number(from)) : inWords(knob, from); // the unit once
    return `${knob.label}${placeOf(path)} ${old} to ${inWords(knob, to)}`;
}

const differing = (before: Changes, after: Changes) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
        (path) => before[path] !== after[path],
    );

/** Each call tells how the set-up differs from that of the last one; empty: in nothing that plots show. */
export function createNotes(simulation: Simulation): () => string {
    let before: Readonly<Setup> = simulation.setup;

    function changesNote(after: Setup, tree: Tree): string {
        const paths = differing(before.changes, after.changes);
        if (paths.length !== 1) return paths.length ? `${paths.length} parameters` : "";
        const field = fieldAt(simulation.kamm.fields.vehicle, paths[0]!);
        return field ? parameterNote(field, paths[0]!, tree, before.changes, after.changes) : paths[0]!;
    }

    return () => {
        const after = simulation.setup;
        const notes = [
            after.car !== before.car &&
                (simulation.choices.find(({ id }) => id === after.car)?.name ?? after.car),
            after.rung !== before.rung && `Model: ${labelOf(after.rung)}`,
            after.surfaceOverride !== before.surfaceOverride &&
                `Surface: ${after.surfaceOverride ? labelOf(after.surfaceOverride) : "as painted"}`,
            after.car === before.car && changesNote(after, fileTree(simulation)),
        ];
        before = after;
        return notes.filter(Boolean).join(", ");
    };
}
