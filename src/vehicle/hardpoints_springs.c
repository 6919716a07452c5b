/* Springs, dampers and anti-roll bars by points of their own: motion ratios, and rates at the wheel.
 *
 * With r the way of a spring's end along the spring per travel of the wheel, the force at the wheel is r F, and its rate
 * k r^2 + F dr/dz (Milliken and Milliken, ch. 16, eq. 16.3 and 16.4). The suspension's spring is a straight line, so the
 * rate is that at rest; the second term needs the spring's force there, which is known of two axles' cars; of more axles the
 * loads follow from the rates, and it is left out. Dampers go by r^2 at rest, a knee's speed by 1/r. A bar's end goes along with
 * its drop link, which is as stiff as the others are. */
#include "hardpoints.h"

#include "../base/error.h"
#include "../base/vector_double.h"
#include "statics.h"

#include <string.h>

/* -- where the lower ends are ----------------------------------------------------------------- */

struct arm {
    const double *front, *rear, *ball;
};

/* A point of an arm that turns about its two pivots as the ball joint takes it along, and its motion. */
static void follow_arm(const struct linkage_probe *p, const struct arm *arm, const double design[3],
                       double out[3], double rate[3])
{
    double axis[3], turn[3], from[3], to[3], ball[3], ball_rate[3], arm_at[3];
    for (int i = 0; i < 3; ++i) axis[i] = arm->rear[i] - arm->front[i];
    double length = length3(axis);
    for (int i = 0; i < 3; ++i) axis[i] /= length;
    kamm_body_point(&p->m->way[p->way], &p->stance, arm->ball, ball);
    kamm_point_rate(&p->stance, &p->per_travel, ball, ball_rate);
    for (int i = 0; i < 3; ++i) {
        from[i] = arm->ball[i] - arm->front[i];
        to[i] = ball[i] - arm->front[i];
        arm_at[i] = design[i] - arm->front[i];
    }
    /* Components along, across and above the arm as it was; turned with it. */
    double along_from = dot3(from, axis), along_to = dot3(to, axis), above_from[3], above_to[3];
    for (int i = 0; i < 3; ++i) from[i] -= along_from * axis[i], to[i] -= along_to * axis[i];
    double radius_2 = dot3(from, from), along = dot3(arm_at, axis);
    cross3(axis, from, above_from);
    cross3(axis, to, above_to);
    double across = dot3(arm_at, from) / radius_2, above = dot3(arm_at, above_from) / radius_2;
    for (int i = 0; i < 3; ++i)
        out[i] = arm->front[i] + along * axis[i] + across * to[i] + above * above_to[i];
    double speed = dot3(ball_rate, above_to) / radius_2;
    for (int i = 0; i < 3; ++i) turn[i] = speed * axis[i], arm_at[i] = out[i] - arm->front[i];
    cross3(turn, arm_at, rate);
}

static void follow(const struct linkage_probe *p, int32_t on, const double design[3], double out[3],
                   double rate[3])
{
    const kamm_hardpoints_def *points = p->m->points;
    const struct arm lower = {points->lower_front_m, points->lower_rear_m, points->lower_ball_m},
                     upper = {points->upper_front_m, points->upper_rear_m, points->upper_ball_m};
    if (on != KAMM_CARRIED_BY_CARRIER) {
        follow_arm(p, on == KAMM_CARRIED_BY_LOWER_ARM ? &lower : &upper, design, out, rate);
        return;
    }
    kamm_body_point(&p->m->way[p->way], &p->stance, design, out);
    kamm_point_rate(&p->stance, &p->per_travel, out, rate);
}

/* -- ratios ----------------------------------------------------------------------------------- */

static double strut_ratio(const struct linkage_probe *p, int32_t on, const double lower[3],
                          const double upper[3])
{
    double at[3], rate[3], along[3];
    follow(p, on, lower, at, rate);
    for (int i = 0; i < 3; ++i) along[i] = upper[i] - at[i];
    return dot3(along, rate) / length3(along);
}

/* Of the bar's end, at rest: the drop link keeps its length. */
static double bar_ratio(const struct linkage_probe *p)
{
    const kamm_hardpoints_def *points = p->m->points;
    double at[3], rate[3], link[3];
    follow(p, points->bar_on, points->bar_link_m, at, rate);
    for (int i = 0; i < 3; ++i) link[i] = points->bar_end_m[i] - points->bar_link_m[i];
    double x = points->bar_end_m[0] - points->bar_pivot_m[0];
    double z = points->bar_end_m[2] - points->bar_pivot_m[2], arm = sqrt(x * x + z * z);
    double pulls = arm > 0 ? (link[0] * z - link[2] * x) / arm : 0;
    return pulls != 0 ? fabs(dot3(link, rate) / pulls) : 0;
}

double kamm_motion_ratio(const struct linkage_probe *p, enum carried what)
{
    const kamm_hardpoints_def *points = p->m->points;
    switch (what) {
    case CARRIED_SPRING:
        if (!points->spring_lower_m_count) return 0;
        return strut_ratio(p, points->spring_on, points->spring_lower_m, points->spring_upper_m);
    case CARRIED_DAMPER:
        if (!points->damper_lower_m_count) return 0;
        return strut_ratio(p, points->damper_on, points->damper_lower_m, points->damper_upper_m);
    case CARRIED_BAR: return points->bar_link_m_count ? bar_ratio(p) : 0;
    }
    return 0;
}

/* -- rates ------------------------------------------------------------------------------------ */

static kamm_result ratio_at(const struct mechanism *m, enum way way, enum carried what,
                            double travel_m, double *ratio, kamm_error *error)
{
    struct linkage_probe probe;
    kamm_result result = kamm_start_probe(m, way, &probe, error);
    if (result == KAMM_OK) result = kamm_move_probe(&probe, travel_m, 0, error);
    if (result == KAMM_OK) *ratio = kamm_motion_ratio(&probe, what);
    return result;
}

static kamm_result check_ratio(const struct mechanism *m, double ratio, const char *name,
                               kamm_error *error)
{
    if (ratio >= 0.05 && ratio <= 5) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
        "axles[%d].suspension.hardpoints.%s: it moves by %.3g per travel of the wheel; "
        "allowed: 0.05 to 5",
        m->axle, name, ratio);
}

/* What the spring carries at rest over gravity: of a car of two axles, as statics.c has it. */
static double sprung_load_n(const kamm_vehicle_def *def, int a)
{
    const kamm_body_def *body = &def->body;
    if (def->axles_count != 2) return 0;
    double wheelbase = def->axles[1].behind_front_axle_m, cg = body->cg_behind_front_axle_m;
    double share = (a == 0 ? wheelbase - cg : cg) / wheelbase;
    return (body->mass_kg * share / 2 - def->axles[a].unsprung_mass_kg) * KAMM_STANDARD_GRAVITY;
}

static kamm_result take_spring(kamm_vehicle_def *def, const struct mechanism *m, kamm_error *error)
{
    const double step = 0.002;
    kamm_axle_def *axle = &def->axles[m->axle];
    kamm_suspension_def *s = &axle->suspension;
    double rest, below, above, against;
    kamm_result result = ratio_at(m, WAY_ALIKE, CARRIED_SPRING, 0, &rest, error);
    if (result == KAMM_OK) result = check_ratio(m, rest, "spring_lower_m", error);
    if (result == KAMM_OK) result = ratio_at(m, WAY_ALIKE, CARRIED_SPRING, -step, &below, error);
    if (result == KAMM_OK) result = ratio_at(m, WAY_ALIKE, CARRIED_SPRING, step, &above, error);
    if (result == KAMM_OK) result = ratio_at(m, WAY_AGAINST, CARRIED_SPRING, 0, &against, error);
    if (result != KAMM_OK) return result;
    double force_n = sprung_load_n(def, m->axle) / rest;
    double rate = s->spring_n_per_m * rest * rest + force_n * (above - below) / (2 * step);
    if (!(rate > 0))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
            "axles[%d].suspension.spring_n_per_m: %g N/m at the spring make %.4g N/m at "
            "the wheel, as the motion ratio falls by %.3g per metre; allowed: more than 0",
            m->axle, s->spring_n_per_m, rate, (below - above) / (2 * step));
    s->spring_n_per_m = rate;
    if (m->dependent && s->spring_base_m == 0)
        s->spring_base_m = fmin(axle->track_m * fabs(against / rest), axle->track_m);
    return KAMM_OK;
}

static kamm_result take_damper(kamm_suspension_def *s, const struct mechanism *m, kamm_error *error)
{
    double ratio;
    kamm_result result = ratio_at(m, WAY_ALIKE, CARRIED_DAMPER, 0, &ratio, error);
    if (result == KAMM_OK) result = check_ratio(m, ratio, "damper_lower_m", error);
    if (result != KAMM_OK) return result;
    double square = ratio * ratio;
    s->bump_damping_ns_per_m *= square;
    s->bump_fast_damping_ns_per_m *= square;
    s->rebound_damping_ns_per_m *= square;
    s->rebound_fast_damping_ns_per_m *= square;
    s->damper_knee_mps /= ratio;
    return KAMM_OK;
}

/* A bar works where the wheels differ. */
static kamm_result take_bar(kamm_suspension_def *s, const struct mechanism *m, kamm_error *error)
{
    double ratio;
    kamm_result result = ratio_at(m, WAY_AGAINST, CARRIED_BAR, 0, &ratio, error);
    if (result == KAMM_OK) result = check_ratio(m, ratio, "bar_link_m", error);
    if (result != KAMM_OK) return result;
    s->anti_roll_bar_n_per_m *= ratio * ratio;
    s->anti_roll_bar_n *= ratio;
    return KAMM_OK;
}

kamm_result kamm_take_hardpoints(kamm_vehicle_def *def, kamm_error *error)
{
    for (int a = 0; a < def->axles_count; ++a) {
        struct mechanism m;
        kamm_suspension_def *s = &def->axles[a].suspension;
        kamm_result result = kamm_build_mechanism(def, a, &m, error);
        if (result == KAMM_OK && s->hardpoints.spring_lower_m_count)
            result = take_spring(def, &m, error);
        if (result == KAMM_OK && s->hardpoints.damper_lower_m_count)
            result = take_damper(s, &m, error);
        if (result == KAMM_OK && s->hardpoints.bar_link_m_count) result = take_bar(s, &m, error);
        if (result != KAMM_OK) return result;
    }
    return KAMM_OK;
}
