/** The top bar's first list: which car, on which model, where, in which wind, with which help. */
import type { Surface } from "kamm";
import { createDropdown } from "../bar/dropdown";
import { lookOf } from "../scene/looks";
import type { Setup, Simulation } from "../simulation";
import { arcadeNames, fetchArcade } from "../simulation/arcade";
import { fetchVehicle, isFetched } from "../simulation/files";
import { isPlainRoad } from "../surfaces";
import { element } from "../view";
import "./conditions.css";
import {
    type Control,
    createNumber,
    createSelect,
    createSlider,
    createToggle,
    type Option,
} from "./controls";
import { giveFocusBack } from "./focus";
import type { Packer } from "./link_files";
import { writeLink } from "./link_text";
import { reason, type Report } from "./report";
import { rungNames, rungTitles, words } from "./rungs";
import { fieldAt } from "./table";
import { changeParameters, type Changes, currentAt, fileTree } from "./values";
import { compass, compassDeg, windOf, windVelocity } from "./wind";

const maxWindKmh = 150;
const maxOthers = 19;
const asPainted = "as-painted";

interface Item {
    readonly element: HTMLElement;
    /** Shows what is set now. */
    follow(): void;
}

/** Changes the set-up; what the physics refuses is reported, and the bar shows what is. */
type Change = (part: Partial<Setup>) => void;

interface Context {
    readonly simulation: Simulation;
    change: Change;
    changeParameters(edits: Changes): void;
}

function item<Shown>(control: Control<Shown>, read: () => Shown): Item {
    return { element: control.element, follow: () => control.show(read()) };
}

function carItem({ simulation, change }: Context): Item {
    const options = () => simulation.choices.map(({ id, name }) => ({ value: id, text: name }));
    const chosen = (car: string) => (isFetched(car) ? change({ car }) : void fetchVehicle(car).then(() => change({ car })));
    const select = createSelect("Car", "The car that you drive", options(), chosen);
    return {
        element: select.element,
        follow() {
            select.setOptions(options()); // a file that was dropped is a choice, too
            select.show(simulation.setup.car);
        },
    };
}

function modelItem({ simulation, change }: Context): Item {
    const options = rungNames.map((name) => ({
        value: name,
        text: words(name),
        title: rungTitles[name],
    }));
    const chosen = (value: string) => change({ rung: rungNames.find((name) => name === value)! });
    const select = createSelect("Model", "How truly the car is computed", options, chosen);
    return item(select, () => simulation.setup.rung);
}

/** Whether it is that road again, but for its roughness, which is the world's own. */
const repeats = (each: Surface, one: Surface) =>
    isPlainRoad(each) &&
    isPlainRoad(one) &&
    lookOf({ ...each, roughnessM3: 0 }) === lookOf({ ...one, roughnessM3: 0 });

function surfaceOverrideItem({ simulation, change }: Context): Item {
    const { surfaces } = simulation.kamm;
    const different = surfaces.filter((each, i) => !surfaces.slice(0, i).some((one) => repeats(each, one)));
    const options: Option[] = [
        { value: asPainted, text: "As painted", title: "Each place has its own surface" },
        ...different.map(({ name, friction }) => ({
            value: name,
            text: words(name),
            title: `Everywhere; friction ${friction}`,
        })),
    ];
    const chosen = (value: string) => change({ surfaceOverride: value === asPainted ? null : value });
    const select = createSelect("Surface", "What the ground is made of", options, chosen);
    return item(select, () => simulation.setup.surfaceOverride ?? asPainted);
}

function startItem({ simulation, change }: Context): Item {
    const options = simulation.world.starts.map(({ name }) => ({ value: name, text: words(name) }));
    const title = "Moves the car there; it is also the new start";
    const select = createSelect("Place", title, options, (start) => change({ start }));
    return item(select, () => simulation.setup.start);
}

function gearboxItem({ simulation, changeParameters: set }: Context): Item {
    const path = "gearbox.kind";
    const field = fieldAt(simulation.kamm.fields.vehicle, path);
    const options = (field?.choices ?? []).map((word) => ({ value: word, text: words(word) }));
    const title = field?.doc ?? "";
    const select = createSelect("Gearbox", title, options, (word) => set({ [path]: word }));
    return item(select, () => String(parameter(simulation, path)));
}

const parameter = (simulation: Simulation, path: string) =>
    currentAt(fileTree(simulation), simulation.setup.changes, path);

/** The electronic helpers that the table of parameters has. */
function assistsItem({ simulation, changeParameters: set }: Context): Item {
    const group = element("div", "condition-assists");
    group.role = "group";
    group.ariaLabel = "Assists";
    const toggles = ["abs", "tcs", "esc"].flatMap((name) => {
        const path = `aids.${name}`;
        const field = fieldAt(simulation.kamm.fields.vehicle, path);
        if (!field) return [];
        const toggle = createToggle(name.toUpperCase(), field.doc, (on) => set({ [path]: on }));
        group.append(toggle.element);
        return [() => toggle.show(parameter(simulation, path) === true)];
    });
    return { element: group, follow: () => toggles.forEach((show) => show()) };
}

function windItem({ simulation, change }: Context): Item {
    const group = element("div", "condition-pair");
    let fromDeg = 270;
    let speedKmh = 0;
    const blow = () => change({ windMps: windVelocity({ speedKmh, fromDeg }) });
    const span = { min: 0, max: maxWindKmh, step: 5 };
    const speed = createNumber("Wind, km/h", "How fast the air moves", span, (value) => {
        speedKmh = value;
        blow();
    });
    const named = compass.map((text, i) => ({ value: String(compassDeg(i)), text }));
    const direction = createSelect(
        "From",
        "Direction from which the wind comes; north is up on the map",
        named,
        (value) => {
            fromDeg = Number(value);
            blow();
        },
    );
    group.append(speed.element, direction.element);
    return {
        element: group,
        follow() {
            ({ speedKmh, fromDeg } = windOf(simulation.setup.windMps, fromDeg));
            const between = fromDeg % 45 !== 0;
            direction.setOptions(
                between ? [...named, { value: String(fromDeg), text: `${fromDeg}°` }] : named,
            );
            speed.show(speedKmh);
            direction.show(String(fromDeg));
        },
    };
}

function arcadeItem({ simulation, change }: Context): Item {
    const named = arcadeNames.map((value) => ({ value, text: words(value) }));
    const chosen = (arcade: string) => void fetchArcade(arcade).then(() => change({ arcade }));
    const options = [{ value: "", text: "Real car" }, ...named];
    const select = createSelect("Handling", "Arcade handling of any car: drifts on keys, grip, power", options, chosen);
    return item(select, () => simulation.setup.arcade ?? "");
}

function aidItem({ simulation, change }: Context): Item {
    const title = "Strength of the assist for keys, gamepad or touch";
    const slider = createSlider(
        "Driver aid",
        title,
        { min: 0, max: 100, step: 5 },
        (value) => `${value} %`,
        (value) => change({ aid: value / 100 }),
    );
    return item(slider, () => Math.round(simulation.setup.aid * 100));
}

function othersItem({ simulation, change }: Context): Item {
    const span = { min: 0, max: maxOthers, step: 1 };
    const title = `Cars on the circuit beside yours, up to ${maxOthers}`;
    const number = createNumber("Others", title, span, (value) =>
        change({ others: Math.round(value) }),
    );
    return item(number, () => simulation.setup.others);
}

async function copyLink(simulation: Simulation, report: Report, packer: Packer) {
    const packed = await packer(simulation);
    const link = new URL(writeLink(simulation.setup, packed), location.href).href;
    try {
        await navigator.clipboard.writeText(link);
    } catch {
        report.error(link, "The browser keeps pages from copying; this is the link");
        return;
    }
    const { own, tyre } = simulation.files;
    const isLeftOut = (own || tyre) && !packed;
    const withFile = packed ? "Copied, with your file in it" : "Copied";
    report.say(isLeftOut ? "Copied, but this browser cannot pack your file into it: send the file as well" : withFile);
}

function linkItem(simulation: Simulation, report: Report, packer: Packer): Item {
    const button = element("button", "", undefined, "Copy link");
    button.type = "button";
    button.title = "A link that brings back car, changes, model, surface, wind and place";
    button.addEventListener("click", () => void copyLink(simulation, report, packer));
    return { element: button, follow: () => {} };
}

/** Its button says what is driven, and on which model. */
function nameOf({ choices, setup }: Simulation): string {
    const name = choices.find(({ id }) => id === setup.car)?.name ?? setup.car;
    return `${name} · ${words(setup.rung)}`;
}

export function createConditions(
    top: HTMLElement,
    simulation: Simulation,
    report: Report,
    packer: Packer,
): { dispose(): void } {
    const attempt = (change: () => void) => {
        try {
            change();
        } catch (error) {
            report.error(reason(error), "That cannot be");
            follow();
        }
    };
    const context: Context = {
        simulation,
        change: (part) => attempt(() => simulation.change(part)),
        changeParameters: (edits) => attempt(() => changeParameters(simulation, edits)),
    };
    const makers = [
        carItem,
        modelItem,
        surfaceOverrideItem,
        startItem,
        assistsItem,
        aidItem,
        arcadeItem,
        gearboxItem,
        windItem,
        othersItem,
        () => linkItem(simulation, report, packer),
    ];
    const items = makers.map((make) => make(context));
    const { details, summary, list, dispose } = createDropdown(top, "conditions", "Car");
    const name = element("span", "conditions-name");
    summary.append(name);
    list.classList.add("conditions-list");
    list.role = "group";
    list.ariaLabel = "Car and conditions";
    list.append(...items.map((each) => each.element));
    giveFocusBack(details);
    const follow = () => {
        name.textContent = nameOf(simulation);
        items.forEach((each) => each.follow());
    };
    const stop = simulation.listen(follow);
    follow();
    return {
        dispose() {
            stop();
            dispose();
        },
    };
}
