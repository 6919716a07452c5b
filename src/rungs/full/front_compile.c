#include "front_compile.h"

#include "../../base/error.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../../vehicle/two_wheeler.h"

#include <math.h>
#include <string.h>

static void write_tensor(const double tensor[3][3], num numbers[6])
{
    for (int i = 0; i < 3; ++i) numbers[i] = (float)tensor[i][i];
    numbers[3] = (float)-tensor[0][1];
    numbers[4] = (float)-tensor[0][2];
    numbers[5] = (float)-tensor[1][2];
}

/* About the steering axis: that of the front with its wheel. */
static double inertia_about_axis(const kamm_model *model, const struct steered_front *f,
                                 const double pivot[3])
{
    const struct axle_constants *axle = &model->chassis->axles[0];
    const double axis[3] = {axle->kingpin_x, 0, axle->kingpin_z};
    double arm[3], swing[3], turned[3];
    for (int i = 0; i < 3; ++i) {
        arm[i] = f->at[i] - pivot[i];
        turned[i] = dot3(f->inertia[i], axis);
    }
    cross3(axis, arm, swing);
    double hub = axle->kingpin_z * axle->kingpin_ahead_m;
    return f->mass_kg * dot3(swing, swing) + dot3(turned, axis) +
           (double)axle->unsprung_mass_kg * hub * hub;
}

static void compile_head(const kamm_vehicle_def *def, double inertia,
                         struct steering_head_constants *c)
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    c->damping = (float)front->damping_nms_per_rad;
    c->friction_nm = (float)front->friction_nm;
    c->lock_rad = (float)def->steering.lock_rad;
    c->stop_nm_per_rad = (float)front->stop_nm_per_rad;
    c->stop_damping = (float)sqrt(front->stop_nm_per_rad * inertia);
    c->hands_nm_per_rad = (float)front->hands_nm_per_rad;
    c->hands_damping = (float)front->hands_nms_per_rad;
    c->hands_max_nm = (float)front->hands_max_nm;
}

/* A without the front; and whether what is left is the inertia of a body. */
static kamm_result take_matrix(const kamm_model *model, const struct steered_front *f,
                               struct front_constants *front, kamm_error *error)
{
    static const double all[3] = {1, 1, 1};
    double a[6][6], left[6][6];
    kamm_find_mass_matrix(model->def, &model->layout, &model->statics, a);
    kamm_add_mass(a, -f->mass_kg, f->at, all);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a[3 + i][3 + j] -= f->inertia[i][j];
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= i; ++j) front->matrix[i * (i + 1) / 2 + j] = (float)a[i][j];
    memcpy(left, a, sizeof left);
    if (kamm_invert_positive_definite(left)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly",
                     "front_assembly: %g kg with these inertias, which are part of those of the "
                     "body, leave none of a body for the rear; allowed: less, or more in body",
                     f->mass_kg);
}

kamm_result kamm_compile_front(const kamm_model *model, struct front_constants *front,
                               kamm_error *error)
{
    const struct axle_constants *axle = &model->chassis->axles[0];
    if (!(model->features & KAMM_FEATURE_FRONT_ASSEMBLY)) return KAMM_OK;
    const struct steered_front f = kamm_front_of(model->def, &model->statics);
    const double pivot[3] = {(double)axle->behind_m + (double)axle->kingpin_ahead_m,
                             axle->left_offset_m, axle->hub_z_m};
    front->mass_kg = (float)f.mass_kg;
    for (int i = 0; i < 3; ++i) {
        front->at[i] = (float)f.at[i];
        front->pivot[i] = (float)pivot[i];
    }
    write_tensor(f.inertia, front->inertia);
    compile_head(model->def, inertia_about_axis(model, &f, pivot), &front->head);
    return take_matrix(model, &f, front, error);
}

/* -- outside of a step -- */

/* Of a mass at r that moves with the body, and against it by `own`; heights are against the body frame's origin. */
static double point_energy(double mass, const double r[3], const double own[3],
                           const double velocity[3], const double turning[3], const double up[3])
{
    double v[3];
    cross3(turning, r, v);
    for (int i = 0; i < 3; ++i) v[i] += velocity[i] + own[i];
    return mass * (0.5 * dot3(v, v) + KAMM_STANDARD_GRAVITY * dot3(up, r));
}

static double turning_energy(const double tensor[3][3], const double turning[3])
{
    double momentum[3];
    for (int i = 0; i < 3; ++i) momentum[i] = dot3(tensor[i], turning);
    return 0.5 * dot3(momentum, turning);
}

/* A place on the front, and how fast it goes by steering. */
static void steer_place(const double pivot[3], const double turn[4], const double axis[3],
                        double rate, const double rest[3], double at[3], double own[3])
{
    double arm[3];
    for (int i = 0; i < 3; ++i) arm[i] = rest[i] - pivot[i];
    kamm_rotate(turn, arm, arm);
    cross3(axis, arm, own);
    for (int i = 0; i < 3; ++i) {
        at[i] = pivot[i] + arm[i];
        own[i] *= rate;
    }
}

static double stop_energy(const kamm_vehicle_def *def, double angle)
{
    double deep = fmax(fabs(angle) - def->steering.lock_rad, 0);
    return 0.5 * def->front_assembly.stop_nm_per_rad * deep * deep;
}

double kamm_front_energy(const struct car *car, const double velocity[3],
                         const double angular_velocity[3], const double up[3])
{
    static const double still[3] = {0, 0, 0};
    const kamm_model *model = car->model;
    if (!(model->features & KAMM_FEATURE_FRONT_ASSEMBLY)) return 0;
    const struct axle_constants *axle = &model->chassis->axles[0];
    const struct steered_front f = kamm_front_of(model->def, &model->statics);
    double angle = STATE_OF(car, car.steering_rad), rate = STATE_OF(car, car.steering_rate_radps);
    double travel = STATE_OF(car, wheels[0].travel_m), mass = axle->unsprung_mass_kg;
    const double axis[3] = {axle->kingpin_x, 0, axle->kingpin_z}, half = angle / 2;
    const double turn[4] = {cos(half), sin(half) * axis[0], 0, sin(half) * axis[2]},
                 back[4] = {turn[0], -turn[1], -turn[2], -turn[3]};
    const double hub[3] = {axle->behind_m, axle->left_offset_m, (double)axle->hub_z_m + travel},
                 pivot[3] = {hub[0] + (double)axle->kingpin_ahead_m, hub[1], hub[2]},
                 head[3] = {pivot[0], pivot[1], axle->hub_z_m};
    double at[3], own[3], turning[3], moves[3] = {0, 0, STATE_OF(car, wheels[0].travel_rate_mps)};
    steer_place(head, turn, axis, rate, f.at, at, own);
    double sum = point_energy(f.mass_kg, at, own, velocity, angular_velocity, up) -
                 point_energy(f.mass_kg, f.at, still, velocity, angular_velocity, up);
    steer_place(pivot, turn, axis, rate, hub, at, own);
    for (int i = 0; i < 3; ++i) own[i] += moves[i];
    sum += point_energy(mass, at, own, velocity, angular_velocity, up) -
           point_energy(mass, hub, moves, velocity, angular_velocity, up);
    for (int i = 0; i < 3; ++i) turning[i] = angular_velocity[i] + rate * axis[i];
    kamm_rotate(back, turning, turning);
    sum += turning_energy(f.inertia, turning) - turning_energy(f.inertia, angular_velocity);
    return sum + stop_energy(model->def, angle);
}
