/* Suspension and brakes of estimated vehicles.
 *
 * Springs have the rule's ride frequency f of the sprung mass m on a wheel: k = (2 pi f)^2 m. Dampers have the
 * rule's share of critical damping, 2 sqrt(k m). Anti-roll bars bring body and tyres in series to the rule's roll angle
 * per g with the rule's front share. The roll stiffness of all axles is then M (1 / angle + 1), with the moment M of the
 * sprung mass about the roll axis per g. Links and wheels tilt the vehicle on its tyres by the rest of the moment
 * (after Milliken; Reimpell). */
#include <math.h>

#include "estimate.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979

static double sprung_kg(const struct estimate *e, enum end end)
{
    int axle = end == FRONT ? 0 : e->front_axles;
    return e->wheel_load_n[end] / GRAVITY - e->def.axles[axle].unsprung_mass_kg;
}

static void put_wheel(struct estimate *e, int axle)
{
    enum end end = end_of(e, axle);
    double wheels = e->def.axles[axle].wheels == KAMM_WHEELS_TWIN ? 2 : 1;
    double mass = kamm_rule_value(e, RULE_unsprung_share) * e->facts.mass_kg * 2 / e->axles;
    if (kamm_is_beam(e, end)) mass *= kamm_rule_value(e, RULE_beam_unsprung);
    mass = fmin(mass, 0.3 * e->wheel_load_n[end] / GRAVITY);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "unsprung_mass_kg"), mass, RULE_unsprung_share);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "wheel_inertia_kgm2"),
                   wheels * kamm_rule_value(e, RULE_wheel_inertia) * e->tyres[end].mass_kg *
                       e->radius_m[end] * e->radius_m[end],
                   RULE_wheel_inertia);
    if (wheels > 1)
        kamm_put_ruled(e, kamm_axle_path(e, axle, "twin_spacing_m"),
                       kamm_rule_value(e, RULE_twin_spacing) * e->tyres[end].width_m,
                       RULE_twin_spacing);
}

static void put_rule(struct estimate *e, int axle, const char *name, enum rule rule)
{
    kamm_put_ruled(e, kamm_axle_path(e, axle, name), kamm_rule_value(e, rule), rule);
}

static void put_springs(struct estimate *e, int axle)
{
    enum end end = end_of(e, axle);
    enum rule rule = end == FRONT ? RULE_front_ride_frequency : RULE_rear_ride_frequency;
    double mass = sprung_kg(e, end), rate = 2 * PI * kamm_rule_value(e, rule);
    double spring = rate * rate * mass, critical = 2 * sqrt(spring * mass);
    double bump = critical * kamm_rule_value(e, RULE_bump_damping_ratio);
    double rebound = critical * kamm_rule_value(e, RULE_rebound_damping_ratio);
    double fast = kamm_rule_value(e, RULE_fast_damping_share);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.spring_n_per_m"), spring, rule);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.bump_damping_ns_per_m"), bump,
                   RULE_bump_damping_ratio);
    if (kamm_is_solid(e, end)) return;
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.bump_fast_damping_ns_per_m"), fast * bump,
                   RULE_fast_damping_share);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.rebound_damping_ns_per_m"), rebound,
                   RULE_rebound_damping_ratio);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.rebound_fast_damping_ns_per_m"),
                   fast * rebound, RULE_fast_damping_share);
    put_rule(e, axle, "suspension.bump_travel_m", RULE_bump_travel);
    put_rule(e, axle, "suspension.rebound_travel_m", RULE_rebound_travel);
    double stop = spring * kamm_rule_value(e, RULE_stop_stiffness);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.bump_stop_n_per_m"), stop,
                   RULE_stop_stiffness);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.rebound_stop_n_per_m"), stop,
                   RULE_stop_stiffness);
}

static void put_front_geometry(struct estimate *e, int axle)
{
    put_rule(e, axle, "suspension.caster_rad", RULE_caster);
    put_rule(e, axle, "suspension.kingpin_inclination_rad", RULE_kingpin_inclination);
}

/* A rule whose number the field takes with a minus. */
static void put_minus(struct estimate *e, int axle, const char *name, enum rule rule)
{
    kamm_put_ruled(e, kamm_axle_path(e, axle, name), -kamm_rule_value(e, rule), rule);
}

static void put_compliance(struct estimate *e, int axle)
{
    int front = end_of(e, axle) == FRONT;
    if (front)
        put_minus(e, axle, "suspension.lateral_force_toe_rad_per_n", RULE_front_toe_compliance);
    else
        put_rule(e, axle, "suspension.lateral_force_toe_rad_per_n", RULE_rear_toe_compliance);
    put_rule(e, axle, "suspension.lateral_force_camber_rad_per_n",
             front ? RULE_front_camber_compliance : RULE_rear_camber_compliance);
    put_rule(e, axle, "suspension.aligning_torque_steer_rad_per_nm",
             front ? RULE_front_steer_compliance : RULE_rear_steer_compliance);
}

static void put_geometry(struct estimate *e, int axle)
{
    enum end end = end_of(e, axle);
    int front = end == FRONT, single = e->def.axles[axle].wheels == KAMM_WHEELS_SINGLE;
    if (front) put_front_geometry(e, axle);
    if (single) return;
    put_rule(e, axle, "suspension.camber_rad", front ? RULE_front_camber : RULE_rear_camber);
    put_rule(e, axle, "suspension.roll_centre_height_m",
             front ? RULE_front_roll_centre : RULE_rear_roll_centre);
    if (kamm_is_beam(e, end) || kamm_is_solid(e, end)) return;
    put_minus(e, axle, "suspension.camber_gain_rad_per_m", RULE_camber_gain);
    if (front)
        put_rule(e, axle, "suspension.caster_gain_rad_per_m", RULE_front_anti_dive);
    else
        put_minus(e, axle, "suspension.caster_gain_rad_per_m", RULE_rear_anti_lift);
    put_compliance(e, axle);
}

static void put_kind(struct estimate *e, int axle)
{
    enum end end = end_of(e, axle);
    const char *word = kamm_is_solid(e, end)  ? "solid_mounting"
                       : kamm_is_beam(e, end) ? "dependent"
                                              : "independent";
    kamm_put_word(e, kamm_axle_path(e, axle, "suspension.kind"), word);
    if (kamm_is_beam(e, end))
        kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.spring_base_m"),
                       e->def.axles[axle].track_m * kamm_rule_value(e, RULE_beam_spring_base),
                       RULE_beam_spring_base);
    if (end == REAR && kamm_is_beam(e, end) && axle < e->axles - 1)
        kamm_put_word(e, kamm_axle_path(e, axle, "suspension.load_sharing"), "walking_beam");
}

/* -- Anti-roll bars -- */

static double spring_roll_nm(const kamm_axle_def *axle)
{
    const kamm_suspension_def *s = &axle->suspension;
    double base = s->spring_base_m > 0 ? s->spring_base_m : axle->track_m;
    return axle->wheels == KAMM_WHEELS_SINGLE ? 0 : s->spring_n_per_m * base * base / 2;
}

static double tyre_roll_nm(const struct estimate *e, const kamm_axle_def *axle, enum end end)
{
    double tyres = axle->wheels == KAMM_WHEELS_TWIN ? 2 : 1;
    return tyres * e->tyres[end].vertical_stiffness_n_per_m * axle->track_m * axle->track_m / 2;
}

/* Moments per g, N m: of the sprung mass about the roll axis, which springs carry, and of all about the ground. */
struct moments {
    double springs, all;
};

static struct moments overturning_nm(const struct estimate *e)
{
    const kamm_vehicle_def *def = &e->def;
    double weight = 0, unsprung = 0, axis = 0, mass = def->body.mass_kg + def->payload.mass_kg;
    double height = (def->body.mass_kg * def->body.cg_height_m +
                     def->payload.mass_kg * def->payload.cg_height_m) /
                    mass;
    for (int a = 0; a < e->axles; ++a) {
        enum end end = end_of(e, a);
        double hubs = def->axles[a].wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
        double on_axle = hubs * GRAVITY * sprung_kg(e, end);
        weight += on_axle;
        unsprung += hubs * GRAVITY * def->axles[a].unsprung_mass_kg * e->radius_m[end];
        axis += on_axle * def->axles[a].suspension.roll_centre_height_m;
    }
    double all = mass * GRAVITY * height;
    return (struct moments){fmax(all - unsprung - axis, 0.2 * weight * height), all};
}

/* The roll stiffness, tyres in series, that gives the rule's angle with what links and wheels put on the tyres alone. */
static double wanted_roll_nm(const struct estimate *e)
{
    struct moments moments = overturning_nm(e);
    double tyres = 0, angle = kamm_rule_value(e, RULE_roll_gradient);
    for (int a = 0; a < e->axles; ++a)
        if (e->def.axles[a].wheels != KAMM_WHEELS_SINGLE)
            tyres += tyre_roll_nm(e, &e->def.axles[a], end_of(e, a));
    double left = fmax(angle - (moments.all - moments.springs) / tyres, 0.3 * angle);
    return moments.springs * (1 / left + 1);
}

static void put_bar(struct estimate *e, int axle, double wanted_nm)
{
    kamm_axle_def *at = &e->def.axles[axle];
    enum end end = end_of(e, axle);
    double tyres = tyre_roll_nm(e, at, end);
    double body = wanted_nm < 0.95 * tyres ? 1 / (1 / wanted_nm - 1 / tyres) : 20 * tyres;
    double bar = (body - spring_roll_nm(at)) / (at->track_m * at->track_m);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.anti_roll_bar_n_per_m"), fmax(bar, 0),
                   end == FRONT ? RULE_front_roll_share : RULE_roll_gradient);
}

static void put_bars(struct estimate *e)
{
    double all = wanted_roll_nm(e);
    double front = e->def.axles[0].wheels == KAMM_WHEELS_SINGLE
                       ? 0
                       : kamm_rule_value(e, RULE_front_roll_share);
    for (int a = 0; a < e->axles; ++a) {
        enum end end = end_of(e, a);
        double share = (end == FRONT ? front : 1 - front) / axles_at(e, end);
        if (kamm_is_solid(e, end) || e->def.axles[a].wheels == KAMM_WHEELS_SINGLE)
            kamm_put_ruled(e, kamm_axle_path(e, a, "suspension.anti_roll_bar_n_per_m"), 0,
                           RULE_roll_gradient);
        else
            put_bar(e, a, share * all);
    }
}

void kamm_estimate_suspension(struct estimate *e)
{
    for (int a = 0; a < e->axles && !e->result; ++a) {
        put_wheel(e, a);
        put_kind(e, a);
        put_springs(e, a);
        put_geometry(e, a);
    }
    if (!e->result) put_bars(e);
}

/* -- Brakes -- */

/* Load of an end, all its axles, in braking of that many g. */
static double braked_load_n(const struct estimate *e, enum end end, double g)
{
    const kamm_vehicle_def *def = &e->def;
    int first = end == FRONT ? 0 : e->front_axles;
    int hubs = def->axles[first].wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
    double load = e->wheel_load_n[end] * hubs * axles_at(e, end);
    double moved = g * GRAVITY * def->body.mass_kg * def->body.cg_height_m / e->facts.wheelbase_m;
    return fmax(end == FRONT ? load + moved : load - moved, 0.05 * load);
}

void kamm_estimate_brakes(struct estimate *e)
{
    double friction = e->tyres[FRONT].friction_longitudinal;
    double balance = kamm_rule_value(e, RULE_brake_balance);
    double front_nm = kamm_rule_value(e, RULE_brake_margin) * friction * e->radius_m[FRONT] *
                      braked_load_n(e, FRONT, friction);
    double rear_nm = front_nm / e->radius_m[FRONT] * e->radius_m[REAR] *
                     braked_load_n(e, REAR, balance) / braked_load_n(e, FRONT, balance);
    double held_nm = kamm_rule_value(e, RULE_hand_brake_slope) * GRAVITY * e->radius_m[REAR] *
                     (e->def.body.mass_kg + e->def.payload.mass_kg);
    for (int a = 0; a < e->axles; ++a) {
        enum end end = end_of(e, a);
        int hubs = e->def.axles[a].wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
        int wheels = hubs * axles_at(e, end);
        kamm_put_ruled(e, kamm_axle_path(e, a, "brake_torque_nm"),
                       (end == FRONT ? front_nm : rear_nm) / wheels,
                       end == FRONT ? RULE_brake_margin : RULE_brake_balance);
        if (end == REAR)
            kamm_put_ruled(e, kamm_axle_path(e, a, "hand_brake_torque_nm"), held_nm / wheels,
                           RULE_hand_brake_slope);
    }
    kamm_put_word(e, "aids.abs", e->facts.aids >= KAMM_AIDS_ABS ? "true" : "false");
    kamm_put_word(e, "aids.tcs", e->facts.aids == KAMM_AIDS_TCS ? "true" : "false");
    kamm_put_word(e, "aids.tcs_brakes", e->facts.aids == KAMM_AIDS_TCS ? "true" : "false");
    kamm_put_ruled(e, "aids.abs_slip", e->tyres[FRONT].peak_slip_ratio, RULE_tyre_peak_slip);
    kamm_put_ruled(e, "aids.tcs_slip", e->tyres[FRONT].peak_slip_ratio, RULE_tyre_peak_slip);
}
