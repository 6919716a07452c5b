/** The vehicles of runs. */
import type { ModelInfo, Vehicle } from "kamm";
import type { Simulation } from "../simulation";
import { readVehicles, everyFile } from "../simulation/files";
import type { AnalysedCar } from "./analysis";
import { asPainted, type Origin } from "./origin";
import type { Run } from "./run";

export const usualSurface = "dry_asphalt";

/** The model of a run's car; the present one where it is not known. */
export function createModels(simulation: Simulation) {
    const infos = new Map<string, ModelInfo>();

    function vehicleOf({ car, changes }: Origin): Vehicle {
        const file = everyFile.find(({ id }) => id === car);
        if (!file) return simulation.vehicle.clone();
        const [vehicle, ...trailers] = readVehicles(simulation.kamm, file);
        for (const trailer of trailers) trailer.dispose();
        for (const [path, value] of Object.entries(changes)) vehicle!.set(path, value);
        return vehicle!;
    }

    const rungOf = ({ rung }: Origin) => (rung || simulation.setup.rung) as ModelInfo["rung"];
    const surfaceOf = ({ surface }: Origin) => (surface && surface !== asPainted ? surface : usualSurface);
    const keyOf = (origin: Origin) =>
        JSON.stringify([
            origin.car || simulation.carKey,
            Object.entries(origin.changes).sort(),
            rungOf(origin),
            surfaceOf(origin),
        ]);

    function infoOf(origin: Origin): ModelInfo {
        const key = keyOf(origin);
        const known = infos.get(key);
        if (known) return known;
        const vehicle = vehicleOf(origin);
        const info = vehicle.describe(rungOf(origin));
        vehicle.dispose();
        infos.set(key, info);
        return info;
    }

    return {
        vehicleOf,
        rungOf,
        surfaceOf,
        carOf({ origin }: Run): AnalysedCar {
            const info = infoOf(origin);
            return {
                layout: info,
                steering: info,
                key: keyOf(origin),
                make: () => ({ vehicle: vehicleOf(origin), rung: rungOf(origin), surface: surfaceOf(origin) }),
            };
        },
    };
}

export type Models = ReturnType<typeof createModels>;
