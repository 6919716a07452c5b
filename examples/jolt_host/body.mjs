/**
 * A Kamm car whose chassis is a rigid body of Jolt's: boxes that it hits fly, and a wall stops it.
 *
 *     npm run build -w kamm && node examples/jolt_host/body.mjs
 *
 * Kamm has wheels, suspension, tyres and driveline, and says what force they put on the body. What any host has to do for
 * Kamm is marked 1 to 5. Jolt's axes are free to choose; here they are Kamm's, with z up.
 */
import initJolt from "jolt-physics";
import { chassisShapes, courseCar, courseMesh, gravityMps2, runProgram } from "../host_course.mjs";

const Jolt = await initJolt();
const aboveM = 0.1; // from where a ray starts, above the wheel's centre
const reachM = 1;
const [fixedLayer, movingLayer] = [0, 1];

/** Vectors for one call, which Jolt copies: its objects are in its own memory and the garbage collector does not free them. */
const [scratchVector, scratchPlace, scratchTurn] = [new Jolt.Vec3(0, 0, 0), new Jolt.RVec3(0, 0, 0), new Jolt.Quat(0, 0, 0, 1)];
const vector = ([x, y, z]) => (scratchVector.Set(x, y, z), scratchVector);
const place = ([x, y, z]) => (scratchPlace.Set(x, y, z), scratchPlace);
const turn = ([w, x, y, z]) => (scratchTurn.Set(x, y, z, w), scratchTurn);
const numbers = (v) => [v.GetX(), v.GetY(), v.GetZ()];
const upright = [1, 0, 0, 0];

function makeWorld() {
    const settings = new Jolt.JoltSettings();
    const pairs = new Jolt.ObjectLayerPairFilterTable(2);
    pairs.EnableCollision(fixedLayer, movingLayer);
    pairs.EnableCollision(movingLayer, movingLayer);
    const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
    for (const layer of [fixedLayer, movingLayer])
        layers.MapObjectToBroadPhaseLayer(layer, new Jolt.BroadPhaseLayer(layer));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
    settings.mMaxWorkerThreads = 0;
    const jolt = new Jolt.JoltInterface(settings);
    Jolt.destroy(settings);
    const system = jolt.GetPhysicsSystem();
    system.SetGravity(vector([0, 0, -gravityMps2]));
    const physics = system.GetPhysicsSettings();
    physics.mPenetrationSlop = 0.005; // 2 cm by default, which a car lies deeper than its wheels' ground
    system.SetPhysicsSettings(physics);
    return { jolt, system, bodies: system.GetBodyInterface() };
}

/** A body of that shape; `prepare` gets its settings. */
function addBody({ bodies }, shape, at, layer, prepare = () => {}) {
    const moves = layer === movingLayer;
    const motion = moves ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static;
    const settings = new Jolt.BodyCreationSettings(shape, place(at), turn(upright), motion, layer);
    prepare(settings);
    const body = bodies.CreateBody(settings);
    Jolt.destroy(settings);
    bodies.AddBody(body.GetID(), moves ? Jolt.EActivation_Activate : Jolt.EActivation_DontActivate);
    return body;
}

function addBox(world, half, at, massKg) {
    const layer = massKg ? movingLayer : fixedLayer;
    const box = addBody(world, new Jolt.BoxShape(vector(half), 0.01), at, layer, (settings) => {
        settings.mFriction = 0.5;
        if (!massKg) return;
        settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
        settings.mMassPropertiesOverride.mMass = massKg;
    });
    return { position: () => numbers(box.GetPosition()), velocityMps: () => numbers(box.GetLinearVelocity()) };
}

function addGround(world, scrapes) {
    const { vertices, triangles } = courseMesh(scrapes);
    const list = new Jolt.TriangleList();
    const corners = [0, 1, 2].map(() => new Jolt.Vec3(0, 0, 0));
    for (let t = 0; t < triangles.length; t += 3) {
        corners.forEach((corner, i) => corner.Set(...vertices.subarray(3 * triangles[t + i], 3 * triangles[t + i] + 3)));
        const triangle = new Jolt.Triangle(...corners);
        list.push_back(triangle);
        Jolt.destroy(triangle);
    }
    const settings = new Jolt.MeshShapeSettings(list);
    const shape = settings.Create().Get();
    for (const each of [settings, list, ...corners]) Jolt.destroy(each);
    addBody(world, shape, [0, 0, 0], fixedLayer, (settings) => (settings.mFriction = 0.5));
}

/** The chassis' shapes as one, its centre of gravity at the origin: Jolt would take that of the shapes. */
function chassisShape(info, cgM) {
    const { radiusM, rails, boxes } = chassisShapes(info, cgM);
    const compound = new Jolt.StaticCompoundShapeSettings();
    const alongX = [Math.SQRT1_2, 0, 0, -Math.SQRT1_2]; // Jolt's capsules lie along y
    for (const { middle, halfLengthM } of rails)
        compound.AddShape(vector(middle), turn(alongX), new Jolt.CapsuleShapeSettings(halfLengthM, radiusM), 0);
    for (const { middle, half } of boxes) {
        const halves = new Jolt.Vec3(...half);
        compound.AddShape(vector(middle), turn(upright), new Jolt.BoxShapeSettings(halves, 0.05), 0);
        Jolt.destroy(halves);
    }
    const shape = compound.Create().Get();
    return new Jolt.OffsetCenterOfMassShape(shape, vector(numbers(shape.GetCenterOfMass()).map((each) => -each)));
}

/* 1: the chassis is a body with the whole car's mass, its origin at the centre of gravity. */
function addChassis(world, car, body) {
    const { massKg, inertiaKgm2: tensor, cgM } = body.mass;
    const chassis = addBody(world, chassisShape(car.info, cgM), [...body.position], movingLayer, (settings) => {
        settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_MassAndInertiaProvided;
        settings.mMassPropertiesOverride.mMass = massKg;
        // The tensor of this car is diagonal; a Mat44 takes any.
        const diagonal = [0, 1, 2].map((i) => tensor[i][i]);
        settings.mMassPropertiesOverride.mInertia = Jolt.Mat44.prototype.sScaleVec3(vector(diagonal));
        settings.mLinearDamping = 0; // 0.05 by default, both: a brake by speed
        settings.mAngularDamping = 0;
        settings.mAllowSleeping = false; // a car that waits must not fall asleep
        settings.mFriction = 0.18; // Jolt takes the root of the product: 0.3 on the ground's 0.5
        settings.mEnhancedInternalEdgeRemoval = true; // else it catches at edges inside of the mesh
    });
    chassis.SetLinearVelocity(vector(body.velocityMps));
    return chassis;
}

/* 2: the ground below a wheel, by a ray that sees what stands fast. */
function groundFrom({ jolt, system }) {
    const ray = new Jolt.RRayCast();
    const settings = new Jolt.RayCastSettings();
    settings.mTreatConvexAsSolid = false;
    const hit = new Jolt.CastRayClosestHitCollisionCollector();
    const layers = new Jolt.SpecifiedObjectLayerFilter(fixedLayer);
    const all = [new Jolt.BroadPhaseLayerFilter(), layers, new Jolt.BodyFilter(), new Jolt.ShapeFilter()];
    const query = system.GetNarrowPhaseQuery();
    const lock = system.GetBodyLockInterfaceNoLock();
    ray.mDirection = vector([0, 0, -aboveM - reachM]);
    function ask(probe, contact) {
        ray.mOrigin = place([probe.x, probe.y, probe.z + aboveM]);
        hit.Reset();
        query.CastRay(ray, settings, hit, ...all);
        contact.z = -1e6; // in the air
        if (!hit.HadHit()) return;
        const z = probe.z + aboveM - (aboveM + reachM) * hit.mHit.mFraction;
        const ground = lock.TryGetBody(hit.mHit.mBodyID);
        const normal = numbers(ground.GetWorldSpaceSurfaceNormal(hit.mHit.mSubShapeID2, place([probe.x, probe.y, z])));
        if (normal[2] < 0.5) return; // a wheel does not roll on a wall's side
        Object.assign(contact, { x: probe.x, y: probe.y, z });
        [contact.normalX, contact.normalY, contact.normalZ] = normal;
    }
    return { ask, free: () => [ray, settings, hit, ...all].forEach((each) => Jolt.destroy(each)) };
}

function readChassis(chassis, body) {
    const q = chassis.GetRotation();
    body.position.set(numbers(chassis.GetCenterOfMassPosition()));
    body.orientation.set([q.GetW(), ...numbers(q)]);
    body.velocityMps.set(numbers(chassis.GetLinearVelocity()));
    body.angularVelocityRadps.set(numbers(chassis.GetAngularVelocity()));
}

/** Tells whether the chassis has touched anything in the last step. */
function watchContacts({ system }) {
    const seen = { touches: false };
    const listener = new Jolt.ContactListenerJS();
    listener.OnContactValidate = () => Jolt.ValidateResult_AcceptAllContactsForThisBodyPair;
    listener.OnContactAdded = listener.OnContactPersisted = () => (seen.touches = true);
    listener.OnContactRemoved = () => {};
    system.SetContactListener(listener);
    return { seen, free: () => Jolt.destroy(listener) };
}

/** A car at the origin, in a world of Jolt's with the course's ground. */
export async function makeHost(hz, scrapes, speedMps) {
    const world = makeWorld();
    addGround(world, scrapes);
    const { car, hosted, body, substeps } = await courseCar(hz, speedMps);
    const chassis = addChassis(world, car, body);
    const ground = groundFrom(world);
    const contacts = watchContacts(world);

    function step() {
        readChassis(chassis, body); // 3: the body as Jolt has it
        hosted.step(substeps, ground.ask); // 4: Kamm's step
        chassis.AddForce(vector(body.forceN)); // 5: for one step
        chassis.AddTorque(vector(body.torqueNm));
        contacts.seen.touches = false;
        world.jolt.Step(1 / hz, 1);
        readChassis(chassis, body);
        return contacts.seen.touches;
    }
    function free() {
        hosted.dispose();
        car.dispose();
        ground.free();
        Jolt.destroy(world.jolt);
        contacts.free();
    }
    return { car, body, addBox: (...box) => addBox(world, ...box), step, free };
}

await runProgram(import.meta.url, makeHost);
