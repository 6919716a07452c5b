/** The cars of both runs at the cursor, for the scene, the instruments and the page's map. */
import type { CarFrame } from "../frame";
import type { Simulation } from "../simulation";
import { createCarOf, type GroundHeight, hasPose } from "./car_of_run";
import { type Selection, timeAtCursor } from "./model";
import type { Run } from "./run";

type Which = "main" | "other";

export function createShownCars(simulation: Simulation, selection: Selection, groundM: GroundHeight) {
    let made: Partial<Record<Which, (timeS: number) => CarFrame>> = {};

    /** The model in the scene is that of the present car: a run on other wheels, or of one with trailers, is on the map alone. */
    function fits(run: Run): boolean {
        const { info, unitCount } = simulation;
        return hasPose(run) && unitCount === 1 && (run.wheelCount === 0 || run.wheelCount === info.wheelCount);
    }

    return {
        at(which: Which): CarFrame | null {
            const run = selection[which];
            if (!run || !fits(run)) return null;
            const carAt = (made[which] ??= createCarOf(run, simulation.info, groundM));
            // Side by side in time: the gap on the road is the gap of the clocks.
            const timeS = timeAtCursor(selection, selection.main ?? run);
            return carAt(Math.min(run.lengthS, timeS));
        },
        forget() {
            made = {};
        },
    };
}
