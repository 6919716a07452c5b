/** The cars in the world, in the order of its groups, by whose numbers contact events name them. */
import type { Cars, Combinations, World } from "kamm";

type Member = Cars | Combinations;

export interface Roster {
    /** `to` in the place of `from`; either may be none. */
    put(from: Member | null, to: Member | null): void;
    /** Which of the world's groups it is, or its first unit. */
    groupOf(member: Member): number;
}

/** Each unit of combinations is a group of its own. */
const groupsOf = (member: Member) => ("units" in member ? member.units.length : 1);

export function createRoster(world: World): Roster {
    const members: Member[] = [];
    return {
        put(from, to) {
            if (from && to) {
                world.replace(from, to);
                members[members.indexOf(from)] = to;
            } else if (to) {
                world.add(to);
                members.push(to);
            } else if (from) {
                world.remove(from);
                members.splice(members.indexOf(from), 1);
            }
        },
        groupOf: (member) =>
            members.slice(0, members.indexOf(member)).reduce((sum, each) => sum + groupsOf(each), 0),
    };
}
