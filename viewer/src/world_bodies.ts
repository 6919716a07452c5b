/** The bodies of a world, as the page shows them. */
import type { Body, World } from "kamm";

/** Those that are free to move. Frames have their poses, in this order. */
export const dynamicBodies = (world: World): Body[] => world.bodies.filter(({ type }) => type === "dynamic");

/** Boxes of those that stand: walls and blocks. */
export const staticBoxes = (world: World) =>
    world.bodies.filter(({ type }) => type !== "dynamic").map(({ shapes }) => shapes[0]!);
