/** A player in a browser: arrows or WASD drive, Space is the hand brake; the yard from above. */
import { join } from "./client.mjs";
import { defaultPort } from "./game.mjs";

const figures = document.querySelector("#figures");
const canvas = document.querySelector("canvas");
const colours = ["#d03030", "#3060c0", "#c09020", "#308050"];

const held = new Set();
addEventListener("keydown", ({ code }) => held.add(code));
addEventListener("keyup", ({ code }) => held.delete(code));
addEventListener("blur", () => held.clear());
const isHeld = (...codes) => Number(codes.some((code) => held.has(code)));

function readKeys(request) {
    request.steer = isHeld("ArrowLeft", "KeyA") - isHeld("ArrowRight", "KeyD");
    request.throttle = isHeld("ArrowUp", "KeyW");
    request.brake = isHeld("ArrowDown", "KeyS");
    request.handBrake = isHeld("Space");
}

/** Boxes of a body, filled, at its place. */
function drawBody(context, { position: [x, y], orientation: [w, i, j, k] }, boxes, colour) {
    context.save();
    context.translate(x, y);
    context.rotate(Math.atan2(2 * (w * k + i * j), 1 - 2 * (j * j + k * k)));
    context.fillStyle = colour;
    for (const { centreM, halfM } of boxes)
        context.fillRect(centreM[0] - halfM[0], centreM[1] - halfM[1], 2 * halfM[0], 2 * halfM[1]);
    context.restore();
}

function draw(context, { world, cars }) {
    [canvas.width, canvas.height] = [innerWidth, innerHeight];
    const scale = Math.min(innerWidth / 164, innerHeight / 124);
    context.setTransform(scale, 0, 0, -scale, innerWidth / 2, innerHeight / 2); // y to the left of x: upwards
    for (const body of world.bodies) drawBody(context, body, body.shapes, body.type === "dynamic" ? "#f70" : "#444");
    for (const car of cars) drawBody(context, car, car.info.boxes, colours[car.index]);
}

async function start() {
    const said = [];
    const differs = ({ differs: seat, tick }) => said.push(`player ${seat} has another world from tick ${tick} on`);
    const { game, seat, socket } = await join(`ws://${location.hostname}:${defaultPort}`, { drive: readKeys, differs });
    socket.addEventListener("close", ({ reason }) => said.push(`the connection is closed ${reason}`));
    const context = canvas.getContext("2d");
    function frame() {
        draw(context, game);
        const kmph = 3.6 * game.cars.at(seat).speedMps;
        figures.textContent = [`player ${seat}, ${kmph.toFixed(0)} km/h`, `tick ${game.tick}: ${game.hash()}`, ...said].join("\n");
        requestAnimationFrame(frame);
    }
    frame();
}

start().catch((error) => (figures.textContent = error.message));
