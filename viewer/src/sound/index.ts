/** Sound of the car, by WebAudio alone. */
import type { ModelInfo } from "kamm";
import type { View } from "../view";
import { createMix, type Mix } from "./mix";

export interface Sound extends View {
    /** Kept from visit to visit. */
    muted: boolean;
    /**
     * Browsers are silent until the user has pressed something: call it then. Calling it again does no harm.
     */
    start(): Promise<void>;
    /** Another car. */
    setInfo(info: ModelInfo): void;
    /** Names of the world's surfaces, by their numbers. */
    setSurfaces(names: readonly string[]): void;
}

const storageKey = "kamm.muted";

/** Storage may be forbidden; then nothing is kept. */
function readMuted(): boolean {
    try {
        return localStorage.getItem(storageKey) === "1";
    } catch {
        return false;
    }
}

function keepMuted(muted: boolean) {
    try {
        localStorage.setItem(storageKey, muted ? "1" : "0");
    } catch {
        /* it is not kept */
    }
}

export function createSound(): Sound {
    let context: AudioContext | undefined;
    let mix: Mix | undefined;
    let muted = readMuted();
    let model: ModelInfo | undefined;
    let surfaces: readonly string[] = [];

    function open() {
        context = new AudioContext({ latencyHint: "interactive" });
        mix = createMix(context);
        if (model) mix.setInfo(model);
        mix.setSurfaces(surfaces);
    }

    /** No frames come while the page is hidden, so nothing else would end the last sound. */
    async function followPage() {
        try {
            await (document.hidden ? context?.suspend() : context?.resume());
        } catch {
            /* a page without sound is a page */
        }
    }
    document.addEventListener("visibilitychange", followPage);

    return {
        get muted() {
            return muted;
        },
        set muted(quiet: boolean) {
            muted = quiet;
            keepMuted(quiet);
        },
        async start() {
            try {
                if (!context) open();
                await context!.resume();
            } catch {
                /* no sound device, or not allowed: the page goes on without */
            }
        },
        setInfo(info) {
            model = info;
            mix?.setInfo(info);
        },
        setSurfaces(names) {
            surfaces = names;
            mix?.setSurfaces(names);
        },
        update(frame, dtS) {
            if (!mix || context!.state !== "running") return;
            mix.update(frame, !muted && dtS > 0, context!.currentTime);
        },
        dispose() {
            document.removeEventListener("visibilitychange", followPage);
            void context?.close();
            context = mix = undefined;
        },
    };
}
