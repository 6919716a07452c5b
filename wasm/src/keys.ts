/** Keys of option objects: unknown keys, and missing ones that are needed, throw. */
import { kammError } from "./module";

/** How many letters have to be changed, at most. */
function distance(a: string, b: string): number {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; ++i) {
        const next = [i];
        for (let k = 1; k <= b.length; ++k)
            next.push(Math.min(row[k]! + 1, next[k - 1]! + 1, row[k - 1]! + Number(a[i - 1] !== b[k - 1])));
        row = next;
    }
    return row[b.length]!;
}

function nearest(name: string, names: readonly string[]): string {
    const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
    const near = names.filter((other) => {
        const [a, b] = [plain(name), plain(other)];
        return b.startsWith(a) || a.startsWith(b) || distance(a, b) <= Math.max(a.length, b.length) / 3;
    });
    return near.length ? `; did you mean ${near.join(" or ")}?` : `; allowed: ${names.join(", ")}`;
}

/** `what` names the object in messages. */
export function checkKeys(what: string, given: object, needed: readonly string[], others: readonly string[]): void {
    if (typeof given !== "object" || given === null) throw kammError("format", what, `${what}: ${String(given)}; wanted is an object`);
    const names = [...needed, ...others];
    for (const key of Object.keys(given))
        if (!names.includes(key)) throw kammError("unknown", key, `${what}: there is no ${key}${nearest(key, names)}`);
    for (const key of needed)
        if ((given as Record<string, unknown>)[key] === undefined)
            throw kammError("missing", key, `${what}: ${key} is missing`);
}
