/** Set-ups that stay in this browser, by their names. */
import { forget, keep, keptKeys, readKept } from "../database";
import type { Tune } from "../tuning/setups";

export interface SavedSetup extends Tune {
    readonly name: string;
    readonly carName: string;
    readonly savedAtMs: number;
}

export const maxNameLength = 60;

export const cleanName = (name: string) => name.trim().replace(/\s+/g, " ").slice(0, maxNameLength);

function isSaved(value: unknown): value is SavedSetup {
    const saved = value as SavedSetup | undefined;
    return typeof saved?.name === "string" && typeof saved.car === "string" && typeof saved.changes === "object";
}

export async function readSavedSetups(): Promise<SavedSetup[]> {
    const all = await Promise.all((await keptKeys("setups")).map((key) => readKept("setups", String(key))));
    return all.filter(isSaved).sort((a, b) => a.name.localeCompare(b.name));
}

/** One of the same name is replaced. */
export const saveSetup = (setup: SavedSetup) => keep("setups", setup.name, setup);
export const deleteSetup = (name: string) => forget("setups", name);

/** Throws if the name is empty or another one has it. */
export async function renameSetup(setup: SavedSetup, wanted: string): Promise<void> {
    const name = cleanName(wanted);
    if (name === setup.name) return;
    if (!name) throw new Error("A set-up needs a name");
    if (await readKept("setups", name)) throw new Error(`There is a set-up "${name}" already`);
    await keep("setups", name, { ...setup, name });
    await forget("setups", setup.name);
}
