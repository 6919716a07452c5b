/** The lap that a link carries, as the ghost to beat. */
import type { Laps } from "../replay";
import { lapText } from "../replay/time";
import type { Simulation } from "../simulation";
import { ghostIn } from "../tuning/link";
import { reason, type Report } from "../tuning/report";
import { createCarOf, type GroundHeight } from "./car_of_run";
import type { Column } from "./columns";
import { unpackGhost } from "./ghost_link";
import type { Run } from "./run";

/** Its car on the wheels of the one that is driven now. */
function createRivalCar(rival: Run, simulation: Simulation, groundM: GroundHeight) {
    let { info } = simulation;
    let carAt = createCarOf(rival, info, groundM);
    return (timeS: number) => {
        if (info !== simulation.info) carAt = createCarOf(rival, (info = simulation.info), groundM);
        return carAt(Math.min(timeS, rival.lengthS));
    };
}

/** Null: the address carries none, or it is damaged, which is reported. */
export async function readRival(
    simulation: Simulation,
    laps: Laps,
    report: Report,
    known: readonly Column[],
    groundM: GroundHeight,
): Promise<Run | null> {
    const letters = ghostIn(location.hash);
    if (!letters) return null;
    try {
        const rival = await unpackGhost(letters, known);
        const name = rival.origin.carName;
        laps.setRival({ timeS: rival.lengthS, name, carAt: createRivalCar(rival, simulation, groundM) });
        report.say(`A ghost of ${lapText(rival.lengthS, 3)} to beat: ${name}`);
        return rival;
    } catch (error) {
        report.error(reason(error), "The link");
        return null;
    }
}
