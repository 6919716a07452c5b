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

/** What the worker moves and shows. */
export interface WorkerPhysics<Name extends string = keyof Input> {
    /** Or what `loadKamm` of kamm/lite gives. */
    readonly kamm: { readonly clock: Kamm["clock"]; readonly fields: CarFields };
    /** What is stepped: a world, or cars without one. */
    readonly moving: Pick<World | Cars | Combinations, "stepSubsteps">;
    /** Those to be shown, at least one. All have the same substep. */
    readonly cars: Iterable<CarView>;
    /** As many as there are at first are shown: `world.bodies`, or some of them. */
    readonly bodies?: readonly Body[];
    /** Of each car, beside the poses: for dials and sound. */
    readonly channels?: readonly (keyof CarChannels)[];
    /** What the page sends for each car, by names; those of `car.input` if not given. At first they are what `car.input` has, or 0. */
    readonly inputs?: readonly Name[];
    /** 60 if not given; the cars' substeps of a second have to be a multiple of it. */
    readonly ticksPerS?: number;
    /**
     * Called before each tick, whose number counts from 1, with what the page has sent last, the same objects each time.
     * Without it inputs are written to `car.input`.
     */
    readonly tick?: (inputs: readonly Readonly<Record<Name, number>>[], tick: number) => void;
}

/** Where a body is drawn; the arrays are the same each time. */
export interface ShownBody {
    readonly position: Float64Array;
    readonly orientation: Float64Array;
}

/** As of `CarView.wheels`; the angle goes on counting beyond a turn. */
export interface ShownWheel extends ShownBody {
    readonly spinAngleRad: number;
    readonly travelM: number;
}

export interface ShownCar<Name extends string = keyof Input> extends ShownBody {
    /** Sizes and places, to draw it by. */
    readonly info: ModelInfo;
    readonly wheels: readonly ShownWheel[];
    /** What is sent by the next `update`; by the names that the worker has given. */
    readonly input: Record<Name, number>;
    /** One of the channels that the worker has chosen. */
    read(channel: keyof CarChannels): number;
}

/** Not a number where it has been removed. */
export interface ShownShapes extends ShownBody {
    readonly shapes: readonly Shape[];
}

/** The page's side. */
export interface Physics<Name extends string = keyof Input> {
    readonly cars: readonly ShownCar<Name>[];
    readonly bodies: readonly ShownShapes[];
    readonly ticksPerS: number;
    /** The newest that has come. */
    readonly tick: number;
    /** Of what is shown, in the time of the ticks. Never goes back. */
    readonly timeS: number;
    /** How much longer ago than a tick's time the newest was due: above 0 the worker is behind, and the picture may stand still. */
    readonly lateS: number;
    /** Real time that the worker has given up, as the clock of `step` does: it catches up with 0.2 s at most, or two ticks. */
    readonly forgottenS: number;
    /**
     * Once a frame: sends the inputs, and puts all that is shown to where it is `delayTicks` before `nowMs`, which is
     * `performance.timeOrigin + performance.now()` if not given.
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

/** What is used of a browser's Worker, or one of Node's worker_threads. */
export interface PhysicsWorker {
    postMessage(message: unknown): void;
    addEventListener?(type: string, listener: (event: any) => void): void;
    on?(event: string, listener: (value: any) => void): unknown;
}

/**
 * In the worker, once: sets the physics up, and moves it when the page has connected. What `setup` or `tick` throws reaches the
 * page. Messages of your own go beside, as long as they are no objects with `kamm` in them.
 */
export function runPhysics<Name extends string = keyof Input>(
    setup: () => WorkerPhysics<Name> | Promise<WorkerPhysics<Name>>,
): void {
    void run(setup as () => WorkerPhysics<string>);
}

/**
 * In the page, once for each worker: waits for its physics, and starts it. Throws where there is no shared memory, which a
 * page has only if its server isolates it, and what `setup` throws in the worker.
 */
export async function connectPhysics<Name extends string = keyof Input>(
    worker: PhysicsWorker,
    options: ConnectOptions = {},
): Promise<Physics<Name>> {
    return connect(worker, options) as Promise<Physics<string>> as Promise<Physics<Name>>;
}
