/* Estimated trailers with a drawbar: a jockey wheel in front, on which an uncoupled one stands, and axles near the middle.
 *
 * The centre of gravity follows from the load on the coupling. Springs are those of torsion axles on rubber, with the
 * rule's frequency of the sprung mass, without anti-roll bars. Trailers of more than 750 kg have overrun brakes, as the
 * law asks for (directive 71/320/EEC, classes O1 and O2). */
#include <math.h>

#include "estimate.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979

/* Heaviest trailer without brakes. */
static const double unbraked_kg = 750;

/* The jockey wheel, as the shipped caravan has it. */
static const char jockey_tyre[] = "10x3.00-4",
                  jockey_source[] = "estimated: a usual jockey wheel, in halves 0.3 m apart";
static const double jockey_track_m = 0.3, jockey_lift_m = 0.3, jockey_kg = 9, jockey_hz = 4.4,
                    jockey_travel_m = 0.06;

static void put_stated(struct estimate *e, const char *path, double value, const char *source)
{
    kamm_put_given(e, path, kamm_rounded(value));
    kamm_mark_source(e, path, source);
}

/* -- Layout -- */

static double jockey_m(const struct estimate *e)
{
    return kamm_rounded(kamm_rule_value(e, RULE_jockey_place) * e->facts.drawbar_m);
}

static void put_brakes_kind(struct estimate *e)
{
    double mass = e->facts.mass_kg + e->facts.payload_kg, weight = GRAVITY * mass;
    int has_brakes = mass > unbraked_kg;
    kamm_put_word(e, "drawbar.brakes", has_brakes ? "overrun" : "none");
    if (!has_brakes) return;
    kamm_put_ruled(e, "drawbar.overrun_threshold_n",
                   weight * kamm_rule_value(e, RULE_overrun_threshold), RULE_overrun_threshold);
    kamm_put_ruled(e, "drawbar.overrun_full_n", weight * kamm_rule_value(e, RULE_overrun_full),
                   RULE_overrun_full);
}

/* Places count from the jockey wheel, which is the front axle. */
void kamm_estimate_towed_layout(struct estimate *e)
{
    kamm_vehicle_facts *facts = &e->facts;
    int own = facts->axles_m_count ? facts->axles_m_count : 1;
    if (own >= KAMM_MAX_AXLES || facts->axles_m[0] != 0) {
        e->result = kamm_fail(e->error, KAMM_ERROR_RANGE, "axles_m",
                              "axles_m: of a trailer at most %d numbers, of which the first is 0",
                              KAMM_MAX_AXLES - 1);
        return;
    }
    e->axles = e->def.axles_count = own + 1;
    e->front_axles = 1;
    for (int a = 0; a < e->axles; ++a) {
        double place = a ? facts->drawbar_m - jockey_m(e) + facts->axles_m[a - 1] : 0;
        kamm_set_defaults(kamm_vehicle_table()->fields[kamm_vehicle_table()->count - 1].table,
                          &e->def.axles[a]);
        kamm_put_given(e, kamm_axle_path(e, a, "behind_front_axle_m"), kamm_rounded(place));
        kamm_put_word(e, kamm_axle_path(e, a, "wheels"), "pair");
    }
    facts->wheelbase_m = e->def.axles[e->axles - 1].behind_front_axle_m;
    snprintf(facts->rear_tyres, sizeof facts->rear_tyres, "%s", facts->tyres);
    snprintf(facts->tyres, sizeof facts->tyres, "%s", jockey_tyre);
    kamm_put_word(e, "drawbar.towed", "true");
    kamm_put_ruled(e, "drawbar.behind_front_axle_m", -jockey_m(e), RULE_jockey_place);
    kamm_put_ruled(e, "drawbar.height_m", kamm_rule_value(e, RULE_coupling_height),
                   RULE_coupling_height);
    put_brakes_kind(e);
}

/* -- Body -- */

static double middle_of_axles_m(const struct estimate *e)
{
    double sum = 0;
    for (int a = 1; a < e->axles; ++a) sum += e->def.axles[a].behind_front_axle_m;
    return sum / (e->axles - 1);
}

static void put_shape(struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    double drawbar = facts->drawbar_m, width, length;
    double start = kamm_rounded(kamm_rule_value(e, RULE_body_start) * drawbar);
    double ruled = kamm_rule_value(e, RULE_towed_length) * drawbar + facts->wheelbase_m -
                   e->def.axles[1].behind_front_axle_m;
    width = kamm_put_known(e, "body.width_m", facts->width_m, kamm_rule_value(e, RULE_towed_width),
                           RULE_towed_width);
    length = facts->length_m > 0 ? facts->length_m : ruled;
    kamm_put_ruled(e, "body.length_m", fmax(length - start, 0.2 * length), RULE_body_start);
    kamm_put_ruled(e, "body.front_overhang_m", jockey_m(e) - start, RULE_body_start);
    kamm_put_known(e, "body.height_m", facts->height_m, kamm_rule_value(e, RULE_towed_height),
                   RULE_towed_height);
    kamm_put_ruled(e, "body.ground_clearance_m", kamm_rule_value(e, RULE_towed_clearance),
                   RULE_towed_clearance);
    for (int a = 1; a < e->axles; ++a)
        kamm_put_known(e, kamm_axle_path(e, a, "track_m"),
                       facts->rear_track_m > 0 ? facts->rear_track_m : facts->front_track_m,
                       width * kamm_rule_value(e, RULE_towed_track), RULE_towed_track);
}

/* Moments about the middle of the axles: the load on the coupling, and the weight. */
static void put_centre(struct estimate *e)
{
    const kamm_vehicle_facts *facts = &e->facts;
    double middle = middle_of_axles_m(e), mass = facts->mass_kg;
    double nose = facts->nose_kg > 0 ? facts->nose_kg : kamm_rule_value(e, RULE_nose_share) * mass;
    double x = middle - nose / mass * (middle + jockey_m(e));
    if (!(x > 0)) {
        e->result =
            kamm_fail(e->error, KAMM_ERROR_RANGE, "nose_kg",
                      "nose_kg: %.0f kg of %.0f kg; the axles carry too little", nose, mass);
        return;
    }
    kamm_put_known(e, "body.cg_behind_front_axle_m", facts->nose_kg > 0 ? kamm_rounded(x) : 0, x,
                   RULE_nose_share);
    kamm_put_known(e, "body.cg_height_m", facts->cg_height_m,
                   e->def.body.height_m * kamm_rule_value(e, RULE_towed_cg_height),
                   RULE_towed_cg_height);
    e->wheel_load_n[FRONT] = GRAVITY * mass * (1 - x / middle) / 2;
    e->wheel_load_n[REAR] = GRAVITY * (mass - nose + facts->payload_kg) / (2 * (e->axles - 1));
    if (!(facts->payload_kg > 0)) return;
    kamm_put_given(e, "payload.mass_kg", facts->payload_kg);
    put_stated(e, "payload.cg_behind_front_axle_m", middle, "estimated: above the axles");
    kamm_put_ruled(e, "payload.cg_height_m",
                   e->def.body.height_m * kamm_rule_value(e, RULE_towed_payload_height),
                   RULE_towed_payload_height);
}

static void put_inertia(struct estimate *e)
{
    double mass = e->facts.mass_kg, pitch = kamm_rule_value(e, RULE_towed_pitch_share);
    double roll_m = kamm_rule_value(e, RULE_towed_roll_radius) * e->def.body.width_m;
    double yaw_m = kamm_rule_value(e, RULE_towed_yaw_radius) * e->def.body.length_m;
    kamm_put_ruled(e, "body.roll_inertia_kgm2", mass * roll_m * roll_m, RULE_towed_roll_radius);
    kamm_put_ruled(e, "body.pitch_inertia_kgm2", pitch * mass * yaw_m * yaw_m,
                   RULE_towed_pitch_share);
    kamm_put_ruled(e, "body.yaw_inertia_kgm2", mass * yaw_m * yaw_m, RULE_towed_yaw_radius);
}

/* -- Wheels -- */

/* Springs and dampers of a wheel with their stops: frequency of the sprung mass, and two ratios of critical damping. */
struct springing {
    double hz, bump, rebound, travel_m, stop;
};

static void put_springs(struct estimate *e, int axle, const struct springing *s)
{
    static const char *const names[] = {
        "suspension.spring_n_per_m",           "suspension.bump_damping_ns_per_m",
        "suspension.rebound_damping_ns_per_m", "suspension.bump_travel_m",
        "suspension.rebound_travel_m",         "suspension.bump_stop_n_per_m",
        "suspension.rebound_stop_n_per_m"};
    static const enum rule rules[] = {
        RULE_towed_ride,   RULE_towed_bump_damping, RULE_towed_rebound_damping,
        RULE_towed_travel, RULE_towed_travel,       RULE_towed_stop,
        RULE_towed_stop};
    double sprung_kg =
        e->wheel_load_n[end_of(e, axle)] / GRAVITY - e->def.axles[axle].unsprung_mass_kg;
    double rate = 2 * PI * s->hz, spring = rate * rate * sprung_kg;
    double critical = 2 * sqrt(spring * sprung_kg);
    const double values[] = {spring,      critical * s->bump, critical * s->rebound, s->travel_m,
                             s->travel_m, spring * s->stop,   spring * s->stop};
    for (int i = 0; i < 7; ++i)
        if (axle)
            kamm_put_ruled(e, kamm_axle_path(e, axle, names[i]), values[i], rules[i]);
        else
            put_stated(e, kamm_axle_path(e, axle, names[i]), values[i], jockey_source);
    put_stated(e, kamm_axle_path(e, axle, "suspension.anti_roll_bar_n_per_m"), 0,
               "estimated: no anti-roll bar");
    kamm_put_word(e, kamm_axle_path(e, axle, "suspension.kind"), "independent");
}

static double inertia_kgm2(const struct estimate *e, enum end end)
{
    return kamm_rule_value(e, RULE_wheel_inertia) * e->tyres[end].mass_kg * e->radius_m[end] *
           e->radius_m[end];
}

static void put_jockey(struct estimate *e)
{
    static const char *const of_tyre[] = {"tyres[0].width_m", "tyres[0].aspect_ratio",
                                          "tyres[0].rim_diameter_m"};
    const struct springing springing = {jockey_hz, 0.3, 0.5, jockey_travel_m, 1.3};
    double mass = fmin(jockey_kg, 0.3 * e->wheel_load_n[FRONT] / GRAVITY);
    put_stated(e, "axles[0].track_m", jockey_track_m, jockey_source);
    put_stated(e, "axles[0].lift_m", jockey_lift_m, jockey_source);
    put_stated(e, "axles[0].unsprung_mass_kg", mass, jockey_source);
    put_stated(e, "axles[0].wheel_inertia_kgm2", inertia_kgm2(e, FRONT), jockey_source);
    put_stated(e, "axles[0].brake_torque_nm", 0, jockey_source);
    put_stated(e, "axles[0].hand_brake_torque_nm", 0, jockey_source);
    put_springs(e, 0, &springing);
    for (int i = 0; i < 3; ++i) kamm_mark_source(e, of_tyre[i], jockey_source);
}

static void put_axle(struct estimate *e, int axle)
{
    static const char straight[] = "estimated: trailing arms on rubber, without recession";
    const struct springing springing = {
        kamm_rule_value(e, RULE_towed_ride), kamm_rule_value(e, RULE_towed_bump_damping),
        kamm_rule_value(e, RULE_towed_rebound_damping), kamm_rule_value(e, RULE_towed_travel),
        kamm_rule_value(e, RULE_towed_stop)};
    double load_n = e->wheel_load_n[REAR], radius = e->radius_m[REAR];
    double weight_n = GRAVITY * (e->facts.mass_kg + e->facts.payload_kg) / (2 * (e->axles - 1));
    int has_brakes = e->facts.mass_kg + e->facts.payload_kg > unbraked_kg;
    kamm_put_ruled(e, kamm_axle_path(e, axle, "unsprung_mass_kg"),
                   load_n / GRAVITY * kamm_rule_value(e, RULE_towed_unsprung), RULE_towed_unsprung);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "wheel_inertia_kgm2"), inertia_kgm2(e, REAR),
                   RULE_wheel_inertia);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "brake_torque_nm"),
                   has_brakes * weight_n * radius * kamm_rule_value(e, RULE_towed_brake),
                   RULE_towed_brake);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "hand_brake_torque_nm"),
                   has_brakes * weight_n * radius * kamm_rule_value(e, RULE_towed_hand_brake),
                   RULE_towed_hand_brake);
    put_springs(e, axle, &springing);
    kamm_put_ruled(e, kamm_axle_path(e, axle, "suspension.roll_centre_height_m"),
                   kamm_rule_value(e, RULE_towed_roll_centre), RULE_towed_roll_centre);
    put_stated(e, kamm_axle_path(e, axle, "suspension.recession"), 0, straight);
    put_stated(e, kamm_axle_path(e, axle, "suspension.caster_gain_rad_per_m"), 0, straight);
}

/* -- Air -- */

static void put_air(struct estimate *e)
{
    static const char growth[] = "estimated: a box grows no lift";
    const kamm_car_body_def *body = &e->def.body;
    double height = body->height_m;
    kamm_put_known(e, "aero.drag_coefficient", e->facts.drag_coefficient,
                   kamm_rule_value(e, RULE_towed_drag), RULE_towed_drag);
    kamm_put_known(e, "aero.frontal_area_m2", e->facts.frontal_area_m2,
                   body->width_m * height * kamm_rule_value(e, RULE_towed_area_share),
                   RULE_towed_area_share);
    kamm_put_ruled(e, "aero.drag_height_m", height * kamm_rule_value(e, RULE_towed_drag_height),
                   RULE_towed_drag_height);
    kamm_put_ruled(e, "aero.side_force_slope_per_rad", kamm_rule_value(e, RULE_towed_side_slope),
                   RULE_towed_side_slope);
    kamm_put_ruled(e, "aero.side_force_abeam", kamm_rule_value(e, RULE_towed_side_abeam),
                   RULE_towed_side_abeam);
    kamm_put_ruled(e, "aero.side_force_ahead", kamm_rule_value(e, RULE_towed_side_ahead),
                   RULE_towed_side_ahead);
    kamm_put_ruled(e, "aero.side_force_height_m",
                   height * kamm_rule_value(e, RULE_towed_side_height), RULE_towed_side_height);
    put_stated(e, "aero.front_lift_growth", 0, growth);
    put_stated(e, "aero.rear_lift_growth", 0, growth);
}

void kamm_estimate_towed(struct estimate *e)
{
    kamm_put_given(e, "body.mass_kg", e->facts.mass_kg);
    put_shape(e);
    if (!e->result) put_centre(e);
    if (e->result) return;
    put_inertia(e);
    put_jockey(e);
    for (int a = 1; a < e->axles && !e->result; ++a) put_axle(e, a);
    put_air(e);
    kamm_put_word(e, "aids.abs", "false");
    kamm_put_word(e, "aids.ebd", "false");
    kamm_put_word(e, "aids.tcs", "false");
}
