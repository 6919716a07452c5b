/** Who is in the world, in the order of its groups, by which it tells who hit whom. */
import type { Cars, World } from "kamm";

export interface Roster {
    /** `to` in the place of `from`; either may be none. */
    put(from: Cars | null, to: Cars | null): void;
    /** Which of the world's groups they are; -1: none. */
    groupOf(cars: Cars | null): number;
}

export function createRoster(world: World): Roster {
    const groups: Cars[] = [];
    return {
        put(from, to) {
            if (from && to) {
                world.replace(from, to);
                groups[groups.indexOf(from)] = to;
            } else if (to) {
                world.add(to);
                groups.push(to);
            } else if (from) {
                world.remove(from);
                groups.splice(groups.indexOf(from), 1);
            }
        },
        groupOf: (cars) => (cars ? groups.indexOf(cars) : -1),
    };
}
