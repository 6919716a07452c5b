/** Origin of a run: its vehicle, world and settings. */
import type { Simulation } from "../simulation";
import type { Slot } from "../tuning/setups";
import type { Changes } from "../tuning/values";

export interface Origin {
    /** Undefined: of no set-up of this page, such as a measured run. */
    readonly slot?: Slot;
    readonly car: string;
    readonly carName: string;
    readonly changes: Changes;
    readonly rung: string;
    readonly surface: string;
    readonly driver: "you" | "Kamm" | "";
    /** The set-up changed on the way. */
    readonly isMixed: boolean;
}

export const asPainted = "as painted";

export function originOf(simulation: Simulation, slot: Slot): Origin {
    const { setup, vehicle, autopilot } = simulation;
    return {
        slot,
        car: setup.car,
        carName: vehicle.name,
        changes: setup.changes,
        rung: setup.rung,
        surface: setup.surfaceOverride ?? asPainted,
        driver: autopilot ? "Kamm" : "you",
        isMixed: false,
    };
}

/** Origin of a foreign file. */
export const unknownOrigin = (carName: string): Origin => ({
    car: "",
    carName,
    changes: {},
    rung: "",
    surface: "",
    driver: "",
    isMixed: false,
});
