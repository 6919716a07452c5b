/** The instruments' face: one canvas, painted when what it shows has changed, and not too often. */
import { CanvasTexture, Mesh, MeshBasicMaterial, PlaneGeometry, SRGBColorSpace } from "three";
import type { ModelInfo } from "kamm";
import type { CarFrame } from "../frame";
import { paintCluster, paintDisplay } from "./paint";
import { createReadings, type Readings } from "./readings";

export interface Instruments {
    readonly mesh: Mesh;
    /** How often it has been painted. */
    readonly pictures: number;
    update(car: CarFrame, dtS: number): void;
    dispose(): void;
}

const paintEveryMs = 50;
const sizes = { cluster: [720, 300], display: [256, 128] } as const;

/** Lies in the x-y plane, x to the right; `widthM` by `heightM`. */
export function createInstruments(info: ModelInfo, kind: keyof typeof sizes, widthM: number, heightM: number): Instruments {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = sizes[kind];
    const pen = canvas.getContext("2d")!;
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    texture.anisotropy = 4;
    const material = new MeshBasicMaterial({ map: texture, toneMapped: false });
    const mesh = new Mesh(new PlaneGeometry(widthM, heightM), material);
    const paint = kind === "cluster" ? paintCluster : paintDisplay;
    let waiting: Readings | null = null;
    let paintedMs = -Infinity;
    let pictures = 0;
    const readings = createReadings(info, (next) => {
        waiting = next;
    });
    return {
        mesh,
        get pictures() {
            return pictures;
        },
        update(car, dtS) {
            readings.take(car, dtS);
            const nowMs = performance.now();
            if (!waiting || nowMs - paintedMs < paintEveryMs) return;
            paint(pen, waiting);
            texture.needsUpdate = true;
            waiting = null;
            paintedMs = nowMs;
            ++pictures;
        },
        dispose() {
            mesh.geometry.dispose();
            material.dispose();
            texture.dispose();
        },
    };
}
