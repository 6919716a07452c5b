/** Turns of knobs, collected and handed on once a frame, which is as often as anybody can see. */
import type { Knob } from "./knobs";
import type { Value } from "./values";

export interface Turn {
    readonly knob: Knob;
    readonly value: Value;
    /** The end of a drag. */
    readonly done: boolean;
}

export interface Turns {
    add(knob: Knob, value: Value, done: boolean): void;
    dispose(): void;
}

export function createTurns(apply: (turn: Turn) => void): Turns {
    const pending = new Map<string, Turn>();
    let frame = 0;

    function flush() {
        frame = 0;
        const turns = [...pending.values()];
        pending.clear();
        turns.forEach(apply);
    }

    return {
        add(knob, value, done) {
            const ended = done || (pending.get(knob.id)?.done ?? false);
            pending.set(knob.id, { knob, value, done: ended });
            frame ||= requestAnimationFrame(flush);
        },
        dispose: () => cancelAnimationFrame(frame),
    };
}
