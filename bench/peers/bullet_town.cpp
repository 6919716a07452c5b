/* Bullet: static boxes in its dynamic tree of bounds (btDbvtBroadphase). z is up. */
#include "town.h"
#include <btBulletDynamicsCommon.h>
#include <memory>
#include <vector>

namespace
{

struct box_body {
    std::unique_ptr<btBoxShape> shape;
    std::unique_ptr<btRigidBody> body;
};

struct town {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad_phase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broad_phase, &solver, &configuration};
    std::vector<box_body> boxes;
};

btVector3 vector_of(const double v[3]) { return btVector3(v[0], v[1], v[2]); }

box_body make(town &town, const town_box &box)
{
    box_body made;
    made.shape = std::make_unique<btBoxShape>(vector_of(box.half_m));
    btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, made.shape.get());
    info.m_startWorldTransform =
        btTransform(btQuaternion(btVector3(0, 0, 1), box.yaw_rad), vector_of(box.centre_m));
    made.body = std::make_unique<btRigidBody>(info);
    town.world.addRigidBody(made.body.get());
    return made;
}

void *create(const town_box *boxes, int count)
{
    auto *made = new town;
    for (int i = 0; i < count; ++i) made->boxes.push_back(make(*made, boxes[i]));
    return made;
}

double ray(void *of, const double from_m[3], const double to_m[3])
{
    auto *at = static_cast<town *>(of);
    const btVector3 from = vector_of(from_m), to = vector_of(to_m);
    btCollisionWorld::ClosestRayResultCallback result(from, to);
    at->world.rayTest(from, to, result);
    return result.hasHit() ? result.m_closestHitFraction : 1;
}

void exchange(void *of, const town_box *box)
{
    auto *at = static_cast<town *>(of);
    box_body made = make(*at, *box);
    at->world.removeRigidBody(made.body.get());
}

void destroy(void *of)
{
    auto *at = static_cast<town *>(of);
    for (box_body &box : at->boxes) at->world.removeRigidBody(box.body.get());
    delete at;
}

} /* namespace */

const struct town_engine bullet_town = {"Bullet", create, ray, exchange, destroy};
