/** Saved set-ups by their names: save, load, rename, delete. */
import { reason, type Report } from "../tuning/report";
import type { Slot, Tune } from "../tuning/setups";
import { element } from "../view";
import { addButton, type Cell, fillTable } from "./dom";
import {
    cleanName,
    deleteSetup,
    maxNameLength,
    readSavedSetups,
    renameSetup,
    type SavedSetup,
    saveSetup,
} from "./saved_setups";

export interface ShelfCar {
    /** Tunes A and B as they are now. */
    tune(slot: Slot): Tune;
    nameOf(car: string): string | undefined;
    load(slot: Slot, tune: Tune): void;
}

const changesText = ({ changes }: Tune) => {
    const count = Object.keys(changes).length;
    return count === 0 ? "as in the file" : `${count} ${count === 1 ? "change" : "changes"}`;
};

export function createShelf(parent: HTMLElement, car: ShelfCar, report: Report) {
    const holder = element("div", "telemetry-shelf", parent);
    const form = element("form", "", holder);
    const name = element("input", "", form);
    name.placeholder = "Name of the set-up";
    name.ariaLabel = "Name of the set-up";
    name.maxLength = maxNameLength;
    for (const slot of ["A", "B"] as const)
        addButton(form, `Save ${slot}`, `Save set-up ${slot} under this name`, () => void save(slot));
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        void save("A");
    });
    const table = element("table", "telemetry-table", holder);
    const note = element("p", "", holder, "Set-ups stay in this browser. A link (the address) carries one to others.");

    async function attempt(work: () => Promise<unknown>) {
        try {
            await work();
        } catch (error) {
            report.error(reason(error), "Set-ups");
        }
        await refresh();
    }

    function save(slot: Slot) {
        return attempt(async () => {
            const wanted = cleanName(name.value);
            if (!wanted) throw new Error("A set-up needs a name");
            const tune = car.tune(slot);
            const carName = car.nameOf(tune.car) ?? tune.car;
            await saveSetup({ ...tune, name: wanted, carName, savedAtMs: Date.now() });
            name.value = "";
            report.say(`Set-up ${slot} is saved as "${wanted}"`);
        });
    }

    function load(slot: Slot, setup: SavedSetup) {
        if (!car.nameOf(setup.car))
            return report.error(`Its car, ${setup.carName}, is not here: open its file first`, setup.name);
        car.load(slot, { car: setup.car, changes: setup.changes });
        report.say(`Set-up ${slot}: ${setup.name}`);
    }

    const rowOf = (setup: SavedSetup): Cell[] => [
        (cell) => nameCell(cell, setup),
        setup.carName,
        changesText(setup),
        new Date(setup.savedAtMs).toLocaleDateString(),
        (cell) => {
            for (const slot of ["A", "B"] as const)
                addButton(cell, `To ${slot}`, `Load ${setup.name} into set-up ${slot}`, () =>
                    load(slot, setup),
                ).ariaLabel = `To ${slot}: ${setup.name}`;
            addButton(
                cell,
                "Delete",
                `Delete ${setup.name}`,
                () => void attempt(() => deleteSetup(setup.name)),
            ).ariaLabel = `Delete ${setup.name}`;
        },
    ];

    function nameCell(cell: HTMLElement, setup: SavedSetup) {
        const input = element("input", "", cell);
        input.value = setup.name;
        input.maxLength = maxNameLength;
        input.ariaLabel = `Name of ${setup.name}: write another one to rename it`;
        input.addEventListener("change", () => void attempt(() => renameSetup(setup, input.value)));
    }

    async function refresh() {
        const all = await readSavedSetups();
        table.hidden = all.length === 0;
        fillTable(table, "Saved set-ups", ["Name", "Car", "Changed", "Saved", ""], all.map(rowOf));
        if (document.activeElement === document.body && !holder.closest("[hidden]")) name.focus(); // what had it is gone
        note.textContent = `${all.length === 0 ? "None is saved yet. " : ""}Set-ups stay in this browser. The address is a link that carries the present one to others.`;
    }

    return { element: holder, refresh };
}
