/* The same boxes in a world of Kamm's and in one of the Open Dynamics Engine's, dropped, slid and hit, at
 * the same step of 1/1200 s: against each other and against closed forms.
 *
 * Both are rigid bodies with impulses at contacts. ODE finds a contact once bodies overlap, up to a step late;
 * Kamm closes the gap just so. What overlaps ODE drives apart by a velocity of ERP times the depth over the
 * step: at its default of 0.2 that is up to a fifth of the speed of the approach, and stays, so here it is
 * 0.01. Tolerances are a step's way where these matter.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"

#include "world/state.h"
#include <math.h>
#include <ode/ode.h>
#include <string.h>

#define STEP_S (1 / 1200.0)

enum { BODY_COUNT = 2 };

struct box {
    double size_m[3], mass_kg, position_m[3], yaw_rad, velocity_mps[3];
};

/* One of them, after or before a step. */
struct motion {
    double position_m[3], velocity_mps[3], spin_radps[3], yaw_rad;
};

struct twins {
    int count;
    double friction, restitution; /* of everything with everything */
    kamm_world *world;
    dWorldID ode;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID bodies[BODY_COUNT];
};

static float or_none(double value) { return value > 0 ? (float)value : KAMM_NONE; }

static void start_kamm(struct twins *t, const struct box *boxes)
{
    kamm_body_def dynamic_bodies[BODY_COUNT] = {0};
    kamm_world_def def = {.ground = kamm_flat_ground,
                          .bodies = dynamic_bodies,
                          .body_count = t->count,
                          .substep_s = 1 / 1200.0};
    def.ground.plane.friction = or_none(t->friction);
    for (int i = 0; i < t->count; ++i) {
        const struct box *b = &boxes[i];
        kamm_body_def *dynamic_body = &dynamic_bodies[i];
        for (int k = 0; k < 3; ++k) dynamic_body->shapes[0].box.half_m[k] = b->size_m[k] / 2;
        dynamic_body->type = KAMM_BODY_DYNAMIC;
        dynamic_body->mass_kg = (float)b->mass_kg;
        dynamic_body->friction = or_none(t->friction);
        dynamic_body->restitution = or_none(t->restitution);
        memcpy(dynamic_body->position_m, b->position_m, sizeof dynamic_body->position_m);
        dynamic_body->orientation[0] = cos(b->yaw_rad / 2);
        dynamic_body->orientation[3] = sin(b->yaw_rad / 2);
    }
    kamm_error error = {0};
    t->world = kamm_create_world(&def, &error);
    if (!t->world) fail_msg("%s", error.text);
    for (int i = 0; i < t->count; ++i)
        memcpy(t->world->dynamic_states[i].velocity, boxes[i].velocity_mps,
               sizeof boxes[i].velocity_mps);
}

static void start_ode(struct twins *t, const struct box *boxes)
{
    dInitODE2(0);
    t->ode = dWorldCreate();
    t->space = dSimpleSpaceCreate(NULL);
    t->contacts = dJointGroupCreate(0);
    dWorldSetGravity(t->ode, 0, 0, -GRAVITY_MPS2);
    dWorldSetERP(t->ode, 0.01);
    dCreatePlane(t->space, 0, 0, 1, 0);
    for (int i = 0; i < t->count; ++i) {
        const struct box *b = &boxes[i];
        dMass mass;
        dMatrix3 turn;
        dMassSetBoxTotal(&mass, b->mass_kg, b->size_m[0], b->size_m[1], b->size_m[2]);
        t->bodies[i] = dBodyCreate(t->ode);
        dBodySetMass(t->bodies[i], &mass);
        dGeomSetBody(dCreateBox(t->space, b->size_m[0], b->size_m[1], b->size_m[2]), t->bodies[i]);
        dBodySetPosition(t->bodies[i], b->position_m[0], b->position_m[1], b->position_m[2]);
        dRFromAxisAndAngle(turn, 0, 0, 1, b->yaw_rad);
        dBodySetRotation(t->bodies[i], turn);
        dBodySetLinearVel(t->bodies[i], b->velocity_mps[0], b->velocity_mps[1], b->velocity_mps[2]);
    }
}

static struct twins start(int count, const struct box *boxes, double friction, double restitution)
{
    struct twins t = {.count = count, .friction = friction, .restitution = restitution};
    start_kamm(&t, boxes);
    start_ode(&t, boxes);
    return t;
}

static void end(struct twins *t)
{
    kamm_destroy_world(t->world);
    dJointGroupDestroy(t->contacts);
    dSpaceDestroy(t->space);
    dWorldDestroy(t->ode);
    dCloseODE();
}

static void touch(void *twins, dGeomID a, dGeomID b)
{
    struct twins *t = twins;
    dContact contacts[8] = {0};
    int count = dCollide(a, b, 8, &contacts[0].geom, sizeof *contacts);
    for (int i = 0; i < count; ++i) {
        dSurfaceParameters *s = &contacts[i].surface;
        s->mode = dContactApprox1 | dContactBounce;
        s->mu = t->friction;
        s->bounce = t->restitution;
        s->bounce_vel = 0.1;
        dJointID joint = dJointCreateContact(t->ode, t->contacts, &contacts[i]);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
    }
}

static void step(struct twins *t)
{
    kamm_step_world(t->world, 1);
    dSpaceCollide(t->space, t, touch);
    dWorldStep(t->ode, STEP_S);
    dJointGroupEmpty(t->contacts);
}

static double yaw_of(const double q[4])
{
    return atan2(2 * (q[0] * q[3] + q[1] * q[2]), 1 - 2 * (q[2] * q[2] + q[3] * q[3]));
}

static struct motion of_kamm(const struct twins *t, int i)
{
    struct motion m;
    const struct dynamic_state *s = &t->world->dynamic_states[i];
    memcpy(m.position_m, s->position, sizeof m.position_m);
    memcpy(m.velocity_mps, s->velocity, sizeof m.velocity_mps);
    memcpy(m.spin_radps, s->angular_velocity, sizeof m.spin_radps);
    m.yaw_rad = yaw_of(s->q);
    return m;
}

static struct motion of_ode(const struct twins *t, int i)
{
    struct motion m;
    for (int k = 0; k < 3; ++k) {
        m.position_m[k] = dBodyGetPosition(t->bodies[i])[k];
        m.velocity_mps[k] = dBodyGetLinearVel(t->bodies[i])[k];
        m.spin_radps[k] = dBodyGetAngularVel(t->bodies[i])[k];
    }
    m.yaw_rad = yaw_of(dBodyGetQuaternion(t->bodies[i]));
    return m;
}

static double apart(const double a[3], const double b[3]) { return distance_between(a, b); }

/* From 1 m, flat: the same fall to rounding, then rest where it lies. */
static void dropped_crate_comes_to_rest_as_in_ode(void **state)
{
    (void)state;
    const struct box crate = {{0.8, 0.6, 0.5}, 50, {0, 0, 1.25}, 0.3, {0}};
    const double below[3] = {0, 0, 0.25};
    struct twins t = start(1, &crate, 0.5, 0);
    for (int n = 1; n <= 1800; ++n) {
        step(&t);
        struct motion ours = of_kamm(&t, 0), theirs = of_ode(&t, 0);
        double time = n * STEP_S, fallen = GRAVITY_MPS2 * time * time / 2;
        if (fallen > 0.98) continue;
        expect_near(apart(ours.position_m, theirs.position_m), 0, 1e-6);
        expect_near(ours.position_m[2], 1.25 - fallen, GRAVITY_MPS2 * time * STEP_S);
    }
    expect_near(apart(of_kamm(&t, 0).position_m, below), 0, 1e-3);
    expect_near(apart(of_ode(&t, 0).position_m, below), 0, 1e-3);
    end(&t);
}

/* With a restitution of 0.5 it comes back to a quarter of the height. */
static void dropped_crate_bounces_as_in_ode(void **state)
{
    (void)state;
    const struct box crate = {{0.8, 0.6, 0.5}, 50, {0, 0, 1.25}, 0.3, {0}};
    struct twins t = start(1, &crate, 0.5, 0.5);
    double ours_m = 0, theirs_m = 0;
    for (int n = 1; n <= 2400; ++n) {
        step(&t);
        struct motion ours = of_kamm(&t, 0), theirs = of_ode(&t, 0);
        if (n >= 600) ours_m = fmax(ours_m, ours.position_m[2]);
        if (n >= 600) theirs_m = fmax(theirs_m, theirs.position_m[2]);
        if (n <= 1080) /* to the second bounce; a step of the first one's speed */
            expect_near(apart(ours.position_m, theirs.position_m), 0, 4.43 * STEP_S);
    }
    expect_near(ours_m, 0.5, 0.005);
    expect_near(theirs_m, 0.5, 0.005);
    expect_near(of_kamm(&t, 0).position_m[2], 0.25, 1e-3);
    expect_near(of_ode(&t, 0).position_m[2], 0.25, 1e-3);
    end(&t);
}

/* Sliding at 4 m/s with friction 0.4: straight on, for v^2 / (2 mu g). */
static void sliding_crate_stops_as_in_ode(void **state)
{
    (void)state;
    const struct box crate = {{0.8, 0.6, 0.5}, 50, {0, 0, 0.25}, 0, {4, 0, 0}};
    struct twins t = start(1, &crate, 0.4, 0);
    for (int n = 0; n < 1500; ++n) {
        step(&t);
        struct motion ours = of_kamm(&t, 0), theirs = of_ode(&t, 0);
        expect_near(apart(ours.position_m, theirs.position_m), 0, 2e-4);
        expect_near(apart(ours.velocity_mps, theirs.velocity_mps), 0, 2e-3);
        expect_near(ours.yaw_rad, 0, 1e-4);
    }
    double way = 4 * 4 / (2 * 0.4 * GRAVITY_MPS2);
    expect_near(of_kamm(&t, 0).position_m[0], way, 4 * STEP_S);
    expect_near(of_ode(&t, 0).position_m[0], way, 4 * STEP_S);
    expect_near(apart(of_kamm(&t, 0).velocity_mps, (double[3]){0}), 0, 1e-4);
    end(&t);
}

/* The first crate's front left edge meets the side of the second, which stands turned by 0.4 rad. */
static const struct box crates[] = {{{1, 1, 1}, 50, {0, 0, 0.5}, 0, {4, 0, 0}},
                                    {{1, 1, 1}, 80, {1.5, 0.3, 0.5}, 0.4, {0}}};

/* Without friction: velocities and spins after an eccentric impact with restitution e, the textbooks' form
 *     J = (1 + e) v.n / (1/m1 + 1/m2 + (r1 x n)^2 / I1 + (r2 x n)^2 / I2). */
static void closed_form(double restitution, struct motion after[2])
{
    double n[2] = {cos(0.4), sin(0.4)}, arm[2], sum = 0;
    double inertia[2] = {50 / 6.0, 80 / 6.0}, mass[2] = {50, 80};
    double x = 1.5 - (0.5 + 0.2 * n[1]) / n[0]; /* where edge and side meet; y = 0.5 */
    arm[0] = 0.5 * n[1] - 0.5 * n[0];
    arm[1] = (x - 1.5) * n[1] - 0.2 * n[0];
    for (int i = 0; i < 2; ++i) sum += 1 / mass[i] + arm[i] * arm[i] / inertia[i];
    double impulse = (1 + restitution) * 4 * n[0] / sum;
    for (int i = 0; i < 2; ++i) {
        double p = i ? impulse : -impulse;
        after[i] = (struct motion){.spin_radps = {0, 0, p * arm[i] / inertia[i]}};
        for (int k = 0; k < 2; ++k)
            after[i].velocity_mps[k] = crates[i].velocity_mps[k] + p * n[k] / mass[i];
    }
}

/* ODE finds the edge once it is in the side, a step later and so at a slightly other angle. Then the crates
 * turn into each other once more, and differences of the first hit grow. */
static void eccentric_impact_turns_a_crate_as_in_ode(void **state)
{
    (void)state;
    for (int e = 0; e < 2; ++e) {
        struct twins t = start(2, crates, 0, e ? 0.5 : 0);
        struct motion expected[2];
        closed_form(e ? 0.5 : 0, expected);
        for (int n = 1; n <= 300; ++n) {
            step(&t);
            for (int i = 0; i < 2 && (n == 118 || n == 300); ++i) {
                struct motion ours = of_kamm(&t, i), theirs = of_ode(&t, i), want = expected[i];
                double share = n == 118 ? 0.01 : 0.03;
                expect_near(apart(ours.velocity_mps, theirs.velocity_mps), 0, share * 4);
                expect_near(apart(ours.spin_radps, theirs.spin_radps), 0, 2 * share * 4);
                if (n == 300) continue;
                expect_near(apart(ours.velocity_mps, want.velocity_mps), 0, 0.01);
                expect_near(apart(ours.spin_radps, want.spin_radps), 0, 0.02);
                expect_near(apart(theirs.velocity_mps, want.velocity_mps), 0, 0.02);
            }
        }
        end(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dropped_crate_comes_to_rest_as_in_ode),
        cmocka_unit_test(dropped_crate_bounces_as_in_ode),
        cmocka_unit_test(sliding_crate_stops_as_in_ode),
        cmocka_unit_test(eccentric_impact_turns_a_crate_as_in_ode),
    };
    return cmocka_run_group_tests_name("ode", tests, NULL, NULL);
}
