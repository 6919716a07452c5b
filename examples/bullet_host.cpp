/* A car of Kamm's in a world of Bullet's: the chassis is Bullet's body, its wheels, suspension, tyres and driveline are Kamm's
 * (kamm/hosted.h). It drives the course of host_course.h at 30, 60, 120 and 144 Hz, which has to end at the same place, then
 * through crates into a wall. Nothing is drawn; it prints what happens and fails if that is not so.
 *
 *     c++ -O2 bullet_host.cpp -o bullet_host $(pkg-config --cflags --libs kamm bullet)
 *     ./bullet_host defaults     with Bullet's own settings, to see what choose_settings() does */
#include "host_course.h"

#include <BulletCollision/CollisionDispatch/btInternalEdgeUtility.h>
#include <btBulletDynamicsCommon.h>
#include <cstring>
#include <memory>
#include <vector>

static bool bullets_own_settings;

static btVector3 vector_of(const double v[3])
{
    return {btScalar(v[0]), btScalar(v[1]), btScalar(v[2])};
}

class Host
{
  public:
    Host(int hz, bool scrapes);
    ~Host();
    btRigidBody &add_box(const btVector3 &half_m, const btVector3 &at, btScalar mass_kg);

    kamm_model *model;
    kamm_cars *car;
    kamm_hosted hosted;
    btRigidBody *chassis, *ground;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};

  private:
    void add_ground(bool scrapes);
    void add_chassis();
    void choose_settings();
    btRigidBody &add_body(btScalar mass_kg, btCollisionShape *shape, const btVector3 &inertia,
                          const btVector3 &at);
    template <class Shape, class... Values> Shape *make(Values... values)
    {
        auto *shape = new Shape(values...);
        shapes.emplace_back(shape);
        return shape;
    }

    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::unique_ptr<btTriangleIndexVertexArray> mesh;
    btTriangleInfoMap edges;
    float vertices[COURSE_VERTICES][3];
    int triangles[COURSE_TRIANGLES][3];
};

btRigidBody &Host::add_body(btScalar mass_kg, btCollisionShape *shape, const btVector3 &inertia,
                            const btVector3 &at)
{
    btRigidBody::btRigidBodyConstructionInfo info(mass_kg, nullptr, shape, inertia);
    info.m_startWorldTransform.setOrigin(at);
    bodies.emplace_back(new btRigidBody(info));
    world.addRigidBody(bodies.back().get());
    return *bodies.back();
}

btRigidBody &Host::add_box(const btVector3 &half_m, const btVector3 &at, btScalar mass_kg)
{
    auto *box = make<btBoxShape>(half_m);
    btVector3 inertia(0, 0, 0);
    if (mass_kg > 0) box->calculateLocalInertia(mass_kg, inertia);
    return add_body(mass_kg, box, inertia, at);
}

void Host::add_ground(bool scrapes)
{
    course_mesh(scrapes, vertices, triangles);
    mesh.reset(new btTriangleIndexVertexArray(COURSE_TRIANGLES, &triangles[0][0],
                                              sizeof triangles[0], COURSE_VERTICES, &vertices[0][0],
                                              sizeof vertices[0]));
    ground = &add_body(0, make<btBvhTriangleMeshShape>(mesh.get(), true), {0, 0, 0}, {0, 0, 0});
}

/* The whole car's mass, its frame's origin at the centre of gravity. The tensor of this car is diagonal; turn a body's frame into
 * the principal axes where yours is not (btMatrix3x3::diagonalize). */
void Host::add_chassis()
{
    kamm_host_mass mass = kamm_host_mass_of(model);
    kamm_box boxes[KAMM_MAX_BOXES];
    course_rail rails[COURSE_RAILS];
    int count = kamm_car_boxes(model, boxes);
    auto *shape = make<btCompoundShape>();
    auto add = [&](btCollisionShape *part, const double middle_m[3]) {
        btVector3 at = vector_of(middle_m) - vector_of(mass.cg_m);
        shape->addChildShape(btTransform(btQuaternion::getIdentity(), at), part);
    };
    if (!bullets_own_settings) {
        course_rails(&boxes[0], rails);
        for (const auto &rail : rails)
            add(make<btCapsuleShapeX>(btScalar(course_rail_radius_m), btScalar(rail.length_m)),
                rail.middle_m);
    }
    for (int i = 0; i < count; ++i)
        add(make<btBoxShape>(vector_of(boxes[i].half_m)), boxes[i].centre_m);
    const auto &tensor = mass.inertia_kgm2;
    chassis = &add_body(btScalar(mass.mass_kg), shape,
                        {btScalar(tensor[0][0]), btScalar(tensor[1][1]), btScalar(tensor[2][2])},
                        vector_of(hosted.position_m));
    chassis->setLinearVelocity(vector_of(hosted.velocity_mps));
}

/* Lets Bullet take a triangle's own normal where two triangles meet smoothly, and no other than the two neighbours' where
 * they make an edge. */
static bool smooth_edges(btManifoldPoint &point, const btCollisionObjectWrapper *a, int part_a,
                         int index_a, const btCollisionObjectWrapper *b, int part_b, int index_b)
{
    btAdjustInternalEdgeContacts(point, a, b, part_a,
                                 index_a); /* does nothing if a is no triangle */
    btAdjustInternalEdgeContacts(point, b, a, part_b, index_b);
    return true;
}

/* What lets a car scrape over a mesh alike at all rates. */
void Host::choose_settings()
{
    chassis->setFriction(btScalar(0.6)); /* Bullet multiplies: 0.3 on the ground's 0.5 */
    chassis->setFlags(
        0); /* Bullet's gyroscopic term, on by default, would be one too many: Kamm's torque has it */
    chassis->setActivationState(DISABLE_DEACTIVATION); /* a car that waits must not fall asleep */
    if (bullets_own_settings) return;
    /* A mesh is 4 cm thick by default: the body would float that high above the ground of the rays. */
    ground->getCollisionShape()->setMargin(0);
    auto *shape = static_cast<btBvhTriangleMeshShape *>(ground->getCollisionShape());
    btGenerateInternalEdgeInfo(shape, &edges);
    ground->setCollisionFlags(ground->getCollisionFlags() |
                              btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
    gContactAddedCallback = smooth_edges;
    /* Overlap of less than 4 cm is else driven out by a velocity, 0.2 of it each frame, which stays: the more so, the
     * higher the rate. Split impulses correct the place alone; with this they do it at any depth. */
    world.getSolverInfo().m_splitImpulsePenetrationThreshold = 1;
}

Host::Host(int hz, bool scrapes) : model(course_model(hz)), car(course_car(model, &hosted))
{
    world.setGravity({0, 0, btScalar(-9.80665)});
    add_ground(scrapes);
    add_chassis();
    choose_settings();
}

Host::~Host()
{
    for (auto &body : bodies) world.removeRigidBody(body.get());
    kamm_destroy_cars(car);
    kamm_destroy_model(model);
}

/* ---- What the course asks of a host ---- */

static void read_chassis(void *engine, kamm_hosted *hosted)
{
    const btRigidBody &body = *static_cast<Host *>(engine)->chassis;
    btVector3 at = body.getWorldTransform().getOrigin();
    btQuaternion turn = body.getWorldTransform().getRotation();
    for (int i = 0; i < 3; ++i) {
        hosted->position_m[i] = at[i];
        hosted->velocity_mps[i] = body.getLinearVelocity()[i];
        hosted->angular_velocity_radps[i] = body.getAngularVelocity()[i];
        hosted->orientation[1 + i] = turn[i];
    }
    hosted->orientation[0] = turn.w();
}

static int cast_ray(void *engine, const double from_m[3], const double to_m[3], double point_m[3],
                    double normal[3])
{
    btVector3 from = vector_of(from_m), to = vector_of(to_m);
    btCollisionWorld::ClosestRayResultCallback hit(from, to);
    hit.m_collisionFilterMask = btBroadphaseProxy::StaticFilter;
    static_cast<Host *>(engine)->world.rayTest(from, to, hit);
    /* A wheel does not roll on a wall's side. */
    if (!hit.hasHit() || hit.m_hitNormalWorld.z() < btScalar(0.5)) return 0;
    for (int i = 0; i < 3; ++i) {
        point_m[i] = hit.m_hitPointWorld[i];
        normal[i] = hit.m_hitNormalWorld[i];
    }
    return 1;
}

/* One step of just a frame: with fixed steps of its own (stepSimulation(dt, n, fixed)) Bullet keeps the force through all of
 * them; then call Kamm in a tick callback, setInternalTickCallback(…, true), with the substeps of the fixed step. */
static int step_world(void *engine, const kamm_hosted *hosted, double frame_s)
{
    Host &host = *static_cast<Host *>(engine);
    host.chassis->applyCentralForce(vector_of(hosted->force_n));
    host.chassis->applyTorque(vector_of(hosted->torque_nm));
    host.world.stepSimulation(btScalar(frame_s), 0);
    for (int i = 0; i < host.dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold *contact = host.dispatcher.getManifoldByIndexInternal(i);
        if (contact->getBody0() != host.chassis && contact->getBody1() != host.chassis) continue;
        for (int k = 0; k < contact->getNumContacts(); ++k)
            if (contact->getContactPoint(k).getAppliedImpulse() > 0) return 1;
    }
    return 0;
}

static course_end drive(int hz, int scrapes)
{
    auto host = std::make_unique<Host>(hz, scrapes != 0);
    course_host course = {host.get(), read_chassis, cast_ray, step_world};
    return course_run(&course, host->car, &host->hosted, hz);
}

/* At 30 m crates of 40 kg, in two columns, and a wall 25 m behind them. */
static int crash(int hz)
{
    const btScalar crates_at_m = 30, wall_at_m = 55;
    auto host = std::make_unique<Host>(hz, false);
    course_host course = {host.get(), read_chassis, cast_ray, step_world};
    btRigidBody *crates[6];
    for (int i = 0; i < 6; ++i)
        crates[i] = &host->add_box(
            {btScalar(0.4), btScalar(0.4), btScalar(0.4)},
            {crates_at_m, i % 2 ? btScalar(0.45) : btScalar(-0.45), btScalar(0.4 + 0.8 * (i / 2))},
            40);
    host->add_box({btScalar(0.5), 10, 2}, {wall_at_m + btScalar(0.5), 0, 2}, 0);
    btScalar half_m = btScalar(kamm_describe(host->model).width_m / 2), farthest_m = 0,
             fastest_mps = 0;
    int moved = 0, wrong = 0;
    for (int frame = 0; frame < 12 * hz; ++frame) {
        kamm_inputs(host->car)->gear = KAMM_GEAR_DRIVE;
        kamm_inputs(host->car)->throttle = host->hosted.position_m[0] < 50;
        course_frame(&course, host->car, &host->hosted, hz);
        farthest_m = std::max(farthest_m, btScalar(host->hosted.position_m[0]));
        for (auto *crate : crates)
            fastest_mps = std::max(fastest_mps, crate->getLinearVelocity().x());
    }
    for (auto *crate : crates)
        moved += crate->getWorldTransform().getOrigin().distance({crates_at_m, 0, 1}) > 3;
    printf(
        "crash at %d Hz: %d of 6 crates moved, at up to %.1f m/s; the car came to %.2f m, %.2f m/s\n",
        hz, moved, double(fastest_mps), double(farthest_m),
        double(host->chassis->getLinearVelocity().length()));
    wrong += course_check(moved >= 4 && fastest_mps > 5, "the crates fly");
    wrong += course_check(farthest_m > wall_at_m - 4, "the car comes to the wall");
    wrong += course_check(farthest_m < wall_at_m - half_m, "the wall holds it");
    wrong += course_check(host->chassis->getLinearVelocity().length() < 1, "it has stopped");
    wrong += course_check(kamm_fault(host->car, 0) == 0, "the car is well");
    return wrong;
}

int main(int argc, char **argv)
{
    bullets_own_settings = argc > 1 && std::strcmp(argv[1], "defaults") == 0;
    int wrong = 0;
    double level_m = course_compare(drive, 0, &wrong),
           scraping_m = course_compare(drive, 1, &wrong);
    wrong += course_check(level_m < 0.1, "level: all rates within 0.1 m");
    wrong += course_check(scraping_m < COURSE_SCRAPING_M, "scraping: the ways of all rates agree");
    for (int hz : {30, 60, 144}) wrong += crash(hz);
    return wrong ? 1 : 0;
}
