/** Links that carry a lap, with the set-up that it was driven with. */
import { lapText } from "../replay/time";
import type { Simulation } from "../simulation";
import { writeLink } from "../tuning/link";
import { createPacker } from "../tuning/link_files";
import { reason, type Report } from "../tuning/report";
import { canBeLinked, packGhost } from "./ghost_link";
import { asPainted } from "./origin";
import type { Run } from "./run";

export function createShare(simulation: Simulation, report: Report) {
    const packer = createPacker();

    /** Throws where the run is no lap, or the browser cannot pack. */
    async function linkOf(run: Run): Promise<string> {
        if (!canBeLinked(run)) throw new Error("Only a lap of the circuit can be a ghost in a link");
        const { car, changes, rung, surface } = run.origin;
        const { setup } = simulation;
        const surfaceOverride = surface === asPainted ? null : surface;
        const driven = { ...setup, car, changes, rung: rung as typeof setup.rung, surfaceOverride, start: "circuit" };
        const files = car === setup.car ? await packer(simulation) : "";
        return `${location.origin}${location.pathname}${writeLink(driven, files)}&ghost=${await packGhost(run)}`;
    }

    return {
        linkOf,
        async copy(run: Run) {
            try {
                const link = await linkOf(run);
                await navigator.clipboard.writeText(link);
                report.say(`The link with the lap of ${lapText(run.lengthS, 3)} is copied (${link.length} letters)`);
            } catch (error) {
                report.error(reason(error), "The link");
            }
        },
    };
}
