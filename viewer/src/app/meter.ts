/** How long a frame's physics takes, and how many frames a second there are. */
import { element, type Panel } from "../view";

const intervalS = 0.5;

export function createMeter(parent: HTMLElement, physicsMs: () => number, cars: () => number): Panel {
    const box = element("div", "panel meter", parent);
    element("h2", "", box, "Cost");
    const text = element("div", "", box);
    let frames = 0;
    let elapsedS = 0;
    let visible = true;
    let last = performance.now();
    return {
        id: "cost",
        title: "Cost of a frame",
        element: box,
        get visible() {
            return visible;
        },
        set visible(value) {
            visible = value;
            box.hidden = !value;
        },
        update() {
            const now = performance.now();
            elapsedS += (now - last) / 1000;
            last = now;
            ++frames;
            if (elapsedS < intervalS) return;
            const count = cars();
            text.textContent =
                `${(frames / elapsedS).toFixed(0)} frames/s, physics ${physicsMs().toFixed(2)} ms ` +
                `for ${count} car${count === 1 ? "" : "s"}`;
            frames = elapsedS = 0;
        },
        dispose() {
            box.remove();
        },
    };
}
