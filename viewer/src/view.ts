/** What all that shows something has in common. */
import type { Frame } from "./frame";

export interface View {
    /** Shows a frame; `dtS` is real time since the last one (0 while paused). */
    update(frame: Frame, dtS: number): void;
    dispose(): void;
}

/** A part of the page that can be switched off. */
export interface Panel extends View {
    /** For the menu that switches it, and for links to it: "circles". */
    readonly id: string;
    readonly title: string;
    readonly element: HTMLElement;
    visible: boolean;
}

/** Makes an element with a class, put into its parent. */
/** A window with room for little beside the scene. */
export const isSmall = () => matchMedia("(max-width: 900px)").matches;

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
