/* Layout, mass, inertia, steering and air of estimated vehicles. */
#include <math.h>
#include <string.h>

#include "estimate.h"

#define GRAVITY 9.80665

/* -- Layout -- */

static double place_m(const struct estimate *e, int axle)
{
    return e->def.axles[axle].behind_front_axle_m;
}

/* Middle of the axles of an end. */
static double middle_m(const struct estimate *e, enum end end)
{
    int first = end == FRONT ? 0 : e->front_axles, count = axles_at(e, end);
    double sum = 0;
    for (int a = first; a < first + count; ++a) sum += place_m(e, a);
    return sum / count;
}

static void place_axles(struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    e->axles = facts->axles_m_count ? facts->axles_m_count : 2;
    e->front_axles = facts->steered_axles > 0 ? (int)facts->steered_axles : 1;
    if (e->axles < 2 || e->front_axles >= e->axles) {
        e->result = kamm_fail(
            e->error, KAMM_ERROR_RANGE, "steered_axles",
            "steered_axles: %d of %d; two axles at least, and the last one does not steer",
            e->front_axles, e->axles);
        return;
    }
    e->def.axles_count = e->axles;
    for (int a = 0; a < e->axles; ++a) {
        kamm_set_defaults(kamm_vehicle_table()->fields[kamm_vehicle_table()->count - 1].table,
                          &e->def.axles[a]);
        double place = facts->axles_m_count ? facts->axles_m[a] : a ? facts->wheelbase_m : 0;
        kamm_put_given(e, kamm_axle_path(e, a, "behind_front_axle_m"), place);
    }
    e->facts.wheelbase_m = place_m(e, e->axles - 1);
}

static void share_steering(struct estimate *e)
{
    double turning_m = middle_m(e, REAR);
    for (int a = 0; a < e->front_axles; ++a)
        kamm_put_given(e, kamm_axle_path(e, a, "steer_share"),
                       kamm_rounded((turning_m - place_m(e, a)) / turning_m));
}

/* Equal shares of the driven axles; with two ends 0.4 in front. */
static void share_drive(struct estimate *e)
{
    if (e->facts.engine == KAMM_POWER_ELECTRIC) return;
    for (int a = 0; a < e->axles; ++a) {
        enum end end = end_of(e, a);
        if (!kamm_is_driven(e, end)) continue;
        double share = kamm_torque_share(e, end) / axles_at(e, end);
        if (e->facts.drive == KAMM_DRIVEN_ALL)
            kamm_put_ruled(e, kamm_axle_path(e, a, "drive_share"), share, RULE_front_torque_share);
        else
            kamm_put_given(e, kamm_axle_path(e, a, "drive_share"), share);
    }
}

static void choose_wheels(struct estimate *e)
{
    static const char *const words[] = {"single", "pair", "twin"};
    for (int a = 0; a < e->axles; ++a) {
        int front = end_of(e, a) == FRONT;
        kamm_put_word(e, kamm_axle_path(e, a, "wheels"),
                      words[front ? e->facts.front_wheels : e->facts.rear_wheels]);
    }
}

void kamm_estimate_layout(struct estimate *e)
{
    place_axles(e);
    if (e->result) return;
    share_steering(e);
    share_drive(e);
    choose_wheels(e);
}

/* -- Mass and shape -- */

/* Tyres of a side, side by side. */
static double tyre_width_m(const struct estimate *e, enum end end) { return e->tyres[end].width_m; }

static void put_tracks(struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    double front = facts->front_track_m, ruled;
    if (!(front > 0) && facts->width_m > 0 && facts->body != KAMM_CLASS_KART)
        ruled = facts->width_m / kamm_rule_value(e, RULE_width_over_tyres) - tyre_width_m(e, FRONT);
    else
        ruled = facts->wheelbase_m * kamm_rule_value(e, RULE_track_per_wheelbase);
    enum rule rule = facts->width_m > 0 && facts->body != KAMM_CLASS_KART
                         ? RULE_width_over_tyres
                         : RULE_track_per_wheelbase;
    for (int a = 0; a < e->axles; ++a) {
        const char *path = kamm_axle_path(e, a, "track_m");
        if (end_of(e, a) == FRONT && facts->front_wheels == KAMM_WHEELS_SINGLE) continue;
        if (end_of(e, a) == FRONT)
            front = kamm_put_known(e, path, facts->front_track_m, ruled, rule);
        else
            kamm_put_known(e, path, facts->rear_track_m,
                           (front > 0 ? front : ruled) * kamm_rule_value(e, RULE_rear_track_share),
                           RULE_rear_track_share);
    }
}

static double mean_track_m(const struct estimate *e)
{
    double rear = e->def.axles[e->axles - 1].track_m;
    return e->facts.front_wheels == KAMM_WHEELS_SINGLE ? rear
                                                       : (e->def.axles[0].track_m + rear) / 2;
}

static void put_shape(struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    double length =
        kamm_put_known(e, "body.length_m", facts->length_m,
                       facts->wheelbase_m * kamm_rule_value(e, RULE_length_per_wheelbase),
                       RULE_length_per_wheelbase);
    kamm_put_known(e, "body.width_m", facts->width_m,
                   (mean_track_m(e) + tyre_width_m(e, REAR)) *
                       kamm_rule_value(e, RULE_width_over_tyres),
                   RULE_width_over_tyres);
    kamm_put_known(e, "body.height_m", facts->height_m, kamm_rule_value(e, RULE_height),
                   RULE_height);
    double overhangs = length - facts->wheelbase_m;
    kamm_put_ruled(e, "body.front_overhang_m",
                   (overhangs > 0 ? overhangs : 0) * kamm_rule_value(e, RULE_front_overhang_share),
                   RULE_front_overhang_share);
    kamm_put_ruled(e, "body.ground_clearance_m", kamm_rule_value(e, RULE_ground_clearance),
                   RULE_ground_clearance);
}

static enum rule rule_of_front_share(const kamm_vehicle_facts *facts)
{
    if (facts->engine == KAMM_POWER_ELECTRIC) return RULE_front_share_electric;
    if (facts->engine_place == KAMM_PLACE_MIDDLE) return RULE_front_share_middle;
    if (facts->engine_place == KAMM_PLACE_REAR) return RULE_front_share_rear;
    return facts->drive == KAMM_DRIVEN_FRONT  ? RULE_front_share_front_drive
           : facts->drive == KAMM_DRIVEN_REAR ? RULE_front_share_rear_drive
                                              : RULE_front_share_all_drive;
}

static void put_centre(struct estimate *e)
{
    enum rule rule = rule_of_front_share(&e->facts);
    double known = e->facts.front_share;
    double share = known > 0 ? known : kamm_rule_value(e, rule);
    double rear_m = middle_m(e, REAR), x = rear_m - share * (rear_m - middle_m(e, FRONT));
    kamm_put_known(e, "body.cg_behind_front_axle_m", known > 0 ? kamm_rounded(x) : 0, x, rule);
    double height = mean_track_m(e) / 2 / kamm_rule_value(e, RULE_static_stability_factor);
    if (e->facts.engine == KAMM_POWER_ELECTRIC)
        height *= kamm_rule_value(e, RULE_electric_cg_share);
    kamm_put_known(e, "body.cg_height_m", e->facts.cg_height_m, height,
                   RULE_static_stability_factor);
}

/* Distances of the centre of gravity to the middles of both ends. */
static void put_inertia(struct estimate *e)
{
    double mass = e->facts.mass_kg, x = e->def.body.cg_behind_front_axle_m;
    double arms = (x - middle_m(e, FRONT)) * (middle_m(e, REAR) - x);
    double radius = kamm_rule_value(e, RULE_roll_radius) * mean_track_m(e);
    kamm_put_ruled(e, "body.roll_inertia_kgm2", mass * radius * radius, RULE_roll_radius);
    kamm_put_ruled(e, "body.pitch_inertia_kgm2", mass * arms * kamm_rule_value(e, RULE_pitch_index),
                   RULE_pitch_index);
    kamm_put_ruled(e, "body.yaw_inertia_kgm2", mass * arms * kamm_rule_value(e, RULE_yaw_index),
                   RULE_yaw_index);
}

static void put_payload(struct estimate *e)
{
    if (!(e->facts.payload_kg > 0)) return;
    kamm_put_given(e, "payload.mass_kg", e->facts.payload_kg);
    kamm_put_ruled(e, "payload.cg_behind_front_axle_m",
                   e->facts.wheelbase_m * kamm_rule_value(e, RULE_payload_place),
                   RULE_payload_place);
    kamm_put_ruled(e, "payload.cg_height_m",
                   e->def.body.height_m * kamm_rule_value(e, RULE_payload_height),
                   RULE_payload_height);
}

/* Loads of the hubs, by the lever between the middles of both ends. */
static void find_loads(struct estimate *e)
{
    const kamm_vehicle_def *def = &e->def;
    double front_m = middle_m(e, FRONT), base_m = middle_m(e, REAR) - front_m;
    double load = def->payload.mass_kg, mass = def->body.mass_kg + load;
    double moment = def->body.mass_kg * (def->body.cg_behind_front_axle_m - front_m) +
                    load * (def->payload.cg_behind_front_axle_m - front_m);
    double rear_kg = moment / base_m;
    for (int end = FRONT; end < ENDS; ++end) {
        int first = end == FRONT ? 0 : e->front_axles;
        int hubs = def->axles[first].wheels == KAMM_WHEELS_SINGLE ? 1 : 2;
        double on_end = end == FRONT ? mass - rear_kg : rear_kg;
        e->wheel_load_n[end] = GRAVITY * on_end / axles_at(e, (enum end)end) / hubs;
    }
    if (e->wheel_load_n[FRONT] > 0 && e->wheel_load_n[REAR] > 0) return;
    e->result = kamm_fail(e->error, KAMM_ERROR_RANGE, "payload_kg",
                          "payload_kg: with %.0f kg the front wheels carry nothing", load);
}

void kamm_estimate_body(struct estimate *e)
{
    kamm_put_given(e, "body.mass_kg", e->facts.mass_kg);
    put_tracks(e);
    put_shape(e);
    put_centre(e);
    put_inertia(e);
    put_payload(e);
    if (!e->result) find_loads(e);
}

/* -- Steering and air -- */

/* Mean angle of the front wheels at full lock, from the circle of the outer front wheel. */
static double lock_of_wheels_rad(const struct estimate *e, double circle_m)
{
    double base_m = middle_m(e, REAR), outer_m = (circle_m - e->tyres[FRONT].width_m) / 2;
    double half_m = e->def.axles[0].wheels == KAMM_WHEELS_SINGLE ? 0 : e->def.axles[0].track_m / 2;
    double across_m = sqrt(fmax(outer_m * outer_m - base_m * base_m, 0.04 * base_m * base_m));
    return atan(base_m / fmax(across_m - half_m, 0.3 * base_m));
}

void kamm_estimate_steering(struct estimate *e)
{
    double known = e->facts.turning_circle_m;
    double circle =
        known > 0 ? known
                  : e->facts.wheelbase_m * kamm_rule_value(e, RULE_turning_circle_per_wheelbase);
    double ratio = kamm_put_known(e, "steering.ratio", e->facts.steering_ratio,
                                  kamm_rule_value(e, RULE_steering_ratio), RULE_steering_ratio);
    double lock = kamm_rounded(ratio * lock_of_wheels_rad(e, circle));
    kamm_put_known(e, "steering.lock_rad", known > 0 ? lock : 0, lock,
                   RULE_turning_circle_per_wheelbase);
    kamm_put_ruled(e, "steering.inertia_kgm2", kamm_rule_value(e, RULE_steering_inertia),
                   RULE_steering_inertia);
    kamm_put_ruled(e, "steering.assistance", kamm_rule_value(e, RULE_assistance), RULE_assistance);
    kamm_put_ruled(e, "steering.assistance_at_speed",
                   kamm_rule_value(e, RULE_assistance) * kamm_rule_value(e, RULE_assistance_kept),
                   RULE_assistance_kept);
}

void kamm_estimate_air(struct estimate *e)
{
    const kamm_car_body_def *body = &e->def.body;
    double area = body->width_m * body->height_m * kamm_rule_value(e, RULE_area_share);
    kamm_put_known(e, "aero.drag_coefficient", e->facts.drag_coefficient,
                   kamm_rule_value(e, RULE_drag_coefficient), RULE_drag_coefficient);
    kamm_put_known(e, "aero.frontal_area_m2", e->facts.frontal_area_m2, area, RULE_area_share);
    kamm_put_ruled(e, "aero.drag_height_m", body->height_m * kamm_rule_value(e, RULE_drag_height),
                   RULE_drag_height);
    kamm_put_ruled(e, "aero.side_force_height_m",
                   body->height_m * kamm_rule_value(e, RULE_side_force_height),
                   RULE_side_force_height);
    kamm_put_ruled(e, "aero.front_lift_coefficient", kamm_rule_value(e, RULE_front_lift),
                   RULE_front_lift);
    kamm_put_ruled(e, "aero.rear_lift_coefficient", kamm_rule_value(e, RULE_rear_lift),
                   RULE_rear_lift);
    kamm_put_ruled(e, "aero.side_force_slope_per_rad", kamm_rule_value(e, RULE_side_force_slope),
                   RULE_side_force_slope);
    kamm_put_ruled(e, "aero.side_force_ahead", kamm_rule_value(e, RULE_side_force_ahead),
                   RULE_side_force_ahead);
}
