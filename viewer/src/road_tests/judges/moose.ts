/** The obstacle avoidance of ISO 3888-2. */
import { type Judge, kmh, degree, kmhText } from "./judge";

/** How far the car is from the cones, one by one; negative: touched, or passed on the wrong side. */
export type ConeDistances = (x: number, y: number, yawRad: number) => readonly number[];

/** Judges between the cones: the speed as the nose enters, and which cones fell. */
export function judgeMoose(distances: ConeDistances, noseM: number, endM: number): Judge {
    const lookEveryM = 0.1;
    const letGoM = 6; // the lab's driver lets go after 2 m; feet take time
    const pedalRest = 0.15;
    const hit = new Set<number>();
    let entryMps: number | null = null;
    let exitMps: number | null = null;
    let maxRollRad = 0;
    let usedPedals = false;
    let before: readonly [x: number, y: number, yawRad: number] | null = null;

    /** Looks between two frames too: at 60 km/h a car moves a third of a metre from one to the next. */
    function look(now: readonly [number, number, number]) {
        const from = before ?? now;
        const steps = Math.ceil(Math.hypot(now[0] - from[0], now[1] - from[1]) / lookEveryM) || 1;
        for (let i = 1; i <= steps; ++i) {
            const at = (part: 0 | 1 | 2) => from[part] + (i / steps) * (now[part] - from[part]);
            distances(at(0), at(1), at(2)).forEach((distance, cone) => distance < 0 && hit.add(cone));
        }
    }

    return {
        take({ yawRad, speedMps, rollRad, throttle, brake }, _, x, y) {
            if (exitMps !== null) return;
            if (entryMps === null && x + noseM >= 0) entryMps = speedMps;
            if (entryMps !== null) {
                look([x, y, yawRad]);
                maxRollRad = Math.max(maxRollRad, Math.abs(rollRad));
                usedPedals ||= x + noseM > letGoM && Math.max(throttle, brake) > pedalRest;
                if (x > endM) exitMps = speedMps;
            }
            before = [x, y, yawRad];
        },
        get status() {
            if (entryMps === null) return "Release the accelerator in the first lane, then only steer";
            return `entered at ${kmhText(entryMps)} · ${hit.size === 0 ? "clean" : cones(hit.size)}`;
        },
        get done() {
            return exitMps !== null;
        },
        get figures(): Record<string, number> {
            if (entryMps === null || exitMps === null || hit.size > 0 || usedPedals) return {};
            return {
                best_entry_speed_kmh: entryMps * kmh,
                exit_speed_kmh: exitMps * kmh,
                max_roll_deg: maxRollRad / degree,
            };
        },
        get remark() {
            if (entryMps === null) return "";
            const how = hit.size === 0 ? "clean" : `${cones(hit.size)} touched or passed on the wrong side`;
            const pedals = usedPedals ? " The course is driven without brake and accelerator: this run does not count." : "";
            return `Entered at ${(entryMps * kmh).toFixed(1)} km/h: ${how}.${pedals}`;
        },
    };
}

const cones = (count: number) => `${count} ${count === 1 ? "cone" : "cones"}`;
