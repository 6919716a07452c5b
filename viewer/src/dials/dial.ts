/**
 * What all instruments have in common: a panel with a title, switched on and off, drawn on a
 * canvas.
 */
import type { ModelInfo } from "kamm";
import type { CarFrame, Frame } from "../frame";
import { element, type Panel } from "../view";
import { createClock } from "./clock";
import { createSurface, type Surface } from "./surface";

export interface Dial extends Panel {
    setInfo(info: ModelInfo): void;
    /** Forgets what it remembers. */
    restart(): void;
}

/** What one instrument is. */
export interface Painter {
    setInfo(info: ModelInfo): void;
    /** How many times as high as for a car with four wheels it has to be; 1 if not given. */
    heightFactor?(info: ModelInfo): number;
    /** Simulated time went on; 0 while paused. Called whether it is visible or not. */
    follow?(car: CarFrame, stepS: number): void;
    /** Time jumped, or the past has ended: forget. */
    startOver?(): void;
    paint(surface: Surface, car: CarFrame): void;
    /** Describes the dial in words and numbers. */
    describe(car: CarFrame): string;
}

export interface Title {
    readonly id: string;
    readonly title: string;
    /** What its numbers are, in small type beside the title. */
    readonly note?: string;
}

/** A panel on the page, with its switch. */
export function createFace({ id, title, note }: Title, parent: HTMLElement) {
    const section = element("section", `panel dial dial-${id}`, parent);
    section.setAttribute("aria-label", title);
    const heading = element("h2", "", section, title);
    if (note) element("small", "", heading, note);
    return {
        id,
        title,
        element: section,
        get visible() {
            return !section.hidden;
        },
        set visible(shown: boolean) {
            section.hidden = !shown;
        },
    };
}

const describeEveryMs = 1000;

export function createDial(title: Title, parent: HTMLElement, painter: Painter): Dial {
    const face = createFace(title, parent);
    const surface = createSurface(face.element, "dial-canvas", title.title);
    const clock = createClock();
    let describedMs = -Infinity;

    function describe(car: CarFrame) {
        const nowMs = performance.now();
        if (nowMs - describedMs < describeEveryMs) return;
        describedMs = nowMs;
        surface.describe(`${title.title}: ${painter.describe(car)}`);
    }

    // Onto the face, which keeps its switch.
    return Object.assign(face, {
        setInfo(info: ModelInfo) {
            painter.setInfo(info);
            const factor = painter.heightFactor?.(info) ?? 1;
            face.element.style.setProperty("--height-factor", String(factor));
        },
        restart: () => painter.startOver?.(),
        update(frame: Frame) {
            const car = frame.cars[0];
            if (!car) return;
            clock.tick(frame.timeS);
            if (clock.jumped) painter.startOver?.();
            painter.follow?.(car, clock.stepS);
            if (!face.visible || !surface.begin()) return;
            painter.paint(surface, car);
            describe(car);
        },
        dispose() {
            surface.dispose();
            face.element.remove();
        },
    });
}
