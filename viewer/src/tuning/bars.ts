/** Settings of the anti-roll bars, from none to all, as docs/anti-roll-bars.md tells of them. */
import { type Changes, currentAt, nodeAt, type Tree, valueAt } from "./values";

export const barSettings = ["none", "front only", "rear only", "half", "full", "auto"] as const;
export type BarSetting = (typeof barSettings)[number];

interface Bar {
    readonly mode: string;
    readonly stiffness: string;
    readonly force: string;
    readonly spring: string;
}

function barsOf(tree: Tree): Bar[] {
    const axles = nodeAt(tree, "axles");
    const count = Array.isArray(axles) ? axles.length : 0;
    return Array.from({ length: count }, (_, i) => {
        const path = `axles[${i}].suspension`;
        return {
            mode: `${path}.anti_roll_bar_mode`,
            stiffness: `${path}.anti_roll_bar_n_per_m`,
            force: `${path}.anti_roll_bar_n`,
            spring: `${path}.spring_n_per_m`,
        };
    });
}

export const barPaths = (tree: Tree) =>
    barsOf(tree).flatMap(({ mode, stiffness, force }) => [mode, stiffness, force]);

const at = (tree: Tree, path: string) => Number(valueAt(tree, path) ?? 0);
const isThere = (tree: Tree, bar: Bar) => at(tree, bar.stiffness) > 0 || at(tree, bar.force) > 0;

function mode(setting: BarSetting, axle: number): string {
    const off =
        setting === "none" ||
        (setting === "front only" && axle > 0) ||
        (setting === "rear only" && axle === 0);
    return off ? "off" : setting === "auto" ? "auto" : "fixed";
}

/** Beside the file; a car without any bars gets what that page starts with: the springs' rate. */
export function barEdits(tree: Tree, setting: BarSetting): Changes {
    const bars = barsOf(tree);
    const none = !bars.some((bar) => isThere(tree, bar));
    const share = setting === "half" ? 0.5 : 1;
    const edits = bars.map((bar, axle) => ({
        [bar.mode]: mode(setting, axle),
        [bar.stiffness]: share * at(tree, none ? bar.spring : bar.stiffness),
        [bar.force]: share * at(tree, bar.force),
    }));
    return Object.assign({}, ...edits) as Changes;
}

/** Those that differ from one another: a car with one bar has no use for "rear only". */
export function usefulSettings(tree: Tree): readonly BarSetting[] {
    const bars = barsOf(tree);
    const some = bars.filter((bar) => isThere(tree, bar)).length;
    const each = bars.length === 2 && some !== 1;
    return barSettings.filter((setting) => each || !setting.endsWith("only"));
}

/** Which setting the car has; null if it is none of them. */
export function barSetting(tree: Tree, changes: Changes): BarSetting | null {
    const has = (setting: BarSetting) =>
        Object.entries(barEdits(tree, setting)).every(
            ([path, value]) => (currentAt(tree, changes, path) ?? 0) === value,
        );
    return usefulSettings(tree).find(has) ?? null;
}

export function nextBarSetting(tree: Tree, changes: Changes): BarSetting {
    const settings = usefulSettings(tree);
    const now = barSetting(tree, changes);
    return settings[((now ? settings.indexOf(now) : -1) + 1) % settings.length]!;
}
