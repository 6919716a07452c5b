/** The renderer, the scene and what falls back when a machine is slow. */
import {
    ACESFilmicToneMapping,
    Object3D,
    PCFSoftShadowMap,
    PerspectiveCamera,
    Scene,
    WebGLRenderer,
} from "three";

Object3D.DEFAULT_UP.set(0, 0, 1); // Kamm's axes

export type Quality = "low" | "medium" | "high";
const qualities: readonly Quality[] = ["low", "medium", "high"];

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
const patienceS = 3;

export function createStage(
    canvas: HTMLCanvasElement,
    quality: Quality,
    changed: (quality: Quality) => void,
): Stage {
    const renderer = new WebGLRenderer({ canvas, antialias: quality !== "low", powerPreference: "high-performance" });
    const scene = new Scene();
    const camera = new PerspectiveCamera(55, 1, 0.1, 4000);
    let slowForS = 0;
    renderer.toneMapping = ACESFilmicToneMapping;
    renderer.shadowMap.type = PCFSoftShadowMap;

    function resize() {
        const most = { low: 1, medium: 1.5, high: 2 }[quality];
        renderer.setPixelRatio(Math.min(devicePixelRatio, most));
        renderer.setSize(innerWidth, innerHeight, false);
        camera.aspect = innerWidth / innerHeight;
        camera.updateProjectionMatrix();
    }

    function setQuality(next: Quality) {
        quality = next;
        slowForS = 0;
        renderer.shadowMap.enabled = quality !== "low";
        resize();
        changed(quality);
    }

    function watch(frameS: number) {
        const isSlow = frameS > slowS && frameS < 0.5; // a longer one was a pause
        slowForS = isSlow ? slowForS + frameS : Math.max(0, slowForS - 2 * frameS);
        if (slowForS > patienceS && quality !== "low")
            setQuality(qualities[qualities.indexOf(quality) - 1]!);
    }

    addEventListener("resize", resize);
    resize();
    renderer.shadowMap.enabled = quality !== "low";
    return {
        renderer,
        scene,
        camera,
        get quality() {
            return quality;
        },
        setQuality,
        draw(frameS) {
            watch(frameS);
            renderer.render(scene, camera);
        },
        dispose() {
            removeEventListener("resize", resize);
            renderer.dispose();
        },
    };
}
