/** A form for a new car: the figures of a data sheet at the left, what `kamm check` says of the car at the right. */
import type { Simulation } from "../simulation";
import { download } from "../tuning/export";
import { reason, type Report } from "../tuning/report";
import { element } from "../view";
import { choices, factsOf, type Field, fields, towed, valueIn } from "./fields";
import { showJudgement } from "./judgement";
import { createMaker, type Words } from "./maker";
import type { NewVehicle } from "./messages";
import "./new_car.css";

type Control = HTMLInputElement | HTMLSelectElement;

function addButton(parent: HTMLElement, title: string, press: () => void): HTMLButtonElement {
    const button = element("button", "", parent, title);
    button.type = "button";
    button.addEventListener("click", press);
    return button;
}

function addInput(parent: HTMLElement, { example, isNeeded }: Field): HTMLInputElement {
    const input = element("input", "", parent);
    input.type = "text";
    input.placeholder = example ?? "";
    input.required = isNeeded ?? false;
    input.autocomplete = "off";
    return input;
}

function addControl(parent: HTMLElement, field: Field): Control {
    const { fact, label, unit, isNeeded, isChoice } = field;
    const row = element("label", "", parent);
    element("span", "", row, `${label}${unit ? `, ${unit}` : ""}${isNeeded ? " *" : ""}`);
    const control = isChoice ? element("select", "", row) : addInput(row, field);
    control.name = fact;
    return control;
}

function fillChoices(controls: ReadonlyMap<string, Control>, words: Words) {
    for (const [fact, all] of Object.entries(words)) {
        const select = controls.get(fact) as HTMLSelectElement;
        for (const word of all.filter((word) => !towed.includes(word))) {
            const option = element("option", "", select, word.replaceAll("_", " "));
            option.value = word === "by_class" ? "" : word;
        }
        if (fact === "body") select.value = "saloon";
    }
}

interface Made {
    readonly name: string;
    readonly vehicle: NewVehicle;
}

function createDialog(simulation: Simulation, report: Report) {
    const dialog = element("dialog", "new-car", document.body);
    dialog.setAttribute("aria-label", "New car");
    const head = element("header", "", dialog);
    element("h2", "", head, "New car");
    addButton(head, "×", () => dialog.close()).ariaLabel = "Close";
    const body = element("div", "new-car-body", dialog);
    const form = element("form", "", body);
    const result = element("section", "new-car-result", body);
    result.ariaLabel = "Check of the new car";
    result.ariaLive = "polite";
    const controls = new Map(fields.map((field) => [field.fact, addControl(form, field)]));
    element("p", "new-car-note", form, "* needed. Rules estimate all else, and the file says so of each value.");
    const actions = element("div", "new-car-actions", form);
    const maker = createMaker();
    let made: Made | null = null;

    function show(next: Made | null) {
        made = next;
        for (const button of [drive, save]) button.disabled = !next;
    }

    function tell(text: string, isError: boolean) {
        show(null);
        result.replaceChildren();
        element("p", isError ? "new-car-error" : "", result, text);
    }

    function showEstimates(json: string) {
        for (const field of fields) {
            const value = valueIn(json, field);
            if (value) (controls.get(field.fact) as HTMLInputElement).placeholder = value;
        }
    }

    async function update() {
        const facts = factsOf(new Map([...controls].map(([fact, { value }]) => [fact, value])));
        if (!facts) return tell("Mass, wheelbase, tyres and power make a car.", false);
        try {
            const vehicle = await maker.make(facts);
            showEstimates(vehicle.json);
            showJudgement(result, vehicle.diagnosis);
            show({ name: `${(facts["name"] ?? "new-car").replace(/[^\w.-]+/g, "-")}.json`, vehicle });
        } catch (error) {
            if (error !== null) tell(reason(error), true);
        }
    }

    const drive = addButton(actions, "Drive it", () => {
        const { name, vehicle } = made!;
        try {
            simulation.takeFile(name, vehicle.json);
            dialog.close();
            report.say(`You drive ${simulation.vehicle.name} now`);
        } catch (error) {
            tell(reason(error), true);
        }
    });
    const save = addButton(actions, "Save", () => download(made!.name, made!.vehicle.json));
    form.addEventListener("change", () => void update());
    form.addEventListener("submit", (event) => event.preventDefault());
    dialog.addEventListener("close", () => {
        maker.dispose();
        dialog.remove();
    });
    maker.words(choices).then(
        (words) => fillChoices(controls, words),
        (error: unknown) => tell(reason(error), true),
    );
    void update();
    return dialog;
}

export function openNewCar(simulation: Simulation, report: Report) {
    createDialog(simulation, report).showModal();
}
