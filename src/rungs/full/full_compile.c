/* Requirements of the full model on a def, beyond those of all rungs. */
#include "../../base/error.h"
#include "../../part/tyre/tyre.h"
#include "../../vehicle/bogie.h"
#include "../../vehicle/electric_compile.h"
#include "../../vehicle/scale.h"
#include "../../vehicle/springs_compile.h"
#include "../../vehicle/swing_arm.h"
#include "../../vehicle/two_wheeler.h"
#include "cargo_compile.h"
#include "cornering.h"
#include "front_compile.h"
#include "full.h"
#include "reaction_compile.h"
#include "wheel_paths.h"

#include <math.h>
#include <string.h>

static double bar_stiffness(const kamm_suspension_def *s)
{
    if (s->anti_roll_bar_mode == KAMM_BAR_OFF) return 0;
    double stroke = s->bump_travel_m + s->rebound_travel_m;
    return s->anti_roll_bar_n_per_m + (stroke > 0 ? s->anti_roll_bar_n / stroke : 0);
}

/* How stiff a wheel may be for a substep: substep times natural frequency, and times rate of decay. Travels are implicit
 * (implicit_travel.h) and stay stable; but a wheel that swings faster takes slopes for what is a stop or a bouncing tyre,
 * and gives energy. */
#define MAX_WHEEL_STIFFNESS 4
/* Substep times natural frequency where the wheel is fixed to the frame: the body rests on that spring and not on a
 * softer one. With longer substeps it does not swing as it should (by 1 % here), nor quite come to rest. */
#define MAX_FRAME_STIFFNESS 1.3
/* Substep times natural frequency of the body on its springs, bars and stops. */
#define MAX_BODY_STIFFNESS 1.1

/* How fast a car may tumble before the beam of a dependent axle tilts out of its stops, rad/s. A hub's travel is
 * straight, so its centrifugal force, travel times mass times the rate squared, pushes it on. Beyond some rate stops
 * near the middle don't hold that, at any substep, and a little earlier with long ones, which feel it late: by 3 rad/s
 * more at 60 substeps a second. */
#define MIN_TUMBLE_RADPS 7.5
#define TUMBLE_PER_SUBSTEP 200

/* Stiffness and damping of an axle's wheels at the substep of the request. */
struct stiffness {
    double spring_n_per_m, bar_n_per_m, spring_damping_ns_per_m, tyre_n_per_m,
        tyre_damping_ns_per_m;
    double beam_n_per_m; /* stops of a bogie's beams, which the body feels as couples alone */
};

static struct stiffness stiffness_of(const kamm_model *model, int a)
{
    const kamm_axle_def *axle = &model->def->axles[a];
    const kamm_suspension_def springs = kamm_shared_springs(model->def, a), *s = &springs;
    const struct axle_constants *axles = model->chassis->axles;
    double beams = (double)axles[a].load_sharing.stop_n_per_m +
                   (a ? (double)axles[a - 1].load_sharing.stop_n_per_m : 0);
    double tyres = has_twins(&model->layout, a) ? 2 : 1, load = 3 * model->statics.design_load_n[a];
    double tyre = tyres * 0.02 * load /
                  (kamm_tyre_static_deflection(&axle->tyre, 1.01 * load) -
                   kamm_tyre_static_deflection(&axle->tyre, 0.99 * load));
    double damper = fmax(fmax(s->bump_damping_ns_per_m, s->rebound_damping_ns_per_m),
                         fmax(s->bump_fast_damping_ns_per_m, s->rebound_fast_damping_ns_per_m));
    if (s->damper_curve.count) damper = kamm_steepest(&s->damper_curve);
    if (kamm_has_skyhook(model->def, a)) damper *= fmax(s->skyhook_hard, 1);
    damper += s->heave_damping_ns_per_m / 2 + 2 * s->roll_damping_ns_per_m;
    double leaves = 2 * s->friction_load_share * tyres * load / 3 / s->friction_travel_m;
    return (struct stiffness){
        s->spring_n_per_m + kamm_steepest(&s->spring_curve) + leaves + s->heave_spring_n_per_m / 2 +
            fmax(2 * s->bump_stop_n_per_m, s->rebound_stop_n_per_m),
        2 * bar_stiffness(s),
        damper,
        tyre,
        tyres * axle->tyre.vertical_damping_ns_per_m + axle->tyre.standing_damping_s * tyre,
        2 * beams,
    };
}

/* Returns the part of the sprung mass that a hub of an axle carries. */
static double carried_kg(const kamm_model *model, int a)
{
    double tyres = has_twins(&model->layout, a) ? 2 : 1;
    return tyres * model->statics.design_load_n[a] / KAMM_STANDARD_GRAVITY -
           model->def->axles[a].unsprung_mass_kg;
}

static double max_wheel_stiffness(const kamm_model *model, int a)
{
    int solid = model->def->axles[a].suspension.kind == KAMM_SUSPENSION_SOLID;
    return solid ? MAX_FRAME_STIFFNESS : MAX_WHEEL_STIFFNESS;
}

/* Substeps a second that a wheel of an axle needs, against springs, bar, stops and tyre. */
static double wheel_rate(const kamm_model *model, int a)
{
    struct stiffness k = stiffness_of(model, a);
    double mass_kg = model->def->axles[a].unsprung_mass_kg;
    double stiffness = k.spring_n_per_m + k.bar_n_per_m + k.tyre_n_per_m + k.beam_n_per_m,
           damping = k.spring_damping_ns_per_m + k.tyre_damping_ns_per_m;
    return fmax(sqrt(stiffness / mass_kg) / max_wheel_stiffness(model, a),
                damping / mass_kg / MAX_WHEEL_STIFFNESS);
}

/* That the body needs there, against springs, bar and stops, which are explicit to it. */
static double body_rate(const kamm_model *model, int a)
{
    struct stiffness k = stiffness_of(model, a);
    return sqrt((k.spring_n_per_m + k.bar_n_per_m) / carried_kg(model, a)) / MAX_BODY_STIFFNESS;
}

/* That is enough for all of them. */
static double least_rate(const kamm_model *model)
{
    double least = 0;
    for (int a = 0; a < model->layout.axles; ++a)
        least = fmax(least, fmax(wheel_rate(model, a), body_rate(model, a)));
    return floor(least) + 1;
}

static kamm_result check_wheel(const kamm_model *model, int a, kamm_error *error)
{
    double rate = model->def->stepping.substeps_per_s, max = max_wheel_stiffness(model, a);
    if (rate > wheel_rate(model, a)) return KAMM_OK;
    struct stiffness k = stiffness_of(model, a);
    double stiffness = k.spring_n_per_m + k.bar_n_per_m + k.tyre_n_per_m + k.beam_n_per_m,
           damping = k.spring_damping_ns_per_m + k.tyre_damping_ns_per_m;
    double least_kg =
        fmax(stiffness / (rate * rate * max * max), damping / (rate * MAX_WHEEL_STIFFNESS));
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.unsprung_mass_kg",
        "axles[%d].unsprung_mass_kg: %g kg is too light for springs, stops and tyre of "
        "%.3g N/m and damping of %.3g N.s/m at %g substeps a second; allowed: heavier than "
        "%.3g kg, or a stepping.substeps_per_s of at least %g",
        a, model->def->axles[a].unsprung_mass_kg, stiffness, damping, rate, least_kg,
        least_rate(model));
}

static kamm_result check_body(const kamm_model *model, int a, kamm_error *error)
{
    double rate = model->def->stepping.substeps_per_s;
    if (rate >= body_rate(model, a)) return KAMM_OK;
    struct stiffness k = stiffness_of(model, a);
    return kamm_fail(error, KAMM_ERROR_RANGE, "stepping.substeps_per_s",
                     "stepping.substeps_per_s: %g is too few for springs, bar and stops of "
                     "%.3g N/m at axles[%d], whose wheels carry %.3g kg each; allowed: at least %g",
                     rate, k.spring_n_per_m + k.bar_n_per_m, a, carried_kg(model, a),
                     least_rate(model));
}

/* Dry friction that has not built up yet is a spring like others, and explicit to the body as they are. */
static kamm_result check_friction(const kamm_model *model, int a, kamm_error *error)
{
    const kamm_suspension_def springs = kamm_shared_springs(model->def, a), *s = &springs;
    struct stiffness k = stiffness_of(model, a);
    double rate = model->def->stepping.substeps_per_s;
    double bears =
        pow(rate * MAX_BODY_STIFFNESS, 2) * carried_kg(model, a) - k.spring_n_per_m - k.bar_n_per_m;
    if (s->friction_n <= bears * s->friction_travel_m) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.friction_n",
                     "axles[%d].suspension.friction_n: %g N that builds up over friction_travel_m, "
                     "%g m, is too stiff for %.3g kg on each wheel at %g substeps a second; "
                     "allowed: up to %.3g N, or a longer travel",
                     a, s->friction_n, s->friction_travel_m, carried_kg(model, a), rate,
                     fmax(bears * s->friction_travel_m, 0));
}

/* The carcass across, a spring with the patch's damping, is explicit to the body and the hub: k (tau + dt) dt over the mass on the wheel.
 * Tyres have 0.1 at 240 substeps a second, 0.5 at 60; cars fault from 10 on. Between, heavy and tall ones may shake. */
#define MAX_CARCASS_STEP 6

/* Tyres have 0.5 to 3 radii. A carcass that lets the wheel go farther holds it by nothing and stores what it never gives back. */
#define MAX_RELAXATION_RADII 50
/* The thinnest tyres of tests have 0.03. Of none at all the stiffness is no number. */
#define MIN_RELAXATION_RADII 1e-4

static kamm_result check_relaxation(const kamm_model *model, int a, kamm_error *error)
{
    double load = model->statics.design_load_n[a], radius = model->statics.rest_radius_m[a];
    struct tyre_state at = kamm_tyre_prepare(&model->chassis->axles[a].tyre, (float)load, 0);
    double along = (double)(at.slip_stiffness / at.carcass_x),
           across = (double)(at.cornering_stiffness / at.carcass_y);
    if (fmax(along, across) <= MAX_RELAXATION_RADII * radius &&
        fmin(along, across) >= MIN_RELAXATION_RADII * radius)
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.tyre",
                     "axles[%d].tyre: relaxation lengths of %.3g m along and %.3g m across, from "
                     "%s; allowed: %.3g to %.3g m",
                     a, along, across,
                     "ptx1, pty1, longitudinal_stiffness_n_per_m or lateral_stiffness_n_per_m",
                     MIN_RELAXATION_RADII * radius, MAX_RELAXATION_RADII * radius);
}

static kamm_result check_carcass(const kamm_model *model, int a, kamm_error *error)
{
    const struct tyre_constants *tyre = &model->chassis->axles[a].tyre;
    double load = model->statics.design_load_n[a], mass = load / KAMM_STANDARD_GRAVITY;
    double stiffness = (double)kamm_tyre_prepare(tyre, (float)load, 0).carcass_y;
    double rate = model->def->stepping.substeps_per_s, tau = (double)tyre->patch.damping_s;
    double most = MAX_CARCASS_STEP * mass * rate / (tau + 1 / rate);
    if (stiffness <= most) return KAMM_OK;
    double step = MAX_CARCASS_STEP * 4 * mass / stiffness;
    double least = 2 / (sqrt(tau * tau + step) - tau);
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.tyre.lateral_stiffness_n_per_m",
        "axles[%d].tyre.lateral_stiffness_n_per_m: a carcass of %.3g N/m across is too "
        "stiff for %.3g kg on the wheel at %g substeps a second; allowed: up to %.3g "
        "N/m, or a stepping.substeps_per_s of at least %.0f (0: what follows from the "
        "relaxation length or pty1)",
        a, stiffness, mass, rate, most, ceil(least));
}

/* Stops that sit inwards hold the beam's tilt by their stiffness times (base / track)^2 at the wheels: the stop above
 * one wheel and the one below the other. Springs may be slack, and bars are off in the air. */
static kamm_result check_beam(const kamm_model *model, int a, kamm_error *error)
{
    const kamm_axle_def *axle = &model->def->axles[a];
    const kamm_suspension_def *s = &axle->suspension;
    double mass = axle->unsprung_mass_kg, substeps_per_s = model->def->stepping.substeps_per_s;
    double rate =
        MIN_TUMBLE_RADPS / kamm_scale_of(model->def).root + TUMBLE_PER_SUBSTEP / substeps_per_s;
    double stops = (s->bump_stop_n_per_m + s->rebound_stop_n_per_m) / 2;
    double least = axle->track_m * rate * sqrt(mass / stops);
    if (s->kind != KAMM_SUSPENSION_DEPENDENT || !(s->spring_base_m > 0)) return KAMM_OK;
    if (s->spring_base_m >= fmin(least, axle->track_m)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.spring_base_m",
                     "axles[%d].suspension.spring_base_m: at %g m stops of %.3g N/m don't hold the "
                     "tilt of a beam with %g kg at each wheel when the car tumbles at %g substeps "
                     "a second; allowed: at least %.3g m, stiffer stops, or more substeps",
                     a, s->spring_base_m, stops, mass, substeps_per_s, least);
}

/* theta dt (c + theta dt k) of implicit_travel.h, kg. */
static double implicit_mass(double stiffness, double damping, double mass_kg, double dt)
{
    double stiff = dt * (damping + dt * stiffness) / mass_kg;
    double theta_dt = dt * (1 + stiff) / (2 + stiff);
    return theta_dt * (damping + theta_dt * stiffness);
}

/* From the middle of the roll to a hub of that axle. */
static double roll_arm(const kamm_model *model, int a)
{
    if (leans_freely(&model->layout)) return 0;
    if (has_sidecar(&model->layout)) return model->chassis->axles[a].left_offset_m;
    return model->def->axles[a].track_m / 2;
}

/* The rounds of solve_motion take the body's acceleration of the round before for what its wheels press back, as if at most
 * this share of its inertia hung on it; each round goes so much of the way that this shrinks whatever the share is, instead
 * of swinging (Richardson's iteration for eigenvalues from 1 to 1 + share). */
static double round_step(const kamm_model *model, const struct bare_body *body)
{
    const struct statics *s = &model->statics;
    double heave = 0, roll = 0, pitch = 0, dt = 1 / model->def->stepping.substeps_per_s;
    for (int a = 0; a < model->layout.axles; ++a) {
        const kamm_axle_def *axle = &model->def->axles[a];
        struct stiffness k = stiffness_of(model, a);
        const struct suspension_constants *c = &model->chassis->axles[a].suspension;
        double rim = model->chassis->axles[a].tyre_vertical.bottom_stiffness;
        double hub = axle->unsprung_mass_kg;
        double harder = 2 * c->bump_hardening_per_m * c->hardened_m *
                        fmax(c->bump_stop_n_per_m, c->rebound_stop_n_per_m);
        double above = implicit_mass(k.spring_n_per_m + k.beam_n_per_m + harder,
                                     k.spring_damping_ns_per_m, hub, dt);
        double below = hub + implicit_mass(k.tyre_n_per_m + rim, k.tyre_damping_ns_per_m, hub, dt);
        double hangs = hub_count(&model->layout, a) * above * below / (above + below);
        double arm = s->axle_x[a] - body->at[0];
        heave += hangs / body->mass_kg;
        double aside = roll_arm(model, a);
        roll += hangs * aside * aside / body->inertia[0];
        pitch += hangs * arm * arm / body->inertia[1];
    }
    return 2 / (2 + fmax(heave, fmax(roll, pitch)));
}

/* … with its rider, if it has one, and without him. */
static void compile_round_steps(const kamm_model *model, struct full_constants *own)
{
    const struct statics *s = &model->statics;
    const struct bare_body bare = kamm_bare_body_of(model->def, s),
                           whole = {.mass_kg = s->sprung_mass_kg,
                                    .inertia = {s->sprung_inertia[0][0], s->sprung_inertia[1][1],
                                                s->sprung_inertia[2][2]}};
    own->round_step = (float)round_step(model, &whole);
    own->front.thrown.round_step = (float)round_step(model, &bare);
}

static void interleave_wheels(struct full_constants *own, const struct layout *l)
{
    float *to = (float *)lane_constants_of((const float *)own, l);
    for (int i = 0; i < (l->wheels + 3) / 4 * 4; ++i) {
        int w = i < l->wheels ? i : l->wheels - 1;
        interleave_lane(to, AXLE_CONSTANT_COUNT, 4, i,
                        (const float *)&own->chassis.axles[l->axle[w]]);
    }
}

/* The axles of one end as one: where their cornering stiffness has its middle, and how they are steered there. */
struct axle_group {
    double arm_m, stiffness_n_per_rad, steer_share, friction;
};

static struct axle_group group_axles(const kamm_model *model, const struct axle_cornering *axle,
                                     int front)
{
    const struct layout *l = &model->layout;
    struct axle_group g = {.friction = INFINITY};
    double moment = 0, steered = 0;
    int axles = 0;
    for (int a = 0; a < l->axles; ++a) {
        if (is_front(l, a) != front) continue;
        double k = axle[a].stiffness_n_per_rad;
        g.arm_m = fabs(model->statics.axle_x[a] - model->statics.total_cg[0]);
        g.steer_share = model->def->axles[a].steer_share * axle[a].steer_gain;
        g.stiffness_n_per_rad += k;
        g.friction = fmin(g.friction, axle[a].friction);
        moment += k * g.arm_m, steered += k * g.steer_share;
        ++axles;
    }
    if (axles == 1) return g;
    g.arm_m = moment / g.stiffness_n_per_rad;
    g.steer_share = steered / g.stiffness_n_per_rad;
    return g;
}

/* Whether anything compares the car with a single-track model. */
static int has_yaw_aim(const kamm_model *model)
{
    const kamm_aids_def *aids = &model->def->aids;
    return aids->esc || model->features & (KAMM_FEATURE_VECTORING | KAMM_FEATURE_ACTIVE_STEERING);
}

/* The single-track model that stability control compares with. */
static void compile_stability(const kamm_model *model, struct stability_constants *c)
{
    const kamm_vehicle_def *def = model->def;
    const kamm_model_info *info = &model->info;
    *c = (struct stability_constants){.wheelbase_m = (float)info->wheelbase_m};
    if (!has_yaw_aim(model)) return;
    struct axle_cornering axle[MAX_AXLES];
    kamm_planar_cornering(model, 1, axle);
    struct axle_group ends[2] = {group_axles(model, axle, 1), group_axles(model, axle, 0)};
    double front = ends[0].arm_m, rear = ends[1].arm_m, wheelbase = front + rear;
    double moment[2] = {front * ends[0].stiffness_n_per_rad, rear * ends[1].stiffness_n_per_rad};
    double gradient = info->mass_kg / wheelbase *
                      (rear / ends[0].stiffness_n_per_rad - front / ends[1].stiffness_n_per_rad);
    c->enabled = def->aids.esc != 0;
    c->wheelbase_m = (float)wheelbase;
    c->understeer = (float)fmax(gradient, 0);
    c->steer_per_wheel = (float)((ends[0].steer_share - ends[1].steer_share) / def->steering.ratio);
    c->front_per_moment = (float)(front / info->yaw_inertia_kgm2);
    c->rear_per_moment = (float)(rear / info->yaw_inertia_kgm2);
    c->lead_per_mps = (float)(info->yaw_inertia_kgm2 / (front * moment[0] + rear * moment[1]));
    c->friction = (float)fmin(ends[0].friction, ends[1].friction);
    c->band_radps = (float)def->aids.esc_band_radps;
    c->gain_s_per_rad = (float)(1 / def->aids.esc_full_radps);
    double root = kamm_scale_of(def).root;
    c->fade_from_mps = (float)(STABILITY_FADE_FROM_MPS * root);
    c->per_fade_mps = (float)(1 / (STABILITY_FADE_BAND_MPS * root));
    c->least_mps = (float)(STABILITY_LEAST_MPS * root);
    c->return_per_s = (float)(STABILITY_RETURN_PER_S / root);
    c->max_lead_s = (float)(STABILITY_MAX_LEAD_S * root);
    c->per_turn = (float)(STABILITY_PER_TURN * root);
}

static float lag_blend(const kamm_model *model, double lag_s)
{
    return (float)-expm1(-1 / (model->def->stepping.substeps_per_s * lag_s));
}

static void compile_active_bars(const kamm_model *model, struct active_bar_constants *bar)
{
    struct car_roll roll;
    if (!(model->features & KAMM_FEATURE_ACTIVE_BAR)) return;
    double root = kamm_scale_of(model->def).root;
    kamm_planar_roll(model, &roll);
    for (int a = 0; a < model->layout.axles; ++a) {
        const kamm_axle_def *axle = &model->def->axles[a];
        const kamm_suspension_def *s = &axle->suspension;
        if (hub_count(&model->layout, a) == 1) continue;
        bar[a].n_per_mps2 = (float)(s->active_bar_share * roll.lean_kgm / axle->track_m);
        bar[a].from_mps = (float)(ACTIVE_BAR_FROM_MPS * root);
        bar[a].per_band_mps = (float)(1 / (ACTIVE_BAR_BAND_MPS * root));
        bar[a].max_n = (float)s->active_bar_max_n;
        bar[a].blend = lag_blend(model, s->active_bar_lag_s);
    }
}

static void compile_vectoring(const kamm_model *model, const struct stability_constants *stability,
                              struct active_constants *c)
{
    const kamm_aids_def *aids = &model->def->aids;
    c->vectoring_aim = *stability;
    c->vectoring_aim.understeer *= (float)aids->vectoring_understeer;
    c->vectoring_gain = (float)aids->vectoring_nms_per_rad;
    for (int a = 0; a < model->layout.axles; ++a) {
        const kamm_axle_def *axle = &model->def->axles[a];
        c->vectoring[a].max_nm = (float)axle->vectoring_nm;
        c->vectoring[a].ratio = (float)axle->vectoring_ratio;
        c->vectoring[a].per_band = (float)(kamm_scale_of(model->def).root / VECTORING_BAND_RADPS);
        c->vectoring[a].blend = lag_blend(model, aids->vectoring_lag_s);
    }
}

static void compile_active_steering(const kamm_model *model, struct active_steering_constants *c)
{
    const kamm_aids_def *aids = &model->def->aids;
    const struct steering_constants *steering = &model->chassis->steering;
    c->standing_gain = (float)aids->steering_standing_gain;
    c->fast_mps = (float)aids->steering_fast_mps;
    c->gain_per_mps = (float)((aids->steering_fast_gain - aids->steering_standing_gain) /
                              aids->steering_fast_mps);
    c->yaw_s = (float)aids->steering_yaw_s;
    c->yaw_max_rad = (float)aids->steering_yaw_max_rad;
    c->lock_rad = steering->lock_rad * steering->inverse_ratio;
    if (model->features & KAMM_FEATURE_ACTIVE_STEERING)
        c->max_rate_radps = (float)aids->steering_added_radps;
}

static kamm_result full_compile(kamm_model *model, kamm_error *error)
{
    const struct statics *s = &model->statics;
    const struct layout *l = &model->layout;
    struct full_constants *own = model->own;
    kamm_result result = kamm_compile_mobility(model->def, l, s, own->mobility, error);
    for (int a = 0; a < l->axles && result == KAMM_OK; ++a) {
        result = check_wheel(model, a, error);
        if (result == KAMM_OK) result = check_body(model, a, error);
        if (result == KAMM_OK) result = check_friction(model, a, error);
        if (result == KAMM_OK) result = check_carcass(model, a, error);
        if (result == KAMM_OK) result = check_relaxation(model, a, error);
        if (result == KAMM_OK) result = check_beam(model, a, error);
    }
    if (result == KAMM_OK) result = kamm_check_wheel_paths(model, error);
    memcpy(&own->chassis, model->chassis,
           offsetof(struct chassis_constants, axles) +
               (size_t)l->axles * sizeof *own->chassis.axles);
    if (result == KAMM_OK) result = kamm_compile_reaction(model, own, error);
    kamm_compile_swing_arm(model->def, s, l->axles - 1, &own->swing_arm);
    if (result == KAMM_OK) result = kamm_compile_cargo(model, &own->cargo, error);
    if (result == KAMM_OK) result = kamm_compile_front(model, &own->front, error);
    kamm_compile_stand(model, &own->stand);
    compile_stability(model, &own->stability);
    compile_active_bars(model, own->active.bar);
    compile_vectoring(model, &own->stability, &own->active);
    compile_active_steering(model, &own->active.steering);
    compile_round_steps(model, own);
    for (int a = 0; a < l->axles; ++a)
        own->bogies = fmaxf(own->bogies, model->chassis->axles[a].load_sharing.on);
    model->info.takes_free_steering = 1;
    model->info.takes_demands = model->def->aids.demands != 0;
    interleave_wheels(own, l);
    return result;
}

DECLARE_KERNELS(full);

static void describe_loads(const kamm_model *model, struct rung_loads *loads)
{
    struct car_roll roll;
    loads->rides = 1;
    if (leans_freely(&model->layout)) return; /* which bear no moment of roll */
    if (has_sidecar(&model->layout)) return;  /* whose wheels have no pair to share it with */
    kamm_planar_roll(model, &roll);
    loads->roll_nm_per_mps2 =
        roll.upright_kgm + roll.lean_kgm * KAMM_STANDARD_GRAVITY * roll.per_mps2;
    for (int a = 0; a < model->layout.axles; ++a) loads->roll_share[a] = roll.share[a];
}

const struct rung kamm_full_rung = {
    .info = {KAMM_FULL, "full",
             "6-DoF body, unsprung masses, Magic Formula tyres, driveline: docs/models/full.md", 60,
             KAMM_FEATURE_FORCES | KAMM_FEATURE_ENGINE | KAMM_FEATURE_RESISTANCE |
                 KAMM_FEATURE_LOADS | KAMM_FEATURE_ROLL | KAMM_FEATURE_WHEEL_LOCK |
                 KAMM_FEATURE_TRAVEL | KAMM_FEATURE_TUMBLE},
    .constant_size = offsetof(struct full_constants, chassis.axles),
    .constant_size_per_axle = sizeof(struct axle_constants),
    .lane_size_per_wheel = sizeof(struct axle_constants),
    .responds_by_travel = 1,
    .feels_middle = 1,
    .pulls = 1,
    .leans = 1,
    .balances = 1,
    .takes_sidecars = 1,
    .compile = UNLESS_LITE(full_compile),
    .kernels = {LIST_KERNELS(full)},
    .energy_j = UNLESS_LITE(kamm_full_energy),
    .respond = kamm_full_respond,
    .take_push = kamm_full_take_push,
    .stand = kamm_full_stand,
    .describe_loads = UNLESS_LITE(describe_loads),
};
