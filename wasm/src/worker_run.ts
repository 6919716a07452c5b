/** The worker's side: takes inputs, ticks at a fixed rate, sends poses. */
import { kammError } from "./module";
import type { Body, Clock, Input, Wheel } from "./types";
import type { WorkerPhysics } from "./worker";
import { makeRows, sendRows, takeRows } from "./worker_rows";
import {
    clockMs, headLength, inputLength, placesOf, requireSharedMemory, rowLength, ticksInRow,
    type PageMessage, type Shape, type ToldError, type WorkerMessage,
} from "./worker_shape";

/** The same limit as `step` of cars and worlds has. */
const maxCaughtUpS = 0.2;

/** The way to the page. */
interface Port {
    post(message: WorkerMessage): void;
    listen(take: (message: PageMessage) => void): void;
    /** Lets a worker of Node's end when it has nothing else to do. */
    release(): void;
}

interface WebScope {
    postMessage(message: unknown): void;
    addEventListener(type: string, listener: (event: { data: PageMessage }) => void): void;
}

interface NodePort {
    postMessage(message: unknown): void;
    on(event: "message", listener: (message: PageMessage) => void): void;
    unref(): void;
}

/** The name is put together, as bundlers would look for it. */
async function openNodePort(): Promise<NodePort | null> {
    if (!("process" in globalThis)) return null;
    const name = ["node", "worker_threads"].join(":");
    return ((await import(/* @vite-ignore */ name)) as { parentPort: NodePort | null }).parentPort;
}

async function openPort(): Promise<Port> {
    if ("WorkerGlobalScope" in globalThis) {
        const scope = globalThis as unknown as WebScope;
        return {
            post: (message) => scope.postMessage(message),
            listen: (take) => scope.addEventListener("message", ({ data }) => take(data)),
            release() {},
        };
    }
    const port = await openNodePort();
    if (!port) throw new Error("kamm: runPhysics is for workers; the page calls connectPhysics");
    return {
        post: (message) => port.postMessage(message),
        listen: (take) => void port.on("message", take),
        release: () => port.unref(),
    };
}

function tell(thrown: unknown): ToldError {
    if (!(thrown instanceof Error)) return { name: "Error", message: String(thrown) };
    const { name, message, stack } = thrown;
    const { code, path } = thrown as { code?: unknown; path?: unknown };
    const word = (value: unknown) => (typeof value === "string" ? value : undefined);
    return { name, message, stack, code: word(code), path: word(path) };
}

/** How many substeps a tick has. */
function substepsOf(substepS: number, ticksPerS: number): number {
    const substeps = 1 / (substepS * ticksPerS);
    const whole = Math.round(substeps);
    if (ticksPerS > 0 && whole >= 1 && Math.abs(substeps - whole) < 1e-6) return whole;
    const perS = Math.round(1 / substepS);
    throw kammError("range", "ticksPerS", `ticksPerS: ${ticksPerS}; allowed: what divides ${perS}, the cars' substeps of a second`);
}

/**
 * The spin of a wheel without jumps at the end of a turn: as many turns are added as bring it nearest to where the wheel's speed
 * leads it, which may be more than half a turn in a tick.
 */
export function makeSpin(wheel: Pick<Wheel, "spinAngleRad" | "spinRadps">, tickS: number): () => number {
    const turn = 2 * Math.PI;
    let last = wheel.spinAngleRad;
    let speed = wheel.spinRadps;
    return () => {
        const foreseen = last + ((speed + wheel.spinRadps) / 2) * tickS;
        speed = wheel.spinRadps;
        const angle = wheel.spinAngleRad;
        return (last = angle + turn * Math.round((foreseen - angle) / turn));
    };
}

/** Writes the newest tick to where `shape` has it. */
function makePoseWriter({ cars, bodies = [], channels = [] }: WorkerPhysics<string>, shape: Shape): (to: Float64Array) => void {
    const places = placesOf(shape);
    const nowhere = new Float64Array(7).fill(NaN);
    const views = [...cars].map((car, i) => ({
        car,
        ...places.cars[i]!,
        spins: car.wheels.map((wheel) => makeSpin(wheel, 1 / shape.ticksPerS)),
    }));

    function writeBody(to: Float64Array, at: number, body: Body): void {
        if (!body.isThere) return to.set(nowhere, at);
        to.set(body.position, at);
        to.set(body.orientation, at + 3);
    }

    return (to) => {
        for (const { car, pose, wheels, spins, channels: channelsAt } of views) {
            to.set(car.position, pose);
            to.set(car.orientation, pose + 3);
            wheels.forEach((at, w) => {
                const wheel = car.wheels[w]!;
                to.set(wheel.position, at);
                to.set(wheel.orientation, at + 3);
                to[at + 7] = spins[w]!();
                to[at + 8] = wheel.travelM;
            });
            channels.forEach((channel, c) => (to[channelsAt + c] = car[channel]));
        }
        places.bodies.forEach((at, i) => writeBody(to, at, bodies[i]!));
    };
}

/** Keeps the newest ticks and sends them. */
export function makeTickSender(poses: SharedArrayBuffer, tickLength: number, write: (to: Float64Array) => void) {
    const sender = sendRows(poses);
    const ticks = new Float64Array(ticksInRow * tickLength);
    const newest = ticks.subarray((ticksInRow - 1) * tickLength);
    write(newest);
    for (let i = 0; i < ticksInRow; ++i) ticks.set(newest, i * tickLength); // at first it has always stood there
    return (tick: number, dueMs: number, forgottenS: number): void => {
        if (tick > 0) {
            ticks.copyWithin(0, tickLength);
            write(newest);
        }
        sender.row.set([tick, dueMs, forgottenS]);
        sender.row.set(ticks, headLength);
        sender.send();
    };
}

/** The thread's time; tests give their own. */
export interface Time {
    nowMs(): number;
    /** Calls once that much later; returns what stops that. */
    later(call: () => void, ms: number): () => void;
}

const threadsTime: Time = {
    nowMs: clockMs,
    later(call, ms) {
        const timer = setTimeout(call, ms);
        return () => clearTimeout(timer);
    },
};

/** Calls `advance` with what has come due, until it is paused. Says when the newest tick was due and how much time is lost. */
function makeTimer(clock: Clock, tickMs: number, time: Time, advance: (ticks: number, dueMs: number, forgottenS: number) => void) {
    let stop: (() => void) | undefined;
    let [lastMs, owedMs, lostMs] = [0, 0, 0];

    function wake(): void {
        const nowMs = time.nowMs();
        const ticks = clock.advance((nowMs - lastMs) / 1000);
        const leftMs = clock.fraction * tickMs;
        lostMs += Math.max(0, owedMs + nowMs - lastMs - ticks * tickMs - leftMs);
        [lastMs, owedMs] = [nowMs, leftMs];
        stop = time.later(wake, tickMs - leftMs);
        if (ticks) advance(ticks, nowMs - leftMs, lostMs / 1000);
    }

    return {
        run() {
            if (stop) return;
            lastMs = time.nowMs();
            stop = time.later(wake, tickMs - owedMs);
        },
        pause() {
            stop?.();
            stop = undefined;
        },
    };
}

/** The values of each car, as objects that stay the same. */
function makeInputTaker(buffer: SharedArrayBuffer, { wheelCounts, inputs }: Shape, first: readonly number[]) {
    const taker = takeRows(buffer);
    const values: Record<string, number>[] = wheelCounts.map(() => ({}));
    const read = (row: ArrayLike<number>) =>
        values.forEach((of, car) => inputs.forEach((name, i) => (of[name] = row[car * inputs.length + i]!)));
    read(first);
    return () => {
        if (taker.take()) read(taker.row);
        return values;
    };
}

function shapeOf(physics: WorkerPhysics<string>): Shape {
    const cars = [...physics.cars];
    if (!cars.length) throw kammError("range", "cars", "cars: none; at least one is wanted");
    return {
        ticksPerS: physics.ticksPerS ?? 60,
        wheelCounts: cars.map(({ info }) => info.wheelCount),
        bodyCount: physics.bodies?.length ?? 0,
        channels: physics.channels ?? [],
        inputs: physics.inputs ?? physics.kamm.fields.input.map(({ key }) => key),
    };
}

/** All that runs once it has been set up. */
export function makeLoop(
    physics: WorkerPhysics<string>,
    post: Port["post"],
    fail: (thrown: unknown) => void,
    time = threadsTime,
) {
    const shape = shapeOf(physics);
    const { ticksPerS } = shape;
    const { kamm, moving } = physics;
    const cars = [...physics.cars];
    const substeps = substepsOf(cars[0]!.info.substepS, ticksPerS);
    const places = placesOf(shape);
    const poses = makeRows(rowLength(places));
    const inputs = makeRows(inputLength(shape));
    const send = makeTickSender(poses, places.length, makePoseWriter(physics, shape));
    const valueOf = (of: Input, name: string) => (name in of ? of[name as keyof Input] : 0);
    const input = cars.flatMap((car) => shape.inputs.map((name) => valueOf(car.input, name)));
    const takeInputs = makeInputTaker(inputs, shape, input);
    const steer = physics.tick ?? ((values) => values.forEach((of, i) => Object.assign(cars[i]!.input, of)));
    const tickMs = 1000 / ticksPerS;
    const clock = kamm.clock(1 / ticksPerS, Math.max(2, Math.floor(maxCaughtUpS * ticksPerS)));
    let tick = 0;

    const timer = makeTimer(clock, tickMs, time, (ticks, dueMs, forgottenS) => {
        try {
            for (let left = ticks - 1; left >= 0; --left) {
                steer(takeInputs(), ++tick);
                moving.stepSubsteps(substeps);
                send(tick, dueMs - left * tickMs, forgottenS);
            }
        } catch (thrown) {
            timer.pause();
            fail(thrown);
        }
    });
    send(0, time.nowMs(), 0);
    const infos = cars.map(({ info }) => info);
    const bodyShapes = (physics.bodies ?? []).map((body) => body.shapes);
    return { ...timer, ready: () => post({ kamm: "ready", shape, poses, inputs, input, infos, bodyShapes }) };
}

export async function run(setup: () => WorkerPhysics<string> | Promise<WorkerPhysics<string>>): Promise<void> {
    const { post, listen, release } = await openPort();
    const fail = (thrown: unknown): void => {
        post({ kamm: "failed", error: tell(thrown) });
        release();
    };
    try {
        requireSharedMemory();
        const loop = makeLoop(await setup(), post, fail);
        listen((message) => {
            const what = (message as PageMessage | null)?.kamm;
            if (what === "connect") loop.ready();
            if (what === "run") loop.run();
            if (what === "pause" || what === "stop") loop.pause();
            if (what !== "stop") return;
            post({ kamm: "stopped" });
            release();
        });
        loop.ready();
    } catch (thrown) {
        fail(thrown);
    }
}
