/** The surface that the player has chosen in place of the world's own, and the ground with it. */
import type { GroundPoint, World } from "kamm";

export interface SurfaceOverride {
    set(surface: string | null): void;
    /** What lies below, with the friction that counts. */
    below(x: number, y: number, z: number): GroundPoint & { friction: number };
}

export function createSurfaceOverride(world: World): SurfaceOverride {
    let chosen = -1;
    return {
        set(name) {
            world.setSurface(name);
            chosen = world.surfaces.findIndex((surface) => surface.name === name);
        },
        below(x, y, z) {
            const point = world.groundAt(x, y, z);
            const surface = chosen < 0 ? point.surface : chosen;
            return { ...point, surface, friction: world.surfaces[surface]!.friction };
        },
    };
}
