/* Arcade vehicles: a def with factors on it, and on all that they are linked with.
 *
 * Under gravity G times as large a car does the same, faster by the root of G, if its forces are G times as large at the same
 * lengths. This is similarity by Froude's number (Barenblatt, Scaling, ch. 4). So rates go with G and damping with its
 * root. Damping always goes with the root of the rates, which keeps the damping ratio. What transmits a torque goes with
 * it, and losses of a motor with the inverse, so that their share of the power stays.
 *
 * Departure: springs bear the load of standard gravity at rest (statics.h). So a car under G sinks by 1 - 1 / G of its static
 * deflection, and not by nothing. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/standard_air.h"
#include "../fields/fields.h"
#include "arcade_tyre.h"

#include <math.h>
#include <string.h>

#define STANDARD_GRAVITY 9.80665
/* Speed at which the knob `downforce` holds. */
#define DOWNFORCE_MPS 50.0
/* Share of the friction with which an upright car would roll over: below 1, since tyres deflect and roads bank. */
#define UPRIGHT_SHARE 0.8
/* What the hand brake of a drift car holds, over friction, load and radius. */
#define LOCKS_BY 1.3
#define LOCKED_SHARE 0.6
/* Rate of the road wheels that counter-steering needs. */
#define COUNTERSTEER_RADPS 1.6

kamm_arcade kamm_default_arcade(void)
{
    kamm_arcade arcade;
    memset(&arcade, 0, sizeof arcade);
    kamm_set_defaults(kamm_arcade_table(), &arcade);
    return arcade;
}

static void scale_curve(kamm_curve *curve, double factor)
{
    for (int i = 0; i < curve->count; ++i) curve->y[i] *= factor;
}

/* -- springs -- */

static void scale_suspension(kamm_suspension_def *s, double rate, double bar, double travel)
{
    double damping = sqrt(rate);
    double *const rates[] = {&s->spring_n_per_m,       &s->bump_stop_n_per_m,
                             &s->rebound_stop_n_per_m, &s->damper_bush_n_per_m,
                             &s->heave_spring_n_per_m, &s->beam_stop_n_per_m,
                             &s->friction_n,           &s->active_bar_max_n};
    double *const dampings[] = {&s->bump_damping_ns_per_m,    &s->bump_fast_damping_ns_per_m,
                                &s->rebound_damping_ns_per_m, &s->rebound_fast_damping_ns_per_m,
                                &s->heave_damping_ns_per_m,   &s->roll_damping_ns_per_m};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i) *rates[i] *= rate;
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; ++i) *dampings[i] *= damping;
    scale_curve(&s->spring_curve, rate);
    scale_curve(&s->damper_curve, damping);
    s->anti_roll_bar_n_per_m *= bar;
    s->anti_roll_bar_n *= bar;
    s->bump_travel_m *= travel;
    s->rebound_travel_m *= travel;
}

static void scale_springs(const kamm_arcade *arcade, kamm_vehicle_def *def)
{
    double rate = arcade->gravity * arcade->stiffness * (1 + arcade->downforce);
    for (int a = 0; a < def->axles_count; ++a)
        scale_suspension(&def->axles[a].suspension, rate, rate * arcade->grip, arcade->travel);
    def->body.contact_stiffness_n_per_m *= arcade->gravity;
}

/* -- drive -- */

static void scale_motor(kamm_motor_def *m, double factor)
{
    m->peak_nm *= factor;
    m->power_w *= factor;
    m->shaft_stiffness_nm_per_rad *= factor;
    m->shaft_damping_nms_per_rad *= factor;
    m->copper_loss_w_per_n2m2 /= factor;
    m->regen_share = fmin(m->regen_share / factor, 1);
}

static void scale_battery(kamm_battery_def *b, double factor)
{
    b->resistance_ohm /= factor;
    b->discharge_w *= factor;
    b->charge_w *= factor;
}

/* The converter's torque at a speed is that speed over its K, squared. */
static void scale_drive(const kamm_arcade *arcade, kamm_vehicle_def *def)
{
    double factor = arcade->torque;
    scale_curve(&def->engine.torque_curve, factor);
    double *const torques[] = {&def->clutch.torque_nm,
                               &def->clutch.creep_torque_nm,
                               &def->clutch.shaft_stiffness_nm_per_rad,
                               &def->clutch.shaft_damping_nms_per_rad,
                               &def->converter.lock_nm,
                               &def->transfer.stiffness_nm_per_rad,
                               &def->power_split.generator.peak_nm,
                               &def->power_split.generator.power_w,
                               &def->limits.acceleration_mps2};
    for (size_t i = 0; i < sizeof torques / sizeof *torques; ++i) *torques[i] *= factor;
    scale_curve(&def->converter.k_curve, 1 / sqrt(factor));
    for (int a = 0; a < def->axles_count; ++a) scale_motor(&def->axles[a].motor, factor);
    scale_battery(&def->battery, factor);
}

/* -- tyres and brakes -- */

static int is_rear(const kamm_vehicle_def *def, int axle)
{
    double last = def->axles[def->axles_count - 1].behind_front_axle_m;
    return def->axles[axle].behind_front_axle_m > 0.5 * last;
}

/* A curve that no tyre has, with the knob that asks for it. */
static kamm_result refuse_curve(const char *knob, kamm_result result, kamm_error *error)
{
    if (!error) return result;
    const kamm_error told = *error;
    return kamm_fail(error, result, knob, "%s: %s", knob, told.text);
}

static kamm_result scale_tyres(const kamm_arcade *arcade, kamm_vehicle_def *def, kamm_error *error)
{
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_tyre_def *tyre = &def->axles[a].tyre;
        int rear = is_rear(def, a);
        kamm_result result =
            kamm_arcade_curve(rear ? &arcade->rear_grip : &arcade->front_grip, tyre, error);
        if (result) return refuse_curve(rear ? "rear_grip" : "front_grip", result, error);
        kamm_arcade_grip(arcade->grip, tyre);
        kamm_arcade_load(arcade->gravity, tyre);
    }
    def->single_track.friction *= arcade->grip;
    def->rigid2d.side_friction_ns_per_m *= arcade->grip * arcade->gravity;
    def->rigid2d.roll_friction_ns_per_m *= arcade->grip * arcade->gravity;
    return KAMM_OK;
}

static void scale_brakes(const kamm_arcade *arcade, kamm_vehicle_def *def)
{
    double factor = arcade->grip * arcade->gravity * arcade->braking;
    for (int a = 0; a < def->axles_count; ++a) {
        def->axles[a].brake_torque_nm *= factor;
        def->axles[a].hand_brake_torque_nm *= factor;
    }
    def->limits.braking_mps2 *= factor;
}

/* -- body -- */

static void add_downforce(const kamm_arcade *arcade, kamm_vehicle_def *def)
{
    double last = def->axles[def->axles_count - 1].behind_front_axle_m;
    double pressure = 0.5 * KAMM_STANDARD_AIR_KGPM3 * DOWNFORCE_MPS * DOWNFORCE_MPS;
    double area = def->aero.frontal_area_m2;
    if (!(arcade->downforce > 0) || !(area > 0)) return;
    double weight = def->body.mass_kg * STANDARD_GRAVITY * arcade->gravity;
    double lift = -arcade->downforce * weight / (pressure * area);
    double rear = fmin(fmax(def->body.cg_behind_front_axle_m / last, 0), 1);
    def->aero.front_lift_coefficient += lift * (1 - rear);
    def->aero.rear_lift_coefficient += lift * rear;
}

/* Half of the narrowest track, and the largest friction of any tyre: what decides whether a car slides or rolls over.
 * A single wheel bears nothing against it. */
static double upright_height_m(const kamm_vehicle_def *def)
{
    double half = 0, friction = 0;
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        double grip = kamm_arcade_friction(&axle->tyre);
        if (grip > friction) friction = grip;
        if (axle->wheels != KAMM_WHEELS_SINGLE && (half <= 0 || axle->track_m < 2 * half))
            half = 0.5 * axle->track_m;
    }
    return UPRIGHT_SHARE * half / fmax(friction, 0.01);
}

static void scale_body(const kamm_arcade *arcade, kamm_vehicle_def *def)
{
    double height = def->body.cg_height_m * arcade->cg_height, upright = upright_height_m(def);
    if (arcade->upright && upright > 0) height = fmin(height, upright);
    def->payload.cg_height_m *= height / def->body.cg_height_m;
    def->body.cg_height_m = height;
    add_downforce(arcade, def);
    if (arcade->steer_angle_rad > 0)
        def->steering.ratio = fmax(def->steering.lock_rad / arcade->steer_angle_rad, 1);
}

/* -- drift -- */

/* Weight on each rear wheel, by the lever, if all rear axles bear alike. */
static double rear_wheel_load_n(const kamm_arcade *arcade, const kamm_vehicle_def *def)
{
    double last = def->axles[def->axles_count - 1].behind_front_axle_m;
    int wheels = 0;
    for (int a = 0; a < def->axles_count; ++a)
        if (is_rear(def, a)) wheels += def->axles[a].wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
    double weight = def->body.mass_kg * STANDARD_GRAVITY * arcade->gravity;
    return weight * def->body.cg_behind_front_axle_m / (last * wheels);
}

static void let_drift(const kamm_arcade *arcade, kamm_vehicle_def *def)
{
    if (!(arcade->drift_angle_rad > 0)) return;
    def->aids.tcs = def->aids.esc = 0;
    def->steering.max_rate_radps =
        fmax(def->steering.max_rate_radps, COUNTERSTEER_RADPS * def->steering.ratio);
    for (int a = 0; a < def->axles_count; ++a) {
        kamm_axle_def *axle = &def->axles[a];
        if (!is_rear(def, a)) continue;
        double locks = LOCKS_BY * kamm_arcade_friction(&axle->tyre) *
                       rear_wheel_load_n(arcade, def) * axle->tyre.unloaded_radius_m;
        axle->hand_brake_torque_nm = fmax(axle->hand_brake_torque_nm, locks);
        axle->hand_brake_abs = 0;
        if (axle->differential != KAMM_DIFFERENTIAL_OPEN) continue;
        axle->differential = KAMM_DIFFERENTIAL_LIMITED_SLIP;
        axle->lock_drive = axle->lock_coast = LOCKED_SHARE;
        axle->lock_preload_nm = 0;
    }
}

static kamm_result change(const kamm_arcade *arcade, kamm_vehicle_def *def, kamm_error *error)
{
    kamm_result result = scale_tyres(arcade, def, error);
    if (result) return result;
    scale_springs(arcade, def);
    scale_drive(arcade, def);
    scale_brakes(arcade, def);
    scale_body(arcade, def);
    let_drift(arcade, def);
    return kamm_check(kamm_vehicle_table(), def, error);
}

kamm_result kamm_arcade_vehicle(const kamm_arcade *arcade, kamm_vehicle_def *def, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, arcade && def, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check(kamm_arcade_table(), arcade, error);
    if (!result) result = kamm_check(kamm_vehicle_table(), def, error);
    if (result) return result;
    kamm_vehicle_def *changed = kamm_allocate(sizeof *changed);
    if (!changed) return kamm_fail(error, KAMM_ERROR_MEMORY, "", "out of memory");
    *changed = *def;
    result = change(arcade, changed, error);
    if (!result) *def = *changed;
    kamm_release(changed);
    return result;
}

kamm_ground kamm_arcade_ground(const kamm_arcade *arcade, const kamm_ground *ground)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(arcade && ground, kamm_flat_ground);
    kamm_ground heavier = *ground;
    float *g = heavier.gravity_mps2;
    if (g[0] == 0 && g[1] == 0 && g[2] == 0) g[2] = -9.80665f;
    int none = g[0] == 0 && g[1] == 0 && fabsf(g[2]) <= KAMM_NONE;
    for (int i = 0; i < 3 && !none; ++i) g[i] *= (float)arcade->gravity;
    return heavier;
}
