/** A canvas that keeps to its size on the page and to the screen's pixels. */
import { element } from "../view";
import { tokens } from "./tokens";

export interface Surface {
    readonly context: CanvasRenderingContext2D;
    /** In CSS pixels, which is what is drawn in. */
    readonly width: number;
    readonly height: number;
    /** Clears it; false if it is not visible. */
    begin(): boolean;
    text(
        what: string,
        x: number,
        y: number,
        size: number,
        colour: string,
        align?: CanvasTextAlign,
    ): void;
    line(x1: number, y1: number, x2: number, y2: number): void;
    /** Text of its contents for screen readers. */
    describe(label: string): void;
    dispose(): void;
}

export function createSurface(parent: HTMLElement, className: string, title: string): Surface {
    const canvas = element("canvas", className, parent);
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", title);
    const context = canvas.getContext("2d")!;
    let width = 0;
    let height = 0;
    const measured = new ResizeObserver(([entry]) => {
        width = entry!.contentRect.width;
        height = entry!.contentRect.height;
    });
    measured.observe(canvas);

    /** Setting a canvas's size clears it, so only if it is another. */
    function fit(ratio: number) {
        const pixelWidth = Math.round(width * ratio);
        const pixelHeight = Math.round(height * ratio);
        if (canvas.width === pixelWidth && canvas.height === pixelHeight) return;
        canvas.width = pixelWidth;
        canvas.height = pixelHeight;
    }

    return {
        context,
        get width() {
            return width;
        },
        get height() {
            return height;
        },
        begin() {
            if (width < 1 || height < 1) return false;
            const ratio = Math.min(3, devicePixelRatio || 1);
            fit(ratio);
            context.setTransform(ratio, 0, 0, ratio, 0, 0);
            context.clearRect(0, 0, width, height);
            return true;
        },
        text(what, x, y, size, colour, align = "left") {
            context.font = `${size >= 14 ? "600 " : ""}${size}px ${tokens().font}`;
            context.fillStyle = colour;
            context.textAlign = align;
            context.fillText(what, x, y);
        },
        line(x1, y1, x2, y2) {
            context.beginPath();
            context.moveTo(x1, y1);
            context.lineTo(x2, y2);
            context.stroke();
        },
        describe(label) {
            if (canvas.getAttribute("aria-label") !== label)
                canvas.setAttribute("aria-label", label);
        },
        dispose() {
            measured.disconnect();
            canvas.remove();
        },
    };
}
