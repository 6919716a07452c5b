import { afterEach, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { join } from "./client.mjs";
import { seatCount, ticksPerS } from "./game.mjs";
import { makeServer } from "./server.mjs";

/** Timers and sockets have their turn. */
const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 1));

async function until(holds: () => boolean): Promise<void> {
    while (!holds()) await turn();
}

/** Keeps the order, and lets each message come 5 to 40 ms late, by turns. */
function makeLate(): (act: () => void) => void {
    const waiting: (() => void)[] = [];
    let sent = 0;
    return (act) => {
        waiting.push(act);
        setTimeout(() => waiting.shift()!(), 5 + ((11 * sent++) % 36));
    };
}

class LateSocket extends WebSocket {
    private readonly lateOut = makeLate();
    private readonly lateIn = makeLate();
    override send(data: string) {
        this.lateOut(() => this.readyState === WebSocket.OPEN && super.send(data));
    }
    override addEventListener(type: never, listener: (event: unknown) => void) {
        const late = (event: unknown) => this.lateIn(() => listener(event));
        super.addEventListener(type, (type === "message" ? late : listener) as never);
    }
}

type Game = Awaited<ReturnType<typeof join>>["game"];

/** Each seat follows a point that goes round in the yard. */
function drive(request: Record<string, number>, game: Game, seat: number): void {
    const car = game.cars.at(seat);
    const angle = (0.25 * game.tick) / ticksPerS + 1.6 * seat + 2.5;
    const [x, y] = car.position;
    const bearing = Math.atan2(30 * Math.sin(angle) - y!, 30 * Math.cos(angle) - x!) - car.yawRad;
    request.steer = Math.sin(bearing);
    request.throttle = car.speedMps < 9 ? 0.7 : 0;
    request.handBrake = Number(game.tick % 400 > 390);
}

let server: Awaited<ReturnType<typeof makeServer>>;
let said: string[];
afterEach(() => server.close());

async function open(): Promise<void> {
    said = [];
    server = await makeServer({ port: 0, say: (text: string) => void said.push(text) });
}

async function enter(differs: (message: object) => void = () => {}) {
    const client = await join(`ws://127.0.0.1:${server.port}`, { drive, differs, WebSocket: LateSocket as never });
    return client;
}

type Client = Awaited<ReturnType<typeof enter>>;

/** Up to that tick, as fast as it goes; no player falls back by more than a second. */
async function play(tick: number, clients: readonly Client[]): Promise<void> {
    while (server.game.tick < tick) {
        server.tick();
        await turn();
        await until(() => clients.every(({ game }) => server.game.tick - game.tick < ticksPerS));
    }
    await until(() => clients.every(({ game }) => game.tick === tick));
}

describe("lockstep over WebSockets", { timeout: 600_000 }, () => {
    test("all have the same hash after a minute; one joins late, one is killed and brakes", async () => {
        await open();
        const told: object[] = [];
        const [first, second] = [await enter((message) => told.push(message)), await enter()];
        await play(10 * ticksPerS, [first, second]);
        const early = server.game.tick;
        const joining = enter();
        await play(early + ticksPerS, [first, second]);
        const third = await joining;
        expect(third.seat).toBe(2);
        await play(20 * ticksPerS, [first, second, third]);
        expect(third.game.hash()).toBe(server.game.hash());
        const killed = server.game.cars.at(second.seat);
        for (let s = 21; killed.speedMps < 3 && s < 40; ++s) await play(s * ticksPerS, [first, second, third]);
        expect(killed.speedMps).toBeGreaterThan(3);
        (second.socket as unknown as WebSocket).terminate();
        await play(59 * ticksPerS, [first, third]);
        const before = server.game.hash();
        await play(60 * ticksPerS, [first, third]);
        expect(server.game.hash()).not.toBe(before);
        for (const { game } of [first, third]) expect(game.hash()).toBe(server.game.hash());
        expect(killed.input).toMatchObject({ throttle: 0, brake: 1 }); // others may push it
        expect(told).toEqual([]);
        expect(said.filter((text) => text.includes("another world"))).toEqual([]);
        expect(said.map((text) => text.slice(0, 14))).toEqual(["player 0 joins", "player 1 joins", "player 2 joins", "player 1 leave"]);
    });

    test("who steps by a changed input is found out, at the tick where it was", async () => {
        await open();
        const told: object[] = [];
        const honest = await enter((message) => told.push(message));
        const cheat = await enter();
        const { game } = cheat;
        const step = game.step;
        const changedTick = 3 * ticksPerS + 17;
        game.step = (requests: Record<string, number>[]) => {
            if (game.tick + 1 !== changedTick) return step(requests);
            step(requests.map((request, seat) => (seat === cheat.seat ? { ...request, handBrake: 0.01 } : request)));
        };
        await play(3 * ticksPerS, [honest, cheat]);
        expect(cheat.game.hash()).toBe(server.game.hash());
        await play(6 * ticksPerS, [honest, cheat]);
        await until(() => told.length > 0);
        expect(told).toEqual([{ differs: cheat.seat, tick: changedTick }]);
        expect(said.at(-1)).toBe(`player 1 has another world from tick ${changedTick} on`);
        expect(honest.game.hash()).toBe(server.game.hash());
        expect(cheat.game.hash()).not.toBe(server.game.hash());
    });

    test("who falls silent brakes, though the connection stands", async () => {
        await open();
        const client = await enter();
        await play(4 * ticksPerS, [client]);
        const car = server.game.cars.at(0);
        expect(car.speedMps).toBeGreaterThan(3);
        client.socket.send = () => {};
        await play(10 * ticksPerS, [client]);
        expect(car.speedMps).toBeLessThan(0.1);
        expect(client.game.hash()).toBe(server.game.hash());
    });

    test("what is no message ends that connection alone; absurd numbers and a fifth player do no harm", async () => {
        await open();
        const client = await enter();
        const closed = (text: string) =>
            new Promise<number>((resolve) => {
                const socket = new WebSocket(`ws://127.0.0.1:${server.port}`);
                socket.on("open", () => socket.send(text)).on("close", resolve);
            });
        for (const text of ["{", "null", "7", '"x'.repeat(3)]) expect(await closed(text), text).toBe(1007);
        expect(await closed("x".repeat(10_000))).not.toBe(1000);
        const absurd = new WebSocket(`ws://127.0.0.1:${server.port}`);
        absurd.on("open", () => {
            absurd.send('{"request":{"steer":1e300,"throttle":"full","brake":null}}');
            absurd.send('{"tick":1e9,"hashes":[1,2,3]}');
        });
        await new Promise((resolve) => absurd.once("message", resolve));
        const guests = [await enter(), await enter()];
        await expect(enter()).rejects.toThrow(`all ${seatCount} seats are taken`);
        await play(3 * ticksPerS, [client, ...guests]);
        for (const { game } of [client, ...guests]) expect(game.hash()).toBe(server.game.hash());
        for (const car of server.game.cars) expect(car.fault).toBe(0);
    });

    test("says so where no server is", async () => {
        await open();
        await server.close();
        await expect(enter()).rejects.toThrow("does not answer");
    });
});
