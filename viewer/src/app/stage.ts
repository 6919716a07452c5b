/** The renderer, the scene and what falls back when a machine is slow. */
import { Object3D, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import { createQualityWatch, type DrawnQuality } from "./quality";

Object3D.DEFAULT_UP.set(0, 0, 1); // Kamm's axes

export const createCamera = () => new PerspectiveCamera(55, 1, 0.1, 4000);

/** The lens of a window of this size. */
export function fitCamera(camera: PerspectiveCamera) {
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
}

export interface Stage {
    readonly renderer: WebGLRenderer;
    readonly scene: Scene;
    readonly quality: DrawnQuality;
    /** Draws; `frameS` is how long the last frame took, by which quality falls on slow machines. */
    draw(frameS: number): void;
    dispose(): void;
}

/** What the stage tells. */
export interface StageNews {
    /** Another quality. */
    changed(quality: DrawnQuality): void;
    /** The lowest quality is too slow as well; it is reported once. */
    tooSlow(): void;
    /** The graphics have gone, or come back. */
    lost(isLost: boolean): void;
}

/** Returns the context that three requests; null if the browser has none. It is tried here because three complains in
 * the console. */
function contextOf(canvas: HTMLCanvasElement, antialias: boolean): WebGL2RenderingContext | null {
    return canvas.getContext("webgl2", { antialias, stencil: false, powerPreference: "high-performance" });
}

/** `isChosen`: the user has selected that quality. Null: there is no WebGL 2. */
export function createStage(
    canvas: HTMLCanvasElement,
    camera: PerspectiveCamera,
    { quality, isChosen }: { quality: DrawnQuality; isChosen: boolean },
    news: StageNews,
): Stage | null {
    const antialias = quality === "medium" || quality === "high";
    const context = contextOf(canvas, antialias);
    if (!context) return null;
    const renderer = new WebGLRenderer({ canvas, context, antialias });
    const scene = new Scene();
    const watch = createQualityWatch(quality, isChosen);
    let isToldTooSlow = false;
    canvas.addEventListener("webglcontextlost", () => news.lost(true));
    canvas.addEventListener("webglcontextrestored", () => news.lost(false));

    function resize() {
        const max = { low: 1, medium: 1.5, high: 2 }[quality];
        renderer.setPixelRatio(Math.min(devicePixelRatio, max));
        renderer.setSize(innerWidth, innerHeight, false);
    }

    function setQuality(next: DrawnQuality) {
        quality = next;
        renderer.shadowMap.enabled = quality === "medium" || quality === "high";
        resize();
        news.changed(quality);
    }

    addEventListener("resize", resize);
    resize();
    renderer.shadowMap.enabled = antialias;
    return {
        renderer,
        scene,
        get quality() {
            return quality;
        },
        draw(frameS) {
            const next = watch.take(frameS);
            if (next !== quality) setQuality(next);
            if (watch.isTooSlow && !isToldTooSlow) {
                isToldTooSlow = true;
                news.tooSlow();
            }
            renderer.render(scene, camera);
        },
        dispose() {
            removeEventListener("resize", resize);
            renderer.dispose();
        },
    };
}
