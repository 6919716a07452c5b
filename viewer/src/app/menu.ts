/** The buttons at the right of the top bar: panels, camera, replay, sound, pads, help. */
import type { Panel } from "../view";
import { element, keepInside } from "../view";
import "./menu.css";

export interface MenuItem {
    readonly title: string;
    /** Its key, shown behind the title. */
    readonly key?: string;
    press(): void;
    /** Of a switch: is it on? */
    isOn?(): boolean;
}

export interface Menu {
    /** Shows what is on now. */
    refresh(): void;
}

function addButton(parent: HTMLElement, item: MenuItem): () => void {
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

function panelItem(panel: Panel): MenuItem {
    return {
        title: panel.title,
        press: () => (panel.visible = !panel.visible),
        isOn: () => panel.visible,
    };
}

/** A disclosure that opens a list of switches. */
function addPanels(parent: HTMLElement, panels: readonly Panel[]): (() => void)[] {
    const details = element("details", "menu-panels", parent);
    element("summary", "", details, "Show");
    const list = element("div", "panel dropped menu-list", details);
    keepInside(details, list);
    details.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        details.open = false;
        details.querySelector("summary")!.focus();
    });
    document.addEventListener("pointerdown", (event) => {
        if (!details.contains(event.target as Node)) details.open = false;
    });
    return panels.map((panel) => addButton(list, panelItem(panel)));
}

export function createMenu(
    parent: HTMLElement,
    panels: readonly Panel[],
    items: readonly MenuItem[],
): Menu {
    const bar = element("nav", "menu", parent);
    bar.setAttribute("aria-label", "View");
    const refreshers = [...addPanels(bar, panels), ...items.map((item) => addButton(bar, item))];
    return { refresh: () => refreshers.forEach((refresh) => refresh()) };
}
