/** How much is drawn, and when a machine asks for less or has room for more. */

import type { Quality as DrawnQuality } from "../scene";

export type { DrawnQuality };
const drawn: readonly DrawnQuality[] = ["low", "medium", "high"];
/** "off" draws no scene: instruments alone, for machines that have no use for their GPU. */
export type Quality = "off" | DrawnQuality;
export const qualities: readonly Quality[] = ["off", ...drawn];

/** Slower than this for some seconds: one quality less. */
const slowFrameS = 1 / 38;
const slowForS = 3;
/** Frames that are this fast for longer raise the quality by one, after twice the time if that failed before. */
const fastFrameS = 1 / 55;
const fastForS = 20;
/** What takes longer was a pause: a hidden page, a laptop that slept. */
const pauseS = 3;

/** At this frame time driving is impossible even in the lowest quality. */
const tooSlowFrameS = 1 / 20;
const tooSlowForS = 6;

export interface QualityWatch {
    /** The scene is too much for this machine in any quality. */
    readonly isTooSlow: boolean;
    /** Takes the time of a frame; the quality from now on. */
    take(frameS: number): DrawnQuality;
}

/** `isChosen`: the user has selected this quality and keeps it. */
export function createQualityWatch(first: DrawnQuality, isChosen: boolean): QualityWatch {
    let quality = first;
    let slowS = 0;
    let fastS = 0;
    let waitS = fastForS;
    let tooSlowS = 0;

    function go(by: -1 | 1) {
        quality = drawn[drawn.indexOf(quality) + by]!;
        slowS = fastS = 0;
        if (by < 0) waitS = Math.min(2 * waitS, 16 * fastForS);
    }

    /** For how long frames have been slower than that; fast ones count twice. */
    const slowFor = (sinceS: number, frameS: number, limitS: number) =>
        frameS > limitS ? sinceS + frameS : Math.max(0, sinceS - 2 * frameS);

    return {
        get isTooSlow() {
            return tooSlowS > tooSlowForS;
        },
        take(frameS) {
            if (isChosen || frameS > pauseS) return quality;
            slowS = slowFor(slowS, frameS, slowFrameS);
            tooSlowS = quality === "low" ? slowFor(tooSlowS, frameS, tooSlowFrameS) : 0;
            fastS = frameS < fastFrameS ? fastS + frameS : 0;
            if (slowS > slowForS && quality !== "low") go(-1);
            else if (fastS > waitS && quality !== first) go(1);
            return quality;
        },
    };
}
