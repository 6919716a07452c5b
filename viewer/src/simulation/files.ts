/** The data folder as the page has it: every vehicle, and the proving ground. */
import type { Kamm, Vehicle, World } from "kamm";
import { addHeights, provingGround } from "./proving_ground";

const texts = import.meta.glob<string>("../../../data/vehicles/*.json", {
    query: "?raw",
    import: "default",
    eager: true,
});

const combinations = import.meta.glob<{ name: string; units: readonly (string | { vehicle: string })[] }>(
    "../../../data/combinations/*.json",
    { import: "default", eager: true },
);

export interface VehicleFile {
    readonly id: string;
    readonly name: string;
    /** Text of the file. A combination has none: the core knows it by its id. */
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

/** All that can be driven: vehicles, then those with trailers. */
export const vehicleFiles: readonly VehicleFile[] = [
    ...singleFiles.sort(byName),
    ...combinationFiles.sort(byName),
];

/** The units of one of them, from front to rear, of which the first is driven; the caller disposes of them. */
export function readVehicles(
    kamm: Pick<Kamm, "vehicle" | "units">,
    file: Pick<VehicleFile, "id" | "text">,
): Vehicle[] {
    const { id, text } = file;
    return text === undefined ? kamm.units(id) : [kamm.vehicle(text, `${id}.json`)];
}

/** Reads the proving ground, whose height map is fetched first. */
export async function readProvingGround(kamm: Kamm): Promise<World> {
    await addHeights(kamm);
    return kamm.world(provingGround, "worlds/proving-ground.json");
}
