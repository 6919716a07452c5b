/** What the tests share: one module, Kamm's own files. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadKamm, type Car, type Kamm, type KammError } from "kamm";

export function dataFile(path: string): Buffer {
    return readFileSync(fileURLToPath(new URL(`../../data/${path}`, import.meta.url)));
}

export const micra = dataFile("vehicles/nissan-micra.json").toString();

export const kamm: Kamm = await loadKamm();

/** A second at full throttle, turning a little. */
export function drive(car: Car, seconds = 1): void {
    car.input.throttle = 1;
    car.input.steeringWheelRad = 0.3;
    for (let i = 0; i < 60 * seconds; ++i) car.step(1 / 60);
}

/** What `act` throws, which has to be an error of Kamm's. */
export function kammError(act: () => unknown): KammError {
    try {
        act();
    } catch (error) {
        if ((error as Error).name === "KammError") return error as KammError;
        throw error;
    }
    throw new Error("nothing was thrown");
}
