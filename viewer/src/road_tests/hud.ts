/** Texts during a test: its title, what to do, its progress, and the actions that are possible now. */
import { element } from "../view";

export interface HudAction {
    readonly title: string;
    press(): void;
}

export interface Hud {
    readonly element: HTMLElement;
    show(title: string, task: string, actions: readonly HudAction[], isBusy?: boolean): void;
    /** How it goes; cheap enough for each frame. */
    tell(status: string): void;
    hide(): void;
}

export function createHud(parent: HTMLElement): Hud {
    const hud = element("section", "panel road-test", parent);
    hud.ariaLabel = "Road test";
    hud.hidden = true;
    const title = element("h2", "", hud);
    const task = element("p", "", hud);
    const progress = element("progress", "", hud); // indeterminate: the time is unknown
    progress.ariaLabel = "The lab computes";
    const status = element("output", "", hud);
    status.ariaLive = "off"; // it changes with each frame
    const row = element("div", "road-tests-actions", hud);
    return {
        element: hud,
        show(titleText, taskText, actions, isBusy = false) {
            hud.hidden = false;
            title.textContent = titleText;
            task.textContent = taskText;
            progress.hidden = !isBusy;
            status.textContent = "";
            row.replaceChildren();
            for (const { title: name, press } of actions) {
                const button = element("button", "", row, name);
                button.type = "button";
                button.addEventListener("click", press);
            }
        },
        tell(text) {
            if (status.textContent !== text) status.textContent = text;
        },
        hide() {
            hud.hidden = true;
        },
    };
}
