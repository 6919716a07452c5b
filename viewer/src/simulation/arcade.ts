/** Arcade handling: its presets; their files are fetched when one is first chosen. */
import type { Arcade, Kamm } from "kamm";

/** Names of the files in data/arcade, but for `sim`, which changes nothing. */
export const arcadeNames = ["street-racer", "kart", "rally", "drift", "monster"] as const;

let texts: Readonly<Record<string, string>> | null = null;

export const hasArcade = (name = "") => name === "" || texts !== null;

export async function fetchArcade(name = ""): Promise<void> {
    if (!hasArcade(name)) texts = (await import("./arcade_texts")).arcadeTexts;
}

/** Null: the real car. The caller disposes of it. */
export function readArcade(kamm: Pick<Kamm, "arcade">, name = ""): Arcade | null {
    if (name === "") return null;
    const text = texts?.[`../../../data/arcade/${name}.json`];
    if (text === undefined) throw new RangeError(`there is no arcade preset "${name}"`);
    return kamm.arcade(text, name);
}
