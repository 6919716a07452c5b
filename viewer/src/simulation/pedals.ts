/** From what the hands want to what the car's inputs are: gears, and the core's input assist. */
import type { CarView } from "kamm";
import type { DriverInput } from "../driver_input";

/** KAMM_GEAR_DRIVE: forward, Kamm shifts. */
export const driveGear = 100;

/** Sets the car's inputs for the coming time. In driveGear the assist goes forwards and backwards by the pedals. */
export function pressPedals(car: CarView, driverInput: DriverInput, gear: number, dtS: number): void {
    const ownGear = gear !== driveGear;
    if (ownGear || car.input.gear !== -1) car.input.gear = gear;
    car.input.freeSteering = driverInput.handsOff ? 1 : 0;
    car.assist({ ...driverInput, ownGear }, dtS);
}
