/* Springs, dampers and anti-roll bars by points of their own: motion ratios, and rates at the wheel.
 *
 * r is the way of a spring's end along the spring per travel of the wheel. The force at the wheel is r F, and its rate
 * k r^2 + F dr/dz (Milliken and Milliken, ch. 16, eq. 16.3 and 16.4). The suspension's spring is a straight line, so
 * the rate is that at rest; the second term needs the spring's force there, which is known of two axles' cars; of more
 * axles the loads follow from the rates, and it is left out. Dampers go by r^2 at rest, a knee's speed by 1/r. A bar's
 * end goes along with its drop link, which is as stiff as the others are.
 *
 * For a spring with a curve or a rocker, the curve is the force at the wheel over the whole
 * travel on top of that rate: r (P + k s + more(s)). Here s is the way from rest, the integral
 * of r. The r of such a damper is followed as well: q F(q v), with F as at rest and q = r over
 * that at rest. So the work at the wheel is that at the spring. */
#include "hardpoints.h"

#include "../base/error.h"
#include "../base/vector_double.h"
#include "statics.h"

#include <math.h>
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

static void follow_link(const struct linkage_probe *p, int32_t on, const double design[3],
                        double out[3], double rate[3])
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

/* Returns by how far a rocker's rod misses. */
static double follow(const struct linkage_probe *p, int32_t on, const double design[3],
                     double out[3], double rate[3])
{
    const kamm_hardpoints_def *points = p->m->points;
    double outer[3], outer_rate[3];
    if (on != KAMM_CARRIED_BY_ROCKER) {
        follow_link(p, on, design, out, rate);
        return 0;
    }
    follow_link(p, points->push_on, points->push_outer_m, outer, outer_rate);
    return kamm_follow_rocker(points, outer, outer_rate, design, out, rate);
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

/* Returns the ratio of the bar's end at rest: the drop link keeps its length. */
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

/* Its ends, and what the lower one is on. */
struct strut {
    int32_t on;
    const double *lower, *upper;
};

static struct strut strut_of(const kamm_hardpoints_def *p, enum carried what)
{
    if (what == CARRIED_SPRING)
        return (struct strut){p->spring_on, p->spring_lower_m, p->spring_upper_m};
    return (struct strut){p->damper_on, p->damper_lower_m, p->damper_upper_m};
}

double kamm_carried_length(const struct linkage_probe *p, enum carried what)
{
    struct strut strut = strut_of(p->m->points, what);
    double at[3], rate[3], along[3];
    if (what == CARRIED_BAR) return 0;
    follow(p, strut.on, strut.lower, at, rate);
    for (int i = 0; i < 3; ++i) along[i] = strut.upper[i] - at[i];
    return length3(along);
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

/* Whether the rod reaches the rocker there. */
static kamm_result check_rocker(const struct linkage_probe *p, kamm_error *error)
{
    const kamm_hardpoints_def *points = p->m->points;
    double at[3], rate[3];
    if (!points->rocker_pivot_m_count) return KAMM_OK;
    double misfit = follow(p, KAMM_CARRIED_BY_ROCKER, points->push_inner_m, at, rate);
    if (!(misfit > 0)) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
        "axles[%d].suspension.hardpoints: at a travel of %.4g mm the rod from "
        "push_outer_m to push_inner_m can't be had, it misses by %.3g mm; wanted are %g "
        "to %g mm",
        p->m->axle, 1000 * p->travel_m, 1000 * misfit, 1000 * p->m->low_m, 1000 * p->m->high_m);
}

static kamm_result ratio_at(const struct mechanism *m, enum way way, enum carried what,
                            double travel_m, double *ratio, kamm_error *error)
{
    struct linkage_probe probe;
    kamm_result result = kamm_start_probe(m, way, &probe, error);
    if (result == KAMM_OK) result = kamm_move_probe(&probe, travel_m, 0, error);
    if (result == KAMM_OK) result = check_rocker(&probe, error);
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

/* Returns the spring's load at rest over gravity, for a car of two axles as in statics.c. */
static double sprung_load_n(const kamm_vehicle_def *def, int a)
{
    const kamm_car_body_def *body = &def->body;
    if (def->axles_count != 2) return 0;
    double wheelbase = def->axles[1].behind_front_axle_m, cg = body->cg_behind_front_axle_m;
    double share = (a == 0 ? wheelbase - cg : cg) / wheelbase;
    return (body->mass_kg * share / 2 - def->axles[a].unsprung_mass_kg) * KAMM_STANDARD_GRAVITY;
}

/* A curve of points, straight on past its ends. */
static double curve_beyond(const kamm_curve *c, double x)
{
    int last = c->count - 1;
    if (last < 1) return 0;
    int from = x < c->x[0] ? 0 : last - 1;
    double inside = fmax(c->x[0], fmin(c->x[last], x));
    double slope = (c->y[from + 1] - c->y[from]) / (c->x[from + 1] - c->x[from]);
    return kamm_curve_value(c->x, c->y, c->count, CURVE_LINEAR, inside, NULL) +
           slope * (x - inside);
}

/* Places over the whole travel, rest among them, where a curve's points are taken. */
enum { PLACES = KAMM_CURVE_POINTS };

static int places_of(const struct mechanism *m, double place_m[PLACES])
{
    int below = (int)fmin(fmax(nearbyint((PLACES - 1) * -m->low_m / (m->high_m - m->low_m)), 1),
                          PLACES - 2);
    for (int i = 0; i < PLACES; ++i)
        place_m[i] = i <= below ? m->low_m * (below - i) / below
                                : m->high_m * (i - below) / (PLACES - 1 - below);
    return below;
}

/* A carried part's ratio and its way from rest at these places, from rest on in either direction. */
static kamm_result sweep_carried(const struct mechanism *m, enum carried what, const char *name,
                                 double place_m[PLACES], double ratio[PLACES], double way_m[PLACES],
                                 kamm_error *error)
{
    struct linkage_probe p;
    double length = 0;
    int rest = places_of(m, place_m);
    kamm_result result = KAMM_OK;
    for (int up = 1; up >= 0; --up) {
        if (result == KAMM_OK) result = kamm_start_probe(m, WAY_ALIKE, &p, error);
        if (result == KAMM_OK) length = kamm_carried_length(&p, what);
        for (int i = up ? rest : rest - 1; i >= 0 && i < PLACES && result == KAMM_OK;
             i += up ? 1 : -1) {
            result = kamm_move_probe(&p, place_m[i], 0, error);
            if (result == KAMM_OK) result = check_rocker(&p, error);
            if (result != KAMM_OK) return result;
            ratio[i] = kamm_motion_ratio(&p, what);
            way_m[i] = length - kamm_carried_length(&p, what);
            result = check_ratio(m, ratio[i], name, error);
        }
    }
    way_m[rest] = 0;
    return result;
}

/* `force_n`: of the spring at rest; `rate`: at the wheel, at rest. */
static kamm_result take_spring_curve(kamm_suspension_def *s, const struct mechanism *m,
                                     double force_n, double rate, kamm_error *error)
{
    double place[PLACES], ratio[PLACES], way[PLACES];
    const kamm_curve own = s->spring_curve;
    kamm_result result =
        sweep_carried(m, CARRIED_SPRING, "spring_lower_m", place, ratio, way, error);
    if (result != KAMM_OK) return result;
    double rest = 0;
    for (int i = 0; i < PLACES; ++i)
        if (place[i] == 0) rest = ratio[i];
    s->spring_curve.count = PLACES;
    for (int i = 0; i < PLACES; ++i) {
        double more = own.count ? curve_beyond(&own, way[i]) : 0;
        s->spring_curve.x[i] = place[i];
        s->spring_curve.y[i] = ratio[i] * (force_n + s->spring_n_per_m * way[i] + more) -
                               rest * force_n - rate * place[i];
    }
    return KAMM_OK;
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
    if (s->spring_curve.count || s->hardpoints.spring_on == KAMM_CARRIED_BY_ROCKER)
        result = take_spring_curve(s, m, force_n, rate, error);
    if (result != KAMM_OK) return result;
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
    s->damper_bush_n_per_m *= square;
    for (int i = 0; i < s->damper_curve.count; ++i)
        s->damper_curve.x[i] /= ratio, s->damper_curve.y[i] *= ratio;
    return KAMM_OK;
}

kamm_result kamm_compile_damper_ratio(const struct mechanism *m, const kamm_suspension_def *s,
                                      struct suspension_constants *c, kamm_error *error)
{
    double place[PLACES], ratio[PLACES], way[PLACES], rest = 1;
    if (!s->hardpoints.damper_lower_m_count) return KAMM_OK;
    if (!s->damper_curve.count && s->hardpoints.damper_on != KAMM_CARRIED_BY_ROCKER) return KAMM_OK;
    kamm_result result =
        sweep_carried(m, CARRIED_DAMPER, "damper_lower_m", place, ratio, way, error);
    if (result != KAMM_OK) return result;
    for (int i = 0; i < PLACES; ++i)
        if (place[i] == 0) rest = ratio[i];
    for (int i = 0; i < PLACES; ++i) ratio[i] /= rest;
    (void)kamm_compile_curve_table(place, ratio, PLACES, CURVE_MONOTONE, CURVE_HELD,
                                   &c->damper_ratio);
    c->damper_levered = 1;
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
