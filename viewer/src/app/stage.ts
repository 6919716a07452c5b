/** The renderer, the scene and what falls back when a machine is slow. */
import {
    Object3D,
    PerspectiveCamera,
    Scene,
    WebGLRenderer,
} from "three";

Object3D.DEFAULT_UP.set(0, 0, 1); // Kamm's axes

/** "off" draws no scene: instruments alone, for machines that have no use for their GPU. */
export type Quality = "off" | "low" | "medium" | "high";
export const qualities: readonly Quality[] = ["off", "low", "medium", "high"];

export interface Stage {
    readonly renderer: WebGLRenderer;
    readonly scene: Scene;
    readonly camera: PerspectiveCamera;
    readonly quality: Quality;
    setQuality(quality: Quality): void;
    /** Draws; `frameS` is how long the last frame took, by which quality falls on slow machines. */
    draw(frameS: number): void;
    dispose(): void;
}

/** Slower than that for some seconds: one quality less. */
const slowS = 1 / 38;
const timeLimitS = 3;

export function createStage(
    canvas: HTMLCanvasElement,
    quality: Quality,
    changed: (quality: Quality) => void,
): Stage {
    const antialias = quality === "medium" || quality === "high";
    const renderer = new WebGLRenderer({ canvas, antialias, powerPreference: "high-performance" });
    const scene = new Scene();
    const camera = new PerspectiveCamera(55, 1, 0.1, 4000);
    let slowForS = 0;

    function resize() {
        const max = { off: 1, low: 1, medium: 1.5, high: 2 }[quality];
        renderer.setPixelRatio(Math.min(devicePixelRatio, max));
        renderer.setSize(innerWidth, innerHeight, false);
        camera.aspect = innerWidth / innerHeight;
        camera.updateProjectionMatrix();
    }

    function setQuality(next: Quality) {
        quality = next;
        slowForS = 0;
        renderer.shadowMap.enabled = quality === "medium" || quality === "high";
        resize();
        changed(quality);
    }

    function watch(frameS: number) {
        const isSlow = frameS > slowS && frameS < 0.5; // a longer one was a pause
        slowForS = isSlow ? slowForS + frameS : Math.max(0, slowForS - 2 * frameS);
        if (slowForS > timeLimitS && quality !== "low")
            setQuality(quality === "high" ? "medium" : "low");
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
        setQuality,
        draw(frameS) {
            if (quality === "off") return;
            watch(frameS);
            renderer.render(scene, camera);
        },
        dispose() {
            removeEventListener("resize", resize);
            renderer.dispose();
        },
    };
}
