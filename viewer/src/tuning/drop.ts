/** Files of people's own: vehicles and tyres, dropped on the page or chosen by a button. */
import type { Simulation } from "../simulation";
import { element } from "../view";
import { reason, type Report } from "./report";
import "./drop.css";

const maxMegabytes = 4;

interface Read {
    readonly name: string;
    readonly text: string;
}

function isVehicle({ name, text }: Read): boolean {
    return /\.json$/i.test(name) && /"(axles|body)"\s*:/.test(text);
}

async function read(file: File): Promise<Read> {
    const megabytes = file.size / 1e6;
    if (megabytes > maxMegabytes)
        throw new Error(
            `${file.name}: ${megabytes.toFixed(1)} MB; allowed: up to ${maxMegabytes} MB`,
        );
    if (!/\.(json|tir)$/i.test(file.name))
        throw new Error(`${file.name}: allowed: vehicles and tyres as .json, tyres as .tir`);
    return { name: file.name, text: await file.text() };
}

/** Tyres first: a vehicle that comes with them may name them. */
async function use(files: readonly Read[], simulation: Simulation, report: Report) {
    const vehicles = files.filter(isVehicle);
    const tyres = files.filter((file) => !isVehicle(file));
    for (const { name, text } of tyres) await simulation.kamm.addFile(name, text);
    const last = vehicles.at(-1) ?? tyres.at(-1);
    if (!last) return;
    simulation.takeFile(last.name, last.text);
    report.say(
        vehicles.length > 0
            ? `You drive ${simulation.vehicle.name} now`
            : `All wheels have the tyre of ${last.name} now`,
    );
}

/** Takes them; whatever is wrong is reported, and the car drives on as it was. */
async function takeFiles(files: Iterable<File>, simulation: Simulation, report: Report) {
    try {
        const recording = [...files].find(({ name }) => /\.kammrec$/i.test(name));
        if (recording) return await (await import("../recording")).playRecording(recording, simulation, report);
        await use(await Promise.all([...files].map(read)), simulation, report);
    } catch (error) {
        report.error(reason(error), "The file was not taken");
    }
}

/** A button that opens a file. */
export function createOpenButton(parent: HTMLElement, simulation: Simulation, report: Report) {
    const button = element("button", "", parent, "Open…");
    const input = element("input", "", parent);
    button.type = "button";
    button.title =
        "Open a vehicle file (.json), a tyre (.tir) or a recording (.kammrec); dropping it on the page does, too";
    input.type = "file";
    input.accept = ".json,.tir,.kammrec";
    input.multiple = true;
    input.hidden = true;
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
        void takeFiles(input.files ?? [], simulation, report);
        input.value = ""; // the same file again is a change, too
    });
    return button;
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;

export function createDrop(
    target: HTMLElement,
    simulation: Simulation,
    report: Report,
    takeRun: (text: string, name: string) => void,
): { dispose(): void } {
    const hint = element("div", "drop-hint", target);
    element("p", "", hint, "Drop a vehicle (.json), a tyre (.tir), a run (.csv) or a recording (.kammrec)");
    hint.hidden = true;
    const over = (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        hint.hidden = false;
    };
    const leave = (event: DragEvent) => {
        if (!target.contains(event.relatedTarget as Node | null)) hint.hidden = true;
    };
    const drop = (event: DragEvent) => {
        hint.hidden = true;
        if (!carriesFiles(event)) return;
        event.preventDefault();
        const files = [...event.dataTransfer!.files];
        const isRun = ({ name }: File) => /\.csv$/i.test(name);
        for (const file of files.filter(isRun)) void file.text().then((text) => takeRun(text, file.name));
        const others = files.filter((file) => !isRun(file));
        if (others.length > 0) void takeFiles(others, simulation, report);
    };
    target.addEventListener("dragover", over);
    target.addEventListener("dragleave", leave);
    target.addEventListener("drop", drop);
    return {
        dispose() {
            target.removeEventListener("dragover", over);
            target.removeEventListener("dragleave", leave);
            target.removeEventListener("drop", drop);
            hint.remove();
        },
    };
}
