/** How far a tyre slides: said once, for its grip on the dials, its marks, its smoke and its sound. */
import type { WheelFrame } from "./frame";

type Slipping = Pick<WheelFrame, "slipRatio" | "slipAngleRad" | "slidingMps" | "groundFriction">;

/** Slip angle of the greatest side force on dry asphalt, of rungs whose tyres have no peak; the slip ratio there is about as large. */
export const usualPeakSlipRad = 0.14;
/** Peaks come sooner on less friction, no sooner than on this. */
const minFriction = 0.2;
/** Slips in units of that at the peak: above the first a tyre begins to slide, above the second it slides as a whole.
 */
const slides = { from: 1.2, whole: 2.4 };
/** Slower than this, slip says nothing of sliding. */
const creeps = { fromMps: 0.2, wholeMps: 1 };
/** The rear of the contact patch slides, and sings, before the tyre is at its peak. */
export const singsFrom = 0.8;

const rise = (from: number, to: number, value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));

/** 0: the contact patch holds; 1: all of it slides, far beyond the slip of the greatest force. `from`: in units of the slip there. */
export function sliding(wheel: Slipping, peakSlipRad: number, from = slides.from): number {
    const slip = Math.hypot(Math.tan(wheel.slipAngleRad), wheel.slipRatio) / peakSlipRad;
    const inPeaks = slip / Math.max(minFriction, wheel.groundFriction);
    return rise(from, slides.whole, inPeaks) * rise(creeps.fromMps, creeps.wholeMps, wheel.slidingMps);
}
