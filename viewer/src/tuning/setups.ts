/** Two set-ups of the car, A and B, each with its own undo. */
import { createHistory } from "./history";
import type { Changes } from "./values";

/** A car and what has been changed on it. Conditions such as the surface are common to both. */
export interface Tune {
    readonly car: string;
    readonly changes: Changes;
}

export type Slot = "A" | "B";

export interface Setups {
    readonly active: Slot;
    readonly present: Tune;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    /** What the car has now, if that is news; a drag of one knob has one key. */
    record(tune: Tune, key?: string): void;
    seal(): void;
    /** These only say what the car is to have: the caller makes it so. */
    undo(): Tune;
    redo(): Tune;
    swap(): Tune;
    /** The other one becomes as the active one is. */
    copy(): void;
    of(slot: Slot): Tune;
    /** One that is not driven now becomes that. */
    put(slot: Slot, tune: Tune): void;
}

function sameTune(one: Tune, other: Tune): boolean {
    const keys = Object.keys(one.changes);
    return (
        one.car === other.car &&
        keys.length === Object.keys(other.changes).length &&
        keys.every((path) => one.changes[path] === other.changes[path])
    );
}

export const otherSlot = (slot: Slot): Slot => (slot === "A" ? "B" : "A");

export function createSetups(first: Tune): Setups {
    const slots = { A: createHistory(first), B: createHistory(first) };
    let active: Slot = "A";
    const history = () => slots[active];

    function record(slot: Slot, tune: Tune, key?: string) {
        if (!sameTune(tune, slots[slot].present)) slots[slot].record(tune, key);
    }

    return {
        get active() {
            return active;
        },
        get present() {
            return history().present;
        },
        get canUndo() {
            return history().canUndo;
        },
        get canRedo() {
            return history().canRedo;
        },
        record: (tune, key) => record(active, tune, key),
        seal: () => history().seal(),
        undo: () => history().undo(),
        redo: () => history().redo(),
        swap() {
            active = otherSlot(active);
            return history().present;
        },
        of: (slot) => slots[slot].present,
        put: (slot, tune) => record(slot, tune),
        copy: () => record(otherSlot(active), history().present),
    };
}
