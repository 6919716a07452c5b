#include "chassis.h"
#include "model.h"

#include "../base/error.h"
#include "../part/ground_step.h"
#include "bogie.h"
#include "electric_compile.h"
#include "hardpoints.h"
#include "scale.h"
#include "sidecar.h"
#include "solid_mounting.h"
#include "springs_compile.h"
#include "swing_arm.h"
#include "transmission_compile.h"
#include "two_wheeler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A suspension curve: points of the def or a straight line of that slope, over lengths times `length`, plus `at_rest` and `tilt` a travel. */
static kamm_result compile_path(const kamm_curve *points, double slope, double at_rest, double tilt,
                                double length, const char *path, struct curve_table *table,
                                kamm_error *error)
{
    const double line_x[2] = {-0.25 * length, 0.25 * length};
    double y[KAMM_CURVE_POINTS];
    const double *x = points->count ? points->x : line_x;
    int count = points->count ? points->count : 2;
    for (int i = 0; i < count; ++i)
        y[i] = at_rest + tilt * x[i] + (points->count ? points->y[i] : slope * line_x[i]);
    curve_check check =
        kamm_compile_curve_table(x, y, count, CURVE_MONOTONE, CURVE_EXTENDED, table);
    if (check.fault == CURVE_FINE) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, path,
                     "%s: point %d does not make a curve (x has to ascend, all has to be finite)",
                     path, check.index);
}

/* Single wheels have no side to move to, nor one to share a beam with, to lean or to toe in to. Those of a tilting pair stay parallel. */
static kamm_suspension_def suspension_of(const kamm_vehicle_def *def, int a)
{
    const kamm_axle_def *axle = &def->axles[a];
    kamm_suspension_def s = axle->suspension;
    if (axle->wheels != KAMM_WHEELS_SINGLE && !s.tilting) return s;
    s.kind = KAMM_SUSPENSION_INDEPENDENT;
    s.roll_centre_height_m = 0;
    if (!kamm_has_wheel_beside(def)) s.camber_rad = s.toe_in_rad = 0;
    s.camber_gain_rad_per_m = s.toe_gain_rad_per_m = 0;
    s.camber_curve.count = s.toe_curve.count = s.lateral_curve.count = 0;
    return s;
}

/* Which wheels lean together, and where their springs are. */
static void compile_coupling(const kamm_vehicle_def *def, int a, struct suspension_constants *c)
{
    const kamm_suspension_def s = suspension_of(def, a);
    int dependent = s.kind == KAMM_SUSPENSION_DEPENDENT;
    double track_m = def->axles[a].track_m;
    c->coupling = dependent ? 0.5f : 0, c->inset = 0;
    if (dependent && s.spring_base_m > 0) c->inset = (float)(0.5 - 0.5 * s.spring_base_m / track_m);
    if (s.tilting) c->inset = 0.5f; /* springs act on the mean travel (rungs/full/tilt.h) */
}

static kamm_result compile_paths(const kamm_vehicle_def *def, int a, double hub_height_m,
                                 struct suspension_constants *c, kamm_error *error)
{
    const kamm_axle_def *axle = &def->axles[a];
    kamm_suspension_def own = suspension_of(def, a), *s = &own;
    double length = tyre_length_scale(&axle->tyre);
    if (has_swing_arm_def(s)) kamm_lay_swing_arm(s, hub_height_m);
    /* A patch that turns about the roll centre moves outwards by its height per half track. */
    double half_track = axle->track_m / 2, outward = s->roll_centre_height_m / half_track;
    int dependent = s->kind == KAMM_SUSPENSION_DEPENDENT;
    /* The beam's tilt is its wheels' camber. */
    double tilt = dependent ? -1 / half_track : 0;
    const struct {
        const kamm_curve *points;
        double slope, at_rest, tilt;
        const char *name;
        struct curve_table *table;
    } paths[] = {
        {&s->camber_curve, s->camber_gain_rad_per_m, s->camber_rad, tilt, "camber_curve",
         &c->camber},
        {&s->toe_curve, s->toe_gain_rad_per_m, s->toe_in_rad, 0, "toe_curve", &c->toe},
        {&s->lateral_curve, outward, 0, 0, "lateral_curve", &c->lateral},
        {&s->longitudinal_curve, -s->recession, 0, 0, "longitudinal_curve", &c->longitudinal},
        {&s->caster_curve, s->caster_gain_rad_per_m, 0, 0, "caster_curve", &c->caster},
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i) {
        kamm_result result =
            compile_path(paths[i].points, paths[i].slope, paths[i].at_rest, paths[i].tilt, length,
                         paths[i].name, paths[i].table, error);
        if (result != KAMM_OK) return result;
        if (paths[i].table->curved > 0) c->curved = 1;
    }
    return KAMM_OK;
}

static kamm_result compile_bar(const kamm_suspension_def *s, int a,
                               struct anti_roll_bar_constants *c, kamm_error *error)
{
    double stroke = s->bump_travel_m + s->rebound_travel_m;
    int on = s->anti_roll_bar_mode != KAMM_BAR_OFF;
    int follows_speed = s->anti_roll_bar_mode == KAMM_BAR_AUTO;
    if (s->anti_roll_bar_n > 0 && !(stroke > 0))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles.suspension.anti_roll_bar_n",
            "axles[%d].suspension.anti_roll_bar_n: %g N over a stroke of 0 m; "
            "bump_travel_m and rebound_travel_m have to add to more, or give the bar as "
            "anti_roll_bar_n_per_m",
            a, s->anti_roll_bar_n);
    c->n_per_m = on ? (float)s->anti_roll_bar_n_per_m : 0;
    c->max_force_n = on ? (float)s->anti_roll_bar_n : 0;
    c->inverse_stroke = stroke > 0 ? (float)(1 / stroke) : 0;
    c->standing_share = follows_speed ? 0 : 1;
    c->share_per_mps = follows_speed ? (float)(1 / s->anti_roll_bar_full_speed_mps) : 0;
    return KAMM_OK;
}

int kamm_find_turn_axis(const kamm_vehicle_def *def, const struct layout *l,
                        const struct statics *s, double *turn_x)
{
    double ends[2];
    kamm_steer_ends(def, l, s, ends);
    double front = ends[0], rear = ends[1], last_x = s->axle_x[l->axles - 1];
    if (fabs(front - rear) < 1e-6) return 0;
    *turn_x = s->axle_x[0] + (last_x - s->axle_x[0]) * front / (front - rear);
    return 1;
}

/* Ackermann: the front view of that axis. */
static double ackermann_spread(const kamm_vehicle_def *def, const struct layout *l,
                               const struct statics *s, int a)
{
    double turn_x;
    if (!kamm_find_turn_axis(def, l, s, &turn_x)) return 0;
    double distance = s->axle_x[a] - turn_x;
    if (fabs(distance) < 1e-6 || has_sidecar(l)) return 0;
    return def->steering.ackermann * def->axles[a].track_m / (2 * distance);
}

/* Scrub radius and trail are where the axis meets the road; at the height of the wheel's centre it is further in and back. */
static void compile_kingpin(const kamm_suspension_def *s, struct axle_constants *c)
{
    double back = tan(s->caster_rad), inward = tan(s->kingpin_inclination_rad);
    double length = sqrt(1 + back * back + inward * inward);
    c->kingpin_x = (float)(-back / length);
    c->kingpin_inward = (float)(inward / length);
    c->kingpin_z = (float)(1 / length);
    c->kingpin_ahead_m = (float)s->trail_offset_m;
    c->kingpin_offset_m = (float)(s->scrub_radius_m + (double)c->rest_radius_m * inward);
}

static void compile_compliance(const kamm_suspension_def *s, double substeps_per_s,
                               struct compliance_constants *c)
{
    c->steer_rad_per_n = (float)s->lateral_force_toe_rad_per_n;
    c->lean_rad_per_n = (float)-s->lateral_force_camber_rad_per_n;
    c->steer_rad_per_nm = (float)s->aligning_torque_steer_rad_per_nm;
    c->follow = (float)(1 / (1 + s->compliance_lag_s * substeps_per_s));
}

/* All of the mass at the tread, and a driveline that turns along. */
static kamm_result check_wheel_inertia(const kamm_axle_def *axle, int a, kamm_error *error)
{
    double radius = axle->tyre.unloaded_radius_m, inertia = axle->wheel_inertia_kgm2;
    double max = 4 * axle->unsprung_mass_kg * radius * radius;
    if (inertia <= max) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheel_inertia_kgm2",
                     "axles[%d].wheel_inertia_kgm2: %g kg.m2, but a wheel of %g m and an unsprung "
                     "mass of %g kg has no more than %.3g kg.m2, its driveline included",
                     a, inertia, radius, axle->unsprung_mass_kg, max);
}

/* Compiles a tyre, whatever the origin of its numbers. */
static kamm_result compile_tyre(const kamm_tyre_def *tyre, int a, struct tyre_constants *c,
                                kamm_error *error)
{
    kamm_error own;
    char path[sizeof own.path];
    kamm_result result = kamm_check_tyre_numbers(tyre, &own);
    if (result == KAMM_OK) *c = kamm_tyre_compile(tyre);
    if (result == KAMM_OK) result = kamm_bound_sliding(tyre, c, &own);
    if (result == KAMM_OK) return KAMM_OK;
    snprintf(path, sizeof path, "axles.tyre.%.100s", own.path);
    return kamm_fail(error, result, path, "axles[%d].tyre.%.480s", a, own.text);
}

/* So that the rim, which yields at MAX_LOAD_RATIO, is far from that at rest. */
#define MAX_OVERLOAD 5

static kamm_result check_nominal_load(const kamm_tyre_def *tyre, int a, double design_n,
                                      kamm_error *error)
{
    if (design_n <= MAX_OVERLOAD * tyre->nominal_load_n) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.tyre.nominal_load_n",
                     "axles[%d].tyre.nominal_load_n: %g N, but the wheel carries %.4g N at rest; "
                     "allowed: %d times the nominal load",
                     a, tyre->nominal_load_n, design_n, MAX_OVERLOAD);
}

/* A wheel that leans touches the road beside its centre, so that its load works on the travel by the change of camber
 * as well (touch_ground in corner.h): the spring holds that, and the car rests where it is drawn. */
static void hold_static_camber(double design_n, struct axle_constants *c)
{
    struct wheel_path path = wheel_path_at(&c->suspension, 0, 0);
    double disc = (double)c->tyre_vertical.radius_at_rest - (double)c->tyre_vertical.crown_radius;
    double beside = disc * cos((double)path.toe_in_rad) * sin((double)path.camber_rad);
    double own_share = 1 - 2 * (double)c->suspension.coupling;
    c->suspension.preload_n += (float)(design_n * own_share * (double)path.camber_slope * beside);
}

/* Paths, and of a steered axle how far its wheels toe out in a turn, from curves or from points. */
static kamm_result compile_linkage(const kamm_vehicle_def *def, const struct statics *s, int a,
                                   struct axle_constants *c, kamm_error *error)
{
    struct mechanism m;
    compile_coupling(def, a, &c->suspension);
    if (!has_hardpoints(&def->axles[a]))
        return compile_paths(def, a, s->hub_height_m[a], &c->suspension, error);
    kamm_open_mechanism(def, a, &m);
    kamm_result result = kamm_compile_mechanism(&m, s->rest_radius_m[a], &c->suspension, error);
    if (result == KAMM_OK)
        result = kamm_compile_damper_ratio(&m, &def->axles[a].suspension, &c->suspension, error);
    if (result != KAMM_OK || !m.rack) return result;
    double lock_rad =
        def->steering.lock_rad / def->steering.ratio * fabs(def->axles[a].steer_share);
    return kamm_compile_tie_rods(&m, lock_rad, &c->steering.tie_rods, error);
}

/* The middle of an axle and its hubs, out from there. An outfit's wheel that leans stays where it touches the road: the middle of its
 * axle is its hub at rest, and its contact is so far inwards. */
static void place_hubs(const kamm_vehicle_def *def, const struct layout *l, const struct statics *s,
                       int a, struct axle_constants *c)
{
    const kamm_axle_def *axle = &def->axles[a];
    double leans = s->rest_radius_m[a] * sin(axle->suspension.camber_rad);
    double half = axle->track_m / 2, middle = 0;
    if (has_sidecar(l)) half = -leans, middle = axle->left_m + (double)l->side[l->first[a]] * leans;
    c->half_track_m = (float)half;
    c->left_offset_m = (float)((middle - def->body.cg_left_m) - s->sprung_cg[1]);
    c->hub_out_m = (float)(half + leans);
}

static kamm_result check_third(const kamm_axle_def *axle, int a, kamm_error *error)
{
    const kamm_suspension_def *s = &axle->suspension;
    if (axle->wheels != KAMM_WHEELS_SINGLE ||
        !(s->heave_spring_n_per_m > 0 || s->heave_damping_ns_per_m > 0 ||
          s->roll_damping_ns_per_m > 0))
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.heave_spring_n_per_m",
                     "axles[%d].suspension: a third spring or damper acts between two wheels, but "
                     "the axle has a single one; allowed: 0",
                     a);
}

static kamm_result compile_axle(const kamm_vehicle_def *def, const struct layout *l,
                                const struct statics *s, int a, struct axle_constants *c,
                                kamm_error *error)
{
    const kamm_axle_def *axle = &def->axles[a];
    if (suspension_of(def, a).kind == KAMM_SUSPENSION_DEPENDENT &&
        axle->suspension.spring_base_m > axle->track_m)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.spring_base_m",
                         "axles[%d].suspension.spring_base_m: %g m, but the track is %g m: at most "
                         "that is allowed",
                         a, axle->suspension.spring_base_m, axle->track_m);
    kamm_result result = check_wheel_inertia(axle, a, error);
    if (result == KAMM_OK) result = check_third(axle, a, error);
    if (result != KAMM_OK) return result;
    c->behind_m = (float)(s->axle_x[a] - s->sprung_cg[0]);
    place_hubs(def, l, s, a, c);
    c->hub_z_m = (float)(s->hub_height_m[a] - s->sprung_cg[2]);
    c->rest_radius_m = (float)s->rest_radius_m[a];
    c->lift_m = (float)axle->lift_m;
    c->least_load_n = (float)pow(tyre_length_scale(&axle->tyre), 3); /* 1 N of an ordinary car */
    c->meets_mps = (float)(MEETS_MPS * tyre_root_scale(&axle->tyre));
    c->turn_deep_m = leans_freely(l) ? ANY_DEPTH_M : TURN_DEEP_SHARE * c->rest_radius_m;
    c->lies_below = leans_freely(l) ? -2 : 0.7f;
    c->rolls_back_mps = (float)(ROLLS_BACK_MPS * tyre_root_scale(&axle->tyre));
    c->unsprung_mass_kg = (float)axle->unsprung_mass_kg;
    c->inverse_unsprung_mass = (float)(1 / axle->unsprung_mass_kg);
    c->wheel_inertia_kgm2 = (float)axle->wheel_inertia_kgm2;
    c->inverse_wheel_inertia = (float)(1 / axle->wheel_inertia_kgm2);
    c->drive_share = (float)axle->drive_share;
    c->driven = axle->drive_share > 0 || axle->motor.peak_nm > 0;
    c->twin_m = has_twins(l, a) ? (float)(axle->twin_spacing_m / 2) : 0;
    c->tyre_side = axle->tyre.side == KAMM_TYRE_RIGHT ? -1.0f : 1.0f;
    c->steering.share = (float)axle->steer_share;
    c->steering.ackermann_spread = (float)ackermann_spread(def, l, s, a);
    compile_kingpin(&axle->suspension, c);
    if (has_sidecar(l) || l->tilts) c->kingpin_inward = c->kingpin_offset_m = 0;
    compile_compliance(&axle->suspension, def->stepping.substeps_per_s, &c->compliance);
    result = compile_tyre(&axle->tyre, a, &c->tyre, error);
    if (result != KAMM_OK) return result;
    c->tyre_vertical = kamm_tyre_compile_vertical(&axle->tyre);
    c->tyre_life =
        kamm_tyre_compile_life(&axle->tyre, s->design_load_n[a], 1 / def->stepping.substeps_per_s);
    c->aquaplaning = kamm_tyre_compile_aquaplaning(&axle->tyre);
    c->soft_soil = kamm_tyre_compile_soft_soil(&axle->tyre);
    c->patch_twist = kamm_tyre_compile_twist(&axle->tyre, &c->tyre, s->rest_load_n[a]);
    result = check_nominal_load(&axle->tyre, a, s->design_load_n[a], error);
    if (result == KAMM_OK)
        result = kamm_check_tyre_law(&c->tyre, a, s->design_load_n[a], axle->tyre.unloaded_radius_m,
                                     error);
    const kamm_suspension_def springs = kamm_shared_springs(def, a);
    kamm_compile_sharing(def, a, &c->load_sharing);
    if (result == KAMM_OK)
        result = kamm_compile_springs(&springs, a, s->preload_n[a],
                                      1 / def->stepping.substeps_per_s, &c->suspension, error);
    if (result == KAMM_OK) result = kamm_compile_skyhook(def, a, &c->skyhook, error);
    if (result == KAMM_OK) result = compile_bar(&axle->suspension, a, &c->anti_roll_bar, error);
    if (result == KAMM_OK) result = compile_linkage(def, s, a, c, error);
    if (result == KAMM_OK) hold_static_camber(s->design_load_n[a] * (has_twins(l, a) ? 2 : 1), c);
    return result;
}

static void write_inertia(const double tensor[3][3], float numbers[6])
{
    for (int i = 0; i < 3; ++i) numbers[i] = (float)tensor[i][i];
    numbers[3] = (float)-tensor[0][1];
    numbers[4] = (float)-tensor[0][2];
    numbers[5] = (float)-tensor[1][2];
}

static void compile_steering(const kamm_steering_def *def, double root,
                             struct steering_constants *c)
{
    c->ratio = (float)def->ratio;
    c->inverse_ratio = (float)(1 / def->ratio);
    c->lock_rad = (float)def->lock_rad;
    c->max_rate_radps = (float)def->max_rate_radps;
    c->most_radps = (float)(STEERING_MOST_RADPS / root);
    c->return_rate_radps =
        (float)(def->return_rate_radps > 0 ? def->return_rate_radps : def->max_rate_radps);
    c->return_inverse_mps = def->return_speed_mps > 0 ? (float)(1 / def->return_speed_mps) : 0;
}

static void compile_steering_wheel(const kamm_steering_def *def, double dt, double root,
                                   struct steering_wheel_constants *c)
{
    double per_nm = dt / def->inertia_kgm2;
    c->rate_per_nm = (float)per_nm;
    c->most_radps = (float)(STEERING_MOST_RADPS / root);
    c->friction_radps = (float)(def->friction_nm * per_nm);
    c->kept = (float)(1 / (1 + def->damping_nms_per_rad * per_nm));
    c->assistance = (float)def->assistance;
    c->assistance_fade = (float)(def->assistance_at_speed - def->assistance);
    c->inverse_fade_mps =
        def->assistance_speed_mps > 0 ? (float)(1 / def->assistance_speed_mps) : 0;
    c->assistance_max_nm = def->assistance_max_nm > 0 ? (float)def->assistance_max_nm : 1e9f;
}

static void compile_body(const kamm_vehicle_def *def, const struct statics *s,
                         struct chassis_constants *c)
{
    double root = kamm_scale_of(def).root;
    c->dt = (float)(1 / def->stepping.substeps_per_s);
    c->inverse_dt = (float)def->stepping.substeps_per_s;
    c->total_mass_kg = (float)s->total_mass_kg;
    c->sprung_mass_kg = (float)s->sprung_mass_kg;
    write_inertia(s->sprung_inertia, c->sprung_inertia);
    write_inertia(s->turning_inertia, c->whole_inertia);
    compile_steering(&def->steering, root, &c->steering);
    compile_steering_wheel(&def->steering, 1 / def->stepping.substeps_per_s, root,
                           &c->steering_wheel);
}

/* Acceleration of a point by a force along that axis on it and its like at the three other corners, at most: along z, of a car on its
 * floor or roof, it pitches and rolls; along y and x, of one on its side or its end. */
static double four_points_per_mass(const struct bare_body *b,
                                   const struct body_contact_constants *c, int axis)
{
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    double square[3] = {0, 0, 0};
    for (int p = 0; p < BODY_POINTS; ++p)
        for (int i = 0; i < 3; ++i) {
            double arm = (double)c->points[p][i] - b->at[i];
            square[i] = fmax(square[i], arm * arm);
        }
    return 4 * (1 / b->mass_kg + square[j] / b->inertia[k] + square[k] / b->inertia[j]);
}

/* Explicit steps are stable while twice the damping times the substep and the stiffness times its square, over the mass that they move,
 * are below 4 together: the first is bounded by 1.2 for the floor, the second by 1, and where a side is beyond, by 1.7 times as much. */
#define MOST_EXPLICIT 3.74
#define SIDE_BEARS 1.7

/* A quarter of the car on each point, 30 % of critical damping; no more than explicit steps of four points of the floor
 * bear, which is less at 260 substeps a second and below. The points of a side or an end of a tall body are farther
 * from its axis of rotation, and limit it as well. */
static void compile_point_springs(const kamm_vehicle_def *def, const struct statics *s,
                                  struct body_contact_constants *c)
{
    double stiffness = def->body.contact_stiffness_n_per_m, dt = 1 / def->stepping.substeps_per_s;
    const struct bare_body b = kamm_bare_body_of(def, s);
    double level = four_points_per_mass(&b, c, 2);
    double side = fmax(four_points_per_mass(&b, c, 0), four_points_per_mass(&b, c, 1));
    double damping = 2 * 0.3 * sqrt(stiffness * s->total_mass_kg / 4);
    stiffness = fmin(stiffness, 1 / (level * dt * dt));
    damping = fmin(damping, 0.6 / (level * dt));
    if (side * dt * (2 * damping + stiffness * dt) > MOST_EXPLICIT) {
        stiffness = fmin(stiffness, SIDE_BEARS / (side * dt * dt));
        damping = fmin(damping, SIDE_BEARS * 0.6 / (side * dt));
    }
    c->stiffness_n_per_m = (float)stiffness;
    c->inverse_stiffness = (float)(1 / stiffness);
    c->damping_ns_per_m = (float)damping;
    c->scrape_damping_s = (float)((double)c->damping_ns_per_m / stiffness);
}

/* Four corners of the floor and of a roof, which is shorter by a sixth of the length at each end and narrower by a tenth at each side. */
static void compile_body_points(const kamm_vehicle_def *def, const struct statics *s,
                                struct body_contact_constants *c)
{
    const kamm_car_body_def *body = &def->body;
    double nose = body->cg_behind_front_axle_m + body->front_overhang_m;
    double tail = nose - body->length_m, drawn_in = body->length_m / 6;
    for (int p = 0; p < BODY_POINTS; ++p) {
        int top = p / 4, rear = p % 4 / 2, right = p % 2;
        double x = rear ? tail + top * drawn_in : nose - top * drawn_in;
        double half = (right ? -1 : 1) * body->width_m / 2 * (top ? 0.8 : 1);
        double y = (half + body_middle_m(def)) - body->cg_left_m;
        double z = top ? body->height_m : body->ground_clearance_m;
        c->points[p][0] = (float)(x - s->sprung_cg[0]);
        c->points[p][1] = (float)(y - s->sprung_cg[1]);
        c->points[p][2] = (float)(z - s->sprung_cg[2]);
    }
    double span = 0;
    for (int p = 0; p < BODY_POINTS; ++p) {
        double x = c->points[p][0], y = c->points[p][1], z = c->points[p][2];
        span = fmax(span, sqrt((x * x + y * y) + z * z));
    }
    c->span_m = (float)span;
    compile_point_springs(def, s, c);
    c->friction = (float)body->contact_friction;
    c->meets_mps = (float)(MEETS_MPS * kamm_scale_of(def).root);
}

/* The body frame: that of the sprung mass where it moves on its springs, else of the whole car. */
static void place_frame(kamm_model *model)
{
    const struct statics *s = &model->statics;
    memcpy(model->origin, model->whole_body ? s->total_cg : s->sprung_cg, sizeof model->origin);
    model->reported[2] = model->def->body.cg_height_m;
}

/* Rungs without engine go without a torque curve; where there is one it has to be right. */
static kamm_result compile_engine(kamm_model *model, int needs_powertrain, kamm_error *error)
{
    const kamm_vehicle_def *def = model->def;
    if (kamm_is_pulled(def)) return kamm_compile_towed(def, &model->chassis->powertrain, error);
    int given = def->engine.torque_curve.count || def->gearbox.ratios_count || kamm_has_motors(def);
    if (!given && !needs_powertrain) return KAMM_OK;
    kamm_result result = kamm_compile_powertrain(def, &model->chassis->powertrain, error);
    model->has_powertrain = result == KAMM_OK;
    return result;
}

/* The model's own def has, from here on, the steering axes that follow from points. */
static kamm_result take_kingpins(kamm_vehicle_def *def, const struct statics *s, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int a = 0; a < def->axles_count && result == KAMM_OK; ++a) {
        struct mechanism m;
        if (!has_hardpoints(&def->axles[a])) continue;
        kamm_open_mechanism(def, a, &m);
        result = kamm_take_kingpin(&def->axles[a], &m, s->rest_radius_m[a], error);
    }
    return result;
}

kamm_result kamm_compile_chassis(kamm_model *model, int needs_powertrain, kamm_error *error)
{
    const kamm_vehicle_def *def = model->def;
    struct chassis_constants *c = model->chassis;
    const struct layout *l = &model->layout;
    struct statics *s = &model->statics;
    kamm_result result = kamm_check_car_body(def, error);
    if (result == KAMM_OK) result = kamm_mount_solid(model->def, error);
    if (result == KAMM_OK) result = kamm_take_hardpoints(model->def, error);
    if (result == KAMM_OK) result = kamm_compile_statics(def, l, s, error);
    if (result == KAMM_OK) result = kamm_check_swing_arm(def, l, s, error);
    if (result == KAMM_OK) result = take_kingpins(model->def, s, error);
    for (int a = 0; a < l->axles && result == KAMM_OK; ++a)
        result = compile_axle(def, l, s, a, &c->axles[a], error);
    if (result == KAMM_OK) result = compile_engine(model, needs_powertrain, error);
    if (result == KAMM_OK) result = kamm_compile_aero(model, s->sprung_cg, &c->aero, error);
    if (result != KAMM_OK) return result;
    compile_body(def, s, c);
    compile_body_points(def, s, &c->body_contact);
    place_frame(model);
    result = kamm_settle(c, l, s, &model->rest, error);
    if (result == KAMM_OK) kamm_describe_car(model);
    if (result == KAMM_OK) result = kamm_compile_limits(model, error);
    return result;
}
