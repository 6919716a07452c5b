#include "../../base/error.h"
#include "../../vehicle/chassis.h"
#include "../../vehicle/scale.h"
#include "../full/cornering.h"
#include "../planar/lean_compile.h"
#include "../planar/planar_compile.h"
#include "../rung.h"

#include "commonroad.h"
#include "single_track_constants.h"

#include <math.h>

static void compile_track_axle(const kamm_model *model, int a, struct axle_cornering cornering,
                               struct track_axle_constants *c)
{
    const kamm_single_track_def *def = &model->def->single_track;
    const kamm_axle_def *axle = &model->def->axles[a];
    const kamm_model_info *info = &model->info;
    const struct layout *l = &model->layout;
    const struct single_track_constants *own = model->own;
    int first = l->first[a];
    double given =
        is_front(&model->layout, a) ? def->front_cornering_per_rad : def->rear_cornering_per_rad;
    double x = info->wheel_position_m[first][0] - model->origin[0];
    double radius = (double)own->planar.rolling_radius_m[a], brakes = 0;
    double weight = info->mass_kg * KAMM_STANDARD_GRAVITY;
    for (int i = 0; i < l->axles; ++i)
        brakes += hub_count(l, i) / 2.0 * model->def->axles[i].brake_torque_nm;
    double trail =
        cornering.trail_m + info->loaded_radius_m[first] * tan(axle->suspension.caster_rad);
    c->x_m = (float)x;
    c->hubs = (float)hub_count(l, a);
    c->per_wheel = 1 / (float)l->count[a];
    if (l->axles == 2) {
        double other = info->wheel_position_m[l->first[1 - a]][0] - model->origin[0];
        c->load_share = (float)(other / (other - x));
    } else {
        c->load_share = (float)(model->statics.axle_load_n[a] / weight);
    }
    double friction = def->friction > 0 ? def->friction : cornering.friction;
    double load = weight * (double)c->load_share;
    c->friction = (float)friction;
    c->side_per_along = (float)(def->friction > 0 ? 1 : friction / cornering.along_friction);
    c->stiffness_per_rad =
        (float)(given > 0 ? given * friction : cornering.stiffness_n_per_rad / load);
    c->rolling = (float)kamm_planar_rolling_share(model, a);
    c->wheel_mass_kg = (float)(hub_count(l, a) * axle->wheel_inertia_kgm2 / (radius * radius));
    c->drive_share = (float)axle->drive_share;
    c->brake_share = (float)(brakes > 0 ? hub_count(l, a) / 2.0 * axle->brake_torque_nm / brakes
                                        : 1.0 / l->axles);
    c->trail_m = (float)cornering.trail_m;
    c->steering_arm = (float)(trail * axle->steer_share / model->def->steering.ratio);
}

/* Compiles the shares of the hitch load that the axles carry, also while the lift axles are up. */
static void compile_shares(const kamm_model *m, struct single_track_constants *c)
{
    const double *x = m->statics.axle_x;
    double hitch = x[0] - m->def->hitch.behind_front_axle_m, raised[MAX_AXLES], of_hitch[MAX_AXLES],
           of_hitch_raised[MAX_AXLES];
    kamm_share_weight(m->def, &m->layout, x, hitch, 0, of_hitch);
    kamm_share_weight_raised(m->def, &m->layout, x, m->statics.total_cg[0], raised);
    kamm_share_weight_raised(m->def, &m->layout, x, hitch, of_hitch_raised);
    for (int a = 0; a < m->layout.axles; ++a) {
        c->axles[a].raised_share = (float)raised[a];
        c->axles[a].hitch_share = (float)of_hitch[a];
        c->axles[a].raised_hitch_share = (float)of_hitch_raised[a];
        if (m->chassis->axles[a].lift_m > 0) c->has_lift_axles = 1;
    }
}

/* Loads of more than two axles are statically indeterminate. They share a moment as a stiff body on
 * its springs does. */
static void compile_load_shifts(const kamm_model *model, double height_m,
                                struct single_track_constants *c)
{
    double arms = 0, per_m[MAX_AXLES];
    kamm_share_moment(model->def, &model->layout, model->statics.axle_x, per_m);
    for (int a = 0; a < model->layout.axles; ++a)
        arms += (double)c->axles[a].load_share * (double)c->axles[a].x_m * (double)c->axles[a].x_m;
    c->inverse_arms_m2 = (float)(1 / arms);
    for (int a = 0; a < model->layout.axles; ++a)
        c->axles[a].load_shift_kg = (float)(model->info.mass_kg * height_m * per_m[a]);
}

static void compile_limits_of(const kamm_model *model, struct single_track_constants *c)
{
    const kamm_model_info *info = &model->info;
    c->max_acceleration_mps2 = (float)info->max_acceleration_mps2;
    c->max_power_w_per_kg = (float)(info->max_acceleration_mps2 * info->switch_speed_mps);
    c->braking_mps2 = (float)info->max_braking_mps2;
    c->top_mps = (float)info->top_speed_mps;
    c->reverse_mps = (float)info->reverse_speed_mps;
}

static void compile_commonroad(const kamm_model *model, struct commonroad_constants *c)
{
    struct commonroad_parameters p = kamm_commonroad_parameters_of(model);
    double l = p.front_m + p.rear_m, g = 9.81;
    double kf = p.front_grip * g * p.rear_m / l, kr = p.rear_grip * g * p.front_m / l;
    double side = kf + kr;
    double yaw = (p.front_m * p.front_m * kf + p.rear_m * p.rear_m * kr) * p.mass_per_inertia;
    c->front_m = (float)p.front_m;
    c->rear_m = (float)p.rear_m;
    c->inverse_wheelbase = (float)(1 / l);
    c->height_m = (float)p.height_m;
    c->front_grip = (float)(p.front_grip / l);
    c->rear_grip = (float)(p.rear_grip / l);
    c->mass_per_inertia = (float)p.mass_per_inertia;
    c->max_rate_mps = (float)(1.3 * fmax(side, yaw)); /* some more for the shifted load */
}

/* The rider damps the swing of a rear wheel that follows, as one that is held by no front wheel does at any speed: at
 * its own rate. */
static void compile_rider(const kamm_model *model, struct single_track_constants *c)
{
    kamm_compile_lean(model, &c->lean);
    if (!leans_freely(&model->layout)) return;
    c->inverse_height = (float)(1 / model->info.cg_height_m);
    for (int a = 0; a < 2; ++a) {
        double per_slip = c->axles[a].stiffness_per_rad;
        c->axles[a].slip_per_share = (float)(1 / per_slip);
        c->axles[a].camber_slip = (float)(kamm_camber_stiffness_per_rad(model, a) / per_slip);
    }
    double weight = model->info.mass_kg * KAMM_STANDARD_GRAVITY;
    double front = c->axles[0].x_m, rear = c->axles[1].x_m, inertia = model->info.yaw_inertia_kgm2;
    double stiffness = weight * (double)(c->axles[1].load_share * c->axles[1].stiffness_per_rad);
    double swings_radps = sqrt(-rear * stiffness / inertia); /* about the front wheel's force */
    c->inverse_rear_m = (float)(-1 / rear);
    c->share_per_radps =
        (float)(inertia * swings_radps / (front * weight * (double)c->axles[0].load_share));
}

static kamm_result check_equations(const kamm_model *model, kamm_error *error)
{
    if (model->def->single_track.equations != KAMM_EQUATIONS_COMMONROAD ||
        !leans_freely(&model->layout))
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "single_track.equations",
                     "single_track.equations: commonroad, which has no lean, but the vehicle "
                     "balances by one; allowed: capped, linear");
}

/* Two wheels in line have no roll on springs for which a car's axles are worked out. */
static void find_cornering(const kamm_model *model, struct axle_cornering cornering[MAX_AXLES])
{
    const kamm_model_info *info = &model->info;
    if (!leans_freely(&model->layout)) {
        kamm_planar_cornering(model, 0, cornering);
        return;
    }
    for (int a = 0; a < 2; ++a) {
        int w = left_hub(&model->layout, a);
        double tyres = axle_sum(&model->layout, a, info->cornering_stiffness_n_per_rad);
        cornering[a] = (struct axle_cornering){tyres, info->peak_friction_y[w],
                                               info->peak_friction_x[w], 0, 1};
    }
}

static kamm_result single_track_compile(kamm_model *model, kamm_error *error)
{
    kamm_result result = check_equations(model, error);
    if (result != KAMM_OK) return result;
    const kamm_single_track_def *def = &model->def->single_track;
    struct single_track_constants *c = model->own;
    struct axle_cornering cornering[MAX_AXLES];
    kamm_planar_compile(model, PLANAR_POSE_LAG_S * kamm_scale_of(model->def).root, &c->planar);
    find_cornering(model, cornering);
    c->powertrain = model->chassis->powertrain;
    double wheels = 0;
    for (int a = 0; a < model->layout.axles; ++a) {
        compile_track_axle(model, a, cornering[a], &c->axles[a]);
        c->planar.steering_axle[a].share *= (float)cornering[a].steer_gain;
        wheels += (double)c->axles[a].wheel_mass_kg;
    }
    compile_limits_of(model, c);
    double shift_m = kamm_commonroad_parameters_of(model).height_m;
    c->load_shift_kg = (float)(model->info.mass_kg * shift_m / model->info.wheelbase_m);
    compile_load_shifts(model, shift_m, c);
    compile_shares(model, c);
    c->load_blend = (float)kamm_lag_blend(model->info.substep_s, def->load_lag_s);
    compile_commonroad(model, &c->commonroad);
    compile_rider(model, c);
    c->follows_commonroad = def->equations == KAMM_EQUATIONS_COMMONROAD;
    c->linear = def->equations == KAMM_EQUATIONS_LINEAR;
    c->sliding_share = (float)def->sliding_share;
    c->drag_area_m2 = model->chassis->aero.drag_area_m2;
    c->heavier = (float)(1 + wheels / model->info.mass_kg);
    model->info.takes_commands = 1;
    model->info.takes_free_steering = !leans_freely(&model->layout);
    model->info.forward_only = def->equations == KAMM_EQUATIONS_COMMONROAD;
    if (def->equations != KAMM_EQUATIONS_CAPPED) kamm_describe_linear_tyres(model);
    return KAMM_OK;
}

DECLARE_KERNELS(single_track);

const struct rung kamm_single_track_rung = {
    .info = {KAMM_SINGLE_TRACK, "single_track",
             "engine, gears, drag, slip angles and yaw on one track: docs/models/single_track.md",
             20, KAMM_FEATURE_FORCES | KAMM_FEATURE_ENGINE | KAMM_FEATURE_RESISTANCE},
    .constant_size = sizeof(struct single_track_constants),
    .whole_body = 1,
    .has_load_x = 1,
    .balances = 1,
    .pulls = 1,
    .compile = UNLESS_LITE(single_track_compile),
    .kernels = {LIST_KERNELS(single_track)},
    .energy_j = UNLESS_LITE(kamm_planar_energy),
    .respond = kamm_planar_respond,
};
