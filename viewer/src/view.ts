/** Common interface of all views. */
import type { Object3D } from "three";
import type { CarFrame, Frame } from "./frame";

export interface View {
    /** Shows a frame; `dtS` is real time since the last one (0 while paused). */
    update(frame: Frame, dtS: number): void;
    dispose(): void;
}

/** A part of the page that can be switched off. */
export interface Panel extends View {
    /** Name in the menu that switches the view, and in links to it: "circles". */
    readonly id: string;
    readonly title: string;
    readonly element: HTMLElement;
    visible: boolean;
}

/** What a part of the page adds to the picture of the world. */
export interface Extra {
    readonly root: Object3D;
    /** Draws on the plan in metres, above the ground and below the world's cars. */
    drawPlan?(context: CanvasRenderingContext2D): void;
    /** The car that cameras follow in place of the player's; null: no other. */
    readonly subject?: CarFrame | null;
}

/** A window with room for little beside the scene. */
export const isSmall = () => matchMedia("(max-width: 900px)").matches;

/** Makes an element with a class, put into its parent. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    className = "",
    parent?: Element,
    text = "",
): HTMLElementTagNameMap[Tag] {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text) made.textContent = text;
    parent?.append(made);
    return made;
}

/** Do people want less motion? */
export const wantsLessMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const edgePx = 8;

/** Keeps a list that a summary opens inside the window, below the summary; one that is too long scrolls. */
export function keepInside(details: HTMLDetailsElement, list: HTMLElement) {
    const place = () => {
        if (!details.open) return;
        const { left, bottom } = details.getBoundingClientRect();
        const top = bottom + 6;
        list.style.top = `${top}px`;
        list.style.maxHeight = `${innerHeight - top - edgePx}px`;
        list.style.left = `${Math.max(edgePx, Math.min(left, innerWidth - list.offsetWidth - edgePx))}px`;
    };
    details.addEventListener("toggle", place);
    addEventListener("resize", place);
}
