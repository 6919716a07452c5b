/** Finds knobs by what they are called and what their line of doc says. */
import type { Content, Grid, Group } from "./groups";
import type { Knob } from "./knobs";

export interface Hits extends Omit<Content, "groups"> {
    readonly title: string;
    readonly doc: string;
    readonly path: string;
    readonly groups: readonly Hits[];
}

export interface Found {
    readonly groups: readonly Hits[];
    readonly count: number;
    /** Hits that were left out because there are too many. */
    readonly more: number;
}

const maxHits = 60;

/** All words of the query have to be in the text, as they stand. */
function createMatcher(query: string): (text: string) => boolean {
    const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
    return (text) => wanted.every((word) => text.includes(word));
}

const textOf = (trail: string, { label, title, doc, path, id }: Partial<Knob & Grid>) =>
    [trail, label ?? title, doc, path ?? id].join(" ").toLowerCase();

export function search(groups: readonly Group[], query: string): Found {
    const matches = createMatcher(query);
    let count = 0;
    const take = (text: string) => matches(text) && ++count <= maxHits;

    function within(group: Group, trail: string): Hits | null {
        const here = `${trail} ${group.title}`;
        const content = group.content();
        const knobs = content.knobs.filter((knob) => take(textOf(here, knob)));
        const grids = content.grids.filter((grid) => take(textOf(here, grid)));
        const inner = content.groups.flatMap((each) => within(each, here) ?? []);
        if (knobs.length + grids.length + inner.length === 0) return null;
        const { title, doc, path } = group;
        return { title, doc, path, knobs, grids, groups: inner };
    }

    const found = groups.flatMap((group) => within(group, "") ?? []);
    return { groups: found, count, more: Math.max(0, count - maxHits) };
}
