#include "cargo_compile.h"
#include "front_compile.h"
#include "full.h"
#include "hub_motion.h"

#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../rotors.h"
#include "../tyre_life.h"

#include <math.h>
#include <string.h>

/* Integral of stop_compression. */
static double stop_energy(const struct suspension_constants *c, double x)
{
    double hard = fmin(x, c->hardened_m);
    return x * x / 2 + c->bump_hardening_per_m * hard * (hard * hard / 3 + (x - hard) * x);
}

/* Integral of a curved spring's force, by Simpson's rule: exact within each of the curve's intervals. */
static double curved_energy(const struct suspension_constants *c, double travel)
{
    enum { PIECES = 512 };
    double step = travel / PIECES, sum = 0;
    for (int i = 0; i <= PIECES; ++i) {
        double force = fmax((double)spring_without_stops(c, (float)(i * step)).force, 0);
        sum += force * (i == 0 || i == PIECES ? 1 : i % 2 ? 4 : 2);
    }
    return sum * step / 3;
}

static double straight_energy(const struct suspension_constants *c, double travel)
{
    double slack = -c->preload_n / c->spring_n_per_m; /* travel below which the spring is loose */
    double q = travel > slack ? travel : slack;
    return c->preload_n * q + 0.5 * c->spring_n_per_m * q * q;
}

static double stops_energy(const struct suspension_constants *c, double travel)
{
    double bump = fmax(travel - c->bump_travel_m, 0),
           rebound = fmax(-travel - c->rebound_travel_m, 0);
    return c->bump_stop_n_per_m * stop_energy(c, bump) +
           c->rebound_stop_n_per_m * stop_energy(c, rebound);
}

/* Integral of spring_force over the travel from rest, less the weight that the spring holds there:
 * gravity is counted apart. */
static double spring_energy(const struct suspension_constants *c, double travel)
{
    return (c->spring_curved > 0 ? curved_energy(c, travel) : straight_energy(c, travel)) +
           stops_energy(c, travel);
}

/* Returns the energy that dry friction at a spring has stored (dry_friction.h). */
static double friction_energy(const struct suspension_constants *c, double travel, double share)
{
    const struct suspension_constants *suspension = c;
    return 0.5 * friction_capacity(suspension, (float)travel) * share * share /
           c->inverse_friction_travel;
}

/* Returns the energy in the bush of a wheel's damper and in an axle's third spring. */
static double bush_energy(const struct car *car, int w)
{
    const struct axle_constants *axle = &car->model->chassis->axles[car->model->layout.axle[w]];
    double bent = STATE_OF(car, wheels[w].damper_bend_m);
    return 0.5 * axle->suspension.bush_n_per_m * bent * bent;
}

static double heave_energy(const struct suspension_constants *c, double left, double right)
{
    double pressed = heave_press(c, (float)(0.5 * (left + right)));
    return 0.5 * c->heave_n_per_m * pressed * pressed;
}

/* What it took to twist an axle's bar. One whose stiffness follows the speed counts as a spring of the
 * stiffness that it has now: what it gains as the speed rises comes from outside. */
static double bar_energy(const struct car *car, int a, double apart, const double velocity[3])
{
    const struct anti_roll_bar_constants *c = &car->model->chassis->axles[a].anti_roll_bar;
    const struct anti_roll_bar_constants *bar = c;
    vec3 v = {(float)velocity[0], (float)velocity[1], (float)velocity[2]};
    const struct layout *l = &car->model->layout;
    float before = STATE_OF(car, axles[a].bar_slack_m);
    double load = 0;
    for (int i = 0; i < l->count[a]; ++i)
        load += (double)OUTPUT_OF(car, wheels[l->first[a] + i].load_n);
    double twist = fabs(apart - anti_roll_bar_slack(before, (float)apart, !(load > 0)));
    double strokes = fmin(twist * c->inverse_stroke, 1);
    double bounded =
        c->max_force_n * strokes * (twist - 0.5 * strokes / fmax(c->inverse_stroke, 1e-9));
    return anti_roll_bar_share(bar, v) * (0.5 * c->n_per_m * twist * twist + bounded);
}

/* Ground that a contact has not met yet (ground_step.h) stores nothing: a depth is what was met in the middle of the last
 * substep, what has come since at the contact's speed, and what that speed may have changed by. */
#define MORE_SINCE_M 0.01

static double met(const struct car *car, double depth, float before, double sinks_mps)
{
    double come = 0.5 * fmax(sinks_mps, 0) / car->model->def->stepping.substeps_per_s;
    return fmin(fmax(depth, 0), fmax((double)before, 0) + come + MORE_SINCE_M);
}

/* How fast something that moves with `velocity` in the body's axes comes down on a wheel's ground along that normal. */
static double sinks_at(const struct car *car, int w, const double normal[3],
                       const double velocity[3])
{
    double position[3], q[4], v[3];
    kamm_frame_of(car, position, q);
    kamm_rotate(q, velocity, v);
    for (int i = 0; i < 3; ++i) v[i] -= (double)car->block->contact[w].velocity_mps[i][car->lane];
    return -dot3(v, normal);
}

/* No ground has been given yet. */
static int is_plane(const double normal[3]) { return dot3(normal, normal) > 0; }

/* How far the tyre is pressed in, as touch_ground in corner.h has it. */
static double tyre_deflection(const struct car *car, int w, double spin,
                              const kamm_wheel_pose *wheel, const double velocity[3])
{
    const struct car_block *block = car->block;
    const struct axle_constants *axle = &car->model->chassis->axles[car->model->layout.axle[w]];
    const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
    const double y[3] = {0, 1, 0};
    float before = STATE_OF(car, wheels[w].deflection_m);
    double axis[3], height = 0, sine = 0, normal[3];
    kamm_rotate(wheel->pose.orientation, y, axis);
    for (int i = 0; i < 3; ++i) normal[i] = block->contact[w].normal[i][car->lane];
    if (!is_plane(normal)) return (double)before;
    for (int i = 0; i < 3; ++i) {
        height += normal[i] * (wheel->pose.position_m[i] - block->contact_point_m[w][i][car->lane]);
        sine += normal[i] * axis[i];
    }
    double level = sqrt(fmax(1 - sine * sine, 0)), crown = axle->tyre_vertical.crown_radius;
    double rounded = level < 0.2 ? (level * level + 0.04) * 2.5 : level;
    double pressed = (tyre_free_radius(tyre, (float)spin) - crown) * rounded + crown - height;
    pressed -= (double)block->contact[w].rut_m[car->lane];
    pressed -= (double)block->contact[w].wheel.radius_loss_m[car->lane];
    return fmin(met(car, pressed, before, sinks_at(car, w, normal, velocity)), axle->rest_radius_m);
}

/* Integral of tyre_spring_force up to a deflection, at most max_load. */
static double tyre_energy(const struct tyre_vertical_constants *c, double deflection, double spin,
                          double by_pressure)
{
    double stiffer = (1 + c->stiffening * fmin(fabs(spin), 1000)) * by_pressure;
    double d = fmin(deflection, c->yields_at), bottomed = fmax(d - c->bottom_deflection, 0);
    return (0.5 * c->stiffness[0] + c->stiffness[1] * d / 3) * d * d * stiffer +
           0.5 * c->bottom_stiffness * bottomed * bottomed + c->max_load * (deflection - d);
}

/* Returns the energy that the bent carcass gives back when it is released (contact_patch.h). */
static double carcass_energy(const struct car *car, int w)
{
    const struct axle_constants *axle = &car->model->chassis->axles[car->model->layout.axle[w]];
    struct tyre_state c = kamm_tyre_prepare(&axle->tyre, 0, 0);
    double x = STATE_OF(car, wheels[w].contact_deflection_x_m);
    double y = STATE_OF(car, wheels[w].contact_deflection_y_m);
    double twist = STATE_OF(car, wheels[w].contact_twist_rad);
    double twist_stiffness = axle->patch_twist.stiffness_nm_per_rad;
    return 0.5 * (c.nominal_carcass_x * x * x + c.nominal_carcass_y * y * y +
                  twist_stiffness * twist * twist);
}

static void add_cross(double to[3], const double a[3], const double b[3])
{
    to[0] += a[1] * b[2] - a[2] * b[1];
    to[1] += a[2] * b[0] - a[0] * b[2];
    to[2] += a[0] * b[1] - a[1] * b[0];
}

/* An outer twin has only the energy of its tyre: mass and spin are the hub's. */
static double wheel_energy(const struct car *car, int w, const double velocity[3],
                           const double angular_velocity[3], const double up[3], double height,
                           const kamm_wheel_pose *pose)
{
    const struct layout *l = &car->model->layout;
    const struct axle_constants *axle = &car->model->chassis->axles[l->axle[w]];
    const struct hub_motion hub = kamm_hub_motion(car, w);
    double turn = STATE_OF(car, wheels[w].spin_radps), mass = axle->unsprung_mass_kg, v[3];
    for (int i = 0; i < 3; ++i) v[i] = velocity[i] + hub.own[i];
    add_cross(v, angular_velocity, hub.at);
    const struct tyre_life life = tyre_life_of(car, w);
    double by_pressure = kamm_tyre_condition(&axle->tyre_life, &life).spring;
    double tyre = tyre_energy(&axle->tyre_vertical, tyre_deflection(car, w, turn, pose, v), turn,
                              by_pressure);
    if (l->hub[w] != w) return tyre + carcass_energy(car, w);
    return 0.5 * mass * dot3(v, v) + 0.5 * axle->wheel_inertia_kgm2 * turn * turn +
           mass * KAMM_STANDARD_GRAVITY * (height + dot3(up, hub.at)) + tyre +
           carcass_energy(car, w);
}

/* An axle's springs: where they are, inwards of the wheels. */
static void spring_travels(const struct car *car, int a, double at[2])
{
    const struct layout *l = &car->model->layout;
    double inset = car->model->chassis->axles[a].suspension.inset;
    double left = STATE_OF(car, wheels[left_hub(l, a)].travel_m);
    double right = STATE_OF(car, wheels[right_hub(l, a)].travel_m);
    at[0] = left - inset * (left - right);
    at[1] = right + inset * (left - right);
}

/* Where the springs of a bogie's axle are: its own, what its axles share, and those of the axle behind. */
struct shared_place {
    double own[2], mean[2], behind[2];
};

static struct shared_place shared_place_of(const struct car *car, int a)
{
    const struct axle_constants *axles = car->model->chassis->axles;
    struct shared_place p = {{0}, {0}, {0}};
    int first = a;
    while (first > 0 && axles[first - 1].load_sharing.joins > 0) --first;
    spring_travels(car, a, p.own);
    for (int i = first, more = 1; more; ++i) {
        double at[2];
        spring_travels(car, i, at);
        more = axles[i].load_sharing.joins > 0;
        for (int side = 0; side < 2; ++side) {
            p.mean[side] += axles[i].load_sharing.own * at[side];
            if (i == a + 1) p.behind[side] = at[side];
        }
    }
    return p;
}

/* What a bogie's axle has of the springs that it shares, on one side: of its own what it stores as it shares them; and the stop of the
 * beam behind it. */
static double bogie_energy(const struct axle_constants *axle, const struct shared_place *p,
                           int side, double friction)
{
    const struct suspension_constants *c = &axle->suspension;
    const struct load_sharing_constants *s = &axle->load_sharing;
    double own = p->own[side], at = p->mean[side];
    double beyond = fmax(fabs(own - p->behind[side]) - s->stop_m, 0);
    double stop = s->joins > 0 ? 0.5 * s->stop_n_per_m * beyond * beyond : 0;
    if (!(s->air > 0)) return stop + spring_energy(c, at) + friction_energy(c, at, friction);
    return (c->spring_curved > 0 ? curved_energy(c, at) : straight_energy(c, at)) +
           stops_energy(c, own) + friction_energy(c, own, friction);
}

/* Springs with their stops and dry friction, left and right. */
static double springs_energy(const struct car *car, int a)
{
    const struct layout *l = &car->model->layout;
    const struct axle_constants *axle = &car->model->chassis->axles[a];
    const struct suspension_constants *c = &axle->suspension;
    double of_left = STATE_OF(car, wheels[left_hub(l, a)].spring_friction_share);
    double of_right = STATE_OF(car, wheels[right_hub(l, a)].spring_friction_share);
    double at[2];
    if (axle->load_sharing.on > 0) {
        const struct shared_place p = shared_place_of(car, a);
        return bogie_energy(axle, &p, 0, of_left) + bogie_energy(axle, &p, 1, of_right);
    }
    spring_travels(car, a, at);
    return (spring_energy(c, at[0]) + spring_energy(c, at[1])) +
           (friction_energy(c, at[0], of_left) + friction_energy(c, at[1], of_right));
}

/* Springs, dry friction and bar of an axle. */
static double suspension_energy(const struct car *car, int a, const double velocity[3])
{
    const struct layout *l = &car->model->layout;
    const struct suspension_constants *c = &car->model->chassis->axles[a].suspension;
    int left_at = left_hub(l, a), right_at = right_hub(l, a);
    double left = STATE_OF(car, wheels[left_at].travel_m);
    double right = STATE_OF(car, wheels[right_at].travel_m), apart = left - right;
    double friction = STATE_OF(car, wheels[left_at].spring_friction_share);
    if (left_at == right_at)
        return spring_energy(c, left) + friction_energy(c, left, friction) +
               bush_energy(car, left_at);
    return bar_energy(car, a, apart, velocity) + heave_energy(c, left, right) +
           (bush_energy(car, left_at) + bush_energy(car, right_at)) + springs_energy(car, a);
}

static double body_energy(const struct chassis_constants *c, const double velocity[3],
                          const double w[3], double height)
{
    const float *inertia = c->sprung_inertia;
    double turning =
        inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] + inertia[2] * w[2] * w[2] -
        2 * (inertia[3] * w[0] * w[1] + inertia[4] * w[0] * w[2] + inertia[5] * w[1] * w[2]);
    return 0.5 * c->sprung_mass_kg * dot3(velocity, velocity) + 0.5 * turning +
           c->sprung_mass_kg * KAMM_STANDARD_GRAVITY * height;
}

/* How deep a body point is in the ground below it, as body_scrape.h has it. */
static double depth_below(const double at_m[3], const double normal[3], double level)
{
    return is_plane(normal) ? level - dot3(at_m, normal) : 0;
}

/* … and the normal of the ground, which is that of all wheels. */
static double depth_below_wheels(const struct car *car, const double at_m[3], double normal[3])
{
    const struct car_block *block = car->block;
    int lane = car->lane;
    double min = INFINITY;
    for (int w = 0; w < car->model->layout.wheels; ++w) {
        double below[3], point[3];
        for (int i = 0; i < 3; ++i) {
            below[i] = block->contact[w].normal[i][lane];
            point[i] = block->contact_point_m[w][i][lane];
        }
        double depth = depth_below(at_m, below, dot3(point, below));
        if (!(depth < min)) continue;
        min = depth;
        memcpy(normal, below, sizeof below);
    }
    return min;
}

/* Depth of a body point, which may have ground of its own. */
static double point_depth(const struct car *car, int p, const double at_m[3], double normal[3])
{
    const struct point_block *points = car->points;
    for (int i = 0; i < 3; ++i) normal[i] = points->normal[p][i][car->lane];
    if (is_plane(normal)) return depth_below(at_m, normal, points->level_m[p][car->lane]);
    return depth_below_wheels(car, at_m, normal);
}

/* What of that it has met. */
static double met_by_point(const struct car *car, int p, const double position[3],
                           const double q[4], const double velocity[3],
                           const double angular_velocity[3])
{
    const float *at = car->model->chassis->body_contact.points[p];
    const double point[3] = {at[0], at[1], at[2]};
    double at_m[3], normal[3], v[3] = {velocity[0], velocity[1], velocity[2]};
    kamm_rotate(q, point, at_m);
    for (int i = 0; i < 3; ++i) at_m[i] += position[i];
    add_cross(v, angular_velocity, point);
    double depth = point_depth(car, p, at_m, normal);
    double sinks_mps = sinks_at(car, car->model->layout.near_point[p], normal, v);
    return met(car, depth, STATE_OF(car, points[p].depth_m), sinks_mps);
}

/* Body points in the ground: springs pressed in, and bent by scraping. */
static double scrape_energy(const struct car *car, const double position[3], const double q[4],
                            const double velocity[3], const double angular_velocity[3])
{
    const struct body_contact_constants *c = &car->model->chassis->body_contact;
    double sum = 0, left = 0;
    for (int p = 0; p < BODY_POINTS; ++p) {
        const double bent[3] = {STATE_OF(car, points[p].scrape_x_m),
                                STATE_OF(car, points[p].scrape_y_m),
                                STATE_OF(car, points[p].scrape_z_m)};
        double depth = met_by_point(car, p, position, q, velocity, angular_velocity);
        double own = 0.5 * c->stiffness_n_per_m * (depth * depth + dot3(bent, bent));
        if (p % 2)
            sum += left + own; /* left plus right first, for the mirrored car's bits */
        else
            left = own;
    }
    return sum;
}

/* A foot of the stand in the ground, likewise. */
static double foot_energy(const struct car *car, int foot, const double bent[3], float before_m,
                          const double position[3], const double q[4], const double velocity[3],
                          const double angular_velocity[3])
{
    const struct full_constants *own = (const struct full_constants *)car->model->own;
    const float *f = own->stand.foot[foot];
    const double point[3] = {f[0], f[1], f[2]};
    double at_m[3], normal[3], v[3] = {velocity[0], velocity[1], velocity[2]};
    kamm_rotate(q, point, at_m);
    for (int i = 0; i < 3; ++i) at_m[i] += position[i];
    add_cross(v, angular_velocity, point);
    double depth = depth_below_wheels(car, at_m, normal);
    depth = met(car, depth, before_m, sinks_at(car, 1, normal, v));
    return 0.5 * own->stand.contact.stiffness_n_per_m * (depth * depth + dot3(bent, bent));
}

static double stand_energy(const struct car *car, const double position[3], const double q[4],
                           const double velocity[3], const double angular_velocity[3])
{
    if (!(car->model->features & KAMM_FEATURE_STAND)) return 0;
    if (!(car->inputs[car->lane].stand > 0.5f)) return 0;
    const double bent[2][3] = {
        {STATE_OF(car, car.foot_scrape_x_m), STATE_OF(car, car.foot_scrape_y_m),
         STATE_OF(car, car.foot_scrape_z_m)},
        {STATE_OF(car, car.other_foot_scrape_x_m), STATE_OF(car, car.other_foot_scrape_y_m),
         STATE_OF(car, car.other_foot_scrape_z_m)}};
    double own = foot_energy(car, 0, bent[0], STATE_OF(car, car.foot_depth_m), position, q,
                             velocity, angular_velocity);
    if (!car->model->def->stand.both_sides) return own;
    return own + foot_energy(car, 1, bent[1], STATE_OF(car, car.other_foot_depth_m), position, q,
                             velocity, angular_velocity);
}

/* Crankshaft and gearbox's input shaft, which a shift parts where gears are synchronised. */
static double engine_energy(const struct car *car)
{
    const kamm_vehicle_def *def = car->model->def;
    double engine = STATE_OF(car, car.engine_radps);
    double both = 0.5 * def->engine.inertia_kgm2 * engine * engine;
    if (!(def->gearbox.synchro_nm > 0)) return both;
    double input = STATE_OF(car, car.input_shaft_radps);
    return both + 0.5 * def->gearbox.input_inertia_kgm2 * (input * input - engine * engine);
}

double kamm_full_energy(const struct car *car)
{
    const struct chassis_constants *c = car->model->chassis;
    const struct layout *l = &car->model->layout;
    double position[3], q[4], velocity[3], up[3];
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_frame_of(car, position, q);
    for (int w = 0; w < l->wheels; ++w) kamm_wheel_in_world(car, w, 0, position, q, &wheels[w]);
    const double back[4] = {q[0], -q[1], -q[2], -q[3]}, z[3] = {0, 0, 1};
    const double world[3] = {STATE_OF(car, car.velocity_x_mps), STATE_OF(car, car.velocity_y_mps),
                             STATE_OF(car, car.velocity_z_mps)};
    const double angular_velocity[3] = {STATE_OF(car, car.roll_rate_radps),
                                        STATE_OF(car, car.pitch_rate_radps),
                                        STATE_OF(car, car.yaw_rate_radps)};
    kamm_rotate(back, world, velocity);
    kamm_rotate(back, z, up);
    double energy = body_energy(c, velocity, angular_velocity, position[2]) +
                    kamm_cargo_energy(car, velocity, angular_velocity, up) +
                    kamm_front_energy(car, velocity, angular_velocity, up);
    for (int a = 0; a < l->axles; ++a) {
        double of_wheel[MAX_WHEELS];
        for (int w = l->first[a]; w < l->first[a] + l->count[a]; ++w)
            of_wheel[w] =
                wheel_energy(car, w, velocity, angular_velocity, up, position[2], &wheels[w]);
        energy += axle_sum(l, a, of_wheel);
        energy += suspension_energy(car, a, velocity) + rotor_energy(car, a);
    }
#define ENERGY_OF_ROTOR(speed, inertia_kgm2) \
    +0.5 * car->model->def->inertia_kgm2 *STATE_OF(car, car.speed) * STATE_OF(car, car.speed)
    return energy + scrape_energy(car, position, q, velocity, angular_velocity) +
           stand_energy(car, position, q, velocity, angular_velocity) + shaft_energy(car) +
           engine_energy(car) DRIVELINE_ROTORS(ENERGY_OF_ROTOR);
}
