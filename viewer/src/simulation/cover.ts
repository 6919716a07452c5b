/** The ground as painted, or covered with one surface everywhere. */
import type { GroundPoint, World } from "kamm";

export interface Cover {
    set(surface: string | null): void;
    /** What lies below, with the friction that counts. */
    below(x: number, y: number, z: number): GroundPoint & { friction: number };
}

export function createCover(world: World): Cover {
    let covering = -1;
    return {
        set(name) {
            world.setSurface(name);
            covering = world.surfaces.findIndex((surface) => surface.name === name);
        },
        below(x, y, z) {
            const point = world.groundAt(x, y, z);
            const surface = covering < 0 ? point.surface : covering;
            return { ...point, surface, friction: world.surfaces[surface]!.friction };
        },
    };
}
