/* Points to linkages: what each kind needs, and what it makes of that. */
#include "hardpoints.h"
#include "scale.h"

#include "../base/error.h"
#include "../base/vector_double.h"
#include "../fields/fields.h"

#include <stddef.h>
#include <string.h>

static const char *const kind_words[] = {KAMM_HARDPOINTS_CHOICES(KAMM_WORD)};

/* -- which points go with which kind ---------------------------------------------------------- */

#define KIND(name) (1u << KAMM_HARDPOINTS_##name)
#define ARMS (KIND(TRAILING_ARM) | KIND(SEMI_TRAILING_ARM) | KIND(SWING_AXLE))
#define BEAMS (KIND(LIVE_AXLE) | KIND(DE_DION) | KIND(SOLID))
#define ALL \
    (KIND(DOUBLE_WISHBONE) | KIND(MACPHERSON) | KIND(FIVE_LINK) | ARMS | KIND(TWIST_BEAM) | BEAMS)
#define STEERED (KIND(DOUBLE_WISHBONE) | KIND(MACPHERSON))
#define BAR_POINTS 3
#define ROCKER_POINTS 4

static const struct point_use {
    const char *name;
    size_t offset, count_offset;
    unsigned needs, takes;
} uses[] = {
#define POINT(name, needs, takes)                                                                \
    {                                                                                            \
#name, offsetof(kamm_hardpoints_def, name), offsetof(kamm_hardpoints_def, name##_count), \
            needs, takes                                                                         \
    }
    POINT(wheel_centre_m, ALL, ALL),
    POINT(upper_front_m, KIND(DOUBLE_WISHBONE), KIND(DOUBLE_WISHBONE)),
    POINT(upper_rear_m, KIND(DOUBLE_WISHBONE), KIND(DOUBLE_WISHBONE)),
    POINT(upper_ball_m, KIND(DOUBLE_WISHBONE), KIND(DOUBLE_WISHBONE)),
    POINT(lower_front_m, STEERED, STEERED),
    POINT(lower_rear_m, STEERED, STEERED),
    POINT(lower_ball_m, STEERED, STEERED),
    POINT(strut_top_m, KIND(MACPHERSON), KIND(MACPHERSON)),
    POINT(strut_bottom_m, KIND(MACPHERSON), KIND(MACPHERSON)),
    POINT(tie_rod_inner_m, STEERED, STEERED | KIND(FIVE_LINK)),
    POINT(tie_rod_outer_m, STEERED, STEERED | KIND(FIVE_LINK)),
    POINT(pivot_inner_m, ARMS | KIND(TWIST_BEAM), ARMS | KIND(TWIST_BEAM)),
    POINT(pivot_outer_m, KIND(SEMI_TRAILING_ARM) | KIND(TWIST_BEAM), ARMS | KIND(TWIST_BEAM)),
    POINT(leaf_front_m, KIND(SOLID), KIND(SOLID)),
    POINT(leaf_rear_m, KIND(SOLID), KIND(SOLID)),
    POINT(leaf_seat_m, KIND(SOLID), KIND(SOLID)),
    POINT(watt_m, 0, KIND(LIVE_AXLE) | KIND(DE_DION)),
    POINT(spring_upper_m, 0, ALL),
    POINT(spring_lower_m, 0, ALL),
    POINT(damper_upper_m, 0, ALL),
    POINT(damper_lower_m, 0, ALL),
    POINT(push_outer_m, 0, ALL),
    POINT(push_inner_m, 0, ALL),
    POINT(rocker_pivot_m, 0, ALL),
    POINT(rocker_axis_m, 0, ALL),
    POINT(bar_link_m, 0, ALL),
    POINT(bar_end_m, 0, ALL),
    POINT(bar_pivot_m, 0, ALL),
#undef POINT
};
enum { USES = sizeof uses / sizeof *uses };

static int32_t count_of(const kamm_hardpoints_def *p, const struct point_use *use)
{
    return *(const int32_t *)((const char *)p + use->count_offset);
}

static kamm_result fail_point(int a, const char *point, const char *what, const char *kind,
                              kamm_result code, kamm_error *error)
{
    return kamm_fail(error, code, "axles.suspension.hardpoints",
                     "axles[%d].suspension.hardpoints.%s: %s%s", a, point, what, kind);
}

static kamm_result check_point(const kamm_hardpoints_def *p, int a, const struct point_use *use,
                               kamm_error *error)
{
    unsigned kind = 1u << p->kind;
    int32_t count = count_of(p, use);
    if (count != 0 && count != 3)
        return fail_point(a, use->name, "a point is three numbers, [x, y, z]", "", KAMM_ERROR_RANGE,
                          error);
    if (count && p->kind == KAMM_HARDPOINTS_NONE)
        return fail_point(a, "kind", "left out, but there is ", use->name, KAMM_ERROR_MISSING,
                          error);
    if (count && !(use->takes & kind))
        return fail_point(a, use->name, "there is no such point in a ", kind_words[p->kind],
                          KAMM_ERROR_RANGE, error);
    if (!count && (use->needs & kind))
        return fail_point(a, use->name, "missing; needed for a ", kind_words[p->kind],
                          KAMM_ERROR_MISSING, error);
    return KAMM_OK;
}

/* Points that are of use together only: those from the table's first to last are there, or none. */
static kamm_result check_together(const kamm_hardpoints_def *p, int a, const char *first, int count,
                                  kamm_error *error)
{
    int at = 0;
    while (strcmp(uses[at].name, first) != 0) ++at;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j)
            if (count_of(p, &uses[at + i]) && !count_of(p, &uses[at + j]))
                return fail_point(a, uses[at + j].name, "missing; needed beside ",
                                  uses[at + i].name, KAMM_ERROR_MISSING, error);
    return KAMM_OK;
}

static kamm_result check_carried(const kamm_hardpoints_def *p, int a, kamm_error *error)
{
    const struct {
        const char *name;
        int32_t by;
    } carried[] = {{"push_on", p->push_on},
                   {"spring_on", p->spring_on},
                   {"damper_on", p->damper_on},
                   {"bar_on", p->bar_on}};
    for (size_t i = 0; i < sizeof carried / sizeof *carried; ++i) {
        int wishbone = p->kind == KAMM_HARDPOINTS_DOUBLE_WISHBONE;
        int lower = wishbone || p->kind == KAMM_HARDPOINTS_MACPHERSON;
        if ((carried[i].by == KAMM_CARRIED_BY_LOWER_ARM && !lower) ||
            (carried[i].by == KAMM_CARRIED_BY_UPPER_ARM && !wishbone))
            return fail_point(a, carried[i].name, "there is no such arm in a ", kind_words[p->kind],
                              KAMM_ERROR_RANGE, error);
        if (carried[i].by == KAMM_CARRIED_BY_ROCKER && (i == 0 || !p->rocker_pivot_m_count))
            return fail_point(a, carried[i].name,
                              i == 0 ? "the rod that turns the rocker is not on it"
                                     : "on a rocker, but there is no rocker_pivot_m",
                              "", i == 0 ? KAMM_ERROR_RANGE : KAMM_ERROR_MISSING, error);
    }
    return KAMM_OK;
}

static kamm_result check_links(const kamm_hardpoints_def *p, int a, kamm_error *error)
{
    int five = p->kind == KAMM_HARDPOINTS_FIVE_LINK, count = p->links_count;
    int beam = p->kind == KAMM_HARDPOINTS_LIVE_AXLE || p->kind == KAMM_HARDPOINTS_DE_DION;
    for (int i = 0; i < count; ++i)
        if (p->links[i].inner_m_count != 3 || p->links[i].outer_m_count != 3)
            return kamm_fail(error, KAMM_ERROR_MISSING, "axles.suspension.hardpoints.links",
                             "axles[%d].suspension.hardpoints.links[%d]: a link has inner_m and "
                             "outer_m, [x, y, z] each",
                             a, i);
    if (count && !five && !beam)
        return fail_point(a, "links", "there are no such links in a ", kind_words[p->kind],
                          KAMM_ERROR_RANGE, error);
    int rods = count + (p->tie_rod_inner_m_count == 3);
    if (five && rods != 5)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints.links",
            "axles[%d].suspension.hardpoints.links: %d, the tie rod counted; allowed: 5", a, rods);
    return KAMM_OK;
}

/* -- what must not be said twice -------------------------------------------------------------- */

static const char *const paths[] = {
    "camber_curve",          "toe_curve",          "lateral_curve",
    "longitudinal_curve",    "caster_curve",       "roll_centre_height_m",
    "camber_gain_rad_per_m", "toe_gain_rad_per_m", "recession",
    "caster_gain_rad_per_m"};
static const char *const kingpins[] = {"caster_rad", "kingpin_inclination_rad", "scrub_radius_m",
                                       "trail_offset_m"};

static const kamm_field_table *table_below(const kamm_field_table *table, const char *name)
{
    return kamm_find_field(table, name, strlen(name), NULL)->table;
}

static int is_given(const kamm_suspension_def *s, const char *name)
{
    const kamm_field_table *table =
        table_below(table_below(kamm_vehicle_table(), "axles"), "suspension");
    const kamm_field *field = kamm_find_field(table, name, strlen(name), NULL);
    const void *at = kamm_value_of(field, s);
    if (field->kind == KAMM_FIELD_CURVE) return ((const kamm_curve *)at)->count > 0;
    return *(const double *)at != field->default_value;
}

static kamm_result check_not_given(const kamm_suspension_def *s, int a, const char *const *names,
                                   size_t count, kamm_error *error)
{
    for (size_t i = 0; i < count; ++i)
        if (is_given(s, names[i]))
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                             "axles[%d].suspension.%s: given beside hardpoints, which it follows "
                             "from; allowed: one of both",
                             a, names[i]);
    return KAMM_OK;
}

/* -- what the axle has to be ------------------------------------------------------------------ */

/* Between where the points and where the track have the wheel's centre, of an ordinary car. */
#define MAX_OFFSET_M 0.02

static kamm_result check_track(const kamm_axle_def *axle, int a, kamm_error *error)
{
    const kamm_hardpoints_def *p = &axle->suspension.hardpoints;
    double lean = axle->tyre.unloaded_radius_m * sin(axle->suspension.camber_rad);
    double out = axle->track_m / 2 + lean, most = MAX_OFFSET_M * tyre_length_scale(&axle->tyre);
    if (fabs(p->wheel_centre_m[1] - out) <= most) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                     "axles[%d].suspension.hardpoints.wheel_centre_m: %g m to the left, but by the "
                     "track of %g m it is at %.4g m; allowed: %.3g m beside that",
                     a, p->wheel_centre_m[1], axle->track_m, out, most);
}

static kamm_result check_axle(const kamm_axle_def *axle, int a, const struct mechanism *m,
                              kamm_error *error)
{
    const kamm_suspension_def *s = &axle->suspension;
    const char *kind = kind_words[s->hardpoints.kind];
    if (axle->wheels == KAMM_WHEELS_SINGLE)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
                         "axles[%d].suspension.hardpoints: a %s, but the axle has a single wheel; "
                         "allowed: wheels on both sides",
                         a, kind);
    if (m->dependent != (s->kind == KAMM_SUSPENSION_DEPENDENT))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles.suspension.hardpoints",
            "axles[%d].suspension.kind: %s, but the hardpoints are of a %s; allowed: %s", a,
            m->dependent ? "independent" : "dependent", kind,
            m->dependent ? "dependent" : "independent");
    kamm_result result = check_not_given(s, a, paths, sizeof paths / sizeof *paths, error);
    if (result == KAMM_OK && m->rack)
        result = check_not_given(s, a, kingpins, sizeof kingpins / sizeof *kingpins, error);
    return result == KAMM_OK ? check_track(axle, a, error) : result;
}

static kamm_result check_points(const kamm_hardpoints_def *p, int a, kamm_error *error)
{
    kamm_result result = KAMM_OK;
    for (int i = 0; i < USES && result == KAMM_OK; ++i) result = check_point(p, a, &uses[i], error);
    if (result == KAMM_OK) result = check_together(p, a, "tie_rod_inner_m", 2, error);
    if (result == KAMM_OK) result = check_together(p, a, "spring_upper_m", 2, error);
    if (result == KAMM_OK) result = check_together(p, a, "damper_upper_m", 2, error);
    if (result == KAMM_OK) result = check_together(p, a, "push_outer_m", ROCKER_POINTS, error);
    if (result == KAMM_OK) result = check_together(p, a, "bar_link_m", BAR_POINTS, error);
    if (result == KAMM_OK) result = check_carried(p, a, error);
    return result == KAMM_OK ? check_links(p, a, error) : result;
}

/* -- linkages --------------------------------------------------------------------------------- */

static void mirrored(const double in[3], double out[3])
{
    out[0] = in[0], out[1] = -in[1], out[2] = in[2];
}

static void add_tie_rod(struct linkage *l, const struct mechanism *m)
{
    const kamm_hardpoints_def *p = m->points;
    if (!p->tie_rod_inner_m_count) return;
    kamm_add_rod(l, "the tie rod from tie_rod_inner_m to tie_rod_outer_m", p->tie_rod_outer_m,
                 p->tie_rod_inner_m);
    l->joints[l->count - 1].rack = m->rack;
}

static void add_arm(struct linkage *l, const char *front_name, const char *rear_name,
                    const double front[3], const double rear[3], const double ball[3])
{
    kamm_add_rod(l, front_name, ball, front);
    kamm_add_rod(l, rear_name, ball, rear);
}

static void build_upright(const struct mechanism *m, struct linkage *l)
{
    const kamm_hardpoints_def *p = m->points;
    add_arm(l, "the lower arm from lower_front_m to lower_ball_m",
            "the lower arm from lower_rear_m to lower_ball_m", p->lower_front_m, p->lower_rear_m,
            p->lower_ball_m);
    if (p->kind == KAMM_HARDPOINTS_MACPHERSON)
        kamm_add_slide(l, "the strut through strut_top_m", p->strut_bottom_m, p->strut_top_m);
    else
        add_arm(l, "the upper arm from upper_front_m to upper_ball_m",
                "the upper arm from upper_rear_m to upper_ball_m", p->upper_front_m,
                p->upper_rear_m, p->upper_ball_m);
    add_tie_rod(l, m);
}

static void build_links(const struct mechanism *m, struct linkage *l)
{
    const kamm_hardpoints_def *p = m->points;
    for (int i = 0; i < p->links_count; ++i) {
        const kamm_link_def *link = &p->links[i];
        double inner[3], outer[3];
        kamm_add_rod(l, "links", link->outer_m, link->inner_m);
        l->joints[l->count - 1].number = i;
        if (!m->beam || link->single) continue;
        mirrored(link->inner_m, inner);
        mirrored(link->outer_m, outer);
        kamm_add_rod(l, "links", outer, inner);
        l->joints[l->count - 1].number = i;
    }
    add_tie_rod(l, m);
    if (p->watt_m_count) kamm_add_level(l, "Watt's linkage at watt_m", p->watt_m);
}

static void build_hinge(struct linkage *l, const double a[3], const double b[3])
{
    kamm_add_pin(l, "the pivot", a);
    kamm_add_pin(l, "the pivot", b);
}

/* An axis across the car, or along it, where a second point is left out. */
static void build_arm(const struct mechanism *m, struct linkage *l)
{
    const kamm_hardpoints_def *p = m->points;
    int along = p->kind == KAMM_HARDPOINTS_SWING_AXLE ? 0 : 1;
    double other[3];
    memcpy(other, p->pivot_inner_m, sizeof other);
    other[along] += 0.3;
    build_hinge(l, p->pivot_inner_m, p->pivot_outer_m_count ? p->pivot_outer_m : other);
}

/* Both wheels alike it turns about its bushes; one against the other each arm turns about the line from its bush to the
 * cross beam's shear centre, which stays where it is (Matschinsky, ch. 5; Reimpell, ch. 1). */
static void build_twist_beam(const struct mechanism *m, struct linkage way[WAYS])
{
    const kamm_hardpoints_def *p = m->points;
    double other[3];
    mirrored(p->pivot_outer_m, other);
    build_hinge(&way[WAY_ALIKE], p->pivot_outer_m, other);
    build_hinge(&way[WAY_AGAINST], p->pivot_outer_m, p->pivot_inner_m);
}

/* A leaf's front half leads the axle as a rod of three quarters of its length does that ends at the seat, and keeps it
 * upright; sideways it holds it on the line through both eyes (Reimpell, ch. 3; Gillespie, Fundamentals of Vehicle
 * Dynamics, ch. 7, has that line for the roll centre). */
static void build_leaves(const struct mechanism *m, struct linkage *l)
{
    const kamm_hardpoints_def *p = m->points;
    const char *name = "the leaf spring's front half";
    double inner[3], other_inner[3], other_seat[3], upper_inner[3], upper_seat[3], centre[3];
    for (int i = 0; i < 3; ++i)
        inner[i] = p->leaf_seat_m[i] + 0.75 * (p->leaf_front_m[i] - p->leaf_seat_m[i]);
    mirrored(inner, other_inner);
    mirrored(p->leaf_seat_m, other_seat);
    kamm_add_rod(l, name, p->leaf_seat_m, inner);
    kamm_add_rod(l, name, other_seat, other_inner);
    memcpy(upper_inner, inner, sizeof inner);
    memcpy(upper_seat, p->leaf_seat_m, sizeof upper_seat);
    upper_inner[1] = upper_seat[1] = 0;
    upper_inner[2] += 0.2, upper_seat[2] += 0.2;
    kamm_add_rod(l, name, upper_seat, upper_inner);
    double share =
        (p->leaf_seat_m[0] - p->leaf_front_m[0]) / (p->leaf_rear_m[0] - p->leaf_front_m[0]);
    centre[0] = p->leaf_seat_m[0], centre[1] = 0;
    centre[2] = p->leaf_front_m[2] + share * (p->leaf_rear_m[2] - p->leaf_front_m[2]);
    kamm_add_level(l, "the leaf springs across the car", centre);
}

static void build_ways(struct mechanism *m)
{
    struct linkage *l = &m->way[WAY_ALIKE];
    switch (m->points->kind) {
    case KAMM_HARDPOINTS_DOUBLE_WISHBONE:
    case KAMM_HARDPOINTS_MACPHERSON: build_upright(m, l); break;
    case KAMM_HARDPOINTS_TRAILING_ARM:
    case KAMM_HARDPOINTS_SEMI_TRAILING_ARM:
    case KAMM_HARDPOINTS_SWING_AXLE: build_arm(m, l); break;
    case KAMM_HARDPOINTS_TWIST_BEAM: build_twist_beam(m, m->way); break;
    case KAMM_HARDPOINTS_SOLID: build_leaves(m, l); break;
    default: build_links(m, l);
    }
    if (m->points->kind != KAMM_HARDPOINTS_TWIST_BEAM) m->way[WAY_AGAINST] = *l;
    for (int way = 0; way < WAYS; ++way) {
        struct linkage *own = &m->way[way];
        double right[3];
        mirrored(m->centre, right);
        memcpy(own->origin, m->centre, sizeof own->origin);
        if (m->beam) own->origin[1] = 0;
        kamm_add_height(own, m->centre, 0);
        if (m->beam) kamm_add_height(own, right, 1);
    }
}

static void set_frame(const kamm_axle_def *axle, struct mechanism *m)
{
    const kamm_suspension_def *s = &axle->suspension;
    unsigned kind = 1u << s->hardpoints.kind;
    int surplus = s->hardpoints.kind == KAMM_HARDPOINTS_LIVE_AXLE ||
                  s->hardpoints.kind == KAMM_HARDPOINTS_DE_DION;
    m->beam = (kind & BEAMS) != 0;
    m->dependent = m->beam || (kind & KIND(TWIST_BEAM)) != 0;
    m->rack = axle->steer_share != 0 && s->hardpoints.tie_rod_inner_m_count == 3;
    m->tolerance_m = surplus ? 0.005 : 1e-7;
    m->low_m = -(s->rebound_travel_m + s->bump_stop_length_m);
    m->high_m = s->bump_travel_m + s->bump_stop_length_m;
    memcpy(m->centre, s->hardpoints.wheel_centre_m, sizeof m->centre);
    m->spin_axis[0] = sin(s->toe_in_rad) * cos(s->camber_rad);
    m->spin_axis[1] = cos(s->toe_in_rad) * cos(s->camber_rad);
    m->spin_axis[2] = -sin(s->camber_rad);
}

void kamm_open_mechanism(const kamm_vehicle_def *def, int a, struct mechanism *m)
{
    memset(m, 0, sizeof *m);
    m->axle = a;
    m->points = &def->axles[a].suspension.hardpoints;
    set_frame(&def->axles[a], m);
    build_ways(m);
}

kamm_result kamm_build_mechanism(const kamm_vehicle_def *def, int a, struct mechanism *m,
                                 kamm_error *error)
{
    const kamm_axle_def *axle = &def->axles[a];
    kamm_result result = check_points(&axle->suspension.hardpoints, a, error);
    if (result != KAMM_OK || !has_hardpoints(axle)) return result;
    kamm_open_mechanism(def, a, m);
    return check_axle(axle, a, m, error);
}
