/** The files of the proving ground. */
import type { Kamm } from "kamm";
import heights from "../../../data/worlds/proving-ground.png?heights";
import { unpackPicture } from "./height_map";

export { default as provingGround } from "../../../data/worlds/proving-ground.json?raw";

/** Fetches the height map. */
export async function addHeights(kamm: Pick<Kamm, "addFile">): Promise<void> {
    const answer = await fetch(heights);
    if (!answer.ok) throw new Error(`${heights}: ${answer.status} ${answer.statusText}`);
    await kamm.addFile("worlds/proving-ground.png", await unpackPicture(await answer.arrayBuffer()));
}
