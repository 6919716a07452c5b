/* Bullet: btRaycastVehicle, a box on four rays. x is left, y up, z forward. */
#include "peers.h"
#include <btBulletDynamicsCommon.h>
#include <memory>
#include <vector>

namespace
{

struct bullet_car {
    std::unique_ptr<btDefaultMotionState> motion;
    std::unique_ptr<btRigidBody> body;
    std::unique_ptr<btDefaultVehicleRaycaster> rays;
    std::unique_ptr<btRaycastVehicle> vehicle;
};

struct bullet_run {
    int substeps;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad_phase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broad_phase, &solver, &configuration};
    btStaticPlaneShape plane{btVector3(0, 1, 0), 0};
    btBoxShape box{btVector3(CAR_HALF_WIDTH_M, CAR_HALF_HEIGHT_M, CAR_HALF_LENGTH_M)};
    btRigidBody ground{btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &plane)};
    std::vector<bullet_car> cars;
};

void add_wheels(btRaycastVehicle &vehicle, const btRaycastVehicle::btVehicleTuning &tuning)
{
    /* The spring gives way by g / w^2 under the car's weight. */
    const double rest_m = SUSPENSION_M + 9.81 / (SUSPENSION_RADPS * SUSPENSION_RADPS);
    const double top_m = SUSPENSION_M - BODY_ABOVE_WHEELS_M;
    for (double z : {HALF_WHEELBASE_M, -HALF_WHEELBASE_M})
        for (double x : {HALF_TRACK_M, -HALF_TRACK_M}) {
            btWheelInfo &wheel =
                vehicle.addWheel(btVector3(x, top_m, z), btVector3(0, -1, 0), btVector3(-1, 0, 0),
                                 rest_m, WHEEL_RADIUS_M, tuning, z > 0);
            wheel.m_rollInfluence = 0.3;
        }
}

void add_car(bullet_run &run, double lane_m)
{
    bullet_car car;
    btVector3 inertia;
    run.box.calculateLocalInertia(CAR_MASS_KG, inertia);
    const btVector3 at(lane_m, WHEEL_RADIUS_M + BODY_ABOVE_WHEELS_M, 0);
    car.motion =
        std::make_unique<btDefaultMotionState>(btTransform(btQuaternion::getIdentity(), at));
    car.body = std::make_unique<btRigidBody>(
        btRigidBody::btRigidBodyConstructionInfo(CAR_MASS_KG, car.motion.get(), &run.box, inertia));
    car.body->setActivationState(DISABLE_DEACTIVATION);
    run.world.addRigidBody(car.body.get());
    btRaycastVehicle::btVehicleTuning tuning;
    tuning.m_suspensionStiffness = SUSPENSION_RADPS * SUSPENSION_RADPS / 4; /* per kg of the car */
    tuning.m_suspensionCompression = tuning.m_suspensionDamping =
        SUSPENSION_DAMPING * SUSPENSION_RADPS / 2;
    tuning.m_maxSuspensionTravelCm = 100 * SUSPENSION_M;
    tuning.m_maxSuspensionForce = 1e5;
    tuning.m_frictionSlip = 1;
    car.rays = std::make_unique<btDefaultVehicleRaycaster>(&run.world);
    car.vehicle = std::make_unique<btRaycastVehicle>(tuning, car.body.get(), car.rays.get());
    car.vehicle->setCoordinateSystem(0, 1, 2);
    add_wheels(*car.vehicle, tuning);
    run.world.addAction(car.vehicle.get());
    run.cars.push_back(std::move(car));
}

void *create(int count, int substeps)
{
    auto *run = new bullet_run;
    run->substeps = substeps;
    run->world.setGravity(btVector3(0, -9.81, 0));
    run->world.addRigidBody(&run->ground);
    for (int i = 0; i < count; ++i) add_car(*run, i * LANES_M);
    return run;
}

void frame(void *user, double time_s)
{
    auto &run = *static_cast<bullet_run *>(user);
    for (bullet_car &car : run.cars) {
        const requests request = requests_at(time_s, car.body->getLinearVelocity().length());
        for (int front : {0, 1}) car.vehicle->setSteeringValue(request.steer_rad, front);
        for (int rear : {2, 3}) car.vehicle->applyEngineForce(request.throttle * DRIVE_N / 2, rear);
    }
    for (int i = 0; i < run.substeps; ++i) run.world.stepSimulation(FRAME_S / run.substeps, 0);
}

place place_of(void *user, int car)
{
    const btTransform &at =
        static_cast<bullet_run *>(user)->cars[car].body->getCenterOfMassTransform();
    const btVector3 nose = at.getBasis().getColumn(2);
    return {at.getOrigin().z(), btAtan2(nose.x(), nose.z())};
}

void destroy(void *user)
{
    auto *run = static_cast<bullet_run *>(user);
    for (bullet_car &car : run->cars) {
        run->world.removeAction(car.vehicle.get());
        run->world.removeRigidBody(car.body.get());
    }
    run->world.removeRigidBody(&run->ground);
    delete run;
}

} // namespace

extern "C" const engine bullet_engine = {
    "Bullet, ray-cast vehicle", 1, create, frame, place_of, destroy};
extern "C" const engine bullet_fine_engine = {
    "Bullet, ray-cast vehicle", 4, create, frame, place_of, destroy};
