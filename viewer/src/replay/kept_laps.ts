/** Best laps that stay in this browser, each by what it was driven with. */
import { forget, keep, keptKeys, readKept } from "../database";
import type { KeptLap } from "./lap_record";

export interface LapStore {
    read(className: string): Promise<KeptLap | null>;
    keep(className: string, lap: KeptLap): Promise<void>;
    forget(className: string): Promise<void>;
}

/** A lap takes half a megabyte. */
const maxLaps = 40;

export const keptLaps: LapStore = {
    read: async (className) => ((await readKept("laps", className)) as KeptLap | undefined) ?? null,
    async keep(className, lap) {
        await keep("laps", className, lap);
        const others = (await keptKeys("laps")).filter((key) => key !== className);
        for (const key of others.slice(0, Math.max(0, others.length + 1 - maxLaps))) await forget("laps", String(key));
    },
    forget: async (className) => void (await forget("laps", className)),
};

/** Nothing is kept. */
export const noLaps: LapStore = {
    read: async () => null,
    keep: async () => undefined,
    forget: async () => undefined,
};
