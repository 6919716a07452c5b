/** The tuning panel: every parameter of the car, while it drives. */
import type { Simulation } from "../simulation";
import { element } from "../view";
import { barEdits, barSetting, nextBarSetting } from "./bars";
import { lockEdits, lockSetting, nextLockSetting } from "./locks";
import { createNewCarButton } from "../new_car/button";
import { createOpenButton } from "./drop";
import { download, fileName } from "./export";
import { giveFocusBack } from "./focus";
import { createHead } from "./head";
import { createList } from "./list";
import { reason, type Report } from "./report";
import type { Bench } from "./rows";
import { createSetups, type Slot, type Tune } from "./setups";
import { createTurns } from "./turns";
import { changeParameters, fileTree, without } from "./values";
import "./tuning.css";

export interface Tuning {
    readonly open: boolean;
    toggle(show?: boolean): void;
    /** Changes over between the set-ups A and B. */
    swap(): void;
    undo(): void;
    redo(): void;
    /** The next setting of the anti-roll bars; returns what it is then. */
    cycleBars(): string;
    /** The same of locked differentials. */
    cycleLocks(): string;
    /** The set-up that is driven, and what A and B are. */
    readonly slot: Slot;
    tune(slot: Slot): Tune;
    /** A or B becomes that; what is refused is reported. */
    load(slot: Slot, tune: Tune): void;
    dispose(): void;
}

/** What changes the car: each change is a step of the undo, and a refused one is reported. */
function createWorkshop(simulation: Simulation, report: Report, update: () => void) {
    const tune = (): Tune => ({ car: simulation.setup.car, changes: simulation.setup.changes });
    const setups = createSetups(tune());
    let turning: string | undefined;

    /** True if the physics has taken it. */
    function attempt(change: () => void): boolean {
        try {
            change();
            return true;
        } catch (error) {
            report.error(reason(error), "That cannot be");
            update();
            return false;
        }
    }

    const turns = createTurns(({ knob, value, done }) => {
        turning = knob.id;
        const { changes } = simulation.setup;
        attempt(() => changeParameters(simulation, knob.write(value, changes)));
        turning = undefined;
        if (done) setups.seal();
    });

    const bench: Bench = {
        changes: () => simulation.setup.changes,
        turn: turns.add,
        putBack(knob) {
            const changes = without(simulation.setup.changes, knob.paths);
            attempt(() => simulation.change({ changes }));
        },
    };

    /** Makes the car what a set-up says; if that is refused, `back` takes the step back. */
    function become({ car, changes }: Tune, back: () => void) {
        const part = car === simulation.setup.car ? { changes } : { car, changes };
        if (!attempt(() => simulation.change(part))) back();
        update();
    }

    const stop = simulation.listen(() => setups.record(tune(), turning));

    return {
        setups,
        bench,
        attempt,
        load(slot: Slot, next: Tune) {
            if (slot === setups.active) become(next, () => {});
            else setups.put(slot, next);
            update();
        },
        swap: () => become(setups.swap(), setups.swap),
        undo: () => become(setups.undo(), setups.redo),
        redo: () => become(setups.redo(), setups.undo),
        dispose() {
            turns.dispose();
            stop();
        },
    };
}

/** Undo and redo by the usual keys. */
function listenToUndo(panel: HTMLElement, undo: () => void, redo: () => void) {
    panel.addEventListener("keydown", (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        if (key !== "z" && key !== "y") return;
        event.preventDefault();
        if (key === "y" || event.shiftKey) redo();
        else undo();
    });
}

export function createTuning(parent: HTMLElement, simulation: Simulation, report: Report): Tuning {
    const panel = element("section", "panel tuning", parent);
    panel.ariaLabel = "Tuning";
    const side = parent.closest("aside");
    const workshop = createWorkshop(simulation, report, update);
    const { setups, bench, attempt, undo, redo } = workshop;

    function swap() {
        workshop.swap();
        report.say(`Set-up ${setups.active}`);
    }

    const head = createHead(panel, {
        swap,
        copy() {
            setups.copy();
            report.say(`Set-up ${setups.active} is in both now`);
        },
        undo,
        redo,
        putAllBack: () => attempt(() => simulation.change({ changes: {} })),
        save: () => download(fileName(simulation), simulation.vehicle.json()),
        close: () => toggle(false),
        search: (query) => list.search(query),
    });
    const list = createList(panel, simulation, bench);
    createOpenButton(head.files, simulation, report);
    createNewCarButton(head.files, simulation, report);
    listenToUndo(panel, undo, redo);
    giveFocusBack(panel);

    function update() {
        if (panel.hidden) return;
        head.update(setups, Object.keys(simulation.setup.changes).length);
        list.update(simulation.setup.changes);
    }

    function toggle(show = panel.hidden) {
        panel.hidden = !show;
        side?.classList.toggle("open", show);
        update();
    }

    const openForFocus = () => toggle(true); // "Skip to the tuning panel"
    parent.addEventListener("focus", openForFocus);
    const stop = simulation.listen(update);
    toggle(false);

    return {
        get open() {
            return !panel.hidden;
        },
        toggle,
        swap,
        undo,
        redo,
        cycleBars() {
            const tree = fileTree(simulation);
            const next = nextBarSetting(tree, simulation.setup.changes);
            attempt(() => changeParameters(simulation, barEdits(tree, next)));
            return barSetting(tree, simulation.setup.changes) ?? "a setting of your own";
        },
        cycleLocks() {
            const tree = fileTree(simulation);
            const next = nextLockSetting(tree, simulation.setup.changes);
            attempt(() => changeParameters(simulation, lockEdits(tree, next)));
            return lockSetting(tree, simulation.setup.changes) ?? "a setting of your own";
        },
        get slot() {
            return setups.active;
        },
        tune: setups.of,
        load: workshop.load,
        dispose() {
            stop();
            workshop.dispose();
            parent.removeEventListener("focus", openForFocus);
            panel.remove();
        },
    };
}
