/* A vehicle's figures beside the usual ranges of its class, and what it cannot do. */
#include "lab/diagnose.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "io/estimate_rules.h"
#include "vehicle/electric_compile.h"
#include "vehicle/model.h"
#include "vehicle/powertrain_compile.h"

#define DEG (180 / 3.14159265358979)
enum { USUAL = -1 }; /* a range that is the same for all classes */

/* FIGURE(name, unit, value, factor of the rule's unit, rule or USUAL, low, high, below, above, doc). The range is two
 * standard deviations of the rule, or low to high. */
/* clang-format off */
#define FIGURES(FIGURE) \
    FIGURE(front_ride_frequency_hz, "Hz", kamm_ride_frequency_hz(p, DIAGNOSED_FRONT), 1, RULE_front_ride_frequency, 0, 0, \
           "soft: needs long travel", "firm", "sprung mass on the front springs") \
    FIGURE(rear_ride_frequency_hz, "Hz", kamm_ride_frequency_hz(p, DIAGNOSED_REAR), 1, RULE_rear_ride_frequency, 0, 0, \
           "soft: needs long travel", "firm", "sprung mass on the rear springs") \
    FIGURE(front_bump_damping_ratio, "1", kamm_damping_ratio(p, DIAGNOSED_FRONT, 0), 1, RULE_bump_damping_ratio, 0, 0, \
           "the body goes on bouncing", "harsh over bumps", "front damping, wheel upwards, over the critical one") \
    FIGURE(front_rebound_damping_ratio, "1", kamm_damping_ratio(p, DIAGNOSED_FRONT, 1), 1, RULE_rebound_damping_ratio, 0, 0, \
           "the body goes on bouncing", "wheels hang after bumps", "front damping, wheel downwards") \
    FIGURE(rear_bump_damping_ratio, "1", kamm_damping_ratio(p, DIAGNOSED_REAR, 0), 1, RULE_bump_damping_ratio, 0, 0, \
           "the body goes on bouncing", "harsh over bumps", "rear damping, wheel upwards") \
    FIGURE(rear_rebound_damping_ratio, "1", kamm_damping_ratio(p, DIAGNOSED_REAR, 1), 1, RULE_rebound_damping_ratio, 0, 0, \
           "the body goes on bouncing", "wheels hang after bumps", "rear damping, wheel downwards") \
    FIGURE(roll_gradient_deg_per_g, "deg/g", DEG * kamm_roll_gradient_rad_per_g(p), DEG, RULE_roll_gradient, 0, 0, \
           "stiff in roll", "rolls far", "roll angle per lateral acceleration, tyres included") \
    FIGURE(front_roll_share, "1", kamm_front_roll_share(p), 1, RULE_front_roll_share, 0, 0, \
           "less understeer at the limit", "more understeer at the limit", "front share of the roll stiffness") \
    FIGURE(static_stability_factor, "1", kamm_static_stability(p), 1, RULE_static_stability_factor, 0, 0, \
           "tips over earlier than its class", "a low centre of gravity", \
           "half of the track over the height of the centre of gravity, without load") \
    FIGURE(rollover_threshold_g, "g", kamm_rollover_threshold(p), 1, USUAL, 0.4, 3, \
           "tips over in ordinary turns", "", "lateral acceleration at which the inner wheels lift, with roll") \
    FIGURE(understeer_gradient_deg_per_g, "deg/g", DEG * kamm_understeer_rad_per_g(p), 1, USUAL, 0, 5, \
           "oversteers: unstable above its critical speed", "understeers strongly", \
           "road wheel angle per lateral acceleration in steady turns") \
    FIGURE(static_margin, "1", kamm_static_margin(p, 0), 1, USUAL, 0, 0.15, \
           "the rear tyres are the weaker ones", "turns in slowly", \
           "neutral steer point behind the centre of gravity over the wheelbase, tyres alone") \
    FIGURE(static_margin_100_kmh, "1", kamm_static_margin(p, 100 / 3.6), 1, USUAL, 0, 0.15, \
           "the rear tyres are the weaker ones", "turns in slowly", "the same with lift and downforce at 100 km/h") \
    FIGURE(static_margin_200_kmh, "1", p->info.top_speed_mps < 200 / 3.6 ? NAN : kamm_static_margin(p, 200 / 3.6), 1, USUAL, 0, 0.15, \
           "lift takes the rear's grip: unstable at speed", "turns in slowly", "the same at 200 km/h") \
    FIGURE(wheel_lock_deg, "deg", kamm_lock_deg(p), 1, USUAL, 12, 60, \
           "wide turning circle", "more than linkages allow", "mean angle of the road wheels at full lock") \
    FIGURE(full_braking_g, "g", kamm_full_braking_g(p), 1, USUAL, 0.55, 3.5, \
           "weak: the wheels don't lock", "", "deceleration that the brake torques allow") \
    FIGURE(brake_balance_g, "g", kamm_brake_balance_g(p), 1, USUAL, 0.25, 2, \
           "the rear wheels lock first", "the rear brakes do little", \
           "deceleration at which the brakes share like the loads; above it the rear wheels lock first") \
    FIGURE(parking_slope_percent, "%", 100 * kamm_parking_slope(p), 1, USUAL, 18, 100, \
           "below the 18 % that UN R13 asks for", "", "slope that the hand brake's torque holds") \
    FIGURE(largest_gear_step, "1", kamm_largest_step(p), 1, USUAL, 1.1, 2.1, \
           "gears are close", "a hole between two gears", "largest ratio of two neighbouring gears") \
    FIGURE(smallest_gear_step, "1", kamm_smallest_step(p), 1, USUAL, 1.08, 1.7, \
           "two gears are nearly alike", "few gears for their range", "smallest ratio of two neighbouring gears") \
    FIGURE(engine_at_top_speed, "1", kamm_top_engine_share(p), 1, USUAL, 0.55, 1.15, \
           "the highest gear is an overdrive", "geared short", \
           "engine speed at top speed in the highest gear over that of greatest power") \
    FIGURE(start_gradient_percent, "%", 100 * kamm_start_gradient(p), 1, USUAL, 15, 200, \
           "starts on gentle hills alone", "", "largest acceleration over gravity: slope on which it starts") \
    FIGURE(drag_share_at_top_speed, "1", kamm_drag_share(p), 1, USUAL, 0.05, 0.95, \
           "", "needs more power than it has", "power of the drag at top speed over the greatest power") \
    FIGURE(front_tyre_use, "1", kamm_tyre_use(p, DIAGNOSED_FRONT), 1, USUAL, 0.3, 1, \
           "large tyres", "overloaded tyres", "front load over what a tyre of that size and pressure may carry") \
    FIGURE(rear_tyre_use, "1", kamm_tyre_use(p, DIAGNOSED_REAR), 1, USUAL, 0.3, 1, \
           "large tyres", "overloaded tyres", "rear load over what a tyre of that size and pressure may carry")
/* clang-format on */

/* -- Class -- */

static double power_of(const kamm_vehicle_def *def)
{
    double power = 0;
    const kamm_curve *c = &def->engine.torque_curve;
    for (int i = 0; i < c->count; ++i) power = fmax(power, c->x[i] * c->y[i]);
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].motor.peak_nm > 0) power += def->axles[a].motor.power_w;
    return power;
}

static kamm_vehicle_class guess_heavy(const kamm_vehicle_def *def)
{
    double base = def->axles[def->axles_count - 1].behind_front_axle_m;
    int rear_heavy = def->body.cg_behind_front_axle_m > 0.57 * base;
    return def->axles_count == 2 && rear_heavy && def->body.length_m > 1.8 * base
               ? KAMM_CLASS_BUS
               : KAMM_CLASS_TRUCK;
}

static kamm_vehicle_class guess_car(const kamm_vehicle_def *def)
{
    double specific = power_of(def) / def->body.mass_kg, height = def->body.height_m;
    double downforce = -(def->aero.front_lift_coefficient + def->aero.rear_lift_coefficient);
    if (def->body.mass_kg < 900 && downforce > 1) return KAMM_CLASS_FORMULA;
    if (specific > 200 && height < 1.26) return KAMM_CLASS_SUPERCAR;
    if (specific > 110 && height < 1.40) return KAMM_CLASS_SPORTS;
    if (height > 1.88) return KAMM_CLASS_VAN;
    if (height > 1.6) return def->body.length_m > 5 ? KAMM_CLASS_PICKUP : KAMM_CLASS_SUV;
    return def->body.length_m < 4.15 ? KAMM_CLASS_HATCHBACK : KAMM_CLASS_SALOON;
}

kamm_vehicle_class kamm_guess_class(const kamm_vehicle_def *def)
{
    KAMM_REQUIRE(def && def->axles_count > 1, KAMM_CLASS_SALOON);
    if (def->axles[0].suspension.kind == KAMM_SUSPENSION_SOLID) return KAMM_CLASS_KART;
    if (def->axles[def->axles_count - 1].suspension.kind == KAMM_SUSPENSION_SOLID)
        return KAMM_CLASS_TRACTOR;
    return def->body.mass_kg > 5500 || def->axles_count > 2 ? guess_heavy(def) : guess_car(def);
}

/* -- Failures -- */

static void fail(kamm_diagnosis *d, const char *format, ...) KAMM_PRINTF(2, 3);
static void fail(kamm_diagnosis *d, const char *format, ...)
{
    va_list arguments;
    if (d->failure_count == KAMM_MAX_FAILURES) return;
    va_start(arguments, format);
    vsnprintf(d->failures[d->failure_count++], sizeof d->failures[0], format, arguments);
    va_end(arguments);
}

static void find_failures(const struct patient *p, kamm_diagnosis *d)
{
    double lightest = INFINITY, lock = kamm_lock_deg(p), start = kamm_start_gradient(p);
    double braking = kamm_full_braking_g(p), all = 0, steered = 0;
    for (int w = 0; w < p->info.wheel_count; ++w) {
        all += p->info.static_load_n[w];
        lightest = fmin(lightest, p->info.static_load_n[w]);
        if (p->info.wheel_axle[w] < p->front_axles) steered += p->info.static_load_n[w];
    }
    if (!(lightest > 0))
        fail(d, "it does not stand on all of its wheels: one carries %.0f N", lightest);
    if (steered < 0.1 * all)
        fail(d, "it can't steer: the steered wheels carry %.0f %% of the weight",
             100 * steered / all);
    if (lock < 5) fail(d, "it can't steer: its wheels turn by %.1f degrees", lock);
    if (start < 0.05)
        fail(d, "it can't drive: it starts on slopes of %.1f %% and less", 100 * start);
    if (p->info.top_speed_mps < 1)
        fail(d, "it can't drive: its top speed is %.2f m/s", p->info.top_speed_mps);
    if (braking < 0.2) fail(d, "it can't brake: the brakes decelerate it by %.2f g", braking);
}

/* -- The whole -- */

static void add(kamm_diagnosis *d, kamm_diagnosed f, int rule, double factor, const char *below,
                const char *above)
{
    if (rule != USUAL) {
        const kamm_rule *r = kamm_rule_at(rule);
        double middle = factor * r->values[d->body];
        f.low = middle * (1 - 2 * r->spread);
        f.high = middle * (1 + 2 * r->spread);
    }
    if (isnan(f.value)) return;
    f.remark = f.value < f.low ? below : f.value > f.high ? above : "";
    d->figures[d->count++] = f;
}

static void judge(const struct patient *p, kamm_diagnosis *d)
{
#define FIGURE(name_, unit_, value_, factor, rule, low_, high_, below, above, doc_)             \
    add(d, (kamm_diagnosed){#name_, unit_, doc_, value_, low_, high_, ""}, (int)(rule), factor, \
        below, above);
    FIGURES(FIGURE)
#undef FIGURE
}

static int count_steered(const kamm_vehicle_def *def)
{
    int count = 0;
    while (count < def->axles_count - 1 && def->axles[count].steer_share > 0) ++count;
    return count ? count : 1;
}

kamm_result kamm_diagnose(const kamm_vehicle_def *def, int32_t body, kamm_diagnosis *diagnosis,
                          kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, def && diagnosis && body < KAMM_CLASS_CARAVAN, KAMM_ERROR_MISUSE);
    int last = def->axles_count - 1;
    if (kamm_is_pulled(def) || (last > 0 && def->axles[0].wheels == KAMM_WHEELS_SINGLE &&
                                def->axles[last].wheels == KAMM_WHEELS_SINGLE))
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles",
                         "no class has trailers or two-wheelers, so there is no diagnosis");
    kamm_model *model = kamm_create_model(def, KAMM_RUNG_DEFAULT, error);
    if (!model) return error ? error->code : KAMM_ERROR_RANGE;
    struct patient p = {.def = model->def,
                        .model = model,
                        .info = kamm_describe(model),
                        .front_axles = count_steered(def)};
    *diagnosis =
        (kamm_diagnosis){.body = body < 0 ? kamm_guess_class(def) : (kamm_vehicle_class)body};
    judge(&p, diagnosis);
    find_failures(&p, diagnosis);
    kamm_destroy_model(model);
    return KAMM_OK;
}
