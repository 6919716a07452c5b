/** A canvas beside the text, as wide as there is room and as sharp as the screen. */
import { element } from "../../../viewer/src/view";

export interface Surface {
    readonly canvas: HTMLCanvasElement;
    readonly context: CanvasRenderingContext2D;
    /** In CSS pixels. */
    readonly width: number;
    readonly height: number;
    /** Fits the canvas to its place and clears it; lengths are CSS pixels then. */
    begin(): void;
}

const maxPixelRatio = 2;

/** `label`: a text of its contents for screen readers. */
export function createSurface(parent: Element, label: string, className: string, caption = ""): Surface {
    const figure = element("figure", `view ${className}`, parent);
    const canvas = element("canvas", "", figure);
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", label);
    if (caption) element("figcaption", "", figure, caption);
    const context = canvas.getContext("2d")!;
    let [width, height] = [0, 0];
    return {
        canvas,
        context,
        get width() {
            return width;
        },
        get height() {
            return height;
        },
        begin() {
            const ratio = Math.min(devicePixelRatio || 1, maxPixelRatio);
            [width, height] = [canvas.clientWidth, canvas.clientHeight];
            const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
            if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
            context.setTransform(ratio, 0, 0, ratio, 0, 0);
            context.clearRect(0, 0, width, height);
        },
    };
}
