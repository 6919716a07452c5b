/** Jolt Physics: VehicleConstraint with WheeledVehicleController. y is up, z forward, x left. */
import initJolt from "jolt-physics";
import { car, frameS, lanesM, requests } from "./slalom.mjs";

const staticLayer = 0;
const movingLayer = 1;
const steerLockRad = 0.5;

function createSystem(Jolt) {
    const pairs = new Jolt.ObjectLayerPairFilterTable(2);
    pairs.EnableCollision(staticLayer, movingLayer);
    pairs.EnableCollision(movingLayer, movingLayer);
    const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
    layers.MapObjectToBroadPhaseLayer(staticLayer, new Jolt.BroadPhaseLayer(0));
    layers.MapObjectToBroadPhaseLayer(movingLayer, new Jolt.BroadPhaseLayer(1));
    const settings = new Jolt.JoltSettings();
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
        layers, 2, pairs, 2,
    );
    return new Jolt.JoltInterface(settings);
}

function addBody(Jolt, bodies, shape, at, moves) {
    const settings = new Jolt.BodyCreationSettings(
        shape,
        new Jolt.RVec3(...at),
        new Jolt.Quat(0, 0, 0, 1),
        moves ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
        moves ? movingLayer : staticLayer,
    );
    if (moves) {
        settings.mAllowSleeping = false;
        settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_CalculateInertia;
        settings.mMassPropertiesOverride.mMass = car.massKg;
    }
    const body = bodies.CreateBody(settings);
    bodies.AddBody(body.GetID(), moves ? Jolt.EActivation_Activate : Jolt.EActivation_DontActivate);
    return body;
}

/** `side` 1 is left, `end` 1 front; -1 right and rear. */
function wheel(Jolt, side, end) {
    const settings = new Jolt.WheelSettingsWV();
    // The upper end of the spring: the wheel's centre at rest and half the travel.
    const y = car.suspensionM / 2 - car.bodyAboveWheelsM;
    settings.mPosition = new Jolt.Vec3(side * car.halfTrackM, y, end * car.halfWheelbaseM);
    settings.mRadius = car.wheelRadiusM;
    settings.mWidth = car.wheelWidthM;
    settings.mSuspensionMinLength = 0;
    settings.mSuspensionMaxLength = car.suspensionM;
    settings.mSuspensionSpring.mFrequency = car.suspensionHz;
    settings.mSuspensionSpring.mDamping = car.suspensionDamping;
    settings.mMaxSteerAngle = end > 0 ? steerLockRad : 0;
    return settings;
}

function addPair(Jolt, list, Settings, left) {
    const settings = new Settings();
    settings.mLeftWheel = left;
    settings.mRightWheel = left + 1;
    list.push_back(settings);
}

function addVehicle(Jolt, physics, body, tester) {
    const settings = new Jolt.VehicleConstraintSettings();
    for (const end of [1, -1])
        for (const side of [1, -1]) settings.mWheels.push_back(wheel(Jolt, side, end));
    for (const left of [0, 2])
        addPair(Jolt, settings.mAntiRollBars, Jolt.VehicleAntiRollBar, left);
    const controller = new Jolt.WheeledVehicleControllerSettings();
    addPair(Jolt, controller.mDifferentials, Jolt.VehicleDifferentialSettings, 2);
    settings.mController = controller;
    const vehicle = new Jolt.VehicleConstraint(body, settings);
    vehicle.SetVehicleCollisionTester(tester);
    physics.AddConstraint(vehicle);
    physics.AddStepListener(new Jolt.VehicleConstraintStepListener(vehicle));
    return Jolt.castObject(vehicle.GetController(), Jolt.WheeledVehicleController);
}

/** Of a car whose nose is along z, positive left. */
function headingOf(q) {
    const [x, y, z, w] = [q.GetX(), q.GetY(), q.GetZ(), q.GetW()];
    return Math.atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y));
}

/** @param {number} count @param {{ substeps: number, tester: "ray" | "cylinder" }} options */
export async function joltCars(count, { substeps, tester }) {
    const Jolt = await initJolt();
    const jolt = createSystem(Jolt);
    const physics = jolt.GetPhysicsSystem();
    const bodies = physics.GetBodyInterface();
    addBody(Jolt, bodies, new Jolt.BoxShape(new Jolt.Vec3(4000, 1, 4000)), [0, -1, 0], false);
    const { length, width, height } = car.halfSizeM;
    const shape = new Jolt.BoxShape(new Jolt.Vec3(width, height, length));
    const cars = Array.from({ length: count }, (_, i) => {
        const at = [i * lanesM, car.wheelRadiusM + car.bodyAboveWheelsM, 0];
        const body = addBody(Jolt, bodies, shape, at, true);
        const probe =
            tester === "ray"
                ? new Jolt.VehicleCollisionTesterRay(movingLayer)
                : new Jolt.VehicleCollisionTesterCastCylinder(movingLayer);
        return { body, controller: addVehicle(Jolt, physics, body, probe) };
    });
    return {
        name: `Jolt, ${tester} tester`,
        substeps,
        /** @param {number} timeS */
        frame(timeS) {
            for (const { body, controller } of cars) {
                const request = requests(timeS, body.GetLinearVelocity().Length());
                // A positive input is to the right.
                controller.SetDriverInput(request.throttle, -request.steerRad / steerLockRad, 0, 0);
            }
            jolt.Step(frameS, substeps);
        },
        poses: () =>
            cars.map(({ body }) => {
                const at = body.GetPosition();
                return [at.GetZ(), at.GetX(), headingOf(body.GetRotation())];
            }),
    };
}
