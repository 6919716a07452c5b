/** Runs from files, and what the model makes of their inputs. */
import type { Simulation } from "../simulation";
import { reason, type Report } from "../tuning/report";
import type { Slot } from "../tuning/setups";
import type { Column } from "./columns";
import { readCsv } from "./csv";
import { exampleCar, exampleGear, exampleName, readExample } from "./example";
import { type Models, usualSurface } from "./models";
import { type Origin, originOf, unknownOrigin } from "./origin";
import type { Run } from "./run";
import { simulateInputs } from "./simulate";

const maxFileMegabytes = 60;

export interface ImportParts {
    readonly simulation: Simulation;
    readonly models: Models;
    readonly report: Report;
    /** Columns that the core knows. */
    readonly known: readonly Column[];
    slot(): Slot;
    /** Shows a run alone. */
    show(run: Run): void;
    /** Shows it beside the model's with the same inputs, by time. */
    showPair(run: Run, model: Run): void;
}

/** Lets the user choose a file. */
function chooseFile(take: (file: File) => void) {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".csv,text/csv";
    input.addEventListener("change", () => input.files?.[0] && take(input.files[0]));
    input.click();
}

export function createImports({ simulation, models, report, known, slot, show, showPair }: ImportParts) {
    /** Null: it is none, which is reported. */
    function takeText(text: string, name: string): Run | null {
        try {
            const run = readCsv(text, name, known);
            show(run);
            return run;
        } catch (error) {
            report.error(reason(error), "The file was not taken");
            return null;
        }
    }

    async function takeFile(file: File) {
        if (file.size <= maxFileMegabytes * 1e6) takeText(await file.text(), file.name);
        else report.error(`${file.name}: allowed: up to ${maxFileMegabytes} MB`, "The file was not taken");
    }

    async function compare(run: Run, origin: Origin, gear?: number) {
        const vehicle = models.vehicleOf(origin);
        const model = { vehicle, origin, rung: models.rungOf(origin), surface: models.surfaceOf(origin) };
        try {
            showPair(run, await simulateInputs(simulation.kamm, run, { ...model, ...(gear && { gear }) }));
        } catch (error) {
            report.error(reason(error), "The model");
        } finally {
            vehicle.dispose();
        }
    }

    return {
        takeText,
        choose: () => chooseFile((file) => void takeFile(file)),
        async takeExample() {
            const text = await readExample().catch((error: unknown) => report.error(reason(error), "The example"));
            const run = text ? takeText(text, exampleName) : null;
            const name = simulation.choices.find(({ id }) => id === exampleCar)?.name ?? exampleCar;
            const origin = { ...unknownOrigin(name), car: exampleCar, rung: "full", surface: usualSurface };
            if (run) await compare(run, origin, exampleGear);
        },
        /** Drives with the present car, on the present surface. */
        driveModel(run: Run) {
            const { slot: _, ...origin } = originOf(simulation, slot());
            return compare(run, { ...origin, driver: "" });
        },
    };
}
