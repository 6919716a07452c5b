/** The other cars on the circuit, each with the core's driver. */
import type { Cars, CarView, Driver, Kamm, ModelInfo, Vehicle, World } from "kamm";
import { readVehicles, vehicleFiles } from "./files";

/** What drives round beside the player, in this order again and again. */
const models = [
    "nissan-micra",
    "bmw-m3-e46",
    "volvo-v40",
    "mclaren-mp4-12c",
    "porsche-boxster-s-2004",
    "ford-transit-minibus",
    "toyota-hilux-laden",
];
const circuit = "circuit";
/** Between two cars on the start, and the share of the grip that the first and each further driver dares to use. */
const gapM = 28;
const grips = [0.82, 0.7, 0.76, 0.66, 0.73, 0.79];

export interface Traffic {
    readonly cars: Cars;
    readonly ids: readonly string[];
    readonly infos: readonly ModelInfo[];
    drive(dtS: number): void;
    /** All back to their places on the circuit. */
    restart(): void;
    dispose(): void;
}

function readAll(kamm: Kamm, ids: readonly string[]): Vehicle[] {
    const read = new Map<string, Vehicle>();
    for (const id of ids) {
        const file = vehicleFiles.find((candidate) => candidate.id === id);
        if (!file) throw new Error(`there is no vehicle ${id}`);
        if (!read.has(id)) read.set(id, readVehicles(kamm, file)[0]!);
    }
    return ids.map((id) => read.get(id)!);
}

/** Makes the cars; the caller adds them to the world, then seats the drivers by `restart`. */
export function createTraffic(kamm: Kamm, world: World, count: number): Traffic {
    const ids = Array.from({ length: count }, (_, i) => models[i % models.length]!);
    const vehicles = readAll(kamm, ids);
    const cars = kamm.cars(vehicles, count);
    for (const vehicle of new Set(vehicles)) vehicle.dispose();
    const views: CarView[] = [...cars];
    let drivers: Driver[] = [];
    const stand = () => {
        for (const driver of drivers) driver.dispose();
        drivers = views.map((car, i) =>
            world.driver(circuit, car, { grip: grips[i % grips.length]!, stationM: (i + 1) * gapM }),
        );
        views.forEach((car, i) => world.place(car, { ...drivers[i]!.start, speedMps: 0 }));
    };
    return {
        cars,
        ids,
        infos: views.map((car) => car.info),
        drive(dtS) {
            for (const driver of drivers) driver.drive(dtS);
        },
        restart: stand,
        dispose() {
            for (const driver of drivers) driver.dispose();
            cars.dispose();
        },
    };
}
