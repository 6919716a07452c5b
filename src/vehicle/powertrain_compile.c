#include "powertrain_compile.h"
#include "brake_compile.h"
#include "converter_compile.h"
#include "electric_compile.h"
#include "endurance_compile.h"
#include "load_map_compile.h"
#include "power_split_compile.h"
#include "scale.h"
#include "shafts_compile.h"
#include "tank_compile.h"
#include "transfer_compile.h"
#include "transmission_compile.h"

#include "../base/error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Sizes from which the parts' constants are derived, beside the def. */
struct sizes {
    double substep_s;
    double mass_kg;
    double radius_m;              /* rolling, of the driven wheels */
    double cage_per_inertia;      /* 1 / inertia of all driven wheels, as their cage feels it */
    double ratio[KAMM_MAX_GEARS]; /* overall */
    double reverse_ratio;         /* overall, positive */
    double launch_radps;          /* engine speed of a full-throttle start */
    double input_inertia_kgm2; /* of what turns the shafts: the engine, or a converter's turbine */
    double input_nm;           /* most torque into the gearbox */
    double min_ratio, max_ratio;
    double peak_torque_nm;
    double root; /* scale of speeds and times */
};

static const double rolling_share = 0.98; /* effective over unloaded radius, a usual tyre's */
static const double gravity_mps2 = 9.80665;
static const double gentle_creep_mps2 = 0.6; /* most push of it, rolling resistance included */

static double lesser(double a, double b) { return a < b ? a : b; }
static double greater(double a, double b) { return a > b ? a : b; }

static double torque_at(const kamm_engine_def *engine, double speed_radps)
{
    const kamm_curve *curve = &engine->torque_curve;
    return kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, speed_radps, NULL);
}

/* ---- checks ---- */

static kamm_result check_torque_curve(const kamm_vehicle_def *def, kamm_error *error)
{
    const char *path = "engine.torque_curve";
    const kamm_curve *curve = &def->engine.torque_curve;
    if (curve->count < 2)
        return kamm_fail(
            error, KAMM_ERROR_MISSING, path,
            "%s: the engine needs a torque curve of at least 2 points, or an axle a motor "
            "(axles.motor.peak_nm)",
            path);
    curve_check check = kamm_check_curve_points(curve->x, curve->y, curve->count);
    if (check.fault != CURVE_FINE)
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s.speed_radps[%d] is %g rad/s: points must be finite and ascend", path,
                         check.index, curve->x[check.index]);
    for (int i = 0; i < curve->count; ++i)
        if (curve->x[i] < 0 || curve->y[i] < 0)
            return kamm_fail(error, KAMM_ERROR_RANGE, path,
                             "%s has %g N.m at %g rad/s in point %d: neither may be negative", path,
                             curve->y[i], curve->x[i], i);
    if (!(torque_at(&def->engine, def->engine.idle_radps) > 0))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s gives no torque at the idle speed of %g rad/s", path,
                         def->engine.idle_radps);
    return KAMM_OK;
}

/* A value that has to lie strictly between two others. */
static kamm_result check_between(const char *path, double value, const char *low_path, double low,
                                 const char *high_path, double high, kamm_error *error)
{
    if (value > low && value < high) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, path,
                     "%s is %g rad/s; it must be above %s (%g rad/s) and below %s (%g rad/s)", path,
                     value, low_path, low, high_path, high);
}

static kamm_result check_launch(const kamm_vehicle_def *def, kamm_error *error)
{
    const char *path = "aids.launch_radps";
    if (!(def->aids.launch_radps > 0)) return KAMM_OK;
    if (has_converter_def(def))
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s is %g rad/s, but the car has a torque converter in the place of the "
                         "clutch that would start it; it must be 0",
                         path, def->aids.launch_radps);
    return check_between(path, def->aids.launch_radps, "engine.idle_radps", def->engine.idle_radps,
                         "engine.limiter_radps", def->engine.limiter_radps, error);
}

static kamm_result check_speeds(const kamm_vehicle_def *def, kamm_error *error)
{
    const char *idle = "engine.idle_radps", *limiter = "engine.limiter_radps";
    double idle_radps = def->engine.idle_radps, limiter_radps = def->engine.limiter_radps;
    kamm_result result =
        check_between(limiter, limiter_radps, idle, 1.5 * idle_radps, "anything", 1e9, error);
    if (result == KAMM_OK && !has_converter_def(def))
        result = check_between("clutch.launch_radps", def->clutch.launch_radps, idle, idle_radps,
                               limiter, limiter_radps, error);
    if (result == KAMM_OK)
        result = check_between("gearbox.cruise_upshift_radps", def->gearbox.cruise_upshift_radps,
                               idle, idle_radps, limiter, limiter_radps, error);
    if (result == KAMM_OK) result = check_launch(def, error);
    return result;
}

static kamm_result check_gears(const kamm_vehicle_def *def, kamm_error *error)
{
    const kamm_gearbox_def *gearbox = &def->gearbox;
    if (gearbox->ratios_count < 1)
        return kamm_fail(error, KAMM_ERROR_MISSING, "gearbox.ratios",
                         "gearbox.ratios: the gearbox needs at least one forward gear");
    for (int i = 1; i < gearbox->ratios_count; ++i) {
        char path[32];
        if (gearbox->ratios[i] < gearbox->ratios[i - 1]) continue;
        snprintf(path, sizeof path, "gearbox.ratios[%d]", i);
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s is %g; it must be below the gear before it (%g)", path,
                         gearbox->ratios[i], gearbox->ratios[i - 1]);
    }
    return KAMM_OK;
}

static kamm_result check_drive(const kamm_vehicle_def *def, const struct sizes *sizes,
                               kamm_error *error)
{
    double sum = 0;
    for (int i = 0; i < def->axles_count; ++i) sum += def->axles[i].drive_share;
    if (kamm_is_pulled(def) && sum != 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles[0].drive_share",
                         "the drive_share of all axles adds to %g, but nothing drives a trailer "
                         "(drawbar.towed); it must be 0",
                         sum);
    if (kamm_is_gearless(def) && sum != 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles[0].drive_share",
                         "the drive_share of all axles adds to %g, but there is no engine whose "
                         "torque they share (axles.motor has its own, and a power split's engine "
                         "drives the motor's axle); it must be 0",
                         sum);
    if (kamm_is_gearless(def)) return KAMM_OK;
    if (!kamm_is_pulled(def) && fabs(sum - 1) > 1e-6)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles[0].drive_share",
                         "the drive_share of all axles adds to %g; it must be 1", sum);
    if (def->clutch.torque_nm < sizes->input_nm)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "clutch.torque_nm",
            "clutch.torque_nm is %g N.m; it must be at least the peak torque of the "
            "engine, times what a converter makes of it, of %g N.m, or the clutch never "
            "grips",
            def->clutch.torque_nm, sizes->input_nm);
    return KAMM_OK;
}

/* ---- sizes ---- */

static struct sizes powertrain_sizes(const kamm_vehicle_def *def)
{
    struct sizes sizes = {.substep_s = 1 / def->stepping.substeps_per_s,
                          .mass_kg = kamm_laden_mass_kg(def),
                          .root = kamm_scale_of(def).root};
    for (int i = 0; i < def->axles_count; ++i) {
        const kamm_axle_def *axle = &def->axles[i];
        double share = kamm_rigid_share(def, i), hubs = axle->wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
        sizes.radius_m += share * rolling_share * axle->tyre.unloaded_radius_m;
        sizes.cage_per_inertia += share * share / (hubs * axle->wheel_inertia_kgm2);
    }
    if (kamm_is_pulled(def) ||
        kamm_is_gearless(def)) { /* no axle is turned by it: any figures above 0 */
        sizes.radius_m = rolling_share * def->axles[0].tyre.unloaded_radius_m;
        sizes.cage_per_inertia = 1 / def->axles[0].wheel_inertia_kgm2;
    }
    sizes.reverse_ratio = def->gearbox.reverse_ratio * def->gearbox.final_drive;
    sizes.min_ratio = sizes.max_ratio = sizes.reverse_ratio;
    for (int i = 0; i < def->gearbox.ratios_count; ++i) {
        sizes.ratio[i] = def->gearbox.ratios[i] * def->gearbox.final_drive;
        sizes.min_ratio = lesser(sizes.min_ratio, sizes.ratio[i]);
        sizes.max_ratio = greater(sizes.max_ratio, sizes.ratio[i]);
    }
    sizes.max_ratio *= def->transfer.low_ratio;
    for (int i = 0; i < def->engine.torque_curve.count; ++i)
        sizes.peak_torque_nm = greater(sizes.peak_torque_nm, def->engine.torque_curve.y[i]);
    sizes.launch_radps = def->clutch.launch_radps;
    sizes.input_inertia_kgm2 = def->engine.inertia_kgm2;
    sizes.input_nm = sizes.peak_torque_nm;
    if (!has_converter_def(def)) return sizes;
    sizes.launch_radps = kamm_converter_stall_radps(def);
    sizes.input_inertia_kgm2 = def->converter.turbine_inertia_kgm2;
    sizes.input_nm *= def->converter.torque_ratio_curve.y[0];
    return sizes;
}

/* ---- parts ---- */

static void compile_engine(const kamm_engine_def *def, const struct sizes *sizes,
                           struct engine_constants *c)
{
    const kamm_curve *curve = &def->torque_curve;
    kamm_compile_curve_table(curve->x, curve->y, curve->count, CURVE_MONOTONE, CURVE_HELD,
                             &c->full_load);
    c->part_load = (float)def->part_load;
    c->inverse_limiter = (float)(1 / def->limiter_radps);
    c->drag_nm = (float)def->drag_nm;
    c->drag_nms_per_rad = (float)def->drag_nms_per_rad;
    c->inertia_kgm2 = (float)def->inertia_kgm2;
    c->inverse_inertia = (float)(1 / def->inertia_kgm2);

    double idle = def->idle_radps, idle_drag = def->drag_nm + def->drag_nms_per_rad * idle;
    c->idle_radps = (float)idle;
    c->firing_radps = (float)(0.25 * idle);
    c->per_firing_band = (float)(1 / (0.25 * idle));
    c->hold_gain = (float)(def->inertia_kgm2 / (0.05 * sizes->root));
    c->starter_nm = (float)(idle_drag + def->inertia_kgm2 * idle / (0.5 * sizes->root));

    double band = 0.012 * def->limiter_radps;
    c->limiter_radps = (float)def->limiter_radps;
    c->limiter_end_radps = (float)(def->limiter_radps + band);
    c->per_limiter_band = (float)(1 / band);
    c->speed_limit_end_mps = kamm_speed_limit_end(def, sizes->root);
    c->per_speed_limit_band = 1 / (float)(0.6 * sizes->root);
    c->response_blend = kamm_lag_share(sizes->substep_s, def->response_s);
    kamm_compile_load_map(def, c);
}

static void compile_clutch(const kamm_vehicle_def *def, const struct sizes *sizes,
                           struct clutch_constants *c)
{
    double idle = def->engine.idle_radps, rise = sizes->launch_radps - idle;
    double launch_nm = torque_at(&def->engine, sizes->launch_radps);
    c->torque_nm = (float)def->clutch.torque_nm;
    c->inverse_torque = (float)(1 / def->clutch.torque_nm);
    c->automatic = def->clutch.automatic || def->gearbox.kind == KAMM_GEARBOX_AUTOMATIC ||
                   is_cvt(def) || is_dual_clutch(def) || has_converter_def(def);
    c->idle_radps = (float)idle;
    c->launch_rise_radps = (float)rise;
    c->launch_gain = (float)(1.5 * launch_nm / rise / def->clutch.torque_nm);
    c->follows_per_s = (float)(20 / sizes->root);
    c->follow_radps = (float)(1.05 * idle);
    c->per_follow_band = (float)(1 / (0.25 * idle));
    c->stall_radps = (float)(0.5 * idle);
    c->per_stall_band = (float)(1 / (0.3 * idle));
    c->closing = (float)lesser(1, sizes->substep_s / def->clutch.engage_s);
    c->opening = (float)lesser(1, 5 * sizes->substep_s / def->clutch.engage_s);
    double most_nm = gentle_creep_mps2 * sizes->mass_kg * sizes->radius_m /
                     greater(sizes->ratio[0], sizes->reverse_ratio);
    double creep_nm = lesser(def->clutch.creep_torque_nm, most_nm);
    if (has_converter_def(def)) creep_nm = pow(idle / def->converter.k_curve.y[0], 2);
    c->creep_share = (float)(creep_nm / def->clutch.torque_nm);
    c->per_creep_band = (float)(1 / (0.3 * idle));
    c->per_match_band = (float)(1 / (0.35 * idle));
}

static void compile_shaft(const kamm_vehicle_def *def, const struct sizes *sizes,
                          struct shaft_constants *c)
{
    double input_inertia = sizes->input_inertia_kgm2 * sizes->min_ratio * sizes->min_ratio;
    double per_inertia = 1 / input_inertia + 2 * sizes->cage_per_inertia;
    kamm_compile_shaft_spring(def->clutch.shaft_stiffness_nm_per_rad,
                              def->clutch.shaft_damping_nms_per_rad, per_inertia, sizes->substep_s,
                              c);
    kamm_compile_shaft_play(def->clutch.shaft_play_rad, per_inertia, sizes->substep_s, c);
    c->creep_radps = (float)(SHAFT_CREEP_RADPS / sizes->root);
    kamm_compile_shaft_losses(def->clutch.efficiency, sizes->cage_per_inertia, sizes->substep_s, c);
}

static const double reachable_share =
    0.985; /* of the limiter's speed: there the gas is still whole */

/* Engine speed up to which a gear of `ratio` pulls harder than one of `next_ratio`. */
static double best_upshift(const kamm_engine_def *engine, double ratio, double next_ratio)
{
    double highest = reachable_share * engine->limiter_radps, speed = highest;
    double step = 0.002 * engine->limiter_radps;
    while (speed > 0.5 * highest && torque_at(engine, speed * next_ratio / ratio) * next_ratio >
                                        torque_at(engine, speed) * ratio)
        speed -= step;
    return speed;
}

/* Shift points between a gear and the next; all at least 15 % apart (part/gearbox.h). */
static void compile_pair(const kamm_vehicle_def *def, const struct sizes *sizes, int pair,
                         struct gearbox_constants *c)
{
    const kamm_engine_def *engine = &def->engine;
    double ratio = sizes->ratio[pair], next = sizes->ratio[pair + 1], step = ratio / next;
    double mps = sizes->radius_m / ratio; /* per rad/s of the engine in the lower gear */
    double over = reachable_share * engine->limiter_radps;
    double farthest = 0.85 / pow(step, def->gearbox.skip_gears);

    double up_full = best_upshift(engine, ratio, next);
    double up_light = lesser(
        up_full, greater(def->gearbox.cruise_upshift_radps, 1.4 * engine->idle_radps * step));
    double down_light =
        lesser(farthest * up_light, greater(0.75 * up_light, 1.15 * engine->idle_radps * step));
    c->up_full_mps[pair] = (float)(up_full * mps);
    c->up_light_mps[pair] = (float)(up_light * mps);
    c->down_full_mps[pair] = (float)(farthest * up_full * mps);
    c->down_light_mps[pair] = (float)(down_light * mps);
    c->over_mps[pair] = (float)(over * mps);
    c->lug_mps[pair] = (float)(lesser(0.7 * over, 1.1 * engine->idle_radps * step) * mps);
}

static void compile_gearbox(const kamm_vehicle_def *def, const struct sizes *sizes,
                            struct gearbox_constants *c)
{
    int gears = kamm_forward_gears(def);
    const float never = 1e9f;
    for (int pair = 0; pair < GEARBOX_PAIRS; ++pair)
        c->up_full_mps[pair] = c->up_light_mps[pair] = c->down_full_mps[pair] =
            c->down_light_mps[pair] = c->over_mps[pair] = c->lug_mps[pair] = never;
    for (int pair = 0; pair + 1 < gears; ++pair) compile_pair(def, sizes, pair, c);
    for (int gear = 1; gear <= gears; ++gear) {
        c->ratio[gear + 1] = (float)sizes->ratio[gear - 1];
        c->inverse_ratio[gear + 1] = (float)(1 / sizes->ratio[gear - 1]);
    }
    kamm_compile_shift_style(def, sizes->substep_s, sizes->root, c);
    c->turn_mps = (float)(GEARBOX_TURN_MPS * sizes->root);
    c->catch_mps = (float)(reachable_share * def->engine.limiter_radps * sizes->radius_m);
    c->ratio[0] = (float)-sizes->reverse_ratio;
    c->inverse_ratio[0] = (float)(-1 / sizes->reverse_ratio);
    c->top_gear = (float)gears;
    c->automatic = def->gearbox.kind == KAMM_GEARBOX_AUTOMATIC;
    c->sequential = def->gearbox.kind == KAMM_GEARBOX_SEQUENTIAL;
    c->shift_s = (float)def->gearbox.shift_s;
    c->shift_lockout_s = (float)def->gearbox.shift_lockout_s;
    c->shift_torque_share = (float)kamm_shift_torque_share(def);
    c->skip_gears = (float)def->gearbox.skip_gears;
    c->radius_m = (float)sizes->radius_m;
    c->push_per_torque = (float)(1 / (sizes->radius_m * sizes->mass_kg));
    c->efficiency = (float)def->clutch.efficiency;
    c->felt_blend = kamm_lag_share(sizes->substep_s, 0.4 * sizes->root);
    c->felt_per_mps = (float)((double)c->felt_blend / sizes->substep_s);
    c->shift_loss_s = (float)((1 - kamm_shift_torque_share(def)) *
                              (def->gearbox.shift_s + 0.5 * def->clutch.engage_s));
}

static void compile_differential(const kamm_vehicle_def *def, int at, const struct sizes *sizes,
                                 struct differential_constants *c)
{
    const kamm_axle_def *axle = &def->axles[at];
    double half_inertia = 0.5 * axle->wheel_inertia_kgm2;
    c->share = (float)kamm_rigid_share(def, at);
    if (axle->differential == KAMM_DIFFERENTIAL_OPEN || axle->wheels == KAMM_WHEELS_SINGLE) return;
    double stiffness = axle->lock_stiffness_nm_per_rad;
    double damping = 2 * 0.25 * sqrt(stiffness * half_inertia);
    double scale = kamm_stable_scale(stiffness, damping, 2 / half_inertia, sizes->substep_s);
    double max_torque_nm = sizes->mass_kg * gravity_mps2 * axle->tyre.unloaded_radius_m;
    c->lock_stiffness_nm_per_rad = (float)(stiffness * scale);
    c->lock_damping_nms_per_rad = (float)(damping * scale);
    c->inverse_stiffness = (float)(1 / (stiffness * scale));
    c->max_twist_rad = (float)(max_torque_nm / (stiffness * scale)); /* no tyre twists it further */
    c->preload_nm = 1e9f;
    if (axle->differential == KAMM_DIFFERENTIAL_LOCKED) return;
    double per_slip = axle->lock_viscous_nms_per_rad;
    c->preload_nm = (float)axle->lock_preload_nm;
    c->drive_lock = (float)(axle->lock_drive / 2);
    c->coast_lock = (float)(axle->lock_coast / 2);
    c->viscous_nms_per_rad =
        (float)(per_slip / (1 + per_slip * sizes->substep_s / half_inertia)); /* backward Euler */
}

/* Compiles the traction of the engine. */
static void compile_engine_traction(const kamm_vehicle_def *def, const struct sizes *sizes,
                                    struct traction_constants *c)
{
    double inertia = 1 / sizes->cage_per_inertia +
                     sizes->input_inertia_kgm2 * sizes->max_ratio * sizes->max_ratio;
    kamm_compile_traction(def, sizes->input_nm * sizes->max_ratio, inertia, sizes->radius_m, c);
}

static void compile_wheel_parts(const kamm_vehicle_def *def, const struct sizes *sizes,
                                struct powertrain_constants *constants)
{
    kamm_compile_brakes(def, sizes->substep_s, constants);
    constants->hill.hold_s = (float)def->aids.hill_hold_s;
    constants->hill.stands_mps = (float)(HILL_STANDS_MPS * sizes->root);
    constants->hill.driven_per_s = (float)(HILL_DRIVEN_PER_S / sizes->root);
    constants->hill.fall_per_s = (float)(HILL_FALL_PER_S / sizes->root);
    constants->hill.automatic = def->aids.auto_hold;
    constants->hill.push_per_torque = (float)(1 / (sizes->radius_m * sizes->mass_kg));
    for (int i = 0; i < def->axles_count; ++i)
        compile_differential(def, i, sizes, &constants->differential[i]);
}

static void compile_with_engine(const kamm_vehicle_def *def, const struct sizes *sizes,
                                struct powertrain_constants *constants)
{
    compile_engine(&def->engine, sizes, &constants->engine);
    kamm_compile_turbo(&def->engine, &constants->turbo);
    compile_clutch(def, sizes, &constants->clutch);
    compile_shaft(def, sizes, &constants->shaft);
    compile_gearbox(def, sizes, &constants->gearbox);
    constants->launch.radps = (float)def->aids.launch_radps;
    constants->launch.stands_mps = (float)(LAUNCH_STANDS_MPS * sizes->root);
    constants->launch.per_slip = (float)(1 / def->aids.launch_slip);
    kamm_compile_synchro(def, sizes->cage_per_inertia, constants);
    kamm_compile_cvt(def, sizes->substep_s, constants);
    kamm_compile_dual_clutch(def, sizes->substep_s, constants);
    compile_engine_traction(def, sizes, &constants->traction);
}

static kamm_result check_engine(const kamm_vehicle_def *def, kamm_error *error)
{
    if (kamm_is_electric(def) && !kamm_is_power_split(def)) return KAMM_OK;
    kamm_result result = check_torque_curve(def, error);
    if (result == KAMM_OK && kamm_is_power_split(def)) return kamm_check_power_split(def, error);
    if (result == KAMM_OK) result = check_speeds(def, error);
    if (result == KAMM_OK) result = kamm_check_load_map(&def->engine, error);
    if (result == KAMM_OK) result = check_gears(def, error);
    if (result == KAMM_OK) result = kamm_check_transmission(def, error);
    return result;
}

kamm_result kamm_compile_powertrain(const kamm_vehicle_def *def,
                                    struct powertrain_constants *constants, kamm_error *error)
{
    kamm_result result = check_engine(def, error);
    *constants = (struct powertrain_constants){0};
    if (result == KAMM_OK) result = kamm_compile_converter(def, &constants->converter, error);
    if (result != KAMM_OK) return result;
    struct sizes sizes = powertrain_sizes(def);
    result = check_drive(def, &sizes, error);
    if (result == KAMM_OK) result = kamm_check_distribution(def, error);
    if (result == KAMM_OK) result = kamm_compile_electric(def, constants, error);
    if (result == KAMM_OK) result = kamm_compile_transfer(def, sizes.mass_kg, constants, error);
#define COMPILE_LOAD(name, ...) \
    if (result == KAMM_OK)      \
        result = kamm_compile_##name(def, sizes.cage_per_inertia, &constants->name, error);
    DRIVELINE_LOADS(COMPILE_LOAD)
    if (result != KAMM_OK) return result;
    if (kamm_is_gearless(def))
        kamm_compile_no_engine(def, sizes.radius_m, constants);
    else
        compile_with_engine(def, &sizes, constants);
    if (kamm_is_power_split(def)) {
        compile_engine(&def->engine, &sizes, &constants->engine);
        kamm_compile_power_split(def, constants);
    }
    compile_wheel_parts(def, &sizes, constants);
    return KAMM_OK;
}

kamm_result kamm_compile_towed(const kamm_vehicle_def *own, struct powertrain_constants *constants,
                               kamm_error *error)
{
    kamm_vehicle_def *def = kamm_allocate(sizeof *def);
    if (!def)
        return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory for a trailer's compile");
    *def = kamm_default_vehicle();
    def->body = own->body, def->payload = own->payload, def->tank = own->tank;
    def->stepping = own->stepping, def->aids = own->aids, def->brakes = own->brakes;
    def->drawbar = own->drawbar, def->axles_count = own->axles_count;
    memcpy(def->axles, own->axles, (size_t)own->axles_count * sizeof *own->axles);
    kamm_result result = kamm_compile_powertrain(def, constants, error);
    kamm_release(def);
    return result;
}

double kamm_powertrain_upshift_radps(const kamm_vehicle_def *def,
                                     const struct powertrain_constants *constants, int gear)
{
    if (gear >= kamm_forward_gears(def)) return def->engine.limiter_radps;
    const struct gearbox_constants *gearbox = &constants->gearbox;
    return (double)gearbox->up_full_mps[gear - 1] * (double)gearbox->ratio[gear + 1] /
           (double)gearbox->radius_m;
}
