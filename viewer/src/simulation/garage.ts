/** The player's vehicle: a file, tyres that were dropped on it, and what has been changed. */
import type { Kamm, Vehicle } from "kamm";
import { readArcade } from "./arcade";
import { readVehicles, everyFile } from "./files";
import { noFiles, type OwnFiles } from "./kept_files";
import type { Setup } from "./setup";

export interface Taken {
    readonly isVehicle: boolean;
    /** Gives it back: the physics did not want it after all. */
    undo(): void;
}

export interface Garage {
    /** The vehicle's file without changes. */
    readonly original: Vehicle;
    /**
     * The vehicle as the set-up has it, with its trailers behind it, which no change concerns; the caller disposes of them.
     * Throws KammError.
     */
    build(setup: Pick<Setup, "car" | "changes" | "arcade">): Vehicle[];
    /** Takes a vehicle or tyre file; throws KammError and keeps the old one if it has mistakes. */
    take(name: string, text: string): Taken;
    /** Keeps the original of that car. */
    choose(car: string): void;
    readonly ownName: string | null;
    /** What was taken. */
    readonly files: OwnFiles;
    /** Key of a car: its id, with a checksum of its data. */
    keyOf(car: string): string;
}

/** FNV-1a, of 32 bits. */
function checksum(text: string): string {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; ++i) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    return (hash >>> 0).toString(16);
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

/** `files`: those that were taken at another time. */
export function createGarage(kamm: Kamm, files: OwnFiles = noFiles): Garage {
    let { own, tyre } = files;
    let original: Vehicle | null = null;

    function readFile(car: string): Vehicle[] {
        if (car === "own" && own) return [kamm.vehicle(own.text, own.name)];
        const file = everyFile.find(({ id }) => id === car);
        if (!file) throw new RangeError(`there is no car "${car}"`);
        return readVehicles(kamm, file);
    }

    function read(car: string): Vehicle[] {
        const units = readFile(car);
        if (!tyre) return units;
        const tyres = kamm.tyre(tyre.text, tyre.name);
        units[0]!.setTyre(tyres);
        tyres.dispose();
        return units;
    }

    return {
        get original() {
            return original!;
        },
        get ownName() {
            return own && original ? own.name : null;
        },
        get files() {
            return { own, tyre };
        },
        keyOf(car) {
            const taken = [car === "own" && own, tyre].map((file) => file && checksum(file.text));
            return [car, ...taken.filter(Boolean)].join(" ");
        },
        build({ car, changes, arcade }) {
            const units = read(car);
            const preset = readArcade(kamm, arcade);
            try {
                preset?.change(units[0]!);
                for (const [path, value] of Object.entries(changes)) units[0]!.set(path, value);
            } catch (error) {
                for (const unit of units) unit.dispose();
                throw error;
            } finally {
                preset?.dispose();
            }
            return units;
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
            const [next, ...trailers] = read(car);
            for (const trailer of trailers) trailer.dispose();
            original?.dispose();
            original = next!;
        },
    };
}
