/* What the full model asks of a def beyond what all rungs share. */
#include "../../base/error.h"
#include "../../part/tyre/tyre.h"
#include "../chassis.h"
#include "../planar/cornering.h"
#include "../rung.h"

#include <math.h>

static double bar_stiffness(const kamm_suspension_def *s)
{
    if (s->anti_roll_bar_mode == KAMM_BAR_OFF) return 0;
    double stroke = s->bump_travel_m + s->rebound_travel_m;
    return s->anti_roll_bar_n_per_m + (stroke > 0 ? s->anti_roll_bar_n / stroke : 0);
}

/* Explicit steps of travel and damping have a limit; four tenths of it is where they are still true. */
static kamm_result check_stability(const kamm_vehicle_def *def, int a, double rest_load_n,
                                   kamm_error *error)
{
    const kamm_axle_def *axle = &def->axles[a];
    const kamm_suspension_def *s = &axle->suspension;
    double dt = 1 / def->stepping.substeps_per_s, load = 3 * rest_load_n;
    double tyre = 0.02 * load /
                  (kamm_tyre_static_deflection(&axle->tyre, 1.01 * load) -
                   kamm_tyre_static_deflection(&axle->tyre, 0.99 * load));
    double stops = fmax(2 * s->bump_stop_n_per_m, s->rebound_stop_n_per_m);
    double stiffness = tyre + s->spring_n_per_m + 2 * bar_stiffness(s) + stops +
                       s->friction_n / s->friction_travel_m;
    double damping = fmax(fmax(s->bump_damping_ns_per_m, s->rebound_damping_ns_per_m),
                          fmax(s->bump_fast_damping_ns_per_m, s->rebound_fast_damping_ns_per_m)) +
                     axle->tyre.vertical_damping_ns_per_m + axle->tyre.standing_damping_s * tyre;
    double swing = dt * sqrt(stiffness / axle->unsprung_mass_kg);
    double decay = dt * damping / axle->unsprung_mass_kg;
    if (swing < 0.8 && decay < 0.8) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.unsprung_mass_kg",
        "axles[%d].unsprung_mass_kg: %g kg is too light for springs, stops and tyre of "
        "%.3g N/m and damping of %.3g N.s/m at %g substeps a second; make it heavier than "
        "%.3g kg or raise stepping.substeps_per_s",
        a, axle->unsprung_mass_kg, stiffness, damping, def->stepping.substeps_per_s,
        fmax(stiffness * dt * dt / 0.64, damping * dt / 0.8));
}

static void interleave_wheels(kamm_model *model)
{
    for (int w = 0; w < CAR_WHEELS; ++w) {
        const float *axle = (const float *)&model->full.axles[w / 2];
        for (size_t i = 0; i < FULL_AXLE_CONSTANT_COUNT; ++i)
            model->wheel_constants[i][w] = axle[i];
    }
}

/* The single-track model that stability control compares with. */
static void compile_stability(const kamm_model *model, struct stability_constants *c)
{
    const kamm_vehicle_def *def = &model->def;
    const kamm_model_info *info = &model->info;
    *c = (struct stability_constants){.wheelbase_m = (float)info->wheelbase_m};
    if (!def->aids.esc) return;
    struct axle_cornering axle[CAR_AXLES];
    kamm_planar_cornering(model, 1, axle);
    double front = info->cg_behind_front_m, rear = info->wheelbase_m - front;
    double moment[2] = {front * axle[0].stiffness_n_per_rad, rear * axle[1].stiffness_n_per_rad};
    double gradient = info->mass_kg / info->wheelbase_m *
                      (rear / axle[0].stiffness_n_per_rad - front / axle[1].stiffness_n_per_rad);
    c->enabled = 1;
    c->understeer = (float)fmax(gradient, 0);
    c->steer_per_wheel = (float)((def->axles[0].steer_share * axle[0].steer_gain -
                                  def->axles[1].steer_share * axle[1].steer_gain) /
                                 def->steering.ratio);
    c->front_per_moment = (float)(front / info->yaw_inertia_kgm2);
    c->rear_per_moment = (float)(rear / info->yaw_inertia_kgm2);
    c->lead_per_mps = (float)(info->yaw_inertia_kgm2 / (front * moment[0] + rear * moment[1]));
    c->friction = (float)fmin(axle[0].friction, axle[1].friction);
    c->band_radps = (float)def->aids.esc_band_radps;
    c->gain_s_per_rad = (float)(1 / def->aids.esc_full_radps);
}

static kamm_result full_compile(kamm_model *model, kamm_error *error)
{
    const struct statics *s = &model->statics;
    kamm_result result = kamm_compile_mobility(&model->def, s, model->full.mobility, error);
    for (int a = 0; a < CAR_AXLES && result == KAMM_OK; ++a)
        result = check_stability(&model->def, a, s->design_load_n[a], error);
    compile_stability(model, &model->full.stability);
    interleave_wheels(model);
    return result;
}

DECLARE_KERNELS(full);

const struct rung kamm_full_rung = {
    .info = {KAMM_FULL, "full",
             "6-DoF body, unsprung masses, Magic Formula tyres, driveline: docs/models/full.md",
             600},
    .constants_at = offsetof(kamm_model, full),
    .constant_count = FULL_CONSTANT_COUNT,
    .needs_powertrain = 1,
    .compile = full_compile,
    .kernels = {LIST_KERNELS(full)},
};
