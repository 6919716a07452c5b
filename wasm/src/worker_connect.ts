/** The page's side: takes poses, shows what lies between two ticks, sends inputs. */
import { kammError } from "./module";
import type { CarChannels } from "./types";
import type { ConnectOptions, Physics, PhysicsWorker, ShownBody, ShownCar, ShownWheel } from "./worker";
import { sendRows, takeRows } from "./worker_rows";
import {
    clockMs, headLength, placesOf, poseLength, requireSharedMemory, ticksInRow,
    type PageMessage, type Places, type Shape, type ToldError, type WorkerMessage,
} from "./worker_shape";

/** Blends two ticks: numbers linearly, orientations by the shorter way with length 1, which is even enough for the
 * rotation in a tick. */
export function blend(from: Float64Array, to: Float64Array, share: number, { orientations }: Places, out: Float64Array): void {
    for (let i = 0; i < out.length; ++i) out[i] = from[i]! + share * (to[i]! - from[i]!);
    for (const at of orientations) {
        let dot = 0;
        for (let k = at; k < at + 4; ++k) dot += from[k]! * to[k]!;
        const other = dot < 0 ? -share : share;
        let square = 0;
        for (let k = at; k < at + 4; ++k) {
            out[k] = (1 - share) * from[k]! + other * to[k]!;
            square += out[k]! ** 2;
        }
        const length = Math.sqrt(square);
        for (let k = at; k < at + 4; ++k) out[k]! /= length;
    }
}

/** What is shown of the ticks that come, at a time that never goes back. */
export function makeShow(buffer: SharedArrayBuffer, shape: Shape, delayTicks: number) {
    const places = placesOf(shape);
    const taker = takeRows(buffer);
    const shown = new Float64Array(places.length);
    const tickMs = 1000 / shape.ticksPerS;
    let [tick, dueMs, forgottenS] = [0, 0, 0];
    let [at, lateS] = [-Infinity, 0];

    /** The one `back` ticks before the newest. */
    function tickOf(back: number): Float64Array {
        const from = headLength + (ticksInRow - 1 - back) * places.length;
        return taker.row.subarray(from, from + places.length);
    }

    function update(nowMs: number): void {
        if (taker.take()) [tick, dueMs, forgottenS] = taker.row as unknown as [number, number, number];
        const sinceDue = (nowMs - dueMs) / tickMs;
        const wanted = Math.min(tick, Math.max(tick + 1 - ticksInRow, tick + sinceDue - delayTicks));
        at = Math.max(at, wanted);
        lateS = Math.max(0, ((sinceDue - 1) * tickMs) / 1000);
        const back = Math.min(ticksInRow - 1, Math.ceil(tick - at));
        const share = at - (tick - back);
        if (share === 0) shown.set(tickOf(back)); // its very bits
        else blend(tickOf(back), tickOf(back - 1), share, places, shown);
    }

    return {
        places,
        shown,
        update,
        get tick() {
            return tick;
        },
        get timeS() {
            return Math.max(0, at) / shape.ticksPerS;
        },
        get lateS() {
            return lateS;
        },
        get forgottenS() {
            return forgottenS;
        },
    };
}

function bodyAt(shown: Float64Array, at: number): ShownBody {
    return { position: shown.subarray(at, at + 3), orientation: shown.subarray(at + 3, at + poseLength) };
}

function wheelAt(shown: Float64Array, at: number): ShownWheel {
    return {
        ...bodyAt(shown, at),
        get spinAngleRad() {
            return shown[at + poseLength]!;
        },
        get travelM() {
            return shown[at + poseLength + 1]!;
        },
    };
}

/** A property for each name, that reads and writes its number of a row. */
function makeInput(names: readonly string[], values: Float64Array): Record<string, number> {
    const property = (i: number): PropertyDescriptor => ({
        get: () => values[i],
        set: (value: number) => (values[i] = value),
        enumerable: true,
    });
    return Object.defineProperties({}, Object.fromEntries(names.map((name, i) => [name, property(i)])));
}

function makeCars(shown: Float64Array, places: Places, { shape, infos }: Ready, values: Float64Array): ShownCar<string>[] {
    const { channels, inputs } = shape;
    return places.cars.map(({ pose, wheels, channels: channelsAt }, car) => ({
        ...bodyAt(shown, pose),
        info: infos[car]!,
        wheels: wheels.map((at) => wheelAt(shown, at)),
        input: Object.seal(makeInput(inputs, values.subarray(car * inputs.length, (car + 1) * inputs.length))),
        read(channel: keyof CarChannels) {
            const i = channels.indexOf(channel);
            if (i >= 0) return shown[channelsAt + i]!;
            const known = channels.join(", ") || "none";
            throw kammError("unknown", channel, `${channel}: not a channel that the worker shows; allowed: ${known}`);
        },
    }));
}

function rebuild({ message, stack, ...others }: ToldError): Error {
    const error = Object.assign(new Error(message), others);
    if (stack) error.stack = stack;
    return error;
}

interface Listener {
    told(message: WorkerMessage): void;
    failed(error: Error): void;
}

/** Listens to a browser's worker, or to Node's. */
function listen(worker: PhysicsWorker, { told, failed }: Listener): void {
    const take = (message: unknown) => {
        if (typeof message === "object" && message && "kamm" in message) told(message as WorkerMessage);
    };
    const unread = () => failed(new Error("kamm: a message of the worker cannot be read"));
    if (worker.on) {
        worker.on("message", take);
        worker.on("messageerror", unread);
        worker.on("error", failed);
        worker.on("exit", (code) => failed(new Error(`kamm: the worker has ended, by exit code ${code}`)));
    } else {
        worker.addEventListener!("message", ({ data }) => take(data));
        worker.addEventListener!("messageerror", unread);
        worker.addEventListener!("error", ({ error, message }) =>
            failed(error instanceof Error ? error : new Error(message || "kamm: the worker's script cannot be loaded")),
        );
    }
}

type Ready = Extract<WorkerMessage, { kamm: "ready" }>;
type Post = (what: PageMessage["kamm"]) => void;

function makePhysics(ready: Ready, delayTicks: number, post: Post, ended: Promise<void>): Physics<string> {
    const { shape, poses, inputs, input, bodyShapes } = ready;
    const show = makeShow(poses, shape, delayTicks);
    const { places, shown } = show;
    const sender = sendRows(inputs);
    const values = Float64Array.from(input);
    const over = ended.then(() => {}); // a failure without a handler is an unhandled rejection
    return {
        cars: makeCars(shown, places, ready, values),
        bodies: places.bodies.map((at, i) => ({ ...bodyAt(shown, at), shapes: bodyShapes[i]! })),
        ticksPerS: shape.ticksPerS,
        get tick() {
            return show.tick;
        },
        get timeS() {
            return show.timeS;
        },
        get lateS() {
            return show.lateS;
        },
        get forgottenS() {
            return show.forgottenS;
        },
        update(nowMs = clockMs()) {
            sender.row.set(values);
            sender.send();
            show.update(nowMs);
        },
        pause: () => post("pause"),
        resume: () => post("run"),
        stop() {
            post("stop");
            return over;
        },
        ended: over,
    };
}

export async function connect(worker: PhysicsWorker, { delayTicks = 1.5 }: ConnectOptions): Promise<Physics<string>> {
    requireSharedMemory();
    if (!(delayTicks >= 0 && delayTicks <= ticksInRow - 1))
        throw kammError("range", "delayTicks", `delayTicks: ${delayTicks}; allowed: 0 to ${ticksInRow - 1}`);
    const post: Post = (what) => worker.postMessage({ kamm: what } satisfies PageMessage);
    let [end, fail] = [(): void => {}, (_: Error): void => {}];
    const ended = new Promise<void>((resolve, reject) => ([end, fail] = [resolve, reject]));
    const ready = new Promise<Ready>((resolve) =>
        listen(worker, {
            told(message) {
                if (message.kamm === "ready") resolve(message);
                if (message.kamm === "stopped") end();
                if (message.kamm === "failed") fail(rebuild(message.error));
            },
            failed: fail,
        }),
    );
    post("connect");
    const told = await Promise.race([ready, ended.then(() => ready)]);
    post("run");
    return makePhysics(told, delayTicks, post, ended);
}
