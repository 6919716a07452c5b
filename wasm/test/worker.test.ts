/** Physics in a worker: kamm/worker in Node's worker_threads, and its parts by a clock of the tests. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { afterEach, describe, expect, test, vi } from "vitest";
import { connectPhysics, type ConnectOptions, type Physics } from "kamm/worker";
import { blend, makeShow } from "../src/worker_connect";
import { makeRows, takeRows } from "../src/worker_rows";
import { makeLoop, makeSpin, makeTickSender } from "../src/worker_run";
import { placesOf, rowLength, type Shape, type WorkerMessage } from "../src/worker_shape";
import { kamm, kammError } from "./support";
import { makeWorld } from "./worker_physics.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

describe("rows in shared memory", () => {
    test("are never torn, however fast they are sent and taken", async () => {
        const length = 400;
        const rows = makeRows(length);
        const done = new Int32Array(new SharedArrayBuffer(4));
        const { outputFiles } = buildSync({
            ...{ entryPoints: [here("../src/worker_rows.ts")], bundle: true, write: false, format: "iife", globalName: "rows" },
        });
        const code = `${outputFiles[0]!.text}
            const { workerData, parentPort } = require("node:worker_threads");
            const { rows: buffer, done } = workerData;
            const sender = rows.sendRows(buffer);
            for (let n = 1; !Atomics.load(done, 0); ++n) {
                for (let i = 0; i < ${length}; ++i) sender.row[i] = n;
                sender.send();
                if (n === 1) parentPort.postMessage("begun");
            }`;
        const worker = new Worker(code, { eval: true, workerData: { rows, done } });
        const taker = takeRows(rows);
        await once(worker, "message");
        expect(taker.take()).toBe(true);
        let last = taker.row[0]!;
        let [taken, torn] = [0, 0];
        while (taken < 20_000) {
            if (!taker.take()) continue;
            const [first] = taker.row;
            if (!(first! > last) || !taker.row.every((value) => value === first)) ++torn;
            last = first!;
            ++taken;
        }
        Atomics.store(done, 0, 1);
        await worker.terminate();
        expect(torn).toBe(0);
        expect(last).toBeGreaterThan(taken);
    }, 120_000);
});

const oneCar: Shape = { ticksPerS: 60, wheelCounts: [1], bodyCount: 0, channels: ["speedMps"], inputs: [] };

type Quat = [number, number, number, number];
const turnAbout = ([x, y, z]: readonly number[], angle: number): Quat => {
    const s = Math.sin(angle / 2) / Math.hypot(x!, y!, z!);
    return [Math.cos(angle / 2), s * x!, s * y!, s * z!];
};
const angleBetween = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    const dot = Math.abs([0, 1, 2, 3].reduce((sum, i) => sum + a[i]! * b[i]!, 0));
    return 2 * Math.acos(Math.min(1, dot));
};

/** A car that moves evenly and turns evenly, as ticks that come when the test says. */
function makeEvenTicks(shape: Shape, delayTicks: number) {
    const places = placesOf(shape);
    const rows = makeRows(rowLength(places));
    let ticked = 0;
    const send = makeTickSender(rows, places.length, (to) => {
        const { pose, wheels, channels } = places.cars[0]!;
        for (const at of [pose, ...wheels]) {
            to.set([0.5 * ticked, -0.1 * ticked, 3], at);
            to.set(turnAbout([1, 2, 3], 0.05 * ticked), at + 3);
        }
        to[wheels[0]! + 7] = 4 * ticked;
        to[channels] = 7 * ticked;
    });
    send(0, 0, 0);
    const show = makeShow(rows, shape, delayTicks);
    const { pose, wheels } = places.cars[0]!;
    return {
        show,
        sendUpTo(tick: number, forgottenS = 0): void {
            while (ticked < tick) {
                ++ticked;
                send(ticked, (1000 * ticked) / shape.ticksPerS + 1000 * forgottenS, forgottenS);
            }
        },
        /** Of what is shown, in ticks. */
        shownTicks: () => show.shown[pose]! / 0.5,
        spin: () => show.shown[wheels[0]! + 7]!,
        orientation: () => show.shown.subarray(pose + 3, pose + 7),
    };
}

describe("what is shown between ticks", () => {
    const rates = [30, 60, 240].flatMap((ticksPerS) => [24, 60, 143.7].map((fps) => [ticksPerS, fps] as const));

    /** Ticks come late by as much as the delay allows. */
    function showEvenly(delay: number, ticksPerS: number, fps: number): void {
        const even = makeEvenTicks({ ...oneCar, ticksPerS }, delay);
        let noise = 1;
        for (let frame = 0; frame < 500; ++frame) {
            const due = (frame * ticksPerS) / fps;
            noise = (noise * 16807) % 2147483647;
            const late = (delay - 1) * (noise / 2147483647);
            even.sendUpTo(Math.floor(due - late));
            even.show.update((1000 * frame) / fps);
            const wanted = Math.max(0, due - delay);
            expect(even.show.timeS).toBeCloseTo(wanted / ticksPerS, 9);
            expect(even.shownTicks()).toBeCloseTo(wanted, 7);
            expect(even.spin()).toBeCloseTo(4 * wanted, 6);
            expect(angleBetween(even.orientation(), turnAbout([1, 2, 3], 0.05 * wanted))).toBeLessThan(1e-5);
        }
        expect(even.shownTicks()).toBeGreaterThan((450 * ticksPerS) / fps);
    }

    test.each([1, 1.25, 1.5, 2])("is even %f ticks behind, at all rates, if ticks are late by what is above 1", (delay) => {
        for (const [ticksPerS, fps] of rates) showEvenly(delay, ticksPerS, fps);
    });

    test("stands still while the worker is behind, goes on when it comes, and never goes back", () => {
        const even = makeEvenTicks(oneCar, 1.5);
        const at = (timeS: number, tick: number, forgottenS = 0) => {
            even.sendUpTo(tick, forgottenS);
            even.show.update(1000 * timeS);
            return even.shownTicks();
        };
        expect(at(1, 60)).toBeCloseTo(58.5, 6);
        expect(even.show.lateS).toBe(0);
        expect(at(1.5, 60)).toBe(60); // the newest there is
        expect(even.show.lateS).toBeCloseTo(0.5 - 1 / 60, 9);
        expect(at(2, 72, 0.8)).toBeCloseTo(70.5, 6); // 0.2 s were caught up with, the rest was given up
        expect(even.show.forgottenS).toBe(0.8);
        expect(at(2.01, 72, 0.8)).toBeCloseTo(71.1, 6);
        expect(at(2, 72, 0.8)).toBeCloseTo(71.1, 6); // a clock that goes back
        expect(at(2.05, 73, 1.2)).toBeCloseTo(71.1, 6); // as ticks that are due later
    });

    test("is a tick to the bit where no time lies between", () => {
        const even = makeEvenTicks(oneCar, 0);
        for (let tick = 1; tick < 100; ++tick) {
            even.sendUpTo(tick);
            even.show.update((1000 * tick) / 60 + 20);
            expect([...even.orientation()]).toEqual(turnAbout([1, 2, 3], 0.05 * tick));
            expect(even.show.tick).toBe(tick);
        }
    });

    test("turns as the great circle does, by the shorter way", () => {
        const places = placesOf({ ...oneCar, wheelCounts: [0] });
        const row = (turn: readonly number[]) => Float64Array.from([0, 0, 0, ...turn, 0]);
        for (const axis of [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, -2, 3]])
            for (const angle of [0, 1e-6, 0.01, 0.2, 1, Math.PI / 2])
                for (const sign of [1, -1])
                    for (let share = 0; share <= 1; share += 0.125) {
                        const out = row([0, 0, 0, 0]);
                        const to = turnAbout(axis, 0.3 + angle).map((each) => sign * each);
                        blend(row(turnAbout(axis, 0.3)), row(to), share, places, out);
                        const shown = out.subarray(3, 7);
                        const even = turnAbout(axis, 0.3 + share * angle);
                        expect(angleBetween(shown, even)).toBeLessThan(angle ** 3 / 200 + 5e-8); // 1.2 % at a right angle
                        expect(Math.hypot(...shown)).toBeCloseTo(1, 14);
                    }
    });
});

test("a wheel's angle counts on, also where it turns more than half a turn in a tick, speeds up and rolls back", () => {
    for (const [speed, acceleration] of [[0, 0], [30, 5], [400, 0], [-250, 0], [200, -300], [0, 600]] as const)
        for (const tickS of [1 / 30, 1 / 60, 1 / 240]) {
            const angleAt = (timeS: number) => 1 + speed * timeS + (acceleration * timeS ** 2) / 2;
            const wheel = { spinAngleRad: 1, spinRadps: speed as number };
            const spin = makeSpin(wheel, tickS);
            for (let tick = 1; tick < 100; ++tick) {
                const angle = angleAt(tick * tickS);
                wheel.spinAngleRad = Math.atan2(Math.sin(angle), Math.cos(angle));
                wheel.spinRadps = speed + acceleration * tick * tickS;
                expect(spin()).toBeCloseTo(angle, 8);
            }
        }
});

type Task = "in step" | "fails" | "throws" | "runs" | "no setup";
const workers: Worker[] = [];
afterEach(async () => {
    vi.unstubAllGlobals();
    for (const worker of workers.splice(0)) await worker.terminate();
});

function start(task: Task, more: object = {}): Worker {
    const worker = new Worker(here("worker_physics.mjs"), { workerData: { task, ...more } });
    workers.push(worker);
    return worker;
}

async function connect(task: Task, more?: object, options?: ConnectOptions): Promise<Physics> {
    const physics = await connectPhysics(start(task, more), options);
    physics.ended.catch(() => {}); // they are terminated after the test
    return physics;
}

/** Physics of `makeWorld` in this thread, on a time of the test's: it goes on by `pass`, and by what a tick takes. */
function runHere(tickTakesMs = 0) {
    let nowMs = 1e6;
    let due: { readonly atMs: number; readonly call: () => void } | undefined;
    const { world, cars } = makeWorld(kamm);
    const stepSubsteps = (substeps: number) => {
        world.stepSubsteps(substeps);
        nowMs += tickTakesMs;
    };
    let told: Extract<WorkerMessage, { kamm: "ready" }>;
    const fail = (thrown: unknown) => {
        throw thrown;
    };
    const loop = makeLoop({ kamm, cars, moving: { stepSubsteps } }, (message) => (told = message as typeof told), fail, {
        nowMs: () => nowMs,
        later(call, ms) {
            const mine = (due = { atMs: nowMs + ms, call });
            return () => void (due === mine && (due = undefined));
        },
    });
    loop.ready();
    const show = makeShow(told!.poses, told!.shape, 1.5);
    return {
        loop,
        show,
        nowMs: () => nowMs,
        /** What comes due in that time is done when it is due, or as soon as the thread is free. */
        pass(ms: number) {
            const endMs = nowMs + ms;
            while (due && due.atMs <= endMs) {
                nowMs = Math.max(nowMs, due.atMs);
                due.call();
            }
            nowMs = Math.max(nowMs, endMs);
            show.update(nowMs);
        },
        dispose() {
            for (const each of [world, cars]) each.dispose();
        },
    };
}

describe("physics by a time of the test's", () => {
    test("keep to it, stand in a pause, and go on without catching up with it", () => {
        const { loop, show, pass, dispose } = runHere();
        loop.run();
        for (let second = 1; second <= 5; ++second) {
            pass(1000);
            expect(show.tick).toBe(60 * second);
            expect(show.timeS).toBeCloseTo(second - 1.5 / 60, 9);
        }
        expect(show.forgottenS).toBe(0);
        loop.pause();
        pass(400);
        expect(show.tick).toBe(300);
        expect(show.lateS).toBeCloseTo(0.4 - 1 / 60, 3);
        loop.run();
        pass(1000);
        expect(show.tick).toBe(360); // the pause is not caught up with
        expect(show.forgottenS).toBe(0); // and was no fault
        dispose();
    });

    test("that are too slow give up what they cannot catch up with, and say how much", () => {
        const { loop, show, pass, nowMs, dispose } = runHere(50);
        const beganMs = nowMs();
        let last = 0;
        loop.run();
        while (nowMs() - beganMs < 2500) {
            pass(5);
            expect(show.timeS).toBeGreaterThanOrEqual(last);
            expect(show.timeS).toBeLessThanOrEqual(show.tick / 60);
            last = show.timeS;
        }
        const passedS = (nowMs() - beganMs) / 1000;
        expect(show.tick).toBeGreaterThan(10);
        expect(show.tick).toBeLessThanOrEqual(passedS / 0.05);
        // Ticks and what is given up are the time that has passed, but for 0.2 s and the burst that runs.
        const accountedS = show.tick / 60 + show.forgottenS;
        expect(accountedS).toBeGreaterThan(passedS - 1);
        expect(accountedS).toBeLessThanOrEqual(passedS);
        expect(show.forgottenS).toBeGreaterThan(0.5);
        dispose();
    });
});

/** The next number that the worker tells by that name, beside the messages of kamm/worker. */
const toldBy = <Told>(worker: Worker, name: string) =>
    new Promise<Told>((resolve) => {
        const take = (message: Record<string, Told>) => {
            if (message[name] === undefined) return;
            worker.off("message", take);
            resolve(message[name]);
        };
        worker.on("message", take);
    });

const hashOf = (worker: Worker) => toldBy<bigint>(worker, "hash");

/** Of its world, as soon as it gets to it: earlier commands are done. */
function askForHash(worker: Worker): Promise<bigint> {
    const hash = hashOf(worker);
    worker.postMessage("hash?");
    return hash;
}

/** Pedals and steering as a function of the tick. */
const inputAt = (tick: number) => ({
    throttle: tick < 120 ? 0.8 : 0,
    brake: tick < 120 ? 0 : 0.6,
    steeringWheelRad: 0.5 * Math.sin(tick / 20),
});

describe("physics in a worker", { timeout: 60_000 }, () => {
    test("has at each tick the bits of the same world in one thread", async () => {
        const gate = new Int32Array(new SharedArrayBuffer(4)); // which tick may go
        const worker = start("in step", { gate });
        let waiting = toldBy<number>(worker, "waits");
        const physics = await connectPhysics(worker, { delayTicks: 0 });
        physics.ended.catch(() => {});
        const hash = hashOf(worker); // before tick 241
        const { world, cars } = makeWorld(kamm);
        const turn = 2 * Math.PI;

        function compare(): void {
            for (const [i, car] of [...cars].entries()) {
                const shown = physics.cars[i]!;
                expect(shown.position).toEqual(car.position);
                expect(shown.orientation).toEqual(car.orientation);
                expect(shown.read("speedMps")).toBe(car.speedMps);
                expect(shown.read("engineRadps")).toBe(car.engineRadps);
                for (const [w, wheel] of car.wheels.entries()) {
                    expect(shown.wheels[w]!.position).toEqual(wheel.position);
                    expect(shown.wheels[w]!.orientation).toEqual(wheel.orientation);
                    expect(shown.wheels[w]!.travelM).toBe(wheel.travelM);
                    const turns = (shown.wheels[w]!.spinAngleRad - wheel.spinAngleRad) / turn;
                    expect(turns).toBeCloseTo(Math.round(turns), 9);
                }
            }
            for (const [i, body] of world.bodies.entries())
                if (body.isThere) expect(physics.bodies[i]!.position).toEqual(body.position);
                else expect(physics.bodies[i]!.position[0]).toBeNaN();
        }

        expect(physics.cars[1]!.info).toEqual(cars.at(1).info);
        expect(physics.bodies[0]!.shapes).toEqual(world.bodies[0]!.shapes);
        for (let tick = 1; tick <= 240; ++tick) {
            if (tick > 1) Object.assign(cars.at(0).input, inputAt(tick));
            expect(await waiting).toBe(tick); // it has taken its inputs: what is sent now is for the next one
            Object.assign(physics.cars[0]!.input, inputAt(tick + 1));
            physics.update();
            waiting = toldBy(worker, "waits"); // once this one is done
            Atomics.store(gate, 0, tick);
            Atomics.notify(gate, 0);
            await waiting;
            physics.update();
            expect(physics.tick).toBe(tick);
            if (tick === 200) world.bodies[1]!.remove();
            world.stepSubsteps(4);
            compare();
        }
        expect(physics.cars[0]!.wheels[0]!.spinAngleRad).toBeGreaterThan(60); // it goes on counting
        expect(await hash).toBe(world.hash());
        for (const each of [world, cars]) each.dispose();
    });

    test("ticks by itself, pauses, goes on and ends", async () => {
        const worker = start("runs");
        const exited = once(worker, "exit");
        const physics = await connectPhysics(worker);
        const runTo = async (tick: number) => {
            do physics.update();
            while (physics.tick < tick && (await toldBy(worker, "began")));
        };
        await runTo(60);
        physics.pause();
        const hash = await askForHash(worker); // it has paused before it answers
        physics.update();
        const before = physics.tick;
        for (let i = 0; i < 20; ++i) expect(await askForHash(worker)).toBe(hash);
        physics.update();
        expect(physics.tick).toBe(before);
        physics.resume();
        await runTo(before + 1);
        await physics.stop();
        expect((await exited)[0]).toBe(0);
    });

    test("throws in the page what setup throws", async () => {
        await expect(connect("no setup")).rejects.toMatchObject({ name: "KammError", code: "missing", path: "body.mass_kg" });
        await expect(connect("no setup")).rejects.toThrow("mine.json");
        const uneven = connect("runs", { ticksPerS: 50 });
        await expect(uneven).rejects.toThrow("ticksPerS: 50; allowed: what divides 240");
    });

    test("rejects `ended` with what a tick throws, and stops there", async () => {
        const physics = await connect("fails");
        await expect(physics.ended).rejects.toMatchObject({ name: "KammError", path: "body.mass_kg" });
        physics.update();
        expect(physics.tick).toBe(2);
        await expect((await connect("throws")).ended).rejects.toThrow("a text");
    });

    test("tells of a script that is not there, cannot be run or ends", async () => {
        const none = new Worker(here("no_such_file.mjs"));
        await expect(connectPhysics(none)).rejects.toThrow("no_such_file");
        const broken = new Worker("throw new TypeError('broken')", { eval: true });
        await expect(connectPhysics(broken)).rejects.toThrow("broken");
        const short = new Worker("process.exit(3)", { eval: true });
        await expect(connectPhysics(short)).rejects.toThrow("exit code 3");
    });

    test("says which headers a page without shared memory needs", async () => {
        const headers = /Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp/;
        vi.stubGlobal("SharedArrayBuffer", undefined);
        await expect(connect("runs")).rejects.toThrow(headers);
        vi.unstubAllGlobals();
        vi.stubGlobal("crossOriginIsolated", false);
        await expect(connect("runs")).rejects.toThrow(headers);
    });

    test("refuses what is no channel, no input and no delay", async () => {
        const physics = (await connect("runs")) as Physics<string>;
        expect(kammError(() => physics.cars[0]!.read("yawRad")).message).toContain("speedMps, engineRadps");
        expect(() => (physics.cars[0]!.input.trottle = 1)).toThrow(TypeError);
        await expect(connect("runs", {}, { delayTicks: 2.5 })).rejects.toThrow("delayTicks: 2.5; allowed: 0 to 2");
        await physics.stop();
    });
});

test("runPhysics outside of a worker says so", () => {
    const script = `import { runPhysics } from ${JSON.stringify(here("../dist/worker.js"))}; runPhysics(() => {});`;
    const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect(stderr).toContain("runPhysics is for workers");
});

test("a page loads 5 kB for it, and nothing of it with kamm alone", () => {
    const dist = (name: string) => readFileSync(here(`../dist/${name}`));
    expect(gzipSync(dist("worker.js"), { level: 9 }).length).toBeLessThan(5000);
    expect(dist("index.js").includes("SharedArrayBuffer")).toBe(false);
});

describe("a clock", () => {
    test("gives whole steps, keeps the rest, and forgets what is too much", () => {
        const clock = kamm.clock(1 / 60, 12);
        let steps = 0;
        for (let i = 0; i < 1000; ++i) steps += clock.advance(0.0031);
        expect(steps).toBe(Math.floor(3.1 * 60));
        expect(clock.fraction).toBeCloseTo(3.1 * 60 - steps, 6);
        expect(clock.advance(5)).toBe(12);
        expect(clock.fraction).toBe(0);
        expect(clock.advance(1 / 60)).toBe(1);
        clock.dispose();
        expect(kamm.clock(0.001).advance(10)).toBe(240);
    });

    test("refuses what is no step", () => {
        for (const stepS of [0, -1, NaN, Infinity]) expect(kammError(() => kamm.clock(stepS)).path).toBe("stepS");
        for (const max of [0, 1.5, NaN, 1e9]) expect(kammError(() => kamm.clock(1, max)).path).toBe("maxSteps");
        expect(kammError(() => kamm.clock(1).advance(NaN)).path).toBe("dtS");
    });
});
