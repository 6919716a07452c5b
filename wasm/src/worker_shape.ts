/** Shared knowledge of worker and page: the numbers of a tick, and the messages. */

import type { Shape as BodyShape, ModelInfo } from "./types";

/** What is shown. It travels as a message. */
export interface Shape {
    readonly ticksPerS: number;
    /** Number of wheels of each car. */
    readonly wheelCounts: readonly number[];
    readonly bodyCount: number;
    readonly channels: readonly string[];
    readonly inputs: readonly string[];
}

/** Where the numbers of a tick lie. Poses are place and orientation. */
export interface Places {
    readonly cars: readonly { readonly pose: number; readonly wheels: readonly number[]; readonly channels: number }[];
    readonly bodies: readonly number[];
    /** Places of all orientations, which are not blended number by number. */
    readonly orientations: readonly number[];
    readonly length: number;
}

export const poseLength = 7;
/** A pose, the angle of its spin, its travel. */
export const wheelLength = poseLength + 2;

/** A row of ticks begins with the number of the newest one, when it was due, and what has been forgotten until then. */
export const headLength = 3;
/** The newest ones in a row, the newest last. */
export const ticksInRow = 3;

export function placesOf({ wheelCounts, bodyCount, channels }: Shape): Places {
    const orientations: number[] = [];
    let length = 0;
    function room(size: number, isBody = true): number {
        const at = length;
        if (isBody) orientations.push(at + 3);
        length += size;
        return at;
    }
    const cars = wheelCounts.map((count) => ({
        pose: room(poseLength),
        wheels: Array.from({ length: count }, () => room(wheelLength)),
        channels: room(channels.length, false),
    }));
    const bodies = Array.from({ length: bodyCount }, () => room(poseLength));
    return { cars, bodies, orientations, length };
}

export const rowLength = (places: Places) => headLength + ticksInRow * places.length;
export const inputLength = ({ wheelCounts, inputs }: Shape) => wheelCounts.length * inputs.length;

/** An error as it travels: structured clones keep neither its name nor what Kamm adds. */
export interface ToldError {
    readonly name: string;
    readonly message: string;
    readonly stack?: string;
    readonly code?: string;
    readonly path?: string;
}

/** Message to the page. */
export type WorkerMessage =
    | {
          kamm: "ready";
          shape: Shape;
          poses: SharedArrayBuffer;
          inputs: SharedArrayBuffer;
          /** What they are at first. */
          input: readonly number[];
          /** Data of the cars, then of the bodies. */
          infos: readonly ModelInfo[];
          bodyShapes: readonly (readonly BodyShape[])[];
      }
    | { kamm: "stopped" }
    | { kamm: "failed"; error: ToldError };

/** Message to the worker. `connect` requests `ready` again, because the first one may have come too early. */
export type PageMessage = { kamm: "connect" | "run" | "pause" | "stop" };

/** The fine clock of a thread, from an origin that all threads share. */
export const clockMs = () => performance.timeOrigin + performance.now();

export function requireSharedMemory(): void {
    const { crossOriginIsolated } = globalThis as { crossOriginIsolated?: boolean };
    if (typeof SharedArrayBuffer !== "undefined" && crossOriginIsolated !== false) return;
    throw new Error(
        "kamm: there is no SharedArrayBuffer, as this page is not cross-origin isolated. Its server has to send " +
            "Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp " +
            "with the page and with the worker's script, over https or from localhost",
    );
}
