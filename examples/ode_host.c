/* A car of Kamm's in a world of the Open Dynamics Engine's: the chassis is ODE's body, its wheels, suspension, tyres
 * and driveline are Kamm's (kamm/hosted.h). It drives over ODE's ramp, over a loose steel plate that its tyres push
 * away, and into a stack of ODE's crates. Nothing is drawn; it prints what happens and fails if that is not so.
 *
 *     cc -O2 ode_host.c -o ode_host $(pkg-config --cflags --libs kamm ode)
 *     ./ode_host 8        frames of 8 substeps: 30 Hz
 *
 * What any host has to do for Kamm is marked 1 to 5. */
#include <kamm/kamm.h>
#include <math.h>
#include <ode/ode.h>
#include <stdio.h>
#include <stdlib.h>

enum { WHEELS = 4, CRATES = 6 };
static const double plate_at_m = 62, crates_at_m = 95;

/* A shape's user data: friction for Kamm's tyres, 1 on dry asphalt, and for ODE's contacts. */
struct surface {
    double tyre_friction, friction;
};
static struct surface concrete = {1, 0.7}, wood = {0.6, 0.6}, oiled_steel = {0.7, 0.05},
                      sheet_metal = {0.3, 0.4};

struct scene {
    int substeps; /* of 1/240 s, a frame: 4 are 1/60 s */
    double frame_s;
    dWorldID world;
    dSpaceID space;
    dJointGroupID contacts;
    dBodyID chassis, plate, crates[CRATES];
    kamm_model *model;
    kamm_cars *car;
    kamm_hosted hosted;
    kamm_wheel_push pushes[WHEELS];
    kamm_contact ground[WHEELS];
    dBodyID below[WHEELS]; /* what each wheel stands on; NULL: the fixed world, or nothing */
};

/* ---- ODE's world ---- */

static dGeomID add_shape(struct scene *s, double x, double y, double z, const double size[3],
                         double pitch_rad, struct surface *surface)
{
    dGeomID shape = dCreateBox(s->space, size[0], size[1], size[2]);
    dMatrix3 turn;
    dRFromAxisAndAngle(turn, 0, 1, 0, pitch_rad);
    dGeomSetPosition(shape, x, y, z);
    dGeomSetRotation(shape, turn);
    dGeomSetData(shape, surface);
    return shape;
}

static dBodyID add_body(struct scene *s, double x, double y, double z, const double size[3],
                        double mass_kg, struct surface *surface)
{
    dBodyID body = dBodyCreate(s->world);
    dMass mass;
    dMassSetBoxTotal(&mass, mass_kg, size[0], size[1], size[2]);
    dBodySetMass(body, &mass);
    dGeomSetBody(add_shape(s, 0, 0, 0, size, 0, surface), body);
    dBodySetPosition(body, x, y, z);
    return body;
}

/* A floor, a ramp up and one down, a plate that lies loose, crates in two columns. */
static void build_world(struct scene *s)
{
    static const double floor[3] = {400, 40, 2}, ramp[3] = {10, 5, 0.4}, top[3] = {4, 5, 1},
                        plate[3] = {8, 5, 0.03}, crate[3] = {0.8, 0.8, 0.8};
    const double rise = 0.1; /* rad; the ramps' upper edges are at 1 m */
    s->world = dWorldCreate();
    s->space = dHashSpaceCreate(NULL);
    s->contacts = dJointGroupCreate(0);
    dWorldSetGravity(s->world, 0, 0, -9.80665);
    dWorldSetContactMaxCorrectingVel(s->world, 0.5); /* at which ODE drives apart what overlaps */
    dWorldSetQuickStepNumIterations(s->world, 40);
    add_shape(s, 0, 0, -1, floor, 0, &concrete);
    add_shape(s, 36, 0, 0.5 * (1 - 0.1), top, 0, &concrete);
    double middle = 34 - 5 * cos(rise) - 0.2 * sin(rise),
           high = 0.95 - 5 * sin(rise) - 0.2 * cos(rise);
    add_shape(s, middle, 0, high, ramp, -rise, &concrete);
    add_shape(s, 72 - middle, 0, high, ramp, rise, &concrete);
    s->plate = add_body(s, plate_at_m, 0, 0.015, plate, 600, &oiled_steel);
    for (int i = 0; i < CRATES; ++i)
        s->crates[i] =
            add_body(s, crates_at_m, i % 2 ? 0.45 : -0.45, 0.4 + 0.8 * (i / 2), crate, 40, &wood);
}

static void touch(void *scene, dGeomID a, dGeomID b)
{
    struct scene *s = scene;
    const struct surface *one = dGeomGetData(a), *other = dGeomGetData(b);
    dContact contacts[8] = {0};
    if (!dGeomGetBody(a) && !dGeomGetBody(b)) return;
    int count = dCollide(a, b, 8, &contacts[0].geom, sizeof *contacts);
    for (int i = 0; i < count; ++i) {
        contacts[i].surface.mode = dContactApprox1;
        contacts[i].surface.mu = fmin(one->friction, other->friction);
        dJointID joint = dJointCreateContact(s->world, s->contacts, &contacts[i]);
        dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
    }
}

/* ---- 1: the chassis is a rigid body with the whole car's mass, its frame's origin at the centre of gravity ---- */

static void build_car(struct scene *s)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_error error = {0};
    s->model = kamm_create_model(&def, KAMM_FULL, &error);
    s->car = kamm_create_cars(s->model, 1, &error);
    kamm_start_hosted(s->car, 0, &s->hosted);
    kamm_host_mass m = kamm_host_mass_of(s->model);
    dMass mass;
    dMassSetParameters(&mass, m.mass_kg, 0, 0, 0, m.inertia_kgm2[0][0], m.inertia_kgm2[1][1],
                       m.inertia_kgm2[2][2], m.inertia_kgm2[0][1], m.inertia_kgm2[0][2],
                       m.inertia_kgm2[1][2]);
    s->chassis = dBodyCreate(s->world);
    dBodySetMass(s->chassis, &mass);
    dBodySetGyroscopicMode(s->chassis, 0); /* Kamm's torque has it */
    kamm_model_info info = kamm_describe(s->model);
    double clearance = 0.2, height = info.height_m - clearance, x = info.cg_behind_front_axle_m;
    dGeomID box = dCreateBox(s->space, info.length_m, info.width_m, height);
    dGeomSetData(box, &sheet_metal);
    dGeomSetBody(box, s->chassis);
    dGeomSetOffsetPosition(box, x + info.front_overhang_m - info.length_m / 2, -m.cg_m[1],
                           clearance + height / 2 - m.cg_m[2]);
    const double *at = s->hosted.position_m;
    dBodySetPosition(s->chassis, at[0], at[1], at[2]);
    dBodySetQuaternion(s->chassis, s->hosted.orientation);
}

/* ---- 2: ground below the wheels, from the host's ray casts ---- */

struct hit {
    dGeomID chassis;
    dContactGeom nearest;
};

/* Keeps the nearest; but a wheel does not roll on a side that the ray grazes. */
static void cast(void *hit, dGeomID ray, dGeomID shape)
{
    struct hit *h = hit;
    dContactGeom contact;
    if (shape == ray || dGeomGetBody(shape) == dGeomGetBody(h->chassis)) return;
    if (!dCollide(ray, shape, 1, &contact, sizeof contact) || contact.depth > h->nearest.depth)
        return;
    if (contact.normal[2] > 0.5) h->nearest = contact;
}

static void find_ground(struct scene *s)
{
    kamm_probe probes[WHEELS];
    kamm_read_hosted_probes(s->car, 0, &s->hosted, probes);
    for (int w = 0; w < WHEELS; ++w) {
        const double *at = probes[w].position_m, above = 0.1, reach = 1; /* from the hub */
        struct hit hit = {dBodyGetFirstGeom(s->chassis), {.depth = above + reach}};
        dGeomID ray = dCreateRay(NULL, above + reach);
        dVector3 up, velocity = {0};
        dBodyVectorToWorld(s->chassis, 0, 0, 1, up);
        dGeomRaySet(ray, at[0] + above * up[0], at[1] + above * up[1], at[2] + above * up[2],
                    -up[0], -up[1], -up[2]);
        dSpaceCollide2(ray, (dGeomID)s->space, &hit, cast);
        dGeomDestroy(ray);

        kamm_contact *c = &s->ground[w];
        *c = (kamm_contact){.point_m = {0, 0, -1e6}, .normal = {0, 0, 1}, .friction = 1};
        s->below[w] = NULL;
        if (hit.nearest.depth >= above + reach) continue; /* in the air */
        const struct surface *surface = dGeomGetData(hit.nearest.g2);
        c->friction = (float)surface->tyre_friction;
        s->below[w] = dGeomGetBody(hit.nearest.g2);
        const dReal *p = hit.nearest.pos;
        if (s->below[w]) dBodyGetPointVel(s->below[w], p[0], p[1], p[2], velocity);
        for (int i = 0; i < 3; ++i) {
            c->point_m[i] = p[i];
            c->normal[i] = (float)hit.nearest.normal[i];
            c->velocity_mps[i] = (float)velocity[i];
        }
    }
}

/* ---- 3: the body as the host has it; 4: Kamm's step; 5: forces to the body and to what it stands on ---- */

static void read_chassis(struct scene *s)
{
    const dReal *x = dBodyGetPosition(s->chassis), *q = dBodyGetQuaternion(s->chassis);
    const dReal *v = dBodyGetLinearVel(s->chassis), *w = dBodyGetAngularVel(s->chassis);
    for (int i = 0; i < 3; ++i) {
        s->hosted.position_m[i] = x[i];
        s->hosted.velocity_mps[i] = v[i];
        s->hosted.angular_velocity_radps[i] = w[i];
    }
    for (int i = 0; i < 4; ++i) s->hosted.orientation[i] = q[i];
}

static void push_bodies(struct scene *s)
{
    const double *f = s->hosted.force_n, *t = s->hosted.torque_nm;
    dBodyAddForce(s->chassis, f[0], f[1], f[2]);
    dBodyAddTorque(s->chassis, t[0], t[1], t[2]);
    for (int w = 0; w < WHEELS; ++w) {
        const double *force = s->pushes[w].force_n, *at = s->pushes[w].point_m;
        if (s->below[w])
            dBodyAddForceAtPos(s->below[w], force[0], force[1], force[2], at[0], at[1], at[2]);
    }
}

static void step_frame(struct scene *s)
{
    kamm_ground ground = kamm_flat_ground; /* gravity, air; its plane is not used */
    ground.contacts = s->ground;
    read_chassis(s);
    find_ground(s);
    kamm_step_hosted_pushing(s->car, &ground, s->substeps, &s->hosted, s->pushes);
    push_bodies(s);
    dSpaceCollide(s->space, s, touch);
    dWorldQuickStep(s->world, s->frame_s);
    dJointGroupEmpty(s->contacts);
}

/* ---- The drive ---- */

static int crates_moved(const struct scene *s)
{
    int moved = 0;
    for (int i = 0; i < CRATES; ++i) moved += dBodyGetPosition(s->crates[i])[0] > crates_at_m + 0.5;
    return moved;
}

/* Full throttle to the crates, then the brakes. */
static void drive(struct scene *s)
{
    kamm_input *input = kamm_inputs(s->car);
    int there = s->hosted.position_m[0] > crates_at_m;
    input->throttle = !there;
    input->brake = (float)there;
}

struct facts {
    double max_height_m, max_speed_mps, plate_back_m;
};

static struct facts run(struct scene *s)
{
    struct facts facts = {0};
    puts("time s   x m  height m  speed m/s  plate m  crates moved");
    int second = 240 / s->substeps;
    for (int frame = 0; frame <= 12 * second; ++frame) {
        double height = s->hosted.position_m[2],
               speed = kamm_read(s->car, 0, KAMM_CHANNEL_speed_mps);
        double plate = dBodyGetPosition(s->plate)[0] - plate_at_m;
        if (frame % second == 0)
            printf("%6.1f %5.1f %9.3f %10.2f %8.3f %13d\n", frame * s->frame_s,
                   s->hosted.position_m[0], height, speed, plate, crates_moved(s));
        facts.max_height_m = fmax(facts.max_height_m, height);
        facts.max_speed_mps = fmax(facts.max_speed_mps, speed);
        facts.plate_back_m = fmax(facts.plate_back_m, -plate);
        drive(s);
        step_frame(s);
    }
    return facts;
}

static int check(int holds, const char *what)
{
    if (!holds) fprintf(stderr, "ode_host: not so: %s\n", what);
    return !holds;
}

int main(int argc, char **argv)
{
    struct scene s = {.substeps = argc > 1 ? atoi(argv[1]) : 4};
    if (s.substeps < 1 || s.substeps > 24) return fputs("usage: ode_host [SUBSTEPS]\n", stderr), 2;
    s.frame_s = s.substeps / 240.0;
    dInitODE2(0);
    build_world(&s);
    build_car(&s);
    double rest_m = s.hosted.position_m[2];
    struct facts facts = run(&s);

    int wrong = check(kamm_fault(s.car, 0) == 0, "the car is well");
    wrong += check(facts.max_height_m > rest_m + 0.9 && facts.max_height_m < rest_m + 1.5,
                   "it has been on the ramp");
    wrong += check(facts.max_speed_mps > 12, "it was fast");
    wrong += check(facts.plate_back_m > 0.01, "the plate went backwards under the driven wheels");
    wrong += check(crates_moved(&s) >= 4, "it has pushed the crates");
    wrong += check(fabs(s.hosted.position_m[2] - rest_m) < 0.03, "it stands on the floor");
    wrong += check(kamm_read(s.car, 0, KAMM_CHANNEL_speed_mps) < 0.05, "it stands still");

    kamm_destroy_cars(s.car);
    kamm_destroy_model(s.model);
    dJointGroupDestroy(s.contacts);
    dSpaceDestroy(s.space);
    dWorldDestroy(s.world);
    dCloseODE();
    return wrong ? 1 : 0;
}
