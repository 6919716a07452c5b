/** A player: takes ticks, steps the same world, tells what its hands ask for and, each second, its hashes. */
import { idle, makeGame, ticksPerS } from "./game.mjs";

/**
 * `drive(request, game, seat)` writes what the hands ask for, once a tick. `WebSocket` is a browser's own, or that of ws in Node.
 * Fulfilled once the player has a seat and the world as it is there.
 */
export async function join(url, { drive = () => {}, differs = () => {}, WebSocket = globalThis.WebSocket } = {}) {
    const game = await makeGame();
    const socket = new WebSocket(url);
    socket.binaryType = "arraybuffer";
    const request = { ...idle };
    const client = { game, seat: -1, socket };
    let [joinedAt, hashes] = [0, []];
    const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

    function takeTick({ tick, requests }) {
        if (tick !== game.tick + 1) throw new Error(`tick ${tick} came after ${game.tick}`);
        game.step(requests);
        hashes.push(game.hash());
        drive(request, game, client.seat);
        send({ request });
        if (tick % ticksPerS) return;
        send({ tick, hashes });
        hashes = [];
    }

    function takeWelcome({ seat, tick, version }) {
        if (version !== game.kamm.version) throw new Error(`the server has Kamm ${version}, this is ${game.kamm.version}`);
        client.seat = seat;
        joinedAt = tick;
    }

    return new Promise((resolve, reject) => {
        function take({ data }) {
            if (typeof data !== "string") {
                game.restore(new Uint8Array(data), joinedAt);
                return resolve(client);
            }
            const message = JSON.parse(data);
            if ("differs" in message) differs(message);
            else if ("seat" in message) takeWelcome(message);
            else takeTick(message);
        }

        socket.addEventListener("message", (event) => {
            try {
                take(event);
            } catch (error) {
                reject(error);
                socket.close(4000, error.message.slice(0, 100));
            }
        });
        socket.addEventListener("error", () => reject(new Error(`${url} does not answer`)));
        socket.addEventListener("close", ({ reason }) => reject(new Error(reason || "the server has closed the connection")));
    });
}
