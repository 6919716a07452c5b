/* From a model to its limits. */
#include "car_limits.h"

#include "../base/standard_air.h"
#include "../rungs/rung.h"
#include "../vehicle/brake_compile.h"
#include "../vehicle/chassis.h"
#include "../vehicle/electric_compile.h"
#include "../vehicle/model.h"
#include "../vehicle/power_split_compile.h"
#include "../vehicle/transmission_compile.h"

#include <math.h>
#include <string.h>

/* -- drive -- */

static double torque_nm(const kamm_engine_def *engine, double radps)
{
    const kamm_curve *curve = &engine->torque_curve;
    return kamm_curve_value(curve->x, curve->y, curve->count, CURVE_MONOTONE, radps, NULL);
}

static double driven_radius_m(const kamm_model *m)
{
    for (int w = 0; w < m->layout.wheels; ++w)
        if (kamm_axle_drive_share(m->def, m->layout.axle[w]) > 0) return m->info.loaded_radius_m[w];
    return m->info.loaded_radius_m[0];
}

static int drives_by_gears(const kamm_model *m)
{
    const kamm_vehicle_def *def = m->def;
    return m->has_powertrain && m->info.gear_count && !is_cvt(def) && !kamm_has_motors(def) &&
           !kamm_is_power_split(def) && !kamm_is_pulled(def);
}

/* Returns the slip stiffness of all driven wheels under their load at that speed, in N per unit of
 * slip. */
static double slip_stiffness_n(const kamm_model *m, double pressed)
{
    double sum = 0;
    for (int a = 0; a < m->layout.axles; ++a)
        if (kamm_axle_drive_share(m->def, a) > 0)
            sum += axle_sum(&m->layout, a, m->info.slip_stiffness_n);
    return fmax(1, sum * pressed);
}

/* In the gear that pulls most there; a clutch or converter slips below its launch. The wheels turn faster by the slip of the thrust.
 * `pressed`: load over that at rest. */
static void geared_thrust(const kamm_model *m, double speed_mps, double pressed, double *thrust_n,
                          double *spinning_kg)
{
    const double most_slip = 0.1;
    const kamm_engine_def *engine = &m->def->engine;
    double radius_m = driven_radius_m(m), launch = m->def->clutch.launch_radps;
    double stiffness_n = slip_stiffness_n(m, pressed);
    for (int g = 0; g < m->info.gear_count; ++g) {
        double ratio = m->info.overall_ratio[g], rolls = speed_mps / radius_m * ratio;
        double force = 0, radps = rolls, per_nm = ratio * m->def->clutch.efficiency / radius_m;
        int slips = !g && rolls < launch;
        if (slips) radps = fmin(launch, engine->limiter_radps);
        for (int round = 0; round < 4; ++round) {
            force = torque_nm(engine, radps) * per_nm;
            if (!slips) radps = rolls * (1 + fmin(force / stiffness_n, most_slip));
        }
        if (radps > engine->limiter_radps || force <= *thrust_n) continue;
        *thrust_n = force;
        *spinning_kg = slips ? 0 : engine->inertia_kgm2 * ratio * ratio / (radius_m * radius_m);
    }
}

static double wheels_kg(const kamm_model *m)
{
    double sum = 0;
    for (int a = 0; a < m->layout.axles; ++a) {
        double radius_m = m->info.loaded_radius_m[m->layout.first[a]];
        sum +=
            hub_count(&m->layout, a) * m->def->axles[a].wheel_inertia_kgm2 / (radius_m * radius_m);
    }
    return sum;
}

static void find_thrust(const kamm_model *m, struct car_limits *c)
{
    const kamm_model_info *info = &m->info;
    double wheels = wheels_kg(m);
    for (int i = 0; i < LIMIT_SPEEDS; ++i) {
        double v = c->speed_step_mps * i, faster = v / fmax(info->switch_speed_mps, 1e-3);
        double thrust_n = 0, spinning_kg = 0, weight_n = info->mass_kg * KAMM_STANDARD_GRAVITY;
        double pressed = 1 + fmax(0, c->at[i].first_n + c->at[i].last_n) / weight_n;
        if (drives_by_gears(m))
            geared_thrust(m, v, pressed, &thrust_n, &spinning_kg);
        else
            thrust_n = info->mass_kg * info->max_acceleration_mps2 / fmax(1, faster);
        c->at[i].thrust_n = thrust_n;
        c->at[i].spinning_kg = c->has_spin ? spinning_kg + wheels : 0;
    }
}

/* -- downforce -- */

/* Returns by how much the body sinks at an axle whose wheels each carry that much more. */
static double sinks_m(const kamm_model *m, int a, double more_n)
{
    const struct axle_constants *axle = &m->chassis->axles[a];
    double travel = hub_mean(&m->layout, a, m->rest.travel_m);
    double length = m->statics.length_scale, low = travel - 0.2 * length,
           high = travel + 0.2 * length;
    double tyres = has_twins(&m->layout, a) ? 2 : 1;
    double rest_n = hub_mean(&m->layout, a, m->rest.load_n);
    struct axle_pair still = {0, 0};
    float t = (float)travel;
    double spring_n =
        (double)suspension_force(&axle->suspension, (struct axle_pair){t, t}, still).left;
    double deflection[2];
    for (int i = 0; i < 2; ++i) { /* of the tyre at rest, and now */
        double l = 0, h = 0.3 * length, load = rest_n + i * more_n / tyres;
        for (int k = 0; k < 30; ++k) {
            double middle = (l + h) / 2;
            *((double)tyre_spring_force(&axle->tyre_vertical, (float)middle, 0) < load ? &l : &h) =
                middle;
        }
        deflection[i] = l;
    }
    for (int k = 0; k < 30; ++k) {
        double middle = (low + high) / 2;
        float at = (float)middle;
        double force =
            (double)suspension_force(&axle->suspension, (struct axle_pair){at, at}, still).left;
        *(force < spring_n + more_n ? &low : &high) = middle;
    }
    return low - travel + deflection[1] - deflection[0];
}

static double pressed_n(const kamm_model *m, int a, const struct aero_axle_constants *air,
                        double pressure_pa, int rides)
{
    double down_n = -pressure_pa * (double)air->lift_area_m2;
    if (!rides || !(air->follows_height > 0)) return down_n;
    for (int round = 0; round < 24; ++round) {
        float height = -(float)sinks_m(m, a, down_n / hub_count(&m->layout, a));
        double now_n = -pressure_pa * (double)lift_area_at(air, height);
        down_n += 0.5 * (now_n - down_n);
    }
    return down_n;
}

static void find_downforce(const kamm_model *m, int rides, struct car_limits *c)
{
    const struct aero_constants *air = &m->chassis->aero;
    for (int i = 0; i < LIMIT_SPEEDS; ++i) {
        double v = c->speed_step_mps * i, pressure_pa = KAMM_STANDARD_AIR_KGPM3 / 2 * v * v;
        c->at[i].first_n = pressed_n(m, 0, &air->front, pressure_pa, rides);
        c->at[i].last_n = pressed_n(m, m->layout.axles - 1, &air->rear, pressure_pa, rides);
    }
}

/* -- axles -- */

static void find_shares(const kamm_model *m, struct car_limits *c)
{
    const struct statics *s = &m->statics;
    double cg[MAX_AXLES], ahead[MAX_AXLES], first[MAX_AXLES], last[MAX_AXLES];
    double x = s->total_cg[0], y = s->total_cg[1], arm = 0.1 * s->length_scale;
    kamm_share_weight(m->def, &m->layout, s->axle_x, x, y, cg);
    kamm_share_weight(m->def, &m->layout, s->axle_x, x + arm, y, ahead);
    kamm_share_weight(m->def, &m->layout, s->axle_x, s->axle_x[0], y, first);
    kamm_share_weight(m->def, &m->layout, s->axle_x, s->axle_x[m->layout.axles - 1], y, last);
    for (int a = 0; a < c->axles; ++a) {
        c->axle[a].share = cg[a];
        c->axle[a].share_first = first[a];
        c->axle[a].share_last = last[a];
        c->axle[a].per_nm = (ahead[a] - cg[a]) / arm;
    }
}

/* Grip and cornering stiffness over the loads of a tyre. */
static void find_grip(const kamm_model *m, int a, double grip, int rated, struct axle_limits *axle)
{
    const struct tyre_constants *tyre = &m->chassis->axles[a].tyre;
    int w = m->layout.first[a];
    double rest_n_per_rad = m->info.cornering_stiffness_n_per_rad[w];
    struct tyre_summary rest = kamm_tyre_summary(tyre, (float)m->info.static_load_n[w], 20);
    for (int i = 0; i < LIMIT_LOADS; ++i) {
        double load_n = axle->load_step_n * i, stiffness = rest_n_per_rad;
        double x = m->info.peak_friction_x[w] * load_n, y = m->info.peak_friction_y[w] * load_n;
        if (!rated && i) {
            struct tyre_summary at = kamm_tyre_summary(tyre, (float)load_n, 20);
            x = (double)at.grip_x, y = (double)at.grip_y;
            stiffness *= (double)(at.cornering_stiffness / rest.cornering_stiffness);
        }
        axle->grip_x_n[i] = grip * x;
        axle->grip_y_n[i] = grip * y;
        axle->stiffness_n_per_rad[i] = rated || i ? stiffness : 0;
    }
}

/* Left and right in the mean, under the load at rest. */
static double side_n(const struct tyre_constants *tyre, const struct tyre_state *at, double tangent)
{
    struct tyre_slip slip = {.speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
    slip.tan_slip_angle = (float)-tangent;
    double left = (double)kamm_tyre_force(tyre, at, slip).fy;
    slip.tan_slip_angle = (float)tangent;
    return (left - (double)kamm_tyre_force(tyre, at, slip).fy) / 2;
}

/* Reads the slips from the tyre's own curve up to its peak. A rung whose side force is linear up to
 * a cap has its peak there. */
static void find_slips(const kamm_model *m, int a, int is_capped, struct axle_limits *axle)
{
    enum { HALVINGS = 16 };
    const struct tyre_constants *tyre = &m->chassis->axles[a].tyre;
    float load_n = (float)m->info.static_load_n[m->layout.first[a]];
    struct tyre_state at = kamm_tyre_prepare(tyre, load_n, 0);
    double peak = is_capped ? 1 : (double)kamm_tyre_peak_slip(tyre, load_n);
    double most_n = side_n(tyre, &at, peak), small = 1e-3;
    double linear = most_n * small / side_n(tyre, &at, small);
    for (int i = 0; i < LIMIT_USES; ++i) {
        double used = (double)i / (LIMIT_USES - 1), low = 0, high = peak;
        for (int k = 0; k < HALVINGS && i; ++k) {
            double middle = (low + high) / 2;
            *(side_n(tyre, &at, middle) < used * most_n ? &low : &high) = middle;
        }
        axle->slip_share[i] = is_capped || !i ? used : atan(high) / linear;
    }
}

/* differential.h */
static void find_differential(const kamm_axle_def *def, double radius_m, struct axle_limits *axle)
{
    axle->bias = def->differential == KAMM_DIFFERENTIAL_LOCKED ? INFINITY : 1;
    if (def->differential != KAMM_DIFFERENTIAL_LIMITED_SLIP) return;
    axle->bias = 1 / (1 - def->lock_drive);
    axle->preload_n = 2 * def->lock_preload_nm / radius_m;
    axle->viscous_n_per_mps = 2 * def->lock_viscous_nms_per_rad / (radius_m * radius_m);
}

static void find_axle(const kamm_model *m, int a, double grip, const struct rung_loads *loads,
                      struct car_limits *c)
{
    const kamm_axle_def *def = &m->def->axles[a];
    const struct layout *l = &m->layout;
    struct axle_limits *axle = &c->axle[a];
    int last = LIMIT_SPEEDS - 1;
    axle->sides = hub_count(l, a);
    axle->tyres = has_twins(l, a) ? 2 : 1;
    axle->half_track_m = axle->sides == 1 || !loads->roll_nm_per_mps2 ? 0 : def->track_m / 2;
    axle->across_n_per_mps2 =
        axle->sides == 1 ? 0 : loads->roll_nm_per_mps2 * loads->roll_share[a] / def->track_m;
    axle->drive_share = kamm_axle_drive_share(m->def, a);
    find_differential(def, m->info.loaded_radius_m[l->first[a]], axle);
    axle->brake_n =
        axle->sides * kamm_driving_brake_nm(l, m->def, a) / m->info.loaded_radius_m[l->first[a]];
    double rest_n = axle_sum(l, a, m->info.static_load_n);
    double most_n = 2.5 * rest_n + fmax(0, c->at[last].first_n) + fmax(0, c->at[last].last_n);
    axle->load_step_n = most_n / axle->tyres / (LIMIT_LOADS - 1);
    find_grip(m, a, grip, loads->grip_is_rated, axle);
    find_slips(m, a, loads->grip_is_rated, axle);
}

static void find_rolling(const kamm_model *m, struct car_limits *c)
{
    const struct tyre_constants *tyre = &m->chassis->axles[0].tyre;
    double load_n = hub_mean(&m->layout, 0, m->info.static_load_n);
    double radius_m = m->info.loaded_radius_m[0];
    for (int i = 0; i < LIMIT_SPEEDS; ++i) {
        float speed_mps = (float)fmax(sqrt(m->statics.length_scale), c->speed_step_mps * i);
        struct tyre_summary at = kamm_tyre_summary(tyre, (float)load_n, speed_mps);
        c->at[i].rolling_share = (double)at.rolling_resistance_nm / (load_n * radius_m);
    }
}

/* b / h and (p - b) / h of V. Cossalter, Motorcycle Dynamics, 2006, sections 3.6 and 3.7, less what a rider leaves on the wheel. */
static void find_lifts(const kamm_model *m, struct car_limits *c)
{
    const double keeps = 0.15;
    c->wheelie = c->stoppie = INFINITY;
    if (!leans_freely(&m->layout) || !(c->height_m > 0)) return;
    c->wheelie = (1 - keeps) * c->axle[0].share * c->wheelbase_m / c->height_m;
    c->stoppie = (1 - keeps) * c->axle[1].share * c->wheelbase_m / c->height_m;
}

/* The side acceleration moves the weight, by its height, until a wheel of three is without load. Springs lean before, so that it is gone
 * at 0.75 to 0.85 of that. Drivers turn tighter than their plan has it by up to a quarter, and what has lifted falls over. */
static void find_lifts_aside(const kamm_model *m, struct car_limits *c)
{
    const double keeps = 0.55;
    const double *cg = m->statics.total_cg;
    double at_rest[MAX_AXLES], moved[MAX_AXLES];
    c->lifts_aside[0] = c->lifts_aside[1] = INFINITY;
    if (!has_sidecar(&m->layout) || !(c->height_m > 0)) return;
    kamm_share_weight(m->def, &m->layout, m->statics.axle_x, cg[0], cg[1], at_rest);
    for (int right = 0; right < 2; ++right) {
        double to_left_m = right ? c->height_m : -c->height_m;
        kamm_share_weight(m->def, &m->layout, m->statics.axle_x, cg[0], cg[1] + to_left_m, moved);
        for (int a = 0; a < c->axles; ++a)
            if (moved[a] < at_rest[a])
                c->lifts_aside[right] =
                    fmin(c->lifts_aside[right], (1 - keeps) * at_rest[a] / (at_rest[a] - moved[a]));
    }
}

void kamm_find_car_limits(const kamm_model *m, double grip, struct car_limits *c)
{
    const struct rung *rung = kamm_rung_of(m->rung);
    const kamm_vehicle_def *def = m->def;
    struct rung_loads loads = {.grip_is_rated = 1};
    int shifts = rung->describe_loads != NULL;
    if (shifts) {
        loads.grip_is_rated = 0;
        rung->describe_loads(m, &loads);
    }
    memset(c, 0, sizeof *c);
    c->axles = m->layout.axles;
    c->length = m->statics.length_scale;
    c->mass_kg = m->info.mass_kg;
    c->wheelbase_m = m->info.wheelbase_m;
    c->height_m = shifts ? m->statics.total_cg[2] : 0;
    c->drag_height_m = shifts ? def->aero.drag_height_m : 0;
    c->drag_n_per_m2ps2 =
        def->aero.drag_coefficient * def->aero.frontal_area_m2 * KAMM_STANDARD_AIR_KGPM3 / 2;
    if (shifts) {
        c->across_n_per_rad_m2ps2 = def->aero.side_force_slope_per_rad * def->aero.frontal_area_m2 *
                                    KAMM_STANDARD_AIR_KGPM3 / 2;
        c->across_first = 0.5 + def->aero.side_force_ahead;
        c->to_rear_m = m->info.wheelbase_m - m->info.cg_behind_front_axle_m;
    }
    c->top_mps = m->info.top_speed_mps;
    c->max_braking_mps2 = shifts ? INFINITY : m->info.max_braking_mps2;
    c->speed_step_mps =
        fmax(1.2 * c->top_mps, 10 * sqrt(m->statics.length_scale)) / (LIMIT_SPEEDS - 1);
    c->has_abs = def->aids.abs || !shifts || kamm_has_two_levers(&m->layout, def);
    c->has_spin = shifts;
    c->drives_by_sum = def->transfer.coupling != KAMM_TRANSFER_OPEN;
    find_shares(m, c);
    if (shifts) find_downforce(m, loads.rides, c);
    if (shifts) find_rolling(m, c);
    find_thrust(m, c);
    for (int a = 0; a < c->axles; ++a) {
        find_axle(m, a, grip, &loads, c);
        c->has_driven |= c->axle[a].drive_share > 0;
        c->pedal_mps2 += c->axle[a].brake_n / c->mass_kg;
    }
    find_lifts(m, c);
    find_lifts_aside(m, c);
    if (!shifts || !(c->pedal_mps2 > 0)) c->pedal_mps2 = m->info.max_braking_mps2;
}
