/** The past: replay, lap times with the ghost of the best lap, map. */
import type { Frame } from "../frame";
import { createBar } from "./bar";
import { createPlayer } from "./player";
import "./replay.css";

export { keptLaps } from "./kept_laps";
export { ghostShare } from "./lap_record";
export { createLaps, type Laps, type Rival } from "./laps";
export { type CarMap, createMap } from "./map";
export type { FinishedLap } from "./timer";

export interface Replay {
    /** Keeps the present frame; not while the replay is open. */
    record(frame: Frame): void;
    /** The replay is shown instead of the present. */
    readonly active: boolean;
    open(): void;
    close(): void;
    /** The frame to show now, while active; `dtS` is real time. */
    play(dtS: number): Frame;
    /** Forgets all: what ends it, simulation/change.ts says. */
    restart(): void;
    readonly lengthS: number;
    /** From the oldest frame on. */
    seek(timeS: number): void;
    speed: number;
    playing: boolean;
    dispose(): void;
}

/** `closed` hears when the replay's own button ends it. */
export function createReplay(parent: HTMLElement, closed: () => void = () => {}): Replay {
    const player = createPlayer();
    const bar = createBar(parent, player, () => {
        close();
        closed();
    });
    const close = () => {
        player.close();
        bar.refresh();
    };
    return {
        record: player.record,
        close,
        seek: player.seek,
        get active() {
            return player.active;
        },
        get lengthS() {
            return player.lengthS;
        },
        get speed() {
            return player.speed;
        },
        set speed(speed) {
            player.speed = speed;
        },
        get playing() {
            return player.playing;
        },
        set playing(on) {
            player.playing = on;
        },
        open() {
            player.open();
            bar.refresh();
        },
        play(dtS) {
            const frame = player.play(bar.held ? 0 : dtS);
            bar.refresh();
            return frame;
        },
        restart() {
            player.forget();
            bar.refresh();
        },
        dispose() {
            bar.element.remove();
        },
    };
}
