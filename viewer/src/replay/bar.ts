/** The replay's controls: play and pause, the time bar, slow motion, back to the present. */
import { element } from "../view";
import type { Player } from "./player";

/** What the bar plays. */
export type Played = Omit<Player, "record" | "open" | "close" | "play" | "forget">;

/** How it speaks of that. */
export interface BarWords {
    readonly label: string;
    readonly back: string;
    readonly backTitle: string;
    timeText(player: Played): string;
    /** Text for screen readers. */
    valueText(player: Played): string;
}

const replayWords: BarWords = {
    label: "Replay",
    back: "Drive on",
    backTitle: "Drive on, back in the present (L)",
    timeText: ({ lengthS, timeS }) => `−${(lengthS - timeS).toFixed(1)} s`,
    valueText: ({ lengthS, timeS }) => `${(lengthS - timeS).toFixed(1)} seconds ago`,
};

const speeds = [
    { speed: 1, text: "1×", name: "1×, real time" },
    { speed: 1 / 2, text: "½", name: "Half speed" },
    { speed: 1 / 4, text: "¼", name: "Quarter speed" },
    { speed: 1 / 8, text: "⅛", name: "One eighth of the speed" },
];

export interface Bar {
    readonly element: HTMLElement;
    /** Someone is dragging the time: let it not run away. */
    readonly held: boolean;
    refresh(): void;
}

function addButton(parent: HTMLElement, text: string, label: string, press: () => void) {
    const button = element("button", "", parent, text);
    button.type = "button";
    button.setAttribute("aria-label", label);
    button.title = label;
    button.addEventListener("click", press);
    return button;
}

function addSpeeds(parent: HTMLElement, player: Played): () => void {
    const group = element("div", "replay-speeds", parent);
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Speed of the replay");
    const buttons = speeds.map(({ speed, text, name }) =>
        addButton(group, text, name, () => (player.speed = speed)),
    );
    return () =>
        buttons.forEach((button, i) =>
            button.setAttribute("aria-pressed", String(player.speed === speeds[i]!.speed)),
        );
}

function addTime(parent: HTMLElement, player: Played, words: BarWords) {
    const range = element("input", "", parent);
    range.type = "range";
    range.min = "0";
    range.step = "0.05";
    range.setAttribute("aria-label", "Time in the replay");
    const text = element("output", "", parent);
    let held = false;
    range.addEventListener("input", () => player.seek(Number(range.value)));
    range.addEventListener("pointerdown", () => (held = true));
    for (const end of ["pointerup", "pointercancel", "blur", "lostpointercapture"])
        range.addEventListener(end, () => (held = false));
    range.addEventListener("keydown", (event) => {
        if (event.code !== "Space") return;
        event.preventDefault();
        player.playing = !player.playing;
    });
    return {
        range,
        isHeld: () => held,
        refresh() {
            range.max = player.lengthS.toFixed(2);
            if (!held) range.value = String(player.timeS);
            range.setAttribute("aria-valuetext", words.valueText(player));
            text.textContent = words.timeText(player);
        },
    };
}

export function createBar(
    parent: HTMLElement,
    player: Played,
    close: () => void,
    words: BarWords = replayWords,
): Bar {
    const bar = element("section", "panel replay", parent);
    bar.setAttribute("aria-label", words.label);
    bar.hidden = true;
    const play = addButton(bar, "", "", () => (player.playing = !player.playing));
    play.className = "replay-play";
    const time = addTime(bar, player, words);
    const refreshSpeeds = addSpeeds(bar, player);
    const back = addButton(bar, words.back, words.backTitle, close);
    back.className = "replay-back";
    return {
        element: bar,
        get held() {
            return time.isHeld();
        },
        refresh() {
            if (bar.hidden && player.active) requestAnimationFrame(() => time.range.focus());
            bar.hidden = !player.active;
            if (bar.hidden) return;
            const label = player.playing ? "Pause the replay" : "Play";
            if (play.getAttribute("aria-label") !== label) {
                play.textContent = player.playing ? "❚❚" : "▶";
                play.setAttribute("aria-label", label);
                play.title = label;
            }
            time.refresh();
            refreshSpeeds();
        },
    };
}
