/** Plays a trace from its beginning to its end, as the replay's bar wants it. */
import type { Frame } from "../frame";
import type { Player } from "../replay/player";
import type { Trace } from "./trace";

export type TracePlayer = Omit<Player, "record" | "open" | "forget">;

/** `moved` hears of each frame; `isHeld`: someone drags the time. */
export function createTracePlayer(trace: Trace, isHeld: () => boolean, moved: () => void): TracePlayer {
    let timeS = 0;
    let playing = true;
    let active = true;
    const seek = (toS: number) => (timeS = Math.min(Math.max(toS, 0), trace.lengthS));
    return {
        speed: 1,
        get active() {
            return active;
        },
        lengthS: trace.lengthS,
        get timeS() {
            return timeS;
        },
        get playing() {
            return playing;
        },
        set playing(on) {
            if (on && timeS >= trace.lengthS) seek(0);
            playing = on;
        },
        seek,
        close() {
            active = playing = false;
        },
        play(dtS): Frame {
            if (playing && !isHeld()) seek(timeS + dtS * this.speed);
            if (timeS >= trace.lengthS) playing = false;
            moved();
            return trace.at(timeS);
        },
    };
}
