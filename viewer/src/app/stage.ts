/** The renderer, the scene and what falls back when a machine is slow. */
import { Object3D, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import { createQualityWatch, type Quality } from "./quality";

Object3D.DEFAULT_UP.set(0, 0, 1); // Kamm's axes

export interface Stage {
    readonly renderer: WebGLRenderer;
    readonly scene: Scene;
    readonly camera: PerspectiveCamera;
    readonly quality: Quality;
    /** Draws; `frameS` is how long the last frame took, by which quality falls on slow machines. */
    draw(frameS: number): void;
    dispose(): void;
}

/** `isChosen`: somebody asks for that quality. `changed` hears of each other one, `lost` where the graphics have gone or come back. */
export function createStage(
    canvas: HTMLCanvasElement,
    { quality, isChosen }: { quality: Quality; isChosen: boolean },
    changed: (quality: Quality) => void,
    lost: (isLost: boolean) => void,
): Stage {
    const antialias = quality === "medium" || quality === "high";
    const renderer = new WebGLRenderer({ canvas, antialias, powerPreference: "high-performance" });
    const scene = new Scene();
    const camera = new PerspectiveCamera(55, 1, 0.1, 4000);
    const watch = createQualityWatch(quality, isChosen);
    canvas.addEventListener("webglcontextlost", () => lost(true));
    canvas.addEventListener("webglcontextrestored", () => lost(false));

    function resize() {
        const max = { off: 1, low: 1, medium: 1.5, high: 2 }[quality];
        renderer.setPixelRatio(Math.min(devicePixelRatio, max));
        renderer.setSize(innerWidth, innerHeight, false);
        camera.aspect = innerWidth / innerHeight;
        camera.updateProjectionMatrix();
    }

    function setQuality(next: Quality) {
        quality = next;
        renderer.shadowMap.enabled = quality === "medium" || quality === "high";
        resize();
        changed(quality);
    }

    addEventListener("resize", resize);
    resize();
    renderer.shadowMap.enabled = antialias;
    return {
        renderer,
        scene,
        camera,
        get quality() {
            return quality;
        },
        draw(frameS) {
            if (quality === "off") return;
            const next = watch.take(frameS);
            if (next !== quality) setQuality(next);
            renderer.render(scene, camera);
        },
        dispose() {
            removeEventListener("resize", resize);
            renderer.dispose();
        },
    };
}
