/** Kinds of visits: the first one, one by a link, one with settings in the address. */

const place = "kamm.seen";

/** Browsers may keep nothing, or forbid even to ask: then each visit is the first one. */
export function hasSeen(): boolean {
    try {
        return localStorage.getItem(place) !== null;
    } catch {
        return false;
    }
}

export function keepSeen(): void {
    try {
        localStorage.setItem(place, "yes");
    } catch {
        // as said above
    }
}

/**
 * Those who come by a link, or ask for a quality, want what they have asked for: they drive at once. `?intro` in the
 * address shows the first minute nevertheless.
 */
export function wantsIntro({ search, hash }: Pick<Location, "search" | "hash">): boolean {
    const query = new URLSearchParams(search);
    return query.has("intro") || (hash.length < 2 && !query.has("quality"));
}
