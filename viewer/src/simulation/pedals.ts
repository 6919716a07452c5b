/** From what the hands want to what the car's inputs are: gears, reverse, the input assist. */
import type { CarView, DriverRequest } from "kamm";
import type { Wish } from "../wish";

/** KAMM_GEAR_DRIVE: forward, Kamm shifts. */
export const driveGear = 100;

/** Below this the brake pedal asks for reverse, and the other way round. */
const standingMps = 0.6;

export interface Pedals {
    /** Sets the car's inputs for the coming time. */
    press(car: CarView, wish: Wish, gear: number, dtS: number): void;
    reset(): void;
}

/** With the shifting left to Kamm, holding the brake at rest drives backwards, as in most games. */
export function createPedals(): Pedals {
    let isReversing = false;
    const turned: DriverRequest = { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0 };
    return {
        press(car, wish, gear, dtS) {
            const isStanding = Math.abs(car.forwardSpeedMps) < standingMps;
            if (gear !== driveGear) isReversing = false;
            else if (isStanding && wish.brake > 0.1 && wish.throttle < 0.1) isReversing = true;
            else if (isStanding && wish.throttle > 0.1) isReversing = false;
            Object.assign(turned, wish);
            if (isReversing) [turned.throttle, turned.brake] = [wish.brake, wish.throttle];
            car.input.gear = isReversing ? -1 : gear;
            car.input.freeSteering = wish.handsOff ? 1 : 0;
            car.assist(turned, dtS);
        },
        reset() {
            isReversing = false;
        },
    };
}
