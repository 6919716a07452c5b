/** The data folder as the page has it: every vehicle, and the proving ground. */
import type { Kamm, World } from "kamm";
import heights from "../../../data/worlds/proving-ground.png?url";
import ground from "../../../data/worlds/proving-ground.json?raw";

const texts = import.meta.glob<string>("../../../data/vehicles/*.json", {
    query: "?raw",
    import: "default",
    eager: true,
});

export interface VehicleFile {
    readonly id: string;
    readonly name: string;
    readonly text: string;
}

export const vehicleFiles: readonly VehicleFile[] = Object.entries(texts)
    .map(([path, text]) => ({
        id: path.replace(/^.*\/|\.json$/g, ""),
        name: (JSON.parse(text) as { name: string }).name,
        text,
    }))
    .sort((a, b) => a.name.localeCompare(b.name));

/** Reads the proving ground, whose height map is fetched first. */
export async function readProvingGround(kamm: Kamm): Promise<World> {
    const answer = await fetch(heights);
    if (!answer.ok) throw new Error(`${heights}: ${answer.status} ${answer.statusText}`);
    await kamm.addFile("worlds/proving-ground.png", new Uint8Array(await answer.arrayBuffer()));
    return kamm.world(ground, "worlds/proving-ground.json");
}
