/** The top bar: which car, on which model, where, in which wind, with which help. */
import type { Setup, Simulation } from "../simulation";
import { element, keepInside } from "../view";
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
const minBarPx = 380;

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
    const select = createSelect("Car", "The car that you drive", options(), (car) =>
        change({ car }),
    );
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

function surfaceOverrideItem({ simulation, change }: Context): Item {
    const testLanes = /^road_class/; // asphalt again, rough as the test lanes are
    const surfaces = simulation.kamm.surfaces.filter(({ name }) => !testLanes.test(name));
    const options: Option[] = [
        { value: asPainted, text: "As painted", title: "Each place has its own surface" },
        ...surfaces.map(({ name, friction }) => ({
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
    const title = "Goes there at once; from then on the car starts there";
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
        "Whence the wind blows; north is up on the map",
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

function aidItem({ simulation, change }: Context): Item {
    const title = "How much Kamm helps those who steer by keys, pad or touch";
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

/** The button that discloses what has no room in the bar. */
function createMore(bar: HTMLElement) {
    const more = element("details", "conditions-more", bar);
    element("summary", "", more, "More");
    const list = element("div", "panel dropped conditions-list", more);
    keepInside(more, list);
    const close = () => (more.open = false);
    more.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !more.open) return;
        event.preventDefault();
        close();
        more.querySelector("summary")!.focus();
    });
    const outside = (event: Event) => {
        if (!more.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", outside);
    return { more, list, dispose: () => document.removeEventListener("pointerdown", outside) };
}

/** How wide the bar may be beside the others in its row; with too little, it has its own row. */
function roomBeside(bar: HTMLElement, row: HTMLElement): number {
    const { paddingLeft, paddingRight, columnGap, flexWrap } = getComputedStyle(row);
    if (flexWrap === "nowrap") return minBarPx; // the others scroll
    const width = row.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const others = [...row.children].filter((child) => child !== bar) as HTMLElement[];
    const left = others.reduce(
        (rest, child) => rest - child.offsetWidth - parseFloat(columnGap),
        width,
    );
    return left < minBarPx ? width : left;
}

/** Keeps in the bar what has room, from the first item on, and lays the rest behind "More". */
function arrange(bar: HTMLElement, row: HTMLElement, items: readonly Item[]) {
    const { more, list, dispose } = createMore(bar);
    let room = 0;

    function place() {
        const next = roomBeside(bar, row);
        if (next === room) return; // moving what has the focus would take it away
        room = next;
        more.hidden = true;
        for (const { element: each } of items) bar.insertBefore(each, more);
        for (let i = items.length - 1; i > 0 && bar.offsetWidth > room; --i) {
            more.hidden = false;
            list.prepend(items[i]!.element);
        }
    }

    const observer = new ResizeObserver(place);
    observer.observe(row);
    return () => {
        observer.disconnect();
        dispose();
    };
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
        assistsItem,
        () => linkItem(simulation, report, packer),
        startItem,
        othersItem,
        gearboxItem,
        windItem,
        aidItem,
    ];
    const items = makers.map((make) => make(context));
    const bar = element("div", "conditions panel", top);
    bar.role = "group";
    bar.ariaLabel = "Car and conditions";
    giveFocusBack(bar);
    const stopArranging = arrange(bar, top, items);
    const follow = () => items.forEach((each) => each.follow());
    const stop = simulation.listen(follow);
    follow();
    return {
        dispose() {
            stop();
            stopArranging();
            bar.remove();
        },
    };
}
