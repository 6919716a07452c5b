/**
 * Physics in a worker, at a fixed rate; the page draws at its own. Poses go one way and inputs the other through shared memory:
 * without messages, without copies that are half old and half new, and no side waits for the other.
 *
 *     runPhysics(async () => ({ kamm, moving: world, cars: [car] })); // in the worker
 *
 *     const physics = await connectPhysics(new Worker(url, { type: "module" })); // in the page
 *     physics.cars[0].input.throttle = 1; // each frame
 *     physics.update();
 *
 * A world's step is called a tick here. Works in browsers' workers and in Node's worker_threads.
 */
import type { Body, CarChannels, CarFields, CarView, Cars, Combinations, Input, Kamm, ModelInfo, Shape, World } from "./types";
import { connect } from "./worker_connect";
import { run } from "./worker_run";

/** The objects that the worker steps and shows. */
export interface WorkerPhysics<Name extends string = keyof Input> {
    /** The module, or that of kamm/lite. */
    readonly kamm: { readonly clock: Kamm["clock"]; readonly fields: CarFields };
    /** The world to step, or cars without one. */
    readonly moving: Pick<World | Cars | Combinations, "stepSubsteps">;
    /** Cars to show, at least one. All have the same substep. */
    readonly cars: Iterable<CarView>;
    /** Bodies to show: `world.bodies`, or some of them. Later ones are not shown. */
    readonly bodies?: readonly Body[];
    /** Channels of each car that are sent beside the poses, for dials and sound. */
    readonly channels?: readonly (keyof CarChannels)[];
    /** Names of the inputs that the page sends for each car; those of `car.input` if not given. They start as in `car.input`, or at 0. */
    readonly inputs?: readonly Name[];
    /** 60 if not given; the cars' substeps of a second have to be a multiple of it. */
    readonly ticksPerS?: number;
    /**
     * Called before each tick, whose number counts from 1, with what the page has sent last, the same objects each time.
     * Without it inputs are written to `car.input`.
     */
    readonly tick?: (inputs: readonly Readonly<Record<Name, number>>[], tick: number) => void;
}

/** Pose at which a body is drawn; the arrays are the same each time. */
export interface ShownBody {
    readonly position: Float64Array;
    readonly orientation: Float64Array;
}

/** A wheel like those of `CarView.wheels`; the angle goes on counting beyond a turn. */
export interface ShownWheel extends ShownBody {
    readonly spinAngleRad: number;
    readonly travelM: number;
}

export interface ShownCar<Name extends string = keyof Input> extends ShownBody {
    /** Sizes and places, to draw it by. */
    readonly info: ModelInfo;
    readonly wheels: readonly ShownWheel[];
    /** Inputs that the next `update` sends, by the worker's names. */
    readonly input: Record<Name, number>;
    /** One of the channels that the worker has chosen. */
    read(channel: keyof CarChannels): number;
}

/** A body; its pose is not a number after it was removed. */
export interface ShownShapes extends ShownBody {
    readonly shapes: readonly Shape[];
}

/** The page's side. */
export interface Physics<Name extends string = keyof Input> {
    readonly cars: readonly ShownCar<Name>[];
    readonly bodies: readonly ShownShapes[];
    readonly ticksPerS: number;
    /** The newest tick that has arrived. */
    readonly tick: number;
    /** Time of the shown state, in the time of the ticks. Never goes back. */
    readonly timeS: number;
    /** How much longer ago than a tick's time the newest was due: above 0 the worker is behind, and the picture may stand still. */
    readonly lateS: number;
    /** Real time that the worker has given up, as the clock of `step` does: it catches up with 0.2 s at most, or two ticks. */
    readonly forgottenS: number;
    /**
     * Called once a frame: sends the inputs, and moves all that is shown to its place `delayTicks` before `nowMs`.
     * The default of `nowMs` is `performance.timeOrigin + performance.now()`.
     */
    update(nowMs?: number): void;
    /** The worker takes no more ticks, until `resume`: for pages that are hidden. The time between is not caught up with. */
    pause(): void;
    resume(): void;
    /** Ends it; the worker itself belongs to its creator. */
    stop(): Promise<void>;
    /** Fulfilled after `stop`; rejected with what has been thrown in the worker. */
    readonly ended: Promise<void>;
}

export interface ConnectOptions {
    /**
     * How far behind the present bodies are shown, 0 to 2 ticks; 1.5 if not given. From 1 on the picture is smooth, as long as
     * ticks come no later than what is above 1. 0 shows the newest tick as it is.
     */
    readonly delayTicks?: number;
}

/** The used members of a browser's Worker, or of one of Node's worker_threads. */
export interface PhysicsWorker {
    postMessage(message: unknown): void;
    addEventListener?(type: string, listener: (event: any) => void): void;
    on?(event: string, listener: (value: any) => void): unknown;
}

/**
 * Sets up the physics in the worker, once, and steps it when the page has connected. Errors of `setup` or `tick` reach the page.
 * Messages of your own are possible beside these, except for objects with a member `kamm`.
 */
export function runPhysics<Name extends string = keyof Input>(
    setup: () => WorkerPhysics<Name> | Promise<WorkerPhysics<Name>>,
): void {
    void run(setup as () => WorkerPhysics<string>);
}

/**
 * Waits in the page for a worker's physics, and starts it; once for each worker. Throws without shared memory, which a page
 * has only if its server isolates it, and if `setup` throws in the worker.
 */
export async function connectPhysics<Name extends string = keyof Input>(
    worker: PhysicsWorker,
    options: ConnectOptions = {},
): Promise<Physics<Name>> {
    return connect(worker, options) as Promise<Physics<string>> as Promise<Physics<Name>>;
}
