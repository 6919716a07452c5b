/**
 * A Kamm car in a Rapier world: Rapier has the ground, the ramp and the boxes, Kamm has the car.
 *
 *     npm run build -w kamm && node examples/rapier_host/drive.mjs
 *
 * Each wheel finds its ground by one of Rapier's rays, and the car's body is a kinematic one in Rapier, so that it
 * pushes what lies about. What it pushes does not push back: for that, let Kamm's own worlds have the boxes.
 * Rapier's axes are free to choose; here they are Kamm's, with z up.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import RAPIER from "@dimforge/rapier3d-compat";
import { loadKamm } from "kamm";

const aboveM = 0.1; // from where a ray starts, above the wheel's centre: above a kerb, below a bridge
const reachM = 3;
const steepest = 0.5; // least height of the normal of what a wheel can stand on: 60 degrees
const layers = 4; // of what a ray may have to go through before it meets ground

/** A road, a ramp of 4 m by 0.6 m across it, and a wall of boxes. */
export function makeWorld() {
    const world = new RAPIER.World({ x: 0, y: 0, z: -9.80665 });
    world.createCollider(RAPIER.ColliderDesc.cuboid(500, 50, 1).setTranslation(0, 0, -1));
    const ramp = new Float32Array([
        ...[40, -3, 0, 44, -3, 0, 44, -3, 0.6],
        ...[40, 3, 0, 44, 3, 0, 44, 3, 0.6],
    ]);
    world.createCollider(RAPIER.ColliderDesc.convexHull(ramp));
    const boxes = [-1.2, 0, 1.2].map((y) => {
        const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(110, y, 0.5));
        world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 0.5, 0.5).setDensity(40), body);
        return body;
    });
    world.step(); // rays find what the last step has seen
    return { world, boxes };
}

/** A body in Rapier with the boxes by which Kamm's car touches others. */
function makeBody(world, info) {
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased());
    for (const { centreM, halfM, orientation } of info.boxes) {
        const [w, x, y, z] = orientation;
        const shape = RAPIER.ColliderDesc.cuboid(...halfM).setTranslation(...centreM);
        world.createCollider(shape.setRotation({ w, x, y, z }), body);
    }
    return body;
}

/**
 * The uppermost ground below a point. A ray that starts inside of something, such as a wall that the wheel has run
 * into, or that meets a steep face, says nothing of the ground: it looks through that, at what is below.
 */
function groundBelow(world, ray) {
    const onlyFixed = RAPIER.QueryFilterFlags.ONLY_FIXED;
    const passed = new Set();
    const isNew = (collider) => !passed.has(collider.handle);
    for (let layer = 0; layer < layers; ++layer) {
        const hit = world.castRayAndGetNormal(ray, reachM, true, onlyFixed, undefined, undefined, undefined, isNew);
        if (!hit || (hit.timeOfImpact > 0 && hit.normal.z >= steepest)) return hit;
        passed.add(hit.collider.handle);
    }
    return null;
}

/** Kamm's question for the ground, answered by a ray that sees what stands fast: not the car, not the boxes. */
function askRapier(world) {
    const ray = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: -1 });
    return (probe, contact) => {
        ray.origin.x = probe.x;
        ray.origin.y = probe.y;
        ray.origin.z = probe.z + aboveM;
        const hit = groundBelow(world, ray);
        contact.x = probe.x;
        contact.y = probe.y;
        contact.z = hit ? ray.origin.z - hit.timeOfImpact : probe.z - reachM;
        if (!hit) return; // nothing below
        contact.normalX = hit.normal.x;
        contact.normalY = hit.normal.y;
        contact.normalZ = hit.normal.z;
        contact.friction = hit.collider.friction() * 2; // Rapier's default, 0.5, for dry asphalt
    };
}

/** Brings a car into a Rapier world; `step` then moves both. */
export function addCar(kamm, world, json) {
    const car = kamm.car(json, { ground: askRapier(world), groundIntervalSubsteps: 1 });
    const body = makeBody(world, car.info);

    function step(dt) {
        car.step(dt);
        const [x, y, z] = car.position;
        const [w, i, j, k] = car.orientation;
        body.setNextKinematicTranslation({ x, y, z });
        body.setNextKinematicRotation({ w, x: i, y: j, z: k });
        world.timestep = dt;
        world.step();
    }
    return { car, body, step };
}

/** At `speedMps` into a fixed wall, 4 m high and 1 m thick: how high the car gets, and how far. */
export async function hitWall(speedMps) {
    await RAPIER.init();
    const kamm = await loadKamm();
    const world = new RAPIER.World({ x: 0, y: 0, z: -9.80665 });
    world.createCollider(RAPIER.ColliderDesc.cuboid(500, 50, 1).setTranslation(0, 0, -1));
    world.createCollider(RAPIER.ColliderDesc.cuboid(0.5, 10, 2).setTranslation(20.5, 0, 2));
    world.step();
    const micra = new URL("../../data/vehicles/nissan-micra.json", import.meta.url);
    const { car, step } = addCar(kamm, world, readFileSync(micra, "utf8"));
    car.place({ z: 0, speedMps });
    const seen = { maxHeightM: 0, endM: 0, fault: 0 };
    for (let frame = 0; frame < 5 * 60; ++frame) {
        step(1 / 60);
        seen.maxHeightM = Math.max(seen.maxHeightM, car.position[2]);
    }
    seen.endM = car.position[0];
    seen.fault = car.fault;
    car.dispose();
    world.free();
    return seen;
}

/** Over the ramp, through the boxes, to a stop. */
export async function drive() {
    await RAPIER.init();
    const kamm = await loadKamm();
    const { world, boxes } = makeWorld();
    const micra = new URL("../../data/vehicles/nissan-micra.json", import.meta.url);
    const { car, step } = addCar(kamm, world, readFileSync(micra, "utf8"));
    car.place({ z: 0, speedMps: 15 });
    const seen = { flightS: 0, maxHeightM: 0, pushedM: 0, endM: 0, speedMps: 0 };
    for (let frame = 0; frame < 12 * 60; ++frame) {
        car.input.throttle = car.xM < 100 ? 0.5 : 0;
        car.input.brake = car.xM < 112 ? 0 : 0.7;
        step(1 / 60);
        if (car.wheels.every(({ loadN }) => loadN === 0)) seen.flightS += 1 / 60;
        seen.maxHeightM = Math.max(seen.maxHeightM, car.position[2]);
    }
    seen.pushedM = Math.max(...boxes.map((box) => box.translation().x)) - 110;
    seen.endM = car.position[0];
    seen.speedMps = car.speedMps;
    car.dispose();
    world.free();
    return seen;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
    const { flightS, maxHeightM, pushedM, endM } = await drive();
    console.log(`${flightS.toFixed(2)} s in the air, up to ${maxHeightM.toFixed(2)} m`);
    console.log(`a box pushed by ${pushedM.toFixed(1)} m, at rest after ${endM.toFixed(1)} m`);
}
