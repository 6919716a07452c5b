#include "planar_compile.h"
#include "../../base/quaternion.h"
#include "../../vehicle/scale.h"
#include "../../vehicle/two_wheeler.h"
#include "../rotors.h"

#include <math.h>

double kamm_lag_blend(double substep_s, double lag_s)
{
    return lag_s > 0 ? 1 - exp(-substep_s / lag_s) : 1;
}

static void compile_pitch(const kamm_model *model, struct planar_constants *c)
{
    const double *x = model->statics.axle_x;
    int axles = model->layout.axles;
    double mean = 0, squares = 0;
    for (int a = 0; a < axles; ++a) mean += x[a] / axles;
    for (int a = 0; a < axles; ++a) squares += (x[a] - mean) * (x[a] - mean);
    for (int a = 0; a < axles; ++a) c->pitch_per_gap[a] = (float)(0.5 * (x[a] - mean) / squares);
}

void kamm_planar_compile(const kamm_model *model, double pose_lag_s, struct planar_constants *c)
{
    const kamm_model_info *info = &model->info;
    const struct layout *l = &model->layout;
    c->dt = (float)info->substep_s;
    c->inverse_dt = (float)(1 / info->substep_s);
    c->mass_kg = (float)info->mass_kg;
    c->yaw_inertia_kgm2 = (float)info->yaw_inertia_kgm2;
    for (int w = 0; w < l->wheels; ++w) {
        c->contact[w][0] = (float)(info->wheel_position_m[w][0] - model->origin[0]);
        c->contact[w][1] = (float)(info->wheel_position_m[w][1] - model->origin[1]);
        c->contact[w][2] = (float)-model->origin[2];
    }
    c->inverse_wheelbase = (float)(1 / info->wheelbase_m);
    double tracks = 0;
    for (int a = 0; a < l->axles; ++a)
        if (l->count[a] > 1) tracks += model->def->axles[a].track_m;
    if (l->pairs) c->inverse_track = (float)(l->pairs / tracks);
    compile_pitch(model, c);
    double root = kamm_scale_of(model->def).root;
    c->length = (float)kamm_scale_of(model->def).length;
    c->root = (float)root;
    c->meets_mps = (float)(MEETS_MPS * root);
    c->follow = (float)kamm_lag_blend(info->substep_s, pose_lag_s);
    for (int a = 0; a < l->axles; ++a) {
        const struct axle_constants *axle = &model->chassis->axles[a];
        const struct tyre_vertical_constants *tyre = &axle->tyre_vertical;
        double load = hub_mean(l, a, model->rest.load_n);
        double radius = tyre_effective_radius(tyre, (float)load, 0);
        c->rolling_radius_m[a] = (float)radius;
        c->inverse_rolling_radius[a] = (float)(1 / radius);
        c->lifts[a] = axle->lift_m > 0;
        c->steering_axle[a] = axle->steering;
    }
    c->steering = model->chassis->steering;
    c->steering_wheel = model->chassis->steering_wheel;
}

/* Returns the energy of a lean: the centre of gravity sinks, and moves aside and down at its rate. */
static double leaning_energy(const struct car *car)
{
    const kamm_model *model = car->model;
    if (!(model->features & KAMM_FEATURE_LEAN)) return 0;
    double lean = STATE_OF(car, car.lean_rad), rate = STATE_OF(car, car.lean_rate_radps);
    double arm = model->info.cg_height_m - kamm_mean_crown_m(model), mass = model->info.mass_kg;
    double left[3], q[4], position[3], aside = -arm * cos(lean) * rate,
                                       down = arm * sin(lean) * rate;
    const double v[3] = {STATE_OF(car, car.velocity_x_mps), STATE_OF(car, car.velocity_y_mps),
                         STATE_OF(car, car.velocity_z_mps)};
    kamm_frame_of(car, position, q);
    kamm_rotate(q, (const double[3]){0, 1, 0}, left);
    double across = v[0] * left[0] + v[1] * left[1] + v[2] * left[2];
    return mass * (across * aside + 0.5 * (aside * aside + down * down)) +
           0.5 * model->info.inertia_kgm2[0][0] * rate * rate -
           mass * KAMM_STANDARD_GRAVITY * arm * (1 - cos(lean));
}

/* Speed and yaw of the whole car, its wheels' and engine's spin, height, and lean. */
double kamm_planar_energy(const struct car *car)
{
    const kamm_model *model = car->model;
    const double v[3] = {STATE_OF(car, car.velocity_x_mps), STATE_OF(car, car.velocity_y_mps),
                         STATE_OF(car, car.velocity_z_mps)};
    double yaw = STATE_OF(car, car.yaw_rate_radps), height = car->block->position_m[2][car->lane];
    const struct layout *l = &model->layout;
    double engine = STATE_OF(car, car.engine_radps), spin = 0, of_wheel[MAX_WHEELS];
    for (int w = 0; w < l->wheels; ++w) {
        double turn = STATE_OF(car, wheels[w].spin_radps);
        double inertia = model->def->axles[l->axle[w]].wheel_inertia_kgm2 * turn * turn;
        of_wheel[w] = l->hub[w] == w ? inertia : 0;
    }
    for (int a = 0; a < l->axles; ++a) spin += axle_sum(l, a, of_wheel) + 2 * rotor_energy(car, a);
    return 0.5 * model->info.mass_kg * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) +
           0.5 * model->info.yaw_inertia_kgm2 * yaw * yaw + 0.5 * spin +
           0.5 * model->def->engine.inertia_kgm2 * engine * engine +
           model->info.mass_kg * KAMM_STANDARD_GRAVITY * height + leaning_energy(car);
}

void kamm_planar_respond(const struct car *car, double body[6][6], double travel[MAX_WHEELS][6])
{
    const struct planar_constants *c = car->model->own;
    (void)travel;
    body[0][0] = body[1][1] = 1 / (double)c->mass_kg;
    body[5][5] = 1 / (double)c->yaw_inertia_kgm2;
}
