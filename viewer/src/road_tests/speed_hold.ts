/** Holds a speed by the accelerator up to where the course begins: entry speeds are prescribed or chosen. */
import type { DriverInput } from "../driver_input";

const perMps = 0.25;
const integralPerMpsS = 0.15;

export function createSpeedHold(wantedMps: number) {
    let integral = 0.08; // about what a car needs to go on
    return (driverInput: DriverInput, speedMps: number, dtS: number) => {
        if (driverInput.brake > 0) return;
        const missingMps = wantedMps - speedMps;
        integral = Math.min(1, Math.max(0, integral + integralPerMpsS * missingMps * dtS));
        driverInput.throttle = Math.min(1, Math.max(0, integral + perMps * missingMps));
    };
}
