/** Which differentials are locked: as in the file, those between axles, or all. */
import { type Changes, currentAt, nodeAt, type Tree, valueAt } from "./values";

export const lockSettings = ["as in the file", "between axles", "all"] as const;
export type LockSetting = (typeof lockSettings)[number];

const driven = (tree: Tree): number[] => {
    const axles = nodeAt(tree, "axles");
    const count = Array.isArray(axles) ? axles.length : 0;
    const axle = Array.from({ length: count }, (_, i) => i);
    return axle.filter((i) => Number(valueAt(tree, `axles[${i}].drive_share`) ?? 0) > 0);
};

/** Returns the locks of the transfer case, and those between axles that one of its outputs drives. */
function betweenAxles(tree: Tree): string[] {
    const axles = driven(tree);
    const front = Number(valueAt(tree, "transfer.front_axles") ?? 1);
    const within = axles
        .slice(0, -1)
        .filter((_, i) => i + 1 !== front)
        .map((axle) => `axles[${axle}].inter_axle`);
    return axles.length > front ? ["transfer.coupling", ...within] : within;
}

const betweenWheels = (tree: Tree) => driven(tree).map((axle) => `axles[${axle}].differential`);

export function lockEdits(tree: Tree, setting: LockSetting): Changes {
    const locked = { "as in the file": 0, "between axles": 1, all: 2 }[setting];
    const edit = (least: number) => (path: string) =>
        [path, locked >= least ? "locked" : (valueAt(tree, path) ?? "open")] as const;
    return Object.fromEntries([
        ...betweenAxles(tree).map(edit(1)),
        ...betweenWheels(tree).map(edit(2)),
    ]);
}

/** Those that differ from one another: a car that drives one axle has nothing between axles. */
export function usefulLocks(tree: Tree): readonly LockSetting[] {
    const texts = lockSettings.map((setting) => JSON.stringify(lockEdits(tree, setting)));
    return lockSettings.filter((_, i) => texts.indexOf(texts[i]!) === i);
}

/** Which setting the car has; null if it is none of them. */
export function lockSetting(tree: Tree, changes: Changes): LockSetting | null {
    const has = (setting: LockSetting) =>
        Object.entries(lockEdits(tree, setting)).every(
            ([path, value]) => (currentAt(tree, changes, path) ?? "open") === value,
        );
    return usefulLocks(tree).find(has) ?? null;
}

export function nextLockSetting(tree: Tree, changes: Changes): LockSetting {
    const settings = usefulLocks(tree);
    const now = lockSetting(tree, changes);
    return settings[((now ? settings.indexOf(now) : -1) + 1) % settings.length]!;
}
