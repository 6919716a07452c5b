/**
 * The server: takes what each player asks for, makes a tick of it, sends it to all, and steps the same world itself.
 *
 *     node examples/lockstep/server.mjs [ADDRESS [PORT]]    127.0.0.1 and 8018 if not given
 *
 * The server does not wait: a player's last request counts. Messages are JSON, but for the snapshot.
 *
 *     server: { seat, tick, version }, then a snapshot of that tick as bytes; { tick, requests }; { differs: seat, tick }
 *     client: { request }; { tick, hashes }: of the ticks up to that one
 */
import { pathToFileURL } from "node:url";
import { WebSocketServer } from "ws";
import { braking, defaultPort, idle, makeGame, seatCount, ticksPerS } from "./game.mjs";

/** A player without messages for that time brakes. */
const patienceTicks = 2 * ticksPerS;
/** So long hashes are kept to be compared. */
const keptTicks = 20 * ticksPerS;

/** Numbers, whatever has come; the aid limits them. */
function readRequest(value) {
    const number = (key) => (Number.isFinite(value?.[key]) ? value[key] : 0);
    return Object.fromEntries(Object.keys(idle).map((key) => [key, number(key)]));
}

/** What the server's world was at each tick, beside what clients say that theirs was. */
function makeReferee() {
    const kept = new Map();
    return {
        note(tick, hash) {
            kept.set(tick, hash);
            kept.delete(tick - keptTicks);
        },
        /** The first tick that differs, or null. */
        firstDifference(lastTick, hashes) {
            const first = lastTick - hashes.length + 1;
            const i = hashes.findIndex((hash, i) => kept.has(first + i) && kept.get(first + i) !== hash);
            return i < 0 ? null : first + i;
        },
    };
}

/** `tick()` is called ticksPerS times a second, by `keepTime` or by a test. */
export async function makeServer({ port = defaultPort, host = "127.0.0.1", say = console.log } = {}) {
    const game = await makeGame();
    const referee = makeReferee();
    const seats = Array.from({ length: seatCount }, () => null);
    const sockets = new WebSocketServer({ port, host, maxPayload: 8192 });
    await new Promise((resolve, reject) => sockets.once("listening", resolve).once("error", reject));

    function tellAll(message) {
        const text = JSON.stringify(message);
        for (const seat of seats) seat?.socket.send(text);
    }

    function takeHashes(seat, lastTick, hashes) {
        const from = seats[seat].hasDiffered ? null : referee.firstDifference(lastTick, hashes);
        if (from === null) return;
        seats[seat].hasDiffered = true; // all that follows differs, too
        say(`player ${seat} has another world from tick ${from} on`);
        tellAll({ differs: seat, tick: from });
    }

    function take(seat, data) {
        const { request, tick, hashes } = JSON.parse(data);
        const isReport = Number.isInteger(tick) && Array.isArray(hashes);
        if (!request && !isReport) throw new Error("neither a request nor hashes");
        seats[seat].heardTick = game.tick;
        if (request) seats[seat].request = readRequest(request);
        if (isReport) takeHashes(seat, tick, hashes);
    }

    function welcome(socket, seat) {
        seats[seat] = { socket, request: idle, heardTick: game.tick, hasDiffered: false };
        socket.send(JSON.stringify({ seat, tick: game.tick, version: game.kamm.version }));
        socket.send(game.world.snapshot());
        say(`player ${seat} joins at tick ${game.tick}`);
    }

    sockets.on("connection", (socket) => {
        const seat = seats.indexOf(null);
        socket.on("error", () => socket.terminate());
        if (seat < 0) return socket.close(1013, `all ${seatCount} seats are taken`);
        welcome(socket, seat);
        socket.on("close", () => {
            seats[seat] = null;
            say(`player ${seat} leaves at tick ${game.tick}, and brakes`);
        });
        socket.on("message", (data) => {
            try {
                take(seat, data);
            } catch {
                socket.close(1007, "this is no message");
            }
        });
    });

    const isHeard = (seat) => seat && game.tick - seat.heardTick <= patienceTicks;
    return {
        game,
        port: sockets.address().port,
        tick() {
            const requests = seats.map((seat) => (isHeard(seat) ? seat.request : braking));
            game.step(requests);
            referee.note(game.tick, game.hash());
            tellAll({ tick: game.tick, requests });
        },
        close() {
            for (const socket of sockets.clients) socket.terminate();
            return new Promise((resolve) => sockets.close(resolve));
        },
    };
}

/** Ticks by real time. */
function keepTime({ game, tick }) {
    const clock = game.kamm.clock(1 / ticksPerS, ticksPerS);
    let last = performance.now();
    setInterval(() => {
        const now = performance.now();
        for (let due = clock.advance((now - last) / 1000); due > 0; --due) tick();
        last = now;
    }, 1000 / ticksPerS / 4);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
    const [host = "127.0.0.1", port = defaultPort] = process.argv.slice(2);
    const server = await makeServer({ host, port: Number(port) });
    console.log(`ws://${host}:${server.port}, ${seatCount} seats`);
    keepTime(server);
}
