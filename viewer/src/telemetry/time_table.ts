/** The table of times. */
import { lapText } from "../replay/time";
import { labelOf } from "../tuning/units";
import { element } from "../view";
import { addButton, type Cell, fillTable } from "./dom";
import { forgetTime, readTimes, type TimeEntry } from "./times";

export function createTimeTable(parent: HTMLElement) {
    const holder = element("div", "telemetry-times", parent);
    const table = element("table", "telemetry-table", holder);
    const note = element("p", "", holder);

    const rowOf = (entry: TimeEntry, i: number): Cell[] => [
        String(i + 1),
        lapText(entry.bestS, 3),
        entry.carName + (entry.changeCount > 0 ? `, ${entry.changeCount} changed` : ""),
        labelOf(entry.rung),
        labelOf(entry.surface),
        entry.driver,
        String(entry.lapCount),
        new Date(entry.atMs).toLocaleDateString(),
        (cell) =>
            (addButton(
                cell,
                "Forget",
                `Forget the time of ${entry.carName}`,
                () => void forgetTime(entry).then(refresh),
            ).ariaLabel = `Forget the time of ${entry.carName}`),
    ];

    async function refresh() {
        const all = await readTimes();
        table.hidden = all.length === 0;
        note.textContent =
            all.length === 0
                ? "No lap of the circuit has been driven in this browser yet."
                : "The best lap of each car, model and surface; they stay in this browser.";
        fillTable(
            table,
            "Times on the circuit",
            ["", "Time", "Car", "Model", "Surface", "Driver", "Laps", "Day", ""],
            all.map(rowOf),
        );
    }

    return { element: holder, refresh };
}
