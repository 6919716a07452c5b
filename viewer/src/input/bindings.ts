/** Which key does what: the table from which keys are read and help is written. */

const hold = <Name extends string>(control: Name, text: string, ...codes: string[]) => ({
    codes,
    does: { control },
    text,
});
const press = <Name extends string>(command: Name, text: string, ...codes: string[]) => ({
    codes,
    does: { command },
    text,
});

const table = [
    {
        title: "Drive",
        bindings: [
            hold("throttle", "Throttle", "KeyW", "ArrowUp"),
            hold("brake", "Brake; at rest pressed again, reverse", "KeyS", "ArrowDown"),
            hold("left", "Steer left", "KeyA", "ArrowLeft"),
            hold("right", "Steer right", "KeyD", "ArrowRight"),
            hold("handBrake", "Hand brake", "Space"),
            hold("handsOff", "Hands off: the steering wheel turns freely", "KeyN"),
            press("gearUp", "Gear up", "KeyE"),
            press("gearDown", "Gear down", "KeyQ"),
            press("lowRange", "Low range, or high again: goes in at rest", "KeyJ"),
            press("enduranceBrake", "Retarder and exhaust brake: off, a third, two thirds, full", "Digit3"),
            press("liftAxles", "Lift axles: up, or down again", "Digit4"),
            press("locks", "Differentials: locked between axles, all, as they were", "KeyK"),
            press("gearAuto", "Automatic gears again", "KeyZ"),
            press("recover", "Back on the wheels", "KeyR", "Enter"),
            press("restart", "Back to the start", "Backspace"),
            press("autopilot", "Let Kamm drive a lap", "KeyO"),
            press("tasks", "Three tasks: drift, moose, lap", "Digit1"),
            press("couple", "Uncouple the trailer, or couple it again", "KeyU"),
        ],
    },
    {
        title: "Look",
        bindings: [
            press("camera", "Next camera", "KeyC"),
            press("lean", "Chase camera: leans with a two-wheeler, or stays upright", "Digit6"),
            press("zoomIn", "Nearer", "Equal", "NumpadAdd"),
            press("zoomOut", "Farther away", "Minus", "NumpadSubtract"),
            press("forces", "Forces: arrows, Kamm circles on the road, both, none", "KeyF"),
            press("ladder", "The car on all rungs of the ladder at once", "KeyY"),
            press("plan", "The plan in two dimensions, or the scene again", "Digit2"),
            press("glass", "Glass car: the mechanism in it, the mechanism alone, as it is", "KeyX"),
            press("replay", "Replay of the last minute", "KeyL"),
            press("clip", "Save the last 10 s as a film", "Backslash"),
            press("tests", "Road tests", "KeyI"),
            press("telemetry", "Telemetry: whole laps, compared", "KeyV"),
            press("pause", "Pause", "KeyP"),
            press("slowMotion", "Slow motion: 1/2, 1/4, 1/8, real time", "Comma"),
            press("singleStep", "One step of the physics", "Period"),
            press("mute", "Sound on or off", "KeyM"),
        ],
    },
    {
        title: "Tune",
        bindings: [
            press("bars", "Anti-roll bars: next setting", "Digit5"),
            press("swap", "The other set-up, A or B", "KeyB"),
            press("tuning", "Tuning panel", "KeyT"),
            press("pads", "Game pads and steering wheels", "KeyG"),
            press("help", "These keys", "KeyH"),
        ],
    },
];

type Does = (typeof table)[number]["bindings"][number]["does"];
/** What happens once, at a press. */
export type Command = Extract<Does, { command: string }>["command"];
/** What lasts as long as the key is held. */
export type Control = Extract<Does, { control: string }>["control"];

export interface Binding {
    /** Places of the keys on the keyboard (KeyboardEvent.code), whatever letters are on them. */
    readonly codes: readonly string[];
    readonly does: { readonly control: Control } | { readonly command: Command };
    readonly text: string;
}

export interface BindingGroup {
    readonly title: string;
    readonly bindings: readonly Binding[];
}

export const keyGroups: readonly BindingGroup[] = table;

const bindings = keyGroups.flatMap((group) => group.bindings);

export const bindingOfKey: ReadonlyMap<string, Binding> = new Map(
    bindings.flatMap((binding) => binding.codes.map((code) => [code, binding] as const)),
);

/** Commands that go on while their key is held. */
export const repeats: ReadonlySet<Command> = new Set(["singleStep", "zoomIn", "zoomOut"]);

const named: Record<string, string> = {
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    Period: ".",
    Backslash: "\\",
    Comma: ",",
    Equal: "+",
    NumpadAdd: "Num +",
    Minus: "−",
    NumpadSubtract: "Num −",
};

/** What is printed on the key at that place, on a keyboard with English letters. */
export const keyName = (code: string): string => named[code] ?? code.replace(/^(Key|Digit)/, "");

/** A game pad's buttons in the Gamepad API's standard order. */
export interface PadBinding {
    readonly button: number;
    readonly name: string;
    readonly command: Command;
}

export const padButtons: readonly PadBinding[] = [
    { button: 5, name: "RB", command: "gearUp" },
    { button: 4, name: "LB", command: "gearDown" },
    { button: 1, name: "B", command: "gearAuto" },
    { button: 2, name: "X", command: "recover" },
    { button: 8, name: "Back", command: "restart" },
    { button: 3, name: "Y", command: "camera" },
    { button: 9, name: "Start", command: "pause" },
    { button: 12, name: "D-pad ↑", command: "forces" },
    { button: 14, name: "D-pad ←", command: "replay" },
    { button: 15, name: "D-pad →", command: "swap" },
    { button: 13, name: "D-pad ↓", command: "bars" },
];

const bindingOf = (command: Command): Binding =>
    bindings.find(({ does }) => "command" in does && does.command === command)!;

/** What a command does, in the words of the table of keys. */
export const textOf = (command: Command): string => bindingOf(command).text;

/** The name of its first key. */
export const keyOf = (command: Command): string => keyName(bindingOf(command).codes[0]!);
