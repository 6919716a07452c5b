/* The course of host_course.h with a chassis of the Open Dynamics Engine's, at 30, 60, 120 and 144 Hz, on a mesh of triangles. Prints
 * where the car comes to and fails if that is not the same place. ode_host.c is the example to begin with.
 *
 *     cc -O2 ode_course.c -o ode_course $(pkg-config --cflags --libs kamm ode) */
#include "host_course.h"

#include <ode/ode.h>
#include <string.h>

struct host {
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID chassis;
    dGeomID ground;
    dTriMeshDataID mesh;
    int touches;
    float vertices[COURSE_VERTICES][3];
    dTriIndex triangles[COURSE_TRIANGLES][3];
};

static void add_ground(struct host *h, int scrapes)
{
    static int triangles[COURSE_TRIANGLES][3];
    course_mesh(scrapes, h->vertices, triangles);
    for (int t = 0; t < COURSE_TRIANGLES; ++t)
        for (int i = 0; i < 3; ++i) h->triangles[t][i] = (dTriIndex)triangles[t][i];
    h->mesh = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(h->mesh, h->vertices, sizeof h->vertices[0], COURSE_VERTICES,
                                h->triangles, 3 * COURSE_TRIANGLES, sizeof h->triangles[0]);
    h->ground = dCreateTriMesh(h->space, h->mesh, NULL, NULL, NULL);
}

static void add_part(struct host *h, dGeomID part, const double at_m[3], const double cg_m[3])
{
    dGeomSetBody(part, h->chassis);
    dGeomSetOffsetPosition(part, at_m[0] - cg_m[0], at_m[1] - cg_m[1], at_m[2] - cg_m[2]);
}

static void add_chassis(struct host *h, const kamm_model *model, const kamm_hosted *start)
{
    kamm_host_mass m = kamm_host_mass_of(model);
    kamm_box boxes[KAMM_MAX_BOXES];
    course_rail rails[COURSE_RAILS];
    int count = kamm_car_boxes(model, boxes);
    dMass mass;
    dMassSetParameters(&mass, m.mass_kg, 0, 0, 0, m.inertia_kgm2[0][0], m.inertia_kgm2[1][1],
                       m.inertia_kgm2[2][2], m.inertia_kgm2[0][1], m.inertia_kgm2[0][2],
                       m.inertia_kgm2[1][2]);
    h->chassis = dBodyCreate(h->world);
    dBodySetMass(h->chassis, &mass);
    dBodySetGyroscopicMode(h->chassis, 0); /* Kamm's torque has it */
    course_rails(&boxes[0], rails);
    for (int i = 0; i < COURSE_RAILS; ++i) {
        dGeomID rail = dCreateCapsule(h->space, course_rail_radius_m, rails[i].length_m);
        dMatrix3 turn; /* ODE's capsules lie along z */
        add_part(h, rail, rails[i].middle_m, m.cg_m);
        dRFromAxisAndAngle(turn, 0, 1, 0, acos(-1) / 2);
        dGeomSetOffsetRotation(rail, turn);
    }
    for (int i = 0; i < count; ++i) {
        const double *half = boxes[i].half_m;
        add_part(h, dCreateBox(h->space, 2 * half[0], 2 * half[1], 2 * half[2]), boxes[i].centre_m,
                 m.cg_m);
    }
    dBodySetPosition(h->chassis, start->position_m[0], start->position_m[1], start->position_m[2]);
    dBodySetLinearVel(h->chassis, start->velocity_mps[0], start->velocity_mps[1],
                      start->velocity_mps[2]);
}

static void touch(void *host, dGeomID a, dGeomID b)
{
    struct host *h = host;
    dContact contacts[32];
    memset(contacts, 0, sizeof contacts);
    if (dGeomGetBody(a) == dGeomGetBody(b)) return;
    int count = dCollide(a, b, 32, &contacts[0].geom, sizeof *contacts);
    for (int i = 0; i < count; ++i) {
        contacts[i].surface.mode = dContactApprox1;
        contacts[i].surface.mu = 0.3;
        dJointID joint = dJointCreateContact(h->world, h->contacts, &contacts[i]);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
        h->touches = 1;
    }
}

static void read_chassis(void *host, kamm_hosted *hosted)
{
    const struct host *h = host;
    const dReal *x = dBodyGetPosition(h->chassis), *q = dBodyGetQuaternion(h->chassis);
    const dReal *v = dBodyGetLinearVel(h->chassis), *w = dBodyGetAngularVel(h->chassis);
    for (int i = 0; i < 3; ++i) {
        hosted->position_m[i] = x[i];
        hosted->velocity_mps[i] = v[i];
        hosted->angular_velocity_radps[i] = w[i];
    }
    for (int i = 0; i < 4; ++i) hosted->orientation[i] = q[i];
}

static int cast_ray(void *host, const double from_m[3], const double to_m[3], double point_m[3],
                    double normal[3])
{
    const struct host *h = host;
    dContactGeom hit;
    dGeomID ray = dCreateRay(NULL, from_m[2] - to_m[2]);
    dGeomRaySet(ray, from_m[0], from_m[1], from_m[2], 0, 0, -1);
    dGeomRaySetClosestHit(ray, 1);
    int count = dCollide(ray, h->ground, 1, &hit, sizeof hit);
    dGeomDestroy(ray);
    for (int i = 0; i < 3 && count; ++i) {
        point_m[i] = hit.pos[i];
        normal[i] = hit.normal[i];
    }
    return count;
}

static int step_world(void *host, const kamm_hosted *hosted, double frame_s)
{
    struct host *h = host;
    const double *f = hosted->force_n, *t = hosted->torque_nm;
    dBodyAddForce(h->chassis, f[0], f[1], f[2]);
    dBodyAddTorque(h->chassis, t[0], t[1], t[2]);
    h->touches = 0;
    dSpaceCollide(h->space, h, touch);
    dWorldStep(h->world, frame_s); /* exact; what QuickStep leaves of its iterations is 3 m apart */
    dJointGroupEmpty(h->contacts);
    return h->touches;
}

static course_end drive(int hz, int scrapes)
{
    static struct host h;
    kamm_model *model = course_model(hz);
    kamm_hosted hosted;
    kamm_cars *car = course_car(model, &hosted);
    h.world = dWorldCreate();
    h.space = dHashSpaceCreate(NULL);
    h.contacts = dJointGroupCreate(0);
    dWorldSetGravity(h.world, 0, 0, -9.80665);
    /* What overlaps is driven apart by a velocity, 0.2 of the depth each frame, which stays: the more so, the higher
     * the rate. Let it be slow, and let contacts rest 8 mm deep, so that they do not come and go. */
    dWorldSetContactMaxCorrectingVel(h.world, 0.1);
    dWorldSetContactSurfaceLayer(h.world, 0.008);
    add_ground(&h, scrapes);
    add_chassis(&h, model, &hosted);
    course_host host = {&h, read_chassis, cast_ray, step_world};
    course_end end = course_run(&host, car, &hosted, hz);
    dJointGroupDestroy(h.contacts);
    dSpaceDestroy(h.space);
    dGeomTriMeshDataDestroy(h.mesh);
    dWorldDestroy(h.world);
    kamm_destroy_cars(car);
    kamm_destroy_model(model);
    return end;
}

int main(void)
{
    int wrong = 0;
    dInitODE2(0);
    double level_m = course_compare(drive, 0, &wrong),
           scraping_m = course_compare(drive, 1, &wrong);
    wrong += course_check(level_m < 0.1, "level: all rates within 0.1 m");
    wrong += course_check(scraping_m < COURSE_SCRAPING_M, "scraping: the ways of all rates agree");
    dCloseODE();
    return wrong ? 1 : 0;
}
