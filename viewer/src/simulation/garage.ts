/** The player's vehicle: a file, tyres that were dropped on it, and what has been changed. */
import type { Kamm, Vehicle } from "kamm";
import { vehicleFiles } from "./files";
import type { Setup } from "./setup";

export interface Taken {
    readonly isVehicle: boolean;
    /** Gives it back: the physics did not want it after all. */
    undo(): void;
}

export interface Garage {
    /** The vehicle's file without changes. */
    readonly original: Vehicle;
    /** The vehicle as the set-up has it; the caller disposes of it. Throws KammError. */
    build(setup: Pick<Setup, "car" | "changes">): Vehicle;
    /** Takes a vehicle or tyre file; throws KammError and keeps the old one if it has mistakes. */
    take(name: string, text: string): Taken;
    /** Keeps the original of that car. */
    choose(car: string): void;
    readonly ownName: string | null;
}

/** A tyre's JSON has numbers at its top; a vehicle's has groups there. Readers say what is wrong with the rest. */
function isTyre(name: string, text: string): boolean {
    if (/\.tir$/i.test(name)) return true;
    try {
        const values = Object.values(JSON.parse(text) as object);
        return values.some((value) => typeof value === "number");
    } catch {
        return false;
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
            const before = { own, tyre };
            const isVehicle = !isTyre(name, text);
            (isVehicle ? kamm.vehicle(text, name) : kamm.tyre(text, name)).dispose();
            if (isVehicle) [own, tyre] = [{ name, text }, null];
            else tyre = { name, text };
            return { isVehicle, undo: () => ({ own, tyre } = before) };
        },
        choose(car) {
            const next = read(car);
            original?.dispose();
            original = next;
        },
    };
}
