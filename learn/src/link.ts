/** The way from a lesson to the full page, with the same car, model, changes, surface and place. */
import { writeLink } from "../../viewer/src/tuning/link_text";
import type { Experiment } from "./experiment";

/** Behind the address of the page; the driver's aid is off, as it is here. */
export const linkTo = (setup: ReturnType<Experiment["setup"]>): string =>
    writeLink({ ...setup, windMps: [0, 0, 0], others: 0, aid: 0 });
