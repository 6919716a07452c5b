/** Shows a tape: where it is, how fast it runs. */
import type { Frame } from "../frame";
import { createTape } from "./tape";

/** What has just happened is what people want to see again. */
const firstLookS = 10;

export interface Player {
    record(frame: Frame): void;
    readonly active: boolean;
    open(): void;
    close(): void;
    /** The frame to show now; `dtS` is real time. */
    play(dtS: number): Frame;
    forget(): void;
    readonly lengthS: number;
    /** From the oldest frame on. */
    readonly timeS: number;
    seek(timeS: number): void;
    speed: number;
    playing: boolean;
}

export function createPlayer(): Player {
    const tape = createTape();
    let active = false;
    let playing = false;
    let speed = 1;
    let timeS = 0;
    const lengthS = () => tape.lastS - tape.firstS;
    const seek = (toS: number) => (timeS = Math.min(Math.max(toS, 0), lengthS()));
    const close = () => {
        active = playing = false;
    };

    return {
        get speed() {
            return speed;
        },
        set speed(value) {
            speed = value;
        },
        get active() {
            return active;
        },
        get lengthS() {
            return lengthS();
        },
        get timeS() {
            return timeS;
        },
        get playing() {
            return playing;
        },
        set playing(on) {
            if (on && timeS >= lengthS()) seek(lengthS() - firstLookS);
            playing = on;
        },
        record: tape.record,
        seek,
        open() {
            if (tape.at(0) === null) return; // nothing has happened yet
            active = playing = true;
            seek(lengthS() - firstLookS);
        },
        close,
        play(dtS) {
            if (playing) seek(timeS + dtS * speed);
            if (timeS >= lengthS()) playing = false;
            const frame = tape.at(tape.firstS + timeS);
            if (!frame) throw new Error("There is no replay to play");
            return frame;
        },
        forget() {
            tape.clear();
            close();
        },
    };
}
