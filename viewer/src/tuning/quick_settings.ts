/** Quick settings: what people want to play with first, some of it made of several parameters. */
import { barEdits, barPaths, barSetting, barSettings, type BarSetting } from "./bars";
import { type Knob, type NumberKnob, parameterKnob } from "./knobs";
import { type Fields, fieldAt } from "./table";
import { percent } from "./units";
import { type Changes, currentAt, nodeAt, type Tree, valueAt } from "./values";

const widest = { min: 0.1, max: 5 };
const usual = { min: 0.3, max: 3 };
const share = { min: 0, max: 1 };

/** Rounds a share to few digits, and to the file's value if it is next to it. */
function tidy(value: number, file: number): number {
    const short = Number(value.toPrecision(5));
    return Math.abs(value - file) <= 1e-4 * Math.abs(file) ? file : short;
}

function axleNames(count: number): string[] {
    if (count === 2) return ["front", "rear"];
    return Array.from({ length: count }, (_, i) => `axle ${i + 1}`);
}

const axleCount = (tree: Tree) => (nodeAt(tree, "axles") as unknown[]).length;
const fileAt = (tree: Tree, path: string) => Number(valueAt(tree, path) ?? 0);
const nowAt = (tree: Tree, changes: Changes, path: string) =>
    Number(currentAt(tree, changes, path) ?? 0);

type Made = Pick<NumberKnob, "id" | "label" | "doc" | "paths" | "read" | "write">;

const percentKnob = (made: Made, range = widest, slider = usual): NumberKnob => ({
    ...made,
    kind: "number",
    unit: percent,
    range,
    slider,
});

/** Several parameters, all times the same; null if the file has nothing there to multiply. */
function scaleKnob(
    tree: Tree,
    id: string,
    label: string,
    doc: string,
    paths: readonly string[],
): Knob | null {
    const first = paths.find((path) => fileAt(tree, path) !== 0);
    if (!first) return null;
    const times = (factor: number) => (path: string) => {
        const file = fileAt(tree, path);
        return [path, tidy(file * factor, file)] as const;
    };
    return percentKnob({
        id,
        label,
        doc,
        paths,
        read: (changes) => nowAt(tree, changes, first) / fileAt(tree, first),
        write: (value) => Object.fromEntries(paths.map(times(Number(value)))),
    });
}

/** How two parameters share their sum: the first one's part of it. */
function shareKnob(
    tree: Tree,
    id: string,
    label: string,
    doc: string,
    [front, rear]: readonly [string, string],
): Knob | null {
    if (fileAt(tree, front) + fileAt(tree, rear) === 0) return null;
    const sum = (changes: Changes) => nowAt(tree, changes, front) + nowAt(tree, changes, rear);
    const made: Made = {
        id,
        label,
        doc,
        paths: [front, rear],
        read: (changes) => nowAt(tree, changes, front) / sum(changes),
        write(value, changes) {
            const total = sum(changes);
            const first = tidy(Number(value) * total, fileAt(tree, front));
            return { [front]: first, [rear]: tidy(total - first, fileAt(tree, rear)) };
        },
    };
    return percentKnob(made, share, share);
}

const damping = [
    "bump_damping_ns_per_m",
    "bump_fast_damping_ns_per_m",
    "rebound_damping_ns_per_m",
    "rebound_fast_damping_ns_per_m",
];

function barsKnob(tree: Tree): Knob {
    const setting = (value: unknown) => barSettings.find((each) => each === value) as BarSetting;
    return {
        kind: "choice",
        id: "quick_settings.bars",
        label: "Anti-roll bars",
        doc: "Setting of the bars relative to the file; key 5 selects the next",
        choices: barSettings,
        paths: barPaths(tree),
        read: (changes) => barSetting(tree, changes) ?? "",
        write: (value) => barEdits(tree, setting(value)),
    };
}

function powerKnob(tree: Tree): Knob | null {
    const torques = nodeAt(tree, "engine.torque_curve.torque_nm");
    const count = Array.isArray(torques) ? torques.length : 0;
    const paths = Array.from({ length: count }, (_, i) => `engine.torque_curve.torque_nm[${i}]`);
    const doc = "Full-throttle torque of the engine at every speed, relative to the file";
    return scaleKnob(tree, "quick_settings.power", "Engine power", doc, paths);
}

/** Returns the knobs of the balance between the first axle and the second; cars with more axles have none. */
function balanceKnobs(tree: Tree): (Knob | null)[] {
    if (axleCount(tree) !== 2) return [];
    const both = (name: string) => [`axles[0].${name}`, `axles[1].${name}`] as const;
    return [
        shareKnob(
            tree,
            "quick_settings.brake_balance",
            "Brake balance, front",
            "Front share of the brake torque: a higher share is more stable and understeers more",
            both("brake_torque_nm"),
        ),
        shareKnob(
            tree,
            "quick_settings.drive_balance",
            "Drive, front",
            "The front axle's share of the drive torque: 100 % is front drive, 0 % rear drive",
            both("drive_share"),
        ),
    ];
}

export function quickSettings(fields: Fields, tree: Tree): Knob[] {
    const axles = axleNames(axleCount(tree)).map((name, i) => ({ name, path: `axles[${i}]` }));
    const one = (path: string, label: string): Knob | null => {
        const field = fieldAt(fields, path);
        return field && parameterKnob(field, path, tree, label);
    };
    const made = [
        ...axles.map(({ name, path }) =>
            one(`${path}.suspension.spring_n_per_m`, `Springs, ${name}`),
        ),
        barsKnob(tree),
        ...axles.map(({ name, path }) =>
            one(`${path}.suspension.anti_roll_bar_n_per_m`, `Anti-roll bar, ${name}`),
        ),
        ...axles.map(({ name, path }) =>
            scaleKnob(
                tree,
                `quick_settings.dampers.${path}`,
                `Dampers, ${name}`,
                "Damping in bump and rebound, slow and fast, relative to the file",
                damping.map((each) => `${path}.suspension.${each}`),
            ),
        ),
        ...axles.map(({ name, path }) =>
            scaleKnob(
                tree,
                `quick_settings.grip.${path}`,
                `Tyre grip, ${name}`,
                "Longitudinal and lateral friction of the tyres, relative to the file",
                [`${path}.tyre.lmux`, `${path}.tyre.lmuy`],
            ),
        ),
        ...balanceKnobs(tree),
        one("body.mass_kg", "Mass"),
        one("body.cg_height_m", "Height of the centre of gravity"),
        one("body.cg_behind_front_axle_m", "Centre of gravity behind the front axle"),
        powerKnob(tree),
        one("gearbox.kind", "Gearbox"),
        one("gearbox.final_drive", "Final drive"),
        one("steering.ratio", "Steering ratio"),
        one("aids.abs", "ABS"),
        one("aids.tcs", "TCS"),
        one("aids.esc", "ESC"),
    ];
    return made.filter((knob) => knob !== null);
}
