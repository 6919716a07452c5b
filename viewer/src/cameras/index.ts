/** The cameras of the page. They move in simulation time, and follow the frame's first car. */
import { MathUtils, Vector3, type PerspectiveCamera } from "three";
import type { ModelInfo } from "kamm";
import type { Frame } from "../frame";
import { createAbove } from "./above";
import { createChase } from "./chase";
import { createCircle } from "./circle";
import { createCockpit } from "./cockpit";
import { createOrbit } from "./orbit";
import { createPassage } from "./passage";
import { listenToDrags } from "./pointer";
import { fieldOfView, type GroundAt, type Rig, type Scene, type Size } from "./rig";
import { createTv } from "./tv";
import { createTvPlaces, type TvPlaces } from "./tv_places";
import { createWheelView } from "./wheel";

export { createTvPlaces };
export type CameraMode = "chase" | "cockpit" | "above" | "free" | "wheel" | "tv";
export const cameraModes: readonly CameraMode[] = ["chase", "cockpit", "above", "free", "wheel", "tv"];

export interface Cameras {
    readonly mode: CameraMode;
    readonly title: string;
    /** The picture is the driver's. */
    readonly isInside: boolean;
    /**
     * The same mode once more: the next wheel; above, heading or north up; free, back to the car.
     */
    setMode(mode: CameraMode): void;
    /** Keeps this mode until a call with null: there is no picture from any other. */
    hold(mode: CameraMode | null): void;
    /** The camera circles the car in any mode until the user drives. */
    circling: boolean;
    /** The chase camera leans by half of what a two-wheeler leans. */
    leaning: boolean;
    /** What happened is seen by television, until another mode is chosen; what happens, as before. */
    replaying: boolean;
    /** The mode's next view, or after its last one the next mode. */
    next(): CameraMode;
    /** Nearer (below 1) or farther, where the mode has a distance. */
    zoom(factor: number): void;
    /** `size`: of all that is driven, where that is more than the car. */
    update(frame: Frame, info: ModelInfo, groundAt: GroundAt, dtS: number, size?: Size): void;
    /** Starts again from the next frame: nothing glides there. */
    reset(): void;
    dispose(): void;
}

/** Farther in a frame than any car drives: it has been put somewhere else. */
const teleportM = 15;
const maxStepS = 0.5;

/** `places`: those of television. */
export function createCameras(
    camera: PerspectiveCamera,
    canvas: HTMLCanvasElement,
    places: TvPlaces = createTvPlaces([], () => 0),
): Cameras {
    const rigs: Record<CameraMode, Rig> = {
        chase: createChase(() => isLeaning),
        cockpit: createCockpit(),
        above: createAbove(),
        free: createOrbit(),
        wheel: createWheelView(),
        tv: createTv(places),
    };
    const circle = createCircle();
    const passage = createPassage();
    let isCircling = false;
    let isLeaning = true;
    let mode: CameraMode = "chase";
    /** The mode before it was held. */
    let freeMode: CameraMode | null = null;
    /** The mode before the replay. */
    let drivingMode: CameraMode | null = null;
    let fresh = true;
    let timeS = 0;
    let known: ModelInfo | null = null;
    const place = new Vector3();
    const now = new Vector3();
    const stopListening = listenToDrags(canvas, {
        orbit: (right, down) => rigs[mode].orbit?.(right, down),
        pan: (right, down) => rigs[mode].pan?.(right, down),
        zoom: (factor) => rigs[mode].zoom?.(factor),
        takesDrags: () => rigs[mode].takesPointer ?? false,
        takesZoom: () => rigs[mode].zoom !== undefined,
    });

    /** A held mode keeps the picture. */
    const present = () => (isCircling && !freeMode ? circle : rigs[mode]);
    const setMode = (wanted: CameraMode) => {
        passage.end();
        if (wanted === mode) rigs[mode].again?.();
        else fresh = true;
        mode = wanted;
        canvas.style.touchAction = rigs[mode].takesPointer ? "none" : "";
    };
    const setLens = (rig: Rig) => {
        const { fieldOfViewRad, isTele } = rig;
        const angle = MathUtils.radToDeg(isTele ? fieldOfViewRad : fieldOfView(fieldOfViewRad, camera.aspect));
        if (camera.near === rig.nearM && Math.abs(camera.fov - angle) < 1e-6) return;
        camera.near = rig.nearM;
        camera.fov = angle;
        camera.updateProjectionMatrix();
    };
    return {
        get mode() {
            return mode;
        },
        get title() {
            return present().title;
        },
        get isInside() {
            return present() === rigs.cockpit;
        },
        setMode,
        get circling() {
            return isCircling;
        },
        set circling(is) {
            if (is === isCircling) return;
            isCircling = is;
            fresh = true;
            if (!is && !freeMode) passage.begin(camera);
        },
        get leaning() {
            return isLeaning;
        },
        set leaning(is) {
            isLeaning = is;
        },
        get replaying() {
            return drivingMode !== null;
        },
        set replaying(is) {
            if (is === (drivingMode !== null)) return;
            if (is) {
                drivingMode = mode;
                if (!freeMode) setMode("tv");
            } else {
                if (mode === "tv" && !freeMode) setMode(drivingMode!);
                drivingMode = null;
            }
        },
        hold(wanted) {
            const next = wanted ?? freeMode;
            freeMode = wanted && (freeMode ?? mode);
            if (next && next !== mode) setMode(next);
        },
        next() {
            if (!rigs[mode].again?.() && !freeMode)
                setMode(cameraModes[(cameraModes.indexOf(mode) + 1) % cameraModes.length]!);
            return mode;
        },
        zoom: (factor) => rigs[mode].zoom?.(factor),
        update(frame, info, groundAt, realS, size = info) {
            const car = frame.cars[0]!;
            if (info !== known) for (const rig of Object.values(rigs)) rig.setInfo?.(info);
            known = info;
            const dtS = frame.timeS - timeS;
            now.fromArray(car.position);
            if (dtS < 0 || dtS > maxStepS || now.distanceTo(place) > teleportM) fresh = true;
            const scene: Scene = { car, info, size, groundAt, dtS: Math.max(dtS, 0), realS, fresh };
            present().aim(camera, scene);
            setLens(present());
            passage.apply(camera, realS);
            camera.updateMatrixWorld();
            timeS = frame.timeS;
            place.copy(now);
            fresh = false;
        },
        reset() {
            fresh = true;
        },
        dispose: stopListening,
    };
}
