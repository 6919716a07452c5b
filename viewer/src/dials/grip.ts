/** The geometry of the Kamm circle: how much force a tyre has, and how much of it is in use. */
import type { ModelInfo } from "kamm";
import type { WheelFrame } from "../frame";
import { sliding, usualPeakSlipRad } from "../sliding";

/** Half axes of the friction ellipse, and the share of it that the tyre's force takes: 1 of a tyre that slides. */
export interface Grip {
    alongN: number;
    acrossN: number;
    share: number;
}

/** What a tyre can do under its load at rest, and by how much less when that is doubled. */
export interface TyreGrip {
    readonly staticN: number;
    readonly peakX: number;
    readonly peakY: number;
    /** Slip angle of the greatest side force on dry asphalt; its slip ratio is about as large. */
    readonly peakSlipRad: number;
    readonly lossAtDouble: number;
}

/**
 * The full model's tyres lose friction as their load grows. A model's figures are those at rest;
 * from there on this is what Kamm's vehicles lose when the load is doubled, 0.08 to 0.13 of it,
 * seen in laps at the limit.
 */
const usualLossAtDouble = 0.1;
/** However small or large the load. */
const minFactor = 0.7;

export const newGrip = (): Grip => ({ alongN: 0, acrossN: 0, share: 0 });

export function tyreGrips(info: ModelInfo): TyreGrip[] {
    const lossAtDouble = info.rung === "full" ? usualLossAtDouble : 0;
    return info.staticLoadN.map((staticN, i) => ({
        staticN,
        peakX: info.peakFrictionX[i]!,
        peakY: info.peakFrictionY[i]!,
        peakSlipRad: info.peakSlipAngleRad[i] || usualPeakSlipRad,
        lossAtDouble,
    }));
}

/**
 * The ellipse grows with the load; without load there is neither grip nor force. A tyre that slides holds less than at its
 * peak: its ellipse shrinks to what it gives, all of which is in use. No force is beyond the ellipse.
 */
export function readGrip(wheel: WheelFrame, tyre: TyreGrip, grip: Grip): Grip {
    const loadN = Math.max(0, wheel.loadN);
    const overload = tyre.staticN > 0 ? loadN / tyre.staticN - 1 : 0;
    const factor = Math.max(minFactor, 1 - tyre.lossAtDouble * overload);
    const friction = Math.max(0, wheel.groundFriction) * loadN * factor;
    grip.alongN = tyre.peakX * friction;
    grip.acrossN = tyre.peakY * friction;
    const along = wheel.longitudinalForceN / grip.alongN;
    const across = wheel.lateralForceN / grip.acrossN;
    const share = grip.alongN > 0 && grip.acrossN > 0 ? Math.hypot(along, across) : 0;
    const slide = share > 0 ? sliding(wheel, tyre.peakSlipRad) : 0;
    const holds = Math.max(share, 1 + (share - 1) * slide); // of the ellipse at the peak
    grip.alongN *= holds;
    grip.acrossN *= holds;
    grip.share = share / holds;
    return grip;
}

/**
 * The largest half axis of all wheels at rest on dry asphalt: the dial's scale is made for that.
 */
export function maxStaticGripN(tyres: readonly TyreGrip[]): number {
    return Math.max(
        1,
        ...tyres.map(({ staticN, peakX, peakY }) => staticN * Math.max(peakX, peakY)),
    );
}

/** On ice a circle to the scale of asphalt is a point: by how much larger it is drawn, 1, 2, 4 or 8 times. */
export function zoomFor(wheels: readonly WheelFrame[]): number {
    const friction = Math.max(0, ...wheels.map((wheel) => (wheel.loadN > 0 ? wheel.groundFriction : 0)));
    const zoom = friction > 0 ? Math.floor(Math.log2(1 / friction)) : 0;
    return 2 ** Math.min(3, Math.max(0, zoom));
}

/** 0: plenty left; 1: all in use. The last twentieth before the limit counts as all. */
export function urgency(share: number): number {
    return Math.min(1, Math.max(0, (share - 0.5) / 0.45));
}
