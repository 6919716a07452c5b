/** From what the hands want to what the car's inputs are: gears, and the core's input assist. */
import type { Arcade, CarView, ModelInfo } from "kamm";
import { isTwoWheeler } from "../cars/two_wheels";
import type { DriverInput } from "../driver_input";

/** KAMM_GEAR_DRIVE: forward, Kamm shifts. */
export const driveGear = 100;

/** The assist's strength on a vehicle. With less than all of its rider's help a two-wheeler falls as it brakes hard in a lean. */
export const strengthFor = (info: ModelInfo, aid: number): number => (isTwoWheeler(info) && aid > 0 ? 1 : aid);

/**
 * Sets the car's inputs for the coming time. In driveGear the assist goes forwards and backwards by the pedals. `arcade` drives in
 * its place.
 */
export function pressPedals(
    car: CarView,
    driverInput: DriverInput,
    gear: number,
    dtS: number,
    arcade: Arcade | null = null,
): void {
    const ownGear = gear !== driveGear;
    if (ownGear || car.input.gear !== -1) car.input.gear = gear;
    const isRidden = isTwoWheeler(car.info); // its rider steers freely, and keeps in these inputs what he has learnt
    if (!isRidden) car.input.freeSteering = driverInput.handsOff ? 1 : 0;
    const request = { ...driverInput, ownGear };
    if (arcade) arcade.drive(car, request, dtS);
    else car.assist(request, dtS);
    if (isRidden && driverInput.handsOff) Object.assign(car.input, { freeSteering: 1, steeringWheelNm: 0 });
}
