/** Draws what the worker moves, at the rate of the screen. Arrows or WASD drive, Space is the hand brake. */
import * as THREE from "three";
import { driveObject } from "kamm/three";
import { connectPhysics } from "kamm/worker";

const figures = document.querySelector("#figures");
const colours = [0xd03030, 0x3060c0, 0xc09020, 0x308050];

function makeScene() {
    const scene = new THREE.Scene();
    scene.background = new THREE.Color(0xbfd4e8);
    scene.add(new THREE.HemisphereLight(0xffffff, 0x667755, 2.5));
    scene.add(new THREE.GridHelper(400, 80, 0x667755, 0x99aa88));
    const camera = new THREE.PerspectiveCamera(55, 1, 0.1, 500);
    const renderer = new THREE.WebGLRenderer({ antialias: true });
    document.body.append(renderer.domElement);
    const resize = () => {
        renderer.setSize(innerWidth, innerHeight);
        camera.aspect = innerWidth / innerHeight;
        camera.updateProjectionMatrix();
    };
    addEventListener("resize", resize);
    resize();
    return { scene, camera, renderer };
}

/** A box of Kamm's in the axes of three.js: x, z, -y. */
function boxMesh({ centreM: [x, y, z], halfM }, colour) {
    const geometry = new THREE.BoxGeometry(2 * halfM[0], 2 * halfM[2], 2 * halfM[1]).translate(x, z, -y);
    return new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({ color: colour }));
}

function wheelMesh(radiusM, widthM) {
    const tyre = new THREE.CylinderGeometry(radiusM, radiusM, widthM, 24).rotateX(Math.PI / 2);
    const spoke = new THREE.BoxGeometry(0.3 * radiusM, 1.6 * radiusM, 1.05 * widthM); // so that one sees it turn
    const material = (color) => new THREE.MeshLambertMaterial({ color });
    return new THREE.Mesh(tyre, material(0x222222)).add(new THREE.Mesh(spoke, material(0xcccccc)));
}

/** What puts the car's meshes to where it is. */
function addCar(scene, car, colour) {
    const { boxes, wheelRadiusM, wheelWidthM } = car.info;
    const body = new THREE.Group().add(...boxes.map((box) => boxMesh(box, colour)));
    const wheels = car.wheels.map((_, i) => wheelMesh(wheelRadiusM[i], wheelWidthM[i]));
    scene.add(body, ...wheels);
    return driveObject(car, { body, wheels });
}

/** A body is to be drawn as a car without wheels. */
function addBody(scene, shown) {
    const body = new THREE.Group().add(...shown.shapes.map((box) => boxMesh(box, 0xff7000)));
    scene.add(body);
    return driveObject({ ...shown, wheels: [] }, { body });
}

const held = new Set();
addEventListener("keydown", ({ code }) => held.add(code));
addEventListener("keyup", ({ code }) => held.delete(code));
addEventListener("blur", () => held.clear());
const isHeld = (...codes) => Number(codes.some((code) => held.has(code)));

function readKeys(input) {
    input.steer = isHeld("ArrowLeft", "KeyA") - isHeld("ArrowRight", "KeyD");
    input.throttle = isHeld("ArrowUp", "KeyW");
    input.brake = isHeld("ArrowDown", "KeyS");
    input.handBrake = isHeld("Space");
}

/** Behind the car and above it, in the axes of three.js. */
function chase(camera, { position: [x, y, z], orientation: [w, i, j, k] }) {
    const yawRad = Math.atan2(2 * (w * k + i * j), 1 - 2 * (j * j + k * k));
    camera.position.set(x - 8 * Math.cos(yawRad), z + 3, -y + 8 * Math.sin(yawRad));
    camera.lookAt(x, z + 1, -y);
}

async function start() {
    const worker = new Worker(new URL("./physics.mjs", import.meta.url), { type: "module" });
    const physics = await connectPhysics(worker);
    const { scene, camera, renderer } = makeScene();
    const follow = [
        ...physics.cars.map((car, i) => addCar(scene, car, colours[i])),
        ...physics.bodies.map((body) => addBody(scene, body)),
    ];
    const [player] = physics.cars;
    document.addEventListener("visibilitychange", () => (document.hidden ? physics.pause() : physics.resume()));

    renderer.setAnimationLoop(() => {
        readKeys(player.input);
        physics.update();
        for (const move of follow) move();
        chase(camera, player);
        renderer.render(scene, camera);
        figures.textContent =
            `${(player.read("speedMps") * 3.6).toFixed(0)} km/h, tick ${physics.tick}\n` +
            `late ${physics.lateS.toFixed(2)} s, given up ${physics.forgottenS.toFixed(2)} s\nArrows drive, Space: hand brake`;
    });
    await physics.ended;
}

start().catch((error) => (figures.textContent = error.message));
