/** Puts the cones and crates back to where the world file has them. */
import type { World } from "kamm";
import { dynamicBodies } from "../world_bodies";

export function rememberBodies(world: World): () => void {
    const places = dynamicBodies(world).map(({ position, orientation }) => ({
        position: position.slice(),
        orientation: orientation.slice(),
    }));
    return () =>
        dynamicBodies(world).forEach((body, i) => body.place(places[i]!.position, places[i]!.orientation));
}
