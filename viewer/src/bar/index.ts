/**
 * The top bar: at most seven things. After the car's list come the features that have a view of their own, the list of
 * all that changes what is seen and heard, tuning and help.
 */
import type { Panel } from "../view";
import { element } from "../view";
import "./bar.css";
import { createDropdown } from "./dropdown";

/** Where an item is: a feature's own button, the list "View", or the bar's end. */
export type Place = "feature" | "view" | "end";

export interface MenuItem {
    readonly title: string;
    readonly place: Place;
    /** Key of the item, shown behind the title. */
    readonly key?: string;
    press(): void;
    /** Only of a switch: whether it is on. */
    isOn?(): boolean;
}

export interface Menu {
    /** Shows what is on now. */
    refresh(): void;
}

type Pressed = Pick<MenuItem, "title" | "key" | "press" | "isOn">;

function addButton(parent: HTMLElement, item: Pressed): () => void {
    const button = element("button", "", parent, item.title);
    button.type = "button";
    if (item.key) button.title = `${item.title} (${item.key})`;
    const refresh = () => {
        if (item.isOn) button.setAttribute("aria-pressed", String(item.isOn()));
    };
    button.addEventListener("click", () => {
        item.press();
        refresh();
    });
    refresh();
    return refresh;
}

/** Adds the same row as in the bar, with the key beside the title. */
function addRow(parent: HTMLElement, item: MenuItem, done: () => void): () => void {
    const press = () => {
        done();
        item.press();
    };
    const refresh = addButton(parent, { ...item, press });
    if (item.key) element("kbd", "", parent.lastElementChild!, item.key).ariaHidden = "true";
    return refresh;
}

const panelItem = (panel: Panel): Pressed => ({
    title: panel.title,
    press: () => (panel.visible = !panel.visible),
    isOn: () => panel.visible,
});

function addGroup(list: HTMLElement, title: string): HTMLElement {
    const group = element("div", "menu-group", list);
    group.role = "group";
    group.ariaLabel = title;
    element("h2", "", group, title);
    return group;
}

/** Instruments are switched one after another, so the list stays; what acts on the scene closes it. */
function addView(bar: HTMLElement, panels: readonly Panel[], items: readonly MenuItem[]): (() => void)[] {
    const { list, close } = createDropdown(bar, "menu-view", "View");
    list.classList.add("menu-list");
    const scene = addGroup(list, "Scene and sound");
    const instruments = addGroup(list, "Instruments");
    return [
        ...items.map((item) => addRow(scene, item, close)),
        ...panels.map((panel) => addButton(instruments, panelItem(panel))),
    ];
}

export function createMenu(
    parent: HTMLElement,
    panels: readonly Panel[],
    items: readonly MenuItem[],
): Menu {
    const bar = element("nav", "menu", parent);
    bar.ariaLabel = "Page";
    const at = (place: Place) => items.filter((item) => item.place === place);
    const addAll = (place: Place) => at(place).map((item) => addButton(bar, item));
    const refreshers = [...addAll("feature"), ...addView(bar, panels, at("view")), ...addAll("end")];
    return { refresh: () => refreshers.forEach((refresh) => refresh()) };
}
