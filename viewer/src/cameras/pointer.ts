/** Dragging, pinching and scrolling on the canvas. */

export interface Drags {
    orbit(rightPx: number, downPx: number): void;
    pan(rightPx: number, downPx: number): void;
    zoom(factor: number): void;
    /** Does anybody want drags now, and scrolling? */
    takesDrags(): boolean;
    takesZoom(): boolean;
}

interface Finger {
    x: number;
    y: number;
    readonly button: number;
}

export function listenToDrags(canvas: HTMLCanvasElement, drags: Drags): () => void {
    const fingers = new Map<number, Finger>();
    const stop = new AbortController();
    const on = <Name extends keyof HTMLElementEventMap>(
        name: Name,
        listener: (event: HTMLElementEventMap[Name]) => void,
    ) => canvas.addEventListener(name, listener, { signal: stop.signal, passive: false });

    const spread = () => {
        const [a, b] = [...fingers.values()] as [Finger, Finger];
        return Math.hypot(a.x - b.x, a.y - b.y);
    };
    on("pointerdown", (event) => {
        if (!drags.takesDrags()) return;
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, button: event.button });
        canvas.setPointerCapture(event.pointerId);
    });
    on("pointermove", (event) => {
        const finger = fingers.get(event.pointerId);
        if (!finger) return;
        const before = fingers.size === 2 ? spread() : 0;
        const [right, down] = [event.clientX - finger.x, event.clientY - finger.y];
        finger.x = event.clientX;
        finger.y = event.clientY;
        if (fingers.size === 2) {
            drags.zoom(before / Math.max(spread(), 1));
            drags.pan(right / 2, down / 2);
        } else if (finger.button === 2 || event.shiftKey) drags.pan(right, down);
        else drags.orbit(right, down);
    });
    for (const name of ["pointerup", "pointercancel"] as const)
        on(name, (event) => fingers.delete(event.pointerId));
    on("contextmenu", (event) => {
        if (drags.takesDrags()) event.preventDefault();
    });
    on("wheel", (event) => {
        if (!drags.takesZoom()) return;
        event.preventDefault();
        drags.zoom(Math.exp(clampWheel(event.deltaY) * 0.0015));
    });
    return () => stop.abort();
}

const clampWheel = (delta: number) => Math.max(-200, Math.min(200, delta));
