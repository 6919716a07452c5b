#include "cargo_compile.h"

#include "../../base/error.h"
#include "../../base/vector_double.h"
#include "../../vehicle/scale.h"
#include "../../vehicle/tank_compile.h"

#include <math.h>
#include <string.h>

#define MOVES_CARGO (KAMM_FEATURE_CARGO | KAMM_FEATURE_SHIFTING)

/* Natural frequency of a tank's stop: a load of several tons meets a wall of the tank within some centimetres. */
#define STOP_RADPS 30 /* of an ordinary car */

static void take_swing(const kamm_model *model, const struct swing *swing, int is_round,
                       int freedom, struct load_constants *load)
{
    const kamm_vehicle_def *def = model->def;
    double at[3], frequency = sqrt(KAMM_STANDARD_GRAVITY / swing->radius_m);
    double stop = STOP_RADPS / kamm_scale_of(def).root;
    kamm_place_in_tank(def, swing->height_m, at);
    for (int i = 0; i < 3; ++i) load->rest[i] = (float)(at[i] - model->statics.sprung_cg[i]);
    load->mass_kg = (float)swing->mass_kg;
    load->round = (float)is_round;
    load->freedom[freedom] = (struct freedom_constants){
        .on = 1,
        .per_radius = (float)(1 / swing->radius_m),
        .damping_per_s = (float)(2 * def->tank.damping_ratio * frequency),
        .reach_m = (float)swing->reach_m,
        .stop_per_s2 = (float)(stop * stop),
        .stop_damping_per_s = (float)(2 * stop),
    };
}

/* A stop that is stiffer than a substep can follow would take a load that hits it for one that is deep in it. The load and what carries
 * it swing against each other at no more than one radian in a substep. */
static double stop_of(const kamm_model *model, const kamm_shifting_load_def *def)
{
    double rest_kg = model->statics.total_mass_kg - def->mass_kg;
    double most_per_s = model->def->stepping.substeps_per_s;
    double most = most_per_s * most_per_s * rest_kg / (rest_kg + def->mass_kg);
    return fmin(def->stop_n_per_m / def->mass_kg, most);
}

/* Its freedoms are level, and straight. A direction without free way is none. */
static void take_shifting_load(const kamm_model *model, struct load_constants *load)
{
    const kamm_shifting_load_def *def = &model->def->shifting_load;
    const double gaps[FREEDOMS][2] = {{def->gap_front_m, def->gap_rear_m},
                                      {def->gap_left_m, def->gap_right_m}};
    double at[3], stop_per_s2 = stop_of(model, def);
    kamm_place_on_floor(model->def, at);
    for (int i = 0; i < 3; ++i) load->rest[i] = (float)(at[i] - model->statics.sprung_cg[i]);
    load->mass_kg = (float)def->mass_kg;
    load->friction = (float)def->friction;
    load->pressed_mps2 = (float)(def->lashing_n / def->mass_kg);
    for (int i = 0; i < FREEDOMS; ++i) {
        if (!(gaps[i][0] + gaps[i][1] > 0)) continue;
        load->freedom[i] = (struct freedom_constants){
            .on = 1,
            .middle_m = (float)(0.5 * (gaps[i][0] - gaps[i][1])),
            .reach_m = (float)(0.5 * (gaps[i][0] + gaps[i][1])),
            .stop_per_s2 = (float)stop_per_s2,
            .stop_damping_per_s = (float)(2 * def->stop_damping_ratio * sqrt(stop_per_s2)),
        };
    }
}

/* A without the loads; and whether what is left, with the loads free, is the inertia of a body. */
static kamm_result take_matrix(const kamm_model *model, struct cargo_constants *cargo,
                               kamm_error *error)
{
    static const double all[3] = {1, 1, 1};
    double a[6][6], free_of_all[6][6];
    kamm_find_mass_matrix(model->def, &model->layout, &model->statics, a);
    memcpy(free_of_all, a, sizeof a);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &cargo->load[n];
        const double rest[3] = {load->rest[0], load->rest[1], load->rest[2]};
        double along[3] = {load->freedom[ALONG].on, load->freedom[ASIDE].on, 0};
        kamm_add_mass(a, -(double)load->mass_kg, rest, all);
        kamm_add_mass(free_of_all, -(double)load->mass_kg, rest, along);
    }
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= i; ++j) cargo->matrix[i * (i + 1) / 2 + j] = (float)a[i][j];
    if (kamm_invert_positive_definite(free_of_all)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "tank",
                     "tank: %.4g kg of liquid that swing are too much for a body of %g kg with its "
                     "inertia; allowed: a lower fill, or a heavier body",
                     (double)cargo->load[LIQUID_ALONG].mass_kg, model->def->body.mass_kg);
}

kamm_result kamm_compile_cargo(const kamm_model *model, struct cargo_constants *cargo,
                               kamm_error *error)
{
    if (!(model->features & MOVES_CARGO)) return KAMM_OK;
    if (model->features & KAMM_FEATURE_CARGO) {
        const struct tank tank = kamm_tank_of(&model->def->tank);
        take_swing(model, &tank.swing[0], 0, ALONG, &cargo->load[LIQUID_ALONG]);
        take_swing(model, &tank.swing[1], tank.is_round, ASIDE, &cargo->load[LIQUID_ASIDE]);
    }
    if (model->features & KAMM_FEATURE_SHIFTING) take_shifting_load(model, &cargo->load[ON_FLOOR]);
    return take_matrix(model, cargo, error);
}

/* -- outside of a step -- */

static const struct full_constants *constants_of(const struct car *car) { return car->model->own; }

/* For a push the ways as the response has them. */
static void motion_of(const struct car *car, int pushed, struct load_motion motion[MOVING_LOADS])
{
    memset(motion, 0, MOVING_LOADS * sizeof *motion);
    motion[LIQUID_ALONG].u_m[ALONG] = STATE_OF(car, car.liquid_along_m);
    motion[LIQUID_ALONG].rate_mps[ALONG] = STATE_OF(car, car.liquid_along_mps);
    motion[LIQUID_ASIDE].u_m[ASIDE] = STATE_OF(car, car.liquid_aside_m);
    motion[LIQUID_ASIDE].rate_mps[ASIDE] = STATE_OF(car, car.liquid_aside_mps);
    motion[ON_FLOOR].u_m[ALONG] = STATE_OF(car, car.shifted_along_m);
    motion[ON_FLOOR].rate_mps[ALONG] = STATE_OF(car, car.shifting_along_mps);
    motion[ON_FLOOR].u_m[ASIDE] = STATE_OF(car, car.shifted_aside_m);
    motion[ON_FLOOR].rate_mps[ASIDE] = STATE_OF(car, car.shifting_aside_mps);
    for (int n = 0; n < MOVING_LOADS && pushed; ++n)
        for (int i = 0; i < FREEDOMS; ++i)
            motion[n].u_m[i] = (float)place_to_respond(car, motion[n].u_m[i]);
}

static void to_double(vec3 v, double out[3])
{
    out[0] = (double)v.x, out[1] = (double)v.y, out[2] = (double)v.z;
}

/* J: velocity at a place per velocity and angular velocity. */
static void jacobian(const double r[3], double out[3][6])
{
    const double j[3][6] = {
        {1, 0, 0, 0, r[2], -r[1]}, {0, 1, 0, -r[2], 0, r[0]}, {0, 0, 1, r[1], -r[0], 0}};
    memcpy(out, j, sizeof j);
}

/* The row T' J of a load's freedom. */
static void along_path(const struct load_place *p, int i, double row[6])
{
    double at[3], path[3], j[3][6];
    to_double(p->at, at);
    to_double(p->path[i], path);
    jacobian(at, j);
    for (int k = 0; k < 6; ++k) row[k] = path[0] * j[0][k] + path[1] * j[1][k] + path[2] * j[2][k];
}

void kamm_let_cargo_go(const struct car *car, double a[6][6])
{
    static const double all[3] = {1, 1, 1};
    if (!(car->model->features & MOVES_CARGO)) return;
    struct load_motion motion[MOVING_LOADS];
    motion_of(car, 1, motion);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &constants_of(car)->cargo.load[n];
        const double rest[3] = {load->rest[0], load->rest[1], load->rest[2]};
        const struct load_place p = load_place_at(load, &motion[n]);
        double at[3], mass = load->mass_kg;
        to_double(p.at, at);
        kamm_add_mass(a, -mass, rest, all);
        kamm_add_mass(a, mass, at, all);
        for (int i = 0; i < FREEDOMS; ++i) {
            double row[6];
            along_path(&p, i, row);
            for (int k = 0; k < 6; ++k)
                for (int m = 0; m < 6; ++m)
                    a[k][m] -= mass * row[k] * row[m] / (double)p.squared[i];
        }
    }
}

static void add_to(const struct car *car, size_t number, double change)
{
    put_state(car, number, (float)((double)state_of(car, number) + change));
}

void kamm_push_cargo(const struct car *car, const double change[6])
{
    static const size_t rates[MOVING_LOADS][FREEDOMS] = {
        {STATE_NUMBER(car.liquid_along_mps), 0},
        {0, STATE_NUMBER(car.liquid_aside_mps)},
        {STATE_NUMBER(car.shifting_along_mps), STATE_NUMBER(car.shifting_aside_mps)}};
    if (!(car->model->features & MOVES_CARGO)) return;
    struct load_motion motion[MOVING_LOADS];
    motion_of(car, 1, motion);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &constants_of(car)->cargo.load[n];
        const struct load_place p = load_place_at(load, &motion[n]);
        for (int i = 0; i < FREEDOMS; ++i) {
            double row[6], sum = 0;
            if (!(load->freedom[i].on > 0)) continue;
            along_path(&p, i, row);
            for (int k = 0; k < 6; ++k) sum += row[k] * change[k];
            add_to(car, rates[n][i], -sum / (double)p.squared[i]);
        }
    }
}

/* Energy of a mass at r that moves with velocity `own` relative to the body, in body axes. Heights
 * are relative to the body frame's origin. */
static double point_energy(double mass, const double r[3], const double own[3],
                           const double velocity[3], const double turning[3], const double up[3])
{
    double v[3];
    cross3(turning, r, v);
    for (int i = 0; i < 3; ++i) v[i] += velocity[i] + own[i];
    return mass * (0.5 * dot3(v, v) + KAMM_STANDARD_GRAVITY * dot3(up, r));
}

double kamm_cargo_energy(const struct car *car, const double velocity[3],
                         const double angular_velocity[3], const double up[3])
{
    static const double still[3] = {0, 0, 0};
    double sum = 0;
    if (!(car->model->features & MOVES_CARGO)) return 0;
    struct load_motion motion[MOVING_LOADS];
    motion_of(car, 0, motion);
    for (int n = 0; n < MOVING_LOADS; ++n) {
        const struct load_constants *load = &constants_of(car)->cargo.load[n];
        const double rest[3] = {load->rest[0], load->rest[1], load->rest[2]};
        const struct load_place p = load_place_at(load, &motion[n]);
        double at[3], own[3], mass = load->mass_kg;
        to_double(p.at, at);
        to_double(vec3_add(vec3_scale(p.path[ALONG], motion[n].rate_mps[ALONG]),
                           vec3_scale(p.path[ASIDE], motion[n].rate_mps[ASIDE])),
                  own);
        sum += point_energy(mass, at, own, velocity, angular_velocity, up) -
               point_energy(mass, rest, still, velocity, angular_velocity, up);
        for (int i = 0; i < FREEDOMS; ++i) {
            const struct freedom_constants *f = &load->freedom[i];
            double deep = fmax(fabs((double)(motion[n].u_m[i] - f->middle_m)) - f->reach_m, 0);
            sum += 0.5 * mass * f->stop_per_s2 * deep * deep;
        }
    }
    return sum;
}
