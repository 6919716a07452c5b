/**
 * A Kamm car whose chassis is a rigid body of Rapier's: boxes that it hits fly, and a wall stops it.
 *
 *     npm run build -w kamm && node examples/rapier_host/body.mjs
 *
 * Kamm has wheels, suspension, tyres and driveline, and says what force they put on the body. What any host has to do for
 * Kamm is marked 1 to 5.
 */
import RAPIER from "@dimforge/rapier3d-compat";
import { chassisShapes, courseCar, courseMesh, gravityMps2, runProgram } from "../host_course.mjs";

const aboveM = 0.1; // from where a ray starts, above the wheel's centre
const reachM = 1;

const xyz = ([x, y, z]) => ({ x, y, z });
const numbers = ({ x, y, z }) => [x, y, z];

/* 1: the chassis is a body with the whole car's mass, its origin at the centre of gravity. */
function makeChassis(world, car, body) {
    const { massKg, inertiaKgm2: tensor, cgM } = body.mass;
    const still = { x: 0, y: 0, z: 0 };
    const desc = RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...body.position)
        .setLinvel(...body.velocityMps)
        .setCanSleep(false) // a car that waits must not fall asleep
        // The tensor of this car is diagonal; else give the principal axes' rotation as the last.
        .setAdditionalMassProperties(massKg, still, xyz([tensor[0][0], tensor[1][1], tensor[2][2]]), { ...still, w: 1 });
    const chassis = world.createRigidBody(desc);
    const add = (shape, [x, y, z]) =>
        world.createCollider(shape.setTranslation(x, y, z).setDensity(0).setFriction(0.3).setFrictionCombineRule(min), chassis);
    const min = RAPIER.CoefficientCombineRule.Min; // of both: sheet metal slides on whatever it is
    const { radiusM, rails, boxes } = chassisShapes(car.info, cgM);
    const alongX = { x: 0, y: 0, z: -Math.SQRT1_2, w: Math.SQRT1_2 }; // Rapier's capsules lie along y
    for (const { middle, halfLengthM } of rails)
        add(RAPIER.ColliderDesc.capsule(halfLengthM, radiusM).setRotation(alongX), middle);
    for (const { middle, half } of boxes) add(RAPIER.ColliderDesc.cuboid(...half), middle);
    return chassis;
}

/* 2: the ground below a wheel, by a ray that sees what stands fast. */
function groundFrom(world) {
    const ray = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: -1 });
    const fixed = RAPIER.QueryFilterFlags.ONLY_FIXED;
    return (probe, contact) => {
        Object.assign(ray.origin, { x: probe.x, y: probe.y, z: probe.z + aboveM });
        const hit = world.castRayAndGetNormal(ray, aboveM + reachM, false, fixed);
        contact.z = -1e6; // in the air
        if (!hit || hit.normal.z < 0.5) return; // a wheel does not roll on a wall's side
        Object.assign(contact, { x: probe.x, y: probe.y, z: ray.origin.z - hit.timeOfImpact });
        [contact.normalX, contact.normalY, contact.normalZ] = [hit.normal.x, hit.normal.y, hit.normal.z];
    };
}

function readChassis(chassis, body) {
    const q = chassis.rotation();
    body.position.set(numbers(chassis.translation()));
    body.orientation.set([q.w, ...numbers(q)]);
    body.velocityMps.set(numbers(chassis.linvel()));
    body.angularVelocityRadps.set(numbers(chassis.angvel()));
}

function touches(world, chassis) {
    for (let i = 0; i < chassis.numColliders(); ++i) {
        let found = false;
        world.contactPairsWith(chassis.collider(i), (other) => {
            world.contactPair(chassis.collider(i), other, (manifold) => {
                for (let k = 0; k < manifold.numContacts(); ++k) found ||= manifold.contactDist(k) < 0.01;
            });
        });
        if (found) return true;
    }
    return false;
}

function addBox(world, half, at, massKg) {
    const shape = RAPIER.ColliderDesc.cuboid(...half);
    if (!massKg) return world.createCollider(shape.setTranslation(...at));
    const box = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(...at));
    world.createCollider(shape.setMass(massKg), box);
    return { position: () => numbers(box.translation()), velocityMps: () => numbers(box.linvel()) };
}

/** A car at the origin, in a world of Rapier's with the course's ground. */
export async function makeHost(hz, scrapes, speedMps) {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: 0, z: -gravityMps2 });
    const { vertices, triangles } = courseMesh(scrapes);
    // Else the body catches at edges between triangles that make one plane.
    const flags = RAPIER.TriMeshFlags.FIX_INTERNAL_EDGES;
    world.createCollider(RAPIER.ColliderDesc.trimesh(vertices, triangles, flags).setFriction(0.5));
    world.timestep = 1 / hz;
    // With its default, 4, Rapier integrates in four steps of its own, so that force and way agree no longer to the last; one,
    // and as many iterations in it.
    world.integrationParameters.numSolverIterations = 1;
    world.integrationParameters.numInternalPgsIterations = 20;
    world.step(); // rays find what the last step has seen
    const { car, hosted, body, substeps } = await courseCar(hz, speedMps);
    const chassis = makeChassis(world, car, body);
    const ground = groundFrom(world);

    function step() {
        readChassis(chassis, body); // 3: the body as Rapier has it
        hosted.step(substeps, ground); // 4: Kamm's step
        chassis.resetForces(true); // 5: forces stay in Rapier until they are reset
        chassis.resetTorques(true);
        chassis.addForce(xyz(body.forceN), true);
        chassis.addTorque(xyz(body.torqueNm), true);
        world.step();
        readChassis(chassis, body);
        return touches(world, chassis);
    }
    function free() {
        hosted.dispose();
        car.dispose();
        world.free();
    }
    return { car, body, addBox: (...box) => addBox(world, ...box), step, free };
}

await runProgram(import.meta.url, makeHost);
