/** Beside the traces: map, differences of the set-ups, channels. */
import type { Path } from "kamm";
import type { Simulation } from "../simulation";
import { element } from "../view";
import type { WheelLayout } from "../wheels";
import { createChooser } from "./chooser";
import { columnsOf } from "./columns";
import { differencesOf, treeOf } from "./differences";
import { fillTable } from "./dom";
import type { Selection } from "./model";
import type { Run } from "./run";
import { createTrackMap } from "./track_map";

export function createSide(
    parent: HTMLElement,
    simulation: Simulation,
    selection: Selection,
    circuit: Path,
    layoutOf: (run: Run) => WheelLayout,
    changed: () => void,
) {
    const side = element("div", "telemetry-side", parent);
    side.role = "group";
    side.ariaLabel = "Map, set-ups and channels";
    const map = createTrackMap(side, selection, circuit);
    const chooser = createChooser(side, selection, changed);
    const holder = element("div", "telemetry-differences", side);
    const table = element("table", "telemetry-table", holder);
    const note = element("p", "", holder);

    function showDifferences({ main, other }: Selection) {
        holder.hidden = !main;
        if (!main) return;
        const { fields } = simulation.kamm;
        const tree = main.origin.car === other?.origin.car ? treeOf(simulation, main.origin.car) : null;
        const all = other ? differencesOf(main.origin, other.origin, fields.vehicle, tree) : [];
        table.hidden = all.length === 0;
        note.textContent = !other
            ? "Choose a second run to compare."
            : all.length === 0
              ? "Both were driven with the same set-up."
              : "";
        const names = [main.origin.slot ?? "Main", other?.origin.slot ?? "Compared"];
        const heads = names[0] === names[1] ? ["Main", "Compared"] : names;
        fillTable(
            table,
            "Differences of set-up",
            ["Parameter", ...heads, "Unit"],
            all.map((each) => [each.name, each.main, each.other, each.unit]),
        );
    }

    return {
        element: side,
        drawMap: map.draw,
        reset() {
            const { main, other } = selection;
            map.reset();
            showDifferences(selection);
            if (!main) return;
            const count = Math.max(main.wheelCount, other?.wheelCount ?? 0);
            const known = columnsOf(simulation.kamm.fields, count);
            const columns = [...known, ...main.columns, ...(other?.columns ?? [])];
            const shown = columns.filter(({ name }, i) => columns.findIndex((each) => each.name === name) === i);
            const isThere = ({ name }: { name: string }) =>
                [main, other].some((run) => run?.columns.some((column) => column.name === name));
            chooser.reset(shown.filter(isThere), layoutOf(main), count);
        },
    };
}
