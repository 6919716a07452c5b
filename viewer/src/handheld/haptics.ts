/** Vibration for impacts, kerbs, holes and gear changes, by the motors of phones and game pads. */
import type { CarFrame, Frame } from "../frame";
import type { View } from "../view";

export interface Haptics extends View {
    isOn: boolean;
}

/** From 0 to 1. */
export interface Pulse {
    readonly strength: number;
    readonly forMs: number;
}

/** Suspension that moves faster has met something; as fast as `hardMps` is felt in full. */
const joltMps = 0.55;
const hardMps = 2.5;
const softImpactMps = 0.5;
const hardImpactMps = 8;
/** Closer together than this they would be one hum. */
const apartS = 0.09;

const share = (value: number, from: number, to: number) => Math.max(0, Math.min(1, (value - from) / (to - from)));

/** The strongest pulse of a frame; null without one. `gear`: the gear of the previous frame. */
export function pulseOf(car: CarFrame, impacts: Frame["impacts"], gear: number): Pulse | null {
    const impact = share(Math.max(0, ...impacts.map(({ speedMps }) => speedMps)), softImpactMps, hardImpactMps);
    const travel = Math.max(...car.wheels.map(({ travelRateMps }) => Math.abs(travelRateMps)));
    const jolt = share(travel, joltMps, hardMps);
    if (impact > 0) return { strength: Math.max(0.4, impact), forMs: 60 + 140 * impact };
    if (jolt > 0) return { strength: 0.2 + 0.8 * jolt, forMs: 15 + 35 * jolt };
    return car.gear !== gear ? { strength: 0.35, forMs: 22 } : null;
}

interface Motor {
    playEffect?(kind: "dual-rumble", effect: object): Promise<unknown>;
}

/** Does nothing on devices that cannot shake, or may not yet. */
function shake({ strength, forMs }: Pulse) {
    navigator.vibrate?.(Math.round(forMs * (0.5 + strength / 2))); // a phone's motor knows no strength
    for (const pad of navigator.getGamepads?.() ?? []) {
        const motor = pad?.vibrationActuator as Motor | null | undefined;
        const effect = { duration: forMs, strongMagnitude: strength, weakMagnitude: strength / 2 };
        void motor?.playEffect?.("dual-rumble", effect).catch(() => {});
    }
}

export function createHaptics(): Haptics {
    let gear = 0;
    let restS = 0;
    return {
        isOn: false,
        update({ cars, impacts }, dtS) {
            const car = cars[0]!;
            const pulse = dtS > 0 ? pulseOf(car, impacts, gear) : null;
            gear = car.gear;
            restS -= dtS;
            if (!this.isOn || !pulse || restS > 0 || !navigator.userActivation?.hasBeenActive) return;
            restS = apartS;
            shake(pulse);
        },
        dispose() {},
    };
}
