/** The data folder as the page has it: every vehicle, and the proving ground. */
import type { Kamm, Vehicle, World } from "kamm";
import { addHeights, provingGround } from "./proving_ground";

const texts = import.meta.glob<string>("../../../data/vehicles/*.json", {
    query: "?raw",
    import: "default",
    eager: true,
});

/** Two-wheelers: their names; their files are fetched when one is first asked for. */
const riddenNames = import.meta.glob<string>("../../../data/two-wheelers/*.json", { import: "name", eager: true });

const combinations = import.meta.glob<{ name: string; units: readonly (string | { vehicle: string })[] }>(
    "../../../data/combinations/*.json",
    { import: "default", eager: true },
);

export interface VehicleFile {
    readonly id: string;
    readonly name: string;
    /** Text of the file. A combination has none: the core knows it by its id. A two-wheeler has it once it was fetched. */
    readonly text?: string;
    /** Only of a combination: the ids of its units, from front to rear. */
    readonly units?: readonly string[];
}

const idOf = (path: string) => path.replace(/^.*\/|\.json$/g, "");
const byName = (a: VehicleFile, b: VehicleFile) => a.name.localeCompare(b.name);

const singleFiles = Object.entries(texts).map(([path, text]) => ({
    id: idOf(path),
    name: (JSON.parse(text) as { name: string }).name,
    text,
}));

const combinationFiles = Object.entries(combinations).map(([path, { name, units }]) => ({
    id: idOf(path),
    name,
    units: units.map((unit) => (typeof unit === "string" ? unit : unit.vehicle)),
}));

/** Whose files are there from the start: vehicles, then those with trailers. */
export const vehicleFiles: readonly VehicleFile[] = [
    ...singleFiles.sort(byName),
    ...combinationFiles.sort(byName),
];

let fetched: Readonly<Record<string, string>> | null = null;
const pathOf = (id: string) => `../../../data/two-wheelers/${id}.json`;

/** Two-wheelers. */
export const riddenFiles: readonly VehicleFile[] = Object.entries(riddenNames)
    .map(([path, name]) => ({
        id: idOf(path),
        name,
        get text() {
            return fetched?.[path];
        },
    }))
    .sort(byName);

/** All that can be driven. */
export const everyFile: readonly VehicleFile[] = [...vehicleFiles, ...riddenFiles];

export const isFetched = (id: string) => fetched !== null || riddenNames[pathOf(id)] === undefined;

/** Makes a two-wheeler one that can be read; others are already. */
export async function fetchVehicle(id: string): Promise<void> {
    if (!isFetched(id)) fetched = (await import("./ridden_texts")).riddenTexts;
}

/** The units of one of them, from front to rear, of which the first is driven; the caller disposes of them. */
export function readVehicles(
    kamm: Pick<Kamm, "vehicle" | "units">,
    file: Pick<VehicleFile, "id" | "text">,
): Vehicle[] {
    const { id, text } = file;
    if (!isFetched(id)) throw new Error(`${id}: its file is not there yet`);
    return text === undefined ? kamm.units(id) : [kamm.vehicle(text, `${id}.json`)];
}

/** Reads the proving ground, whose height map is fetched first. */
export async function readProvingGround(kamm: Kamm): Promise<World> {
    await addHeights(kamm);
    return kamm.world(provingGround, "worlds/proving-ground.json");
}
