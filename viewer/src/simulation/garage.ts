/** The player's vehicle: a file, tyres that were dropped on it, and what has been changed. */
import type { Kamm, Vehicle } from "kamm";
import { vehicleFiles } from "./files";
import type { Setup } from "./index";

export interface Garage {
    /** The vehicle's file without changes. */
    readonly original: Vehicle;
    /** The vehicle as the set-up has it; the caller disposes of it. Throws KammError. */
    build(setup: Pick<Setup, "car" | "changes">): Vehicle;
    /** Takes a vehicle or tyre file; throws KammError and keeps the old one if it has mistakes. */
    take(name: string, text: string): "vehicle" | "tyre";
    /** Keeps the original of that car. */
    choose(car: string): void;
    readonly ownName: string | null;
}

function isVehicle(text: string): boolean {
    try {
        const json = JSON.parse(text) as unknown;
        return typeof json === "object" && json !== null && ("axles" in json || "body" in json);
    } catch {
        return true; // the reader says what is wrong with it
    }
}

export function createGarage(kamm: Kamm): Garage {
    let own: { name: string; text: string } | null = null;
    let tyre: { name: string; text: string } | null = null;
    let original: Vehicle | null = null;

    function read(car: string): Vehicle {
        const file = car === "own" ? own : vehicleFiles.find(({ id }) => id === car);
        if (!file) throw new RangeError(`there is no car "${car}"`);
        const vehicle = kamm.vehicle(file.text, "id" in file ? `${car}.json` : file.name);
        if (!tyre) return vehicle;
        const tyres = kamm.tyre(tyre.text, tyre.name);
        vehicle.setTyre(tyres);
        tyres.dispose();
        return vehicle;
    }

    return {
        get original() {
            return original!;
        },
        get ownName() {
            return own && original ? own.name : null;
        },
        build({ car, changes }) {
            const vehicle = read(car);
            try {
                for (const [path, value] of Object.entries(changes)) vehicle.set(path, value);
            } catch (error) {
                vehicle.dispose();
                throw error;
            }
            return vehicle;
        },
        take(name, text) {
            if (/\.tir$/i.test(name) || !isVehicle(text)) {
                kamm.tyre(text, name).dispose();
                tyre = { name, text };
                return "tyre";
            }
            kamm.vehicle(text, name).dispose();
            own = { name, text };
            tyre = null;
            return "vehicle";
        },
        choose(car) {
            const next = read(car);
            original?.dispose();
            original = next;
        },
    };
}
