/** Which lessons have clicked; the browser keeps it, where it may. */
const key = "kamm.lessons";

export function readDone(): readonly string[] {
    try {
        const names: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
        return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
    } catch {
        return [];
    }
}

export function keepDone(id: string): void {
    try {
        localStorage.setItem(key, JSON.stringify([...new Set([...readDone(), id])]));
    } catch {
        // it is forgotten with the page
    }
}
