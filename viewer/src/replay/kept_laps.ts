/** Best laps that stay in this browser, each by what it was driven with. */
import { forget, keep, keptKeys, lapKeysByAge, readKept } from "../database";
import type { KeptLap } from "./lap_record";

export interface LapStore {
    read(className: string): Promise<KeptLap | null>;
    keep(className: string, lap: KeptLap): Promise<void>;
    forget(className: string): Promise<void>;
}

/** A lap takes half a megabyte. */
const maxLaps = 40;

/** Those that go when there are too many: what has no age first, then the oldest. */
export function tooMany(all: readonly string[], byAge: readonly string[], most = maxLaps): string[] {
    const ageless = all.filter((key) => !byAge.includes(key));
    return [...ageless, ...byAge].slice(0, Math.max(0, all.length - most));
}

export const keptLaps: LapStore = {
    read: async (className) => ((await readKept("laps", className)) as KeptLap | undefined) ?? null,
    async keep(className, lap) {
        await keep("laps", className, { ...lap, keptAtMs: Date.now() });
        const [all, byAge] = [(await keptKeys("laps")).map(String), (await lapKeysByAge()).map(String)];
        for (const key of tooMany(all, byAge)) await forget("laps", key);
    },
    forget: async (className) => void (await forget("laps", className)),
};

/** Nothing is kept. */
export const noLaps: LapStore = {
    read: async () => null,
    keep: async () => undefined,
    forget: async () => undefined,
};
