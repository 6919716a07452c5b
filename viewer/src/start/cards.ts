/** View of the tasks: three cards, the state while one is driven, and its result. */
import { element } from "../view";
import type { Judge, Result, Task } from "./task";
import { tasks } from "./tasks";

export interface Cards {
    choosing: boolean;
    hint: boolean;
    /** Which tasks may be chosen: those of cars at first. */
    offer(tasks: readonly Task[]): void;
    /** While a task is on. */
    showLive(task: Task): void;
    update(judge: Judge): void;
    showResult(task: Task, result: Result): void;
    /** The choice goes, and is not in the way meanwhile. */
    fade(): void;
    clear(): void;
}

export interface CardsHeard {
    chosen(task: Task): void;
    again(): void;
    closed(): void;
}

/** The same time as in start.css. */
const fadeMs = 600;

function addButton(parent: HTMLElement, text: string, press: () => void): HTMLButtonElement {
    const button = element("button", "", parent, text);
    button.type = "button";
    button.addEventListener("click", press);
    return button;
}

function addCard(row: HTMLElement, task: Task, press: () => void) {
    const card = addButton(row, "", press);
    card.className = "panel start-card";
    element("strong", "", card, task.title);
    element("span", "", card, task.summary);
}

function addChoice(root: HTMLElement, chosen: (task: Task) => void) {
    const choice = element("section", "start-choice", root);
    choice.ariaLabel = "Three things to try";
    const hint = element("p", "start-hint", choice, "Press an arrow key, touch, or plug in a wheel");
    const row = element("div", "start-row", choice);
    const offer = (offered: readonly Task[]) => {
        row.replaceChildren();
        for (const task of offered) addCard(row, task, () => chosen(task));
    };
    offer(tasks);
    return { choice, hint, offer };
}

function addLive(root: HTMLElement, heard: CardsHeard) {
    const live = element("section", "panel start-live", root);
    live.ariaLabel = "Task";
    const title = element("strong", "", live);
    const state = element("output", "", live);
    const bar = element("progress", "", live);
    bar.ariaLabel = "Done of it";
    const advice = element("span", "start-advice", live);
    addButton(live, "Leave", heard.closed).title = "Leave the task (Esc)";
    return { live, title, state, bar, advice };
}

function addResult(root: HTMLElement, heard: CardsHeard) {
    const box = element("section", "panel start-result", root);
    box.role = "status";
    const name = element("h2", "", box);
    const title = element("strong", "", box);
    const list = element("dl", "", box);
    const buttons = element("div", "start-buttons", box);
    addButton(buttons, "Again", heard.again);
    addButton(buttons, "Done", heard.closed).title = "Done (Esc)";
    return {
        box,
        show(task: Task, { isDone, title: text, figures }: Result) {
            name.textContent = task.title;
            title.textContent = text;
            box.classList.toggle("is-done", isDone);
            list.replaceChildren();
            for (const [figure, value] of figures) {
                element("dt", "", list, figure);
                element("dd", "", list, value);
            }
        },
    };
}

function write(place: HTMLElement, text: string) {
    if (place.textContent !== text) place.textContent = text;
}

export function createCards(parent: HTMLElement, heard: CardsHeard): Cards {
    const root = element("div", "start");
    parent.prepend(root);
    const { choice, hint, offer } = addChoice(root, heard.chosen);
    const { live, title, state, bar, advice } = addLive(root, heard);
    const result = addResult(root, heard);
    choice.hidden = live.hidden = result.box.hidden = true;
    const cards: Cards = {
        get choosing() {
            return !choice.hidden && !choice.classList.contains("leaving");
        },
        set choosing(is) {
            choice.classList.remove("leaving");
            choice.hidden = !is;
        },
        get hint() {
            return !hint.hidden;
        },
        set hint(is) {
            hint.hidden = !is;
        },
        offer,
        showLive(task) {
            cards.clear();
            title.textContent = task.title;
            advice.textContent = task.advice;
            live.hidden = false;
        },
        update({ live: text, share }) {
            write(state, text);
            bar.hidden = share === null;
            if (share !== null) bar.value = share;
        },
        showResult(task, found) {
            cards.clear();
            result.show(task, found);
            result.box.hidden = false;
        },
        fade() {
            choice.classList.add("leaving");
            setTimeout(() => choice.classList.contains("leaving") && (cards.choosing = false), fadeMs);
        },
        clear() {
            choice.hidden = live.hidden = result.box.hidden = true;
        },
    };
    return cards;
}
