/** Tells once that a device needs to be calibrated before it does anything. */
import { element } from "../view";
import type { Device } from "./pads";

export interface Note {
    update(devices: readonly Device[]): void;
    dispose(): void;
}

export function createNote(parent: HTMLElement, calibrate: () => void): Note {
    const told = new Set<string>();
    const box = element("div", "panel hands-note", parent);
    box.setAttribute("role", "status");
    box.hidden = true;
    const text = element("span", "", box);
    const addButton = (title: string, press: () => void) => {
        const button = element("button", "", box, title);
        button.type = "button";
        button.addEventListener("click", () => {
            box.hidden = true;
            press();
        });
    };
    addButton("Calibrate", calibrate);
    addButton("Not now", () => {});
    return {
        update(devices) {
            const news = devices.find(
                ({ id, isStandard, isDefault }) => !isStandard && isDefault && !told.has(id),
            );
            if (!news) return;
            told.add(news.id);
            text.textContent = `${news.name} is connected. The page has to learn what it does first.`;
            box.hidden = false;
        },
        dispose: () => box.remove(),
    };
}
