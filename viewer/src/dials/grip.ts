/** The geometry of the Kamm circle: how much force a tyre has, and how much of it is in use. */
import type { ModelInfo } from "kamm";
import type { WheelFrame } from "../frame";

/** Half axes of the friction ellipse, and the share of it that the tyre's force takes. */
export interface Grip {
    alongN: number;
    acrossN: number;
    share: number;
}

export const newGrip = (): Grip => ({ alongN: 0, acrossN: 0, share: 0 });

/** The ellipse grows with the load; without load there is neither grip nor force. */
export function readGrip(wheel: WheelFrame, peakX: number, peakY: number, grip: Grip): Grip {
    const friction = Math.max(0, wheel.groundFriction) * Math.max(0, wheel.loadN);
    grip.alongN = peakX * friction;
    grip.acrossN = peakY * friction;
    grip.share =
        grip.alongN > 0 && grip.acrossN > 0
            ? Math.hypot(wheel.longitudinalForceN / grip.alongN, wheel.lateralForceN / grip.acrossN)
            : 0;
    return grip;
}

/** The largest half axis of all wheels at rest on dry asphalt: the dial's scale is made for that. */
export function largestStaticGripN(info: ModelInfo): number {
    const each = info.staticLoadN.map(
        (loadN, i) => loadN * Math.max(info.peakFrictionX[i]!, info.peakFrictionY[i]!),
    );
    return Math.max(1, ...each);
}

/** 0: plenty left; 1: all in use. The last tenth before the limit counts as all. */
export function urgency(share: number): number {
    return Math.min(1, Math.max(0, (share - 0.5) / 0.45));
}
