/** Slow motion while driving: the world goes at a part of its pace, and says so. */
import { element } from "../view";

const scales = [1, 1 / 2, 1 / 4, 1 / 8] as const;
const names = ["", "½", "¼", "⅛"];

export interface SlowMotion {
    /** Time of the world over real time. */
    readonly scale: number;
    /** The next of them; says what it is. */
    next(): string;
}

export function createSlowMotion(parent: HTMLElement): SlowMotion {
    let at = 0;
    const badge = element("output", "panel slow-motion", parent);
    badge.hidden = true;
    return {
        get scale() {
            return scales[at]!;
        },
        next() {
            at = (at + 1) % scales.length;
            badge.hidden = at === 0;
            badge.textContent = at === 0 ? "" : `Slow motion ${names[at]!}`;
            return at === 0 ? "Real time" : `Slow motion ${names[at]!}`;
        },
    };
}
