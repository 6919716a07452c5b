/** Target of a camera, and shared code of all cameras. */
import { Quaternion, Vector3, type PerspectiveCamera } from "three";
import type { ModelInfo } from "kamm";
import type { CarFrame } from "../frame";

export interface Size {
    readonly lengthM: number;
    readonly heightM: number;
}

export type GroundAt = (x: number, y: number) => number;

/** One moment as the cameras see it. */
export interface Scene {
    car: CarFrame;
    info: ModelInfo;
    /** Size of the vehicle with its trailers, which stays in sight. */
    size: Size;
    groundAt: GroundAt;
    /** Simulation time since the last frame, 0 in a pause. */
    dtS: number;
    /** Real time since the last frame. */
    realS: number;
    /** Nothing that has been smoothed is of use any more. */
    fresh: boolean;
}

export interface Rig {
    readonly title: string;
    /** Angle of view on a wide screen, top to bottom. */
    readonly fieldOfViewRad: number;
    /** Zooms by itself: portrait screens get no wider view. */
    readonly isTele?: boolean;
    readonly nearM: number;
    /** Another model. */
    setInfo?(info: ModelInfo): void;
    /** Places and turns the camera. */
    aim(camera: PerspectiveCamera, scene: Scene): void;
    /** Chosen once more: its next view. False: that is the first one again. */
    again?(): boolean;
    /** Nearer (below 1) or farther. */
    zoom?(factor: number): void;
    /** A user who drags or scrolls on the canvas moves this camera. */
    readonly takesPointer?: boolean;
    orbit?(rightPx: number, downPx: number): void;
    pan?(rightPx: number, downPx: number): void;
}

export const degrees = (angle: number) => (angle * Math.PI) / 180;
export const clamp = (value: number, low: number, high: number) =>
    Math.min(Math.max(value, low), high);

/** Vehicles up to this length are seen from the same distances; longer ones from farther. */
export const usualLengthM = 5.5;
export const lengthFactor = ({ lengthM }: Size) => Math.max(1, lengthM / usualLengthM);

const turn = new Quaternion();

export const bodyTurn = (car: CarFrame) =>
    turn.set(car.orientation[1]!, car.orientation[2]!, car.orientation[3]!, car.orientation[0]!);

/** A place in the car's frame, in the world. */
export const inWorld = (out: Vector3, car: CarFrame, x: number, y: number, z: number) =>
    out.set(x, y, z).applyQuaternion(bodyTurn(car)).add(worldOrigin.fromArray(car.position));

const worldOrigin = new Vector3();

/** Portrait screens get at least this much from side to side. */
const minAcrossRad = degrees(52);

/** Top to bottom, for a screen of that aspect. */
export function fieldOfView(wantedRad: number, aspect: number): number {
    const min = 2 * Math.atan(Math.tan(minAcrossRad / 2) / aspect);
    return Math.min(Math.max(wantedRad, min), degrees(96));
}
