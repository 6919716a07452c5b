/* Limits of a car: given by the def, or derived from engine, brakes and tyres. */
#include "../base/error.h"
#include "../base/standard_air.h"
#include "brake_compile.h"
#include "electric_compile.h"
#include "model.h"
#include "power_split_compile.h"
#include "transmission_compile.h"

#include <math.h>

static double grip_n(const kamm_model *m, int w)
{
    return m->info.peak_friction_x[w] * m->info.static_load_n[w];
}

/* Left and right are added first, so that a mirrored car has the same limits to the bit. */
static double driven_grip_n(const kamm_model *m)
{
    double grip[MAX_WHEELS], sum = 0;
    for (int w = 0; w < m->layout.wheels; ++w) grip[w] = grip_n(m, w);
    for (int a = 0; a < m->layout.axles; ++a)
        if (kamm_axle_drive_share(m->def, a) > 0) sum += axle_sum(&m->layout, a, grip);
    return sum;
}

/* Largest of torque (power 0) or power (power 1) over the torque curve. */
static double engine_best(const kamm_engine_def *engine, int power)
{
    double best = 0;
    for (int i = 0; i < engine->torque_curve.count; ++i)
        best = fmax(best, engine->torque_curve.y[i] * (power ? engine->torque_curve.x[i] : 1));
    return best;
}

static double engine_power_w(const kamm_vehicle_def *def)
{
    double way = kamm_is_power_split(def) ? def->axles[kamm_power_split_axle(def)].motor.efficiency
                                          : def->clutch.efficiency;
    return engine_best(&def->engine, 1) * way;
}

/* Returns the radius of wheels that turn with the gears: the first ones, unless these hang on a
 * clutch and are smaller. */
static double geared_radius_m(const kamm_model *m)
{
    const kamm_transfer_def *own = &m->def->transfer;
    int hang_on = own->coupling == KAMM_TRANSFER_CLUTCH && own->clutch_ratio != 1 &&
                  own->clutch_output == KAMM_OUTPUT_FRONT;
    return m->info.loaded_radius_m[hang_on ? m->info.wheel_count - 1 : 0];
}

static double first_gear_force_n(const kamm_model *m)
{
    if (!m->info.gear_count) return 0;
    return engine_best(&m->def->engine, 0) * m->info.overall_ratio[0] * m->def->clutch.efficiency /
           geared_radius_m(m);
}

static double wheel_braking_n(const kamm_model *m, int w)
{
    int a = m->layout.axle[w], tyres = has_twins(&m->layout, a) ? 2 : 1;
    double torque_nm = kamm_driving_brake_nm(&m->layout, m->def, a);
    return fmin(torque_nm / m->info.loaded_radius_m[w] / tyres, grip_n(m, w));
}

static double braking_force_n(const kamm_model *m)
{
    double braking[MAX_WHEELS], sum = 0;
    for (int w = 0; w < m->layout.wheels; ++w) braking[w] = wheel_braking_n(m, w);
    for (int a = 0; a < m->layout.axles; ++a) sum += axle_sum(&m->layout, a, braking);
    return sum;
}

/* Where drag takes all power; rolling resistance, some tenth of it, is left to the tyres' files. */
static double drag_limited_mps(const kamm_model *m, double power_w)
{
    double area = m->def->aero.drag_coefficient * m->def->aero.frontal_area_m2;
    return area > 0 ? cbrt(power_w / (0.5 * KAMM_STANDARD_AIR_KGPM3 * area)) : INFINITY;
}

static double geared_mps(const kamm_model *m, double ratio)
{
    return m->def->engine.limiter_radps / ratio * geared_radius_m(m);
}

static double lift_force_n(const kamm_model *m)
{
    double sum = 0;
    for (int a = 0; a < m->layout.axles; ++a) {
        const kamm_motor_def *motor = &m->def->axles[a].motor;
        sum += motor->peak_nm * motor->ratio * motor->efficiency * motor->regen_share *
               motor->lift_share;
    }
    return sum / m->info.loaded_radius_m[0];
}

static double geared_top_mps(const kamm_model *m)
{
    int gears = m->info.gear_count;
    double motors = kamm_motors_top_mps(m->def, m->info.loaded_radius_m[0]);
    double highest = gears ? m->info.overall_ratio[gears - 1] : 0;
    if (is_cvt(m->def)) highest = m->def->gearbox.ratios[1] * m->def->gearbox.final_drive;
    return gears ? fmin(geared_mps(m, highest), motors) : motors;
}

static double geared_reverse_mps(const kamm_model *m)
{
    const kamm_gearbox_def *gearbox = &m->def->gearbox;
    double motors = kamm_motors_top_mps(m->def, m->info.loaded_radius_m[0]);
    if (!m->info.gear_count) return motors;
    return fmin(geared_mps(m, gearbox->reverse_ratio * gearbox->final_drive), motors);
}

static kamm_result fail_missing(const char *name, kamm_error *error)
{
    return kamm_fail(
        error, KAMM_ERROR_MISSING, name,
        "%s: missing; a car without engine.torque_curve and gearbox.ratios, or axles.motor, needs it",
        name);
}

static kamm_result check_given(const kamm_limits_def *limits, kamm_error *error)
{
    if (!(limits->acceleration_mps2 > 0)) return fail_missing("limits.acceleration_mps2", error);
    if (!(limits->switch_speed_mps > 0)) return fail_missing("limits.switch_speed_mps", error);
    if (!(limits->top_speed_mps > 0)) return fail_missing("limits.top_speed_mps", error);
    if (!(limits->reverse_speed_mps > 0)) return fail_missing("limits.reverse_speed_mps", error);
    return KAMM_OK;
}

/* Two wheels in line are high for their wheelbase: load moves to one of them, until the other lifts off (V. Cossalter,
 * Motorcycle Dynamics, 2nd ed. 2006, chapter 3). `arm_m`: from the centre of gravity to the wheel that stays down. */
static double lift_limit_mps2(const kamm_model *m, double arm_m)
{
    return KAMM_STANDARD_GRAVITY * arm_m / m->info.cg_height_m;
}

static double driven_limit_mps2(const kamm_model *m)
{
    const kamm_model_info *info = &m->info;
    double ahead = info->cg_behind_front_axle_m, behind = info->wheelbase_m - ahead;
    double friction = info->peak_friction_x[info->wheel_count - 1], g = KAMM_STANDARD_GRAVITY;
    double left = info->wheelbase_m - friction * info->cg_height_m;
    int rear_alone = kamm_axle_drive_share(m->def, 0) == 0;
    if (!leans_freely(&m->layout)) return driven_grip_n(m) / info->mass_kg;
    if (!rear_alone) return fmin(driven_grip_n(m) / info->mass_kg, lift_limit_mps2(m, behind));
    double slips = left > 0 ? friction * g * ahead / left : INFINITY;
    return fmin(slips, lift_limit_mps2(m, behind));
}

static double braking_limit_mps2(const kamm_model *m)
{
    double grip = braking_force_n(m) / m->info.mass_kg;
    if (!leans_freely(&m->layout)) return grip;
    return fmin(grip, lift_limit_mps2(m, m->info.cg_behind_front_axle_m));
}

kamm_result kamm_compile_limits(kamm_model *m, kamm_error *error)
{
    const kamm_limits_def *given = &m->def->limits;
    kamm_model_info *info = &m->info;
    info->max_acceleration_mps2 = given->acceleration_mps2;
    info->switch_speed_mps = given->switch_speed_mps;
    info->top_speed_mps = given->top_speed_mps;
    info->reverse_speed_mps = given->reverse_speed_mps;
    info->max_braking_mps2 = given->braking_mps2 > 0 ? given->braking_mps2 : braking_limit_mps2(m);
    if (kamm_is_pulled(m->def)) return KAMM_OK; /* it does what it is pulled to */
    if (!m->has_powertrain) return check_given(given, error);

    double power = engine_power_w(m->def) + kamm_motors_power_w(m->def);
    double force = first_gear_force_n(m) + kamm_motors_force_n(m->def, info->loaded_radius_m[0]);
    info->lift_share = force > 0 ? lift_force_n(m) / force : 0;
    double limit = m->def->engine.speed_limit_mps;
    double top = fmin(drag_limited_mps(m, power), geared_top_mps(m));
    if (!(given->acceleration_mps2 > 0))
        info->max_acceleration_mps2 = fmin(force / info->mass_kg, driven_limit_mps2(m));
    if (!(given->switch_speed_mps > 0))
        info->switch_speed_mps = power / (info->mass_kg * info->max_acceleration_mps2);
    if (!(given->top_speed_mps > 0)) info->top_speed_mps = limit > 0 ? fmin(top, limit) : top;
    if (!(given->reverse_speed_mps > 0)) info->reverse_speed_mps = geared_reverse_mps(m);
    return KAMM_OK;
}
