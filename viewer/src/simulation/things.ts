/** Puts the cones and crates back to where the world file has them. */
import type { World } from "kamm";

export function rememberThings(world: World): () => void {
    const places = world.things.map(({ position, orientation }) => ({
        position: position.slice(),
        orientation: orientation.slice(),
    }));
    return () =>
        world.things.forEach((thing, i) => thing.place(places[i]!.position, places[i]!.orientation));
}
