/** What the driver does: keyboard, game pads, steering wheels, touch. */
import type { Wish } from "kamm";
import type { Command } from "./bindings";
import "./hands.css";
import { createHelp } from "./help";
import { createKeys, listenToKeys, returnFocus } from "./keys";

export type { Command };

export interface HandsOptions {
    readonly canvas: HTMLElement;
    readonly touch: HTMLElement;
    readonly dialogs: HTMLElement;
    run(command: Command): void;
}

export interface Hands {
    /** What all hands together want; filled in by update(). */
    readonly wish: Wish;
    /** A calibrated steering wheel is in use. */
    readonly directSteering: boolean;
    update(dtS: number): void;
    showHelp(show?: boolean): void;
    /** The panel where game pads and steering wheels are calibrated. */
    showPads(show?: boolean): void;
    dispose(): void;
}

export function createHands(options: HandsOptions): Hands {
    const keys = createKeys(options.run);
    const help = createHelp(options.dialogs);
    const stops = [listenToKeys(keys, options.canvas), returnFocus(options.canvas)];
    return {
        wish: keys.wish,
        directSteering: false,
        update() {},
        showHelp: help.show,
        showPads() {},
        dispose() {
            for (const stop of stops) stop();
            help.dialog.remove();
        },
    };
}
