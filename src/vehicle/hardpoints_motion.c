/* Linkages in motion, and what is measured on them. */
#include "hardpoints.h"

#include "../base/error.h"
#include "../base/quaternion.h"
#include "../base/vector_double.h"

#include <stdio.h>
#include <string.h>

/* -- probes ----------------------------------------------------------------------------------- */

static struct drives drives_at(enum way way, double travel_m, double rack_m)
{
    struct drives d = {{travel_m, way == WAY_ALIKE ? travel_m : -travel_m}, rack_m};
    return d;
}

static kamm_result rate_probe(struct linkage_probe *p, kamm_error *error)
{
    struct drives at = drives_at(p->way, p->travel_m, p->rack_m), rate = drives_at(p->way, 1, 0);
    if (kamm_rate_linkage(&p->m->way[p->way], &at, &p->stance, &rate, &p->per_travel))
        return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                     "axles[%d].suspension.hardpoints: at a travel of %.0f mm the points leave the "
                     "wheel loose, or at a dead point; allowed: all freedoms held but the travel",
                     p->m->axle, 1000 * p->travel_m);
}

static kamm_result fail_reach(const struct linkage_probe *p, const struct misfit *misfit,
                              kamm_error *error)
{
    const struct mechanism *m = p->m;
    const char *name = misfit->joint->name;
    char numbered[24], place[64], wanted[160];
    if (misfit->joint->number >= 0) {
        snprintf(numbered, sizeof numbered, "links[%d]", misfit->joint->number);
        name = numbered;
    }
    if (p->rack_m != 0) {
        snprintf(place, sizeof place, "with the rack at %.0f mm", 1000 * p->rack_m);
        snprintf(wanted, sizeof wanted,
                 "wanted is the lock (steering.lock_rad over steering.ratio)");
    } else {
        snprintf(place, sizeof place, "at a travel of %.1f mm%s", 1000 * p->travel_m,
                 p->way == WAY_AGAINST && m->dependent ? " against the other wheel's" : "");
        snprintf(wanted, sizeof wanted,
                 "wanted are %.0f to %.0f mm (rebound_travel_m, bump_travel_m and "
                 "bump_stop_length_m beyond each)",
                 1000 * m->low_m, 1000 * m->high_m);
    }
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
        "axles[%d].suspension.hardpoints: %s %s can't be had, it misses by %.2g mm; %s", m->axle,
        place, name, 1000 * misfit->metres, wanted);
}

kamm_result kamm_start_probe(const struct mechanism *m, enum way way, struct linkage_probe *p,
                             kamm_error *error)
{
    memset(p, 0, sizeof *p);
    p->m = m;
    p->way = way;
    p->stance = kamm_design_stance(&m->way[way]);
    return rate_probe(p, error);
}

/* The last step's motion leads on; the solver does the rest. */
static kamm_result move_a_little(struct linkage_probe *p, double travel_m, double rack_m,
                                 kamm_error *error)
{
    double step = travel_m - p->travel_m;
    struct drives drives = drives_at(p->way, travel_m, rack_m);
    for (int i = 0; i < 3; ++i) p->stance.at[i] += step * p->per_travel.velocity[i];
    p->travel_m = travel_m;
    p->rack_m = rack_m;
    struct misfit misfit = kamm_pose_linkage(&p->m->way[p->way], &drives, &p->stance);
    if (misfit.metres > p->m->tolerance_m) return fail_reach(p, &misfit, error);
    return rate_probe(p, error);
}

#define MAX_STEP_M 0.005

kamm_result kamm_move_probe(struct linkage_probe *p, double travel_m, double rack_m,
                            kamm_error *error)
{
    double travel = p->travel_m, rack = p->rack_m;
    double way = fmax(fabs(travel_m - travel), fabs(rack_m - rack));
    int steps = (int)ceil(way / MAX_STEP_M - 1e-9);
    kamm_result result = KAMM_OK;
    for (int i = 1; i <= steps && result == KAMM_OK; ++i) {
        double share = (double)i / steps;
        result = i == steps ? move_a_little(p, travel_m, rack_m, error)
                            : move_a_little(p, travel + share * (travel_m - travel),
                                            rack + share * (rack_m - rack), error);
    }
    return result;
}

/* -- figures ---------------------------------------------------------------------------------- */

void kamm_measure_wheel(const struct linkage_probe *p, int side, struct wheel_figures *out)
{
    const struct mechanism *m = p->m;
    const struct linkage *l = &m->way[p->way];
    double centre[3] = {m->centre[0], side * m->centre[1], m->centre[2]};
    double axis[3] = {side * m->spin_axis[0], m->spin_axis[1], side * m->spin_axis[2]};
    double turn[3], change[3];
    /* Per travel of its own: the wheel opposite to the one that leads goes the other way. */
    double own = side < 0 && p->way == WAY_AGAINST ? -1 : 1;
    kamm_body_point(l, &p->stance, centre, out->centre);
    kamm_point_rate(&p->stance, &p->per_travel, out->centre, out->centre_slope);
    kamm_rotate(p->stance.turn, axis, axis);
    for (int i = 0; i < 3; ++i) {
        turn[i] = own * p->per_travel.turn[i];
        out->centre_slope[i] *= own;
    }
    cross3(turn, axis, change);
    out->turn_back_slope = -dot3(turn, axis);
    /* Treats the wheel as if it were on the left: y is mirrored. So are x and z of the axis,
     * because it points to the left on both sides. */
    out->centre[1] *= side, out->centre_slope[1] *= side;
    axis[0] *= side, axis[2] *= side, change[0] *= side, change[2] *= side;
    out->camber_rad = -asin(axis[2]);
    out->camber_slope = -change[2] / sqrt(1 - axis[2] * axis[2]);
    out->toe_in_rad = atan2(axis[0], axis[1]);
    out->toe_slope =
        (change[0] * axis[1] - axis[0] * change[1]) / (axis[0] * axis[0] + axis[1] * axis[1]);
}

/* -- steering --------------------------------------------------------------------------------- */

/* The axis about which steering screws the upright while the wheel's centre is held at its height (Matschinsky, ch. 3). */
static int find_screw_axis(const struct linkage_probe *p, struct steering_axis *axis)
{
    static const struct drives rate = {{0, 0}, 1};
    struct drives at = drives_at(p->way, p->travel_m, p->rack_m);
    struct motion motion;
    if (!kamm_rate_linkage(&p->m->way[p->way], &at, &p->stance, &rate, &motion)) return 0;
    double turn_2 = dot3(motion.turn, motion.turn), to_axis[3];
    if (!(turn_2 > 1e-6)) return 0;
    cross3(motion.turn, motion.velocity, to_axis);
    double up = motion.turn[2] < 0 ? -1 : 1;
    for (int i = 0; i < 3; ++i) {
        axis->point[i] = p->stance.at[i] + to_axis[i] / turn_2;
        axis->up[i] = up * motion.turn[i] / sqrt(turn_2);
    }
    return 1;
}

int kamm_find_steering_axis(const struct linkage_probe *p, struct steering_axis *axis)
{
    const kamm_hardpoints_def *points = p->m->points;
    const struct linkage *l = &p->m->way[p->way];
    double upper[3];
    switch (points->kind) {
    case KAMM_HARDPOINTS_DOUBLE_WISHBONE:
        kamm_body_point(l, &p->stance, points->upper_ball_m, upper);
        break;
    case KAMM_HARDPOINTS_MACPHERSON: memcpy(upper, points->strut_top_m, sizeof upper); break;
    default: return p->m->rack && find_screw_axis(p, axis);
    }
    kamm_body_point(l, &p->stance, points->lower_ball_m, axis->point);
    for (int i = 0; i < 3; ++i) axis->up[i] = upper[i] - axis->point[i];
    double length = length3(axis->up);
    if (!(axis->up[2] > 0.1 * length)) return 0;
    for (int i = 0; i < 3; ++i) axis->up[i] /= length;
    return 1;
}

void kamm_measure_kingpin(const struct steering_axis *axis, const struct wheel_figures *wheel,
                          double radius_m, struct kingpin_figures *out)
{
    double back = -axis->up[0] / axis->up[2], inward = -axis->up[1] / axis->up[2];
    double above = wheel->centre[2] - axis->point[2];
    double x = axis->point[0] - back * above, y = axis->point[1] - inward * above;
    double drop = radius_m * cos(wheel->camber_rad), lean = radius_m * sin(wheel->camber_rad);
    out->caster_rad = atan(back);
    out->inclination_rad = atan(inward);
    out->ahead_m = x - wheel->centre[0];
    out->inward_m = wheel->centre[1] - y;
    out->trail_m = out->ahead_m + back * drop;
    out->scrub_m = out->inward_m - inward * drop - lean;
}
