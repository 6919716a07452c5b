/** The head of the panel: which set-up is active, undo, files, search. */
import { element } from "../view";
import { otherSlot, type Setups, type Slot } from "./setups";

export interface Actions {
    swap(): void;
    copy(): void;
    undo(): void;
    redo(): void;
    putAllBack(): void;
    save(): void;
    close(): void;
    search(query: string): void;
}

export interface Head {
    /** Takes the button that opens files, which another module makes. */
    readonly files: HTMLElement;
    update(setups: Setups, changeCount: number): void;
}

function addButton(parent: HTMLElement, text: string, title: string, press: () => void) {
    const button = element("button", "", parent, text);
    button.type = "button";
    button.title = title;
    button.addEventListener("click", press);
    return button;
}

function createSlots(parent: HTMLElement, actions: Actions) {
    const group = element("div", "tuning-slots", parent);
    group.role = "group";
    group.ariaLabel = "Set-up";
    const press = (slot: Slot) => () => {
        if (buttons[slot].getAttribute("aria-pressed") !== "true") actions.swap();
    };
    const title = (slot: Slot) => `Drive set-up ${slot} (B changes over)`;
    const buttons = {
        A: addButton(group, "A", title("A"), press("A")),
        B: addButton(group, "B", title("B"), press("B")),
    };
    const copy = addButton(parent, "", "The other set-up becomes as this one", actions.copy);
    return (active: Slot) => {
        for (const slot of ["A", "B"] as const)
            buttons[slot].setAttribute("aria-pressed", String(slot === active));
        copy.textContent = `${active} → ${otherSlot(active)}`;
        copy.ariaLabel = `${copy.textContent}: copy the set-up`;
    };
}

function createSearch(parent: HTMLElement, actions: Actions) {
    const input = element("input", "tuning-search", parent);
    input.type = "search";
    input.placeholder = "Search";
    input.ariaLabel = "Search the parameters by name and meaning";
    input.addEventListener("input", () => actions.search(input.value));
    input.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || input.value === "") return;
        event.preventDefault();
        input.value = "";
        actions.search("");
    });
}

export function createHead(parent: HTMLElement, actions: Actions): Head {
    const head = element("header", "tuning-head", parent);
    const first = element("div", "tuning-line", head);
    element("h2", "", first, "Tuning");
    const showSlots = createSlots(first, actions);
    const undo = addButton(first, "↶", "Undo (Ctrl-Z)", actions.undo);
    const redo = addButton(first, "↷", "Redo (Ctrl-Shift-Z)", actions.redo);
    undo.ariaLabel = "Undo";
    redo.ariaLabel = "Redo";
    addButton(first, "×", "Close the panel (T)", actions.close).ariaLabel = "Close the panel";
    createSearch(head, actions);
    const second = element("div", "tuning-line", head);
    const count = element("span", "tuning-count", second);
    const back = addButton(second, "Put all back", "All values as in the file", actions.putAllBack);
    const files = element("span", "tuning-files", second);
    addButton(files, "Save", "Download the vehicle file with its changes", actions.save);
    return {
        files,
        update({ active, canUndo, canRedo }, changeCount) {
            showSlots(active);
            undo.disabled = !canUndo;
            redo.disabled = !canRedo;
            back.disabled = changeCount === 0;
            const many = changeCount === 1 ? "change" : "changes";
            count.textContent = changeCount === 0 ? "No changes" : `${changeCount} ${many}`;
        },
    };
}
