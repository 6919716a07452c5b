/* The Open Dynamics Engine: a box and four wheels as bodies of their own, on hinge-2 joints with a soft suspension, as its own
 * vehicles are built; spheres for wheels, which touch a plane at one point as a disc does. x is forward, y left, z up. */
#include "peers.h"
#include <math.h>
#include <ode/ode.h>
#include <stdlib.h>

struct ode_car {
    dBodyID body, wheels[4];
    dJointID joints[4]; /* front left, front right, rear left, rear right */
};

struct ode_run {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    struct ode_car *cars;
    int count, substeps;
};

static dBodyID add_body(struct ode_run *run, dGeomID shape, double mass_kg, double x, double y,
                        double z)
{
    dBodyID body = dBodyCreate(run->world);
    dMass mass;
    if (dGeomGetClass(shape) == dBoxClass)
        dMassSetBoxTotal(&mass, mass_kg, 2 * CAR_HALF_LENGTH_M, 2 * CAR_HALF_WIDTH_M,
                         2 * CAR_HALF_HEIGHT_M);
    else
        dMassSetSphereTotal(&mass, mass_kg, WHEEL_RADIUS_M);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, x, y, z);
    dBodySetAutoDisableFlag(body, 0);
    dGeomSetBody(shape, body);
    return body;
}

/* ODE's joints take a spring and a damper as ERP and CFM, which depend on the step. */
static void soften(dJointID joint, double step_s)
{
    double stiffness = CAR_MASS_KG / 4 * SUSPENSION_RADPS * SUSPENSION_RADPS;
    double damping = CAR_MASS_KG / 4 * 2 * SUSPENSION_DAMPING * SUSPENSION_RADPS;
    dJointSetHinge2Param(joint, dParamSuspensionERP,
                         step_s * stiffness / (step_s * stiffness + damping));
    dJointSetHinge2Param(joint, dParamSuspensionCFM, 1 / (step_s * stiffness + damping));
}

static void add_wheel(struct ode_run *run, struct ode_car *car, int wheel, double lane_m)
{
    double x = wheel < 2 ? HALF_WHEELBASE_M : -HALF_WHEELBASE_M;
    double y = lane_m + (wheel % 2 ? -HALF_TRACK_M : HALF_TRACK_M);
    static const dVector3 up = {0, 0, 1}, left = {0, 1, 0};
    dGeomID shape = dCreateSphere(run->space, WHEEL_RADIUS_M);
    car->wheels[wheel] = add_body(run, shape, WHEEL_MASS_KG, x, y, WHEEL_RADIUS_M);
    dJointID joint = car->joints[wheel] = dJointCreateHinge2(run->world, 0);
    dJointAttach(joint, car->body, car->wheels[wheel]);
    dJointSetHinge2Anchor(joint, x, y, WHEEL_RADIUS_M);
    dJointSetHinge2Axes(joint, up, left);
    soften(joint, FRAME_S / run->substeps);
    dJointSetHinge2Param(joint, dParamLoStop, wheel < 2 ? -0.5 : 0);
    dJointSetHinge2Param(joint, dParamHiStop, wheel < 2 ? 0.5 : 0);
    dJointSetHinge2Param(joint, dParamFMax, wheel < 2 ? 1e4 : 0);
    dBodySetFiniteRotationMode(car->wheels[wheel], 1); /* it turns by a radian in a step */
}

static void *create(int count, int substeps)
{
    struct ode_run *run = calloc(1, sizeof *run);
    dInitODE2(0);
    run->count = count, run->substeps = substeps;
    run->world = dWorldCreate();
    run->space = dSweepAndPruneSpaceCreate(0, dSAP_AXES_XYZ);
    run->contacts = dJointGroupCreate(0);
    run->cars = calloc((size_t)count, sizeof *run->cars);
    dWorldSetGravity(run->world, 0, 0, -9.81);
    dWorldSetQuickStepNumIterations(run->world, 20);
    dCreatePlane(run->space, 0, 0, 1, 0);
    for (int i = 0; i < count; ++i) {
        dGeomID box = dCreateBox(run->space, 2 * CAR_HALF_LENGTH_M, 2 * CAR_HALF_WIDTH_M,
                                 2 * CAR_HALF_HEIGHT_M);
        run->cars[i].body =
            add_body(run, box, CAR_MASS_KG, 0, i * LANES_M, WHEEL_RADIUS_M + BODY_ABOVE_WHEELS_M);
        for (int wheel = 0; wheel < 4; ++wheel) add_wheel(run, &run->cars[i], wheel, i * LANES_M);
    }
    return run;
}

/* A wheel is no obstacle to its own car's box. */
static void touch(void *user, dGeomID a, dGeomID b)
{
    struct ode_run *run = user;
    dBodyID one = dGeomGetBody(a), other = dGeomGetBody(b);
    dContact contacts[4];
    if (one && other && dAreConnected(one, other)) return;
    int count = dCollide(a, b, 4, &contacts[0].geom, sizeof *contacts);
    for (int i = 0; i < count; ++i) {
        contacts[i].surface = (dSurfaceParameters){.mode = dContactApprox1, .mu = 1};
        dJointAttach(dJointCreateContact(run->world, run->contacts, &contacts[i]), one, other);
    }
}

static void drive(const struct ode_car *car, double time_s)
{
    const dReal *v = dBodyGetLinearVel(car->body);
    struct requests request = requests_at(time_s, sqrt(v[0] * v[0] + v[1] * v[1]));
    for (int front = 0; front < 2; ++front) {
        double left_rad = -dJointGetHinge2Angle1(car->joints[front]);
        dJointSetHinge2Param(car->joints[front], dParamVel, 30 * (left_rad - request.steer_rad));
    }
    for (int wheel = 0; wheel < 4; ++wheel) {
        dVector3 axis;
        dJointGetHinge2Axis2(car->joints[wheel], axis);
        dBodySetFiniteRotationAxis(car->wheels[wheel], axis[0], axis[1], axis[2]);
    }
    for (int rear = 2; rear < 4; ++rear)
        dJointAddHinge2Torques(car->joints[rear], 0,
                               -request.throttle * DRIVE_N / 2 * WHEEL_RADIUS_M);
}

static void frame(void *user, double time_s)
{
    struct ode_run *run = user;
    for (int step = 0; step < run->substeps; ++step) {
        for (int i = 0; i < run->count; ++i) drive(&run->cars[i], time_s);
        dSpaceCollide(run->space, run, touch);
        dWorldQuickStep(run->world, FRAME_S / run->substeps);
        dJointGroupEmpty(run->contacts);
    }
}

static struct place place(void *user, int car)
{
    struct ode_run *run = user;
    const dReal *at = dBodyGetPosition(run->cars[car].body);
    const dReal *turn = dBodyGetRotation(run->cars[car].body); /* 3 rows of 4 */
    return (struct place){at[0], atan2(turn[4], turn[0])};
}

static void destroy(void *user)
{
    struct ode_run *run = user;
    dJointGroupDestroy(run->contacts);
    dSpaceDestroy(run->space);
    dWorldDestroy(run->world);
    dCloseODE();
    free(run->cars);
    free(run);
}

const struct engine ode_engine = {"ODE, hinge-2 car", 4, create, frame, place, destroy};
