/** The button that opens the form for a new car, which is fetched by then. */
import type { Simulation } from "../simulation";
import { reason, type Report } from "../tuning/report";
import { element } from "../view";

export function createNewCarButton(parent: HTMLElement, simulation: Simulation, report: Report) {
    const button = element("button", "", parent, "New…");
    button.type = "button";
    button.title = "A new car from the figures of a data sheet";
    button.addEventListener("click", () => {
        import("./index").then(
            ({ openNewCar }) => openNewCar(simulation, report),
            (error: unknown) => report.error(reason(error), "The form could not be loaded"),
        );
    });
}
