/* Where across the road a driver goes, and what those ahead allow.
 *
 * MOBIL (A. Kesting, M. Treiber, D. Helbing, Transp. Res. Rec. 1999 (2007) 86) for a road without lanes: places across
 * it take the role of lanes. A driver weighs its own acceleration by the IDM there, what it imposes on the one behind,
 * and how much it prefers its own place; it changes for a gain above a threshold, and to where no other is beside it. */
#include "path_plan.h"
#include "traffic_view.h"

#include <math.h>

enum { PLACES = 9 };
static const double choice_s = 0.25; /* between two choices */
static const double kerb_m = 0.2;    /* that a car keeps from the road's edge */
static const double blocked_mps2 =
    20; /* by which a place beside others is worse than any braking */

double kamm_half_width_m(const kamm_traffic_driver *driver) { return driver->body.width_m / 2; }

double kamm_free_speed_mps(const kamm_traffic_driver *driver, const kamm_traffic_style *style)
{
    return fmin(style->speed_mps, style->pace * driver->driver.plan->info.top_speed_mps);
}

/* Speed that the plan and the style want a second ahead. */
static double wanted_here_mps(const kamm_traffic_driver *driver, const kamm_traffic_style *style)
{
    double ahead_m = driver->state.station_m + fmax(driver->state.along_mps, 0);
    double planned = style->pace * kamm_planned_speed_mps(driver->driver.plan, ahead_m);
    return fmax(fmin(kamm_free_speed_mps(driver, style), planned), 1);
}

/* Places that a car's middle may have on the road here and as far as it comes in three seconds. */
static void find_span(const kamm_traffic_driver *driver, double *right_m, double *left_m)
{
    const kamm_line *line = driver->driver.plan->line;
    double reach_m = 10 + 3 * fmax(driver->state.along_mps, 0), half_m = driver->body.length_m / 2;
    *right_m = -INFINITY, *left_m = INFINITY;
    for (int i = 0; i <= 4; ++i) {
        kamm_line_point at = kamm_line_at(line, driver->state.station_m + reach_m * i / 4);
        double out_m = at.curvature_per_m * half_m * half_m / 2; /* of a bend: the body's ends */
        *right_m = fmax(*right_m, fmax(out_m, 0) - at.right_m);
        *left_m = fmin(*left_m, at.left_m + fmin(out_m, 0));
    }
    double inside_m = kamm_half_width_m(driver) + kerb_m;
    *right_m += inside_m, *left_m -= inside_m;
    if (*right_m > *left_m) *right_m = *left_m = (*right_m + *left_m) / 2;
}

/* Whether bodies with these sides meet. */
static int overlaps(double right_a, double left_a, double right_b, double left_b)
{
    return right_a < left_b && right_b < left_a;
}

/* Whether its sides meet ours where we are now. */
static int is_before_us(const kamm_traffic_driver *driver, const struct traffic_other *o)
{
    const kamm_traffic_state *own = &driver->state;
    return overlaps(own->side_right_m, own->side_left_m, o->right_m, o->left_m);
}

/* The driver's own acceleration at a place, by the IDM, towards those there and those on the way across. */
static double gained_mps2(const kamm_traffic_driver *driver, const kamm_traffic_style *style,
                          const struct traffic_view *view, double place_m, double wanted_mps)
{
    const double near_m = 50, wall_mps2 = -3; /* where it was stuck it does not go at any speed */
    const kamm_traffic_state *own = &driver->state;
    const struct traffic_extent there = kamm_extent_aside(driver, place_m, style->side_gap_m);
    double v = own->along_mps, right_m = fmin(own->side_right_m, there.right_m);
    double left_m = fmax(own->side_left_m, there.left_m);
    double least = kamm_idm_mps2(style, v, wanted_mps, INFINITY, 0);
    for (int i = 0; i < view->count; ++i) {
        const struct traffic_other *o = &view->other[i];
        if (!(o->ahead_m > 0) || !overlaps(right_m, left_m, o->aim_right_m, o->aim_left_m))
            continue;
        int is_there = overlaps(there.right_m, there.left_m, o->aim_right_m, o->aim_left_m);
        if (!is_there && is_before_us(driver, o)) continue;
        if (o->is_wall && o->ahead_m < near_m * driver->driver.plan->length_scale)
            least = fmin(least, wall_mps2);
        if (o->along_mps > wanted_mps) continue; /* faster than we want to be: soon gone */
        least = fmin(least, kamm_idm_mps2(style, v, wanted_mps, o->ahead_m, v - o->along_mps));
    }
    return fmax(least, -blocked_mps2 / 2);
}

/* What a place costs by those beside and behind. */
static double cost_mps2(const kamm_traffic_driver *driver, const kamm_traffic_style *style,
                        const struct traffic_view *view, double place_m)
{
    const double beside_m = 1, per_m = 10;
    const kamm_traffic_state *own = &driver->state;
    const struct traffic_extent there = kamm_extent_aside(driver, place_m, style->side_gap_m);
    double half_m = kamm_half_width_m(driver), cost = 0;
    double right_m = fmin(own->side_right_m, there.right_m);
    double left_m = fmax(own->side_left_m, there.left_m);
    for (int i = 0; i < view->count; ++i) {
        const struct traffic_other *o = &view->other[i];
        if (o->ahead_m < beside_m && o->behind_m < beside_m) {
            if (!overlaps(right_m, left_m, o->aim_right_m, o->aim_left_m)) continue;
            double in_m = fmin(there.left_m - o->aim_right_m, o->aim_left_m - there.right_m);
            cost = fmax(cost, blocked_mps2 + per_m * fmax(in_m, 0));
        } else if (o->behind_m >= beside_m && !o->is_wall) {
            if (!overlaps(place_m - half_m, place_m + half_m, o->right_m, o->left_m) ||
                overlaps(own->left_m - half_m, own->left_m + half_m, o->right_m, o->left_m))
                continue;
            double v = o->along_mps;
            double brakes =
                -fmin(kamm_idm_mps2(style, v, INFINITY, o->behind_m, v - own->along_mps), 0);
            cost = fmax(cost, brakes > style->safe_braking_mps2 ? blocked_mps2 / 2
                                                                : style->politeness * brakes);
        }
    }
    return cost;
}

static double worth_mps2(const kamm_traffic_driver *driver, const kamm_traffic_style *style,
                         const struct traffic_view *view, double place_m, double own_m,
                         double wanted_mps)
{
    const double slope = 0.02; /* of two free places the nearer one */
    double off_m = fabs(place_m - own_m);
    return gained_mps2(driver, style, view, place_m, wanted_mps) -
           cost_mps2(driver, style, view, place_m) - style->keeping_mps2 * fmin(off_m, 1) -
           slope * off_m;
}

static void choose(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                   const struct traffic_view *view)
{
    double right_m, left_m, wanted_mps = wanted_here_mps(driver, style);
    find_span(driver, &right_m, &left_m);
    double own_m = traffic_within(style->place_left_m, right_m, left_m);
    double best_m = traffic_within(driver->state.target_left_m, right_m, left_m);
    double best =
        worth_mps2(driver, style, view, best_m, own_m, wanted_mps) + style->threshold_mps2;
    for (int i = 0; i <= PLACES; ++i) {
        double place_m = i ? right_m + (left_m - right_m) * (i - 1) / (PLACES - 1) : own_m;
        double worth = worth_mps2(driver, style, view, place_m, own_m, wanted_mps);
        if (!(worth > best)) continue;
        best = worth;
        best_m = place_m;
    }
    driver->state.target_left_m = best_m;
}

static double moved_towards(double from, double to, double most)
{
    return from + traffic_within(to - from, -most, most);
}

/* Whether another is in the way of the aim across the road: beside us on that side, or so that one of us brakes hard. */
static int is_in_the_way(const kamm_traffic_driver *driver, const kamm_traffic_style *style,
                         const struct traffic_other *o, double aim_m,
                         const struct traffic_extent *there)
{
    const double beside_m = 0.5;
    const kamm_traffic_state *own = &driver->state;
    double middle_m = (o->right_m + o->left_m) / 2, v = own->along_mps;
    if (!overlaps(there->right_m, there->left_m, o->aim_right_m, o->aim_left_m)) return 0;
    if (o->ahead_m < beside_m && o->behind_m < beside_m)
        return (middle_m - own->left_m) * (aim_m - own->aim_left_m) > 0;
    if (is_before_us(driver, o)) return 0;
    if (o->offset_m > 0)
        return kamm_idm_mps2(style, v, INFINITY, o->ahead_m, v - o->along_mps) <
               -style->braking_mps2;
    return kamm_idm_mps2(style, o->along_mps, INFINITY, o->behind_m, o->along_mps - v) <
           -style->safe_braking_mps2;
}

/* Speed across the road: less in a bend, which needs the tyres for itself. */
static double side_speed_mps(const kamm_traffic_driver *driver, const kamm_traffic_style *style)
{
    const double least = 0.2, gravity_mps2 = 9.80665;
    const kamm_plan *plan = driver->driver.plan;
    double v = driver->state.along_mps;
    double bend = fabs(kamm_line_at(plan->line, driver->state.station_m).curvature_per_m);
    double has_mps2 = plan->grip * plan->info.peak_friction_y[0] * gravity_mps2;
    return style->side_speed_mps * traffic_within(1 - v * v * bend / has_mps2, least, 1);
}

static void move_aim(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                     const struct traffic_view *view, double interval_s)
{
    kamm_traffic_state *own = &driver->state;
    double aim_m = moved_towards(own->aim_left_m, own->target_left_m,
                                 side_speed_mps(driver, style) * interval_s);
    const struct traffic_extent there = kamm_extent_aside(driver, aim_m, style->side_gap_m / 2);
    int waits = 0;
    for (int i = 0; i < view->count && !waits; ++i)
        waits = is_in_the_way(driver, style, &view->other[i], aim_m, &there);
    if (waits)
        aim_m = moved_towards(own->aim_left_m, own->left_m, style->side_speed_mps * interval_s);
    own->aim_left_m = aim_m;
}

/* What one ahead allows. Of two who touch, the one behind yields, unless the other cannot get on. Who reverses, or wants
 * to, is left its room. */
static double allowed_by(const kamm_traffic_driver *driver, const kamm_traffic_style *style,
                         const struct traffic_other *o, double right_m, double left_m)
{
    const double touch_m = 0.1, room_m = 6 * driver->driver.plan->length_scale;
    const kamm_traffic_state *own = &driver->state;
    double v = own->along_mps, free_mps = kamm_free_speed_mps(driver, style);
    int touches = o->ahead_m <= 0 && overlaps(own->side_right_m - touch_m,
                                              own->side_left_m + touch_m, o->right_m, o->left_m);
    int leaves_room = o->backs && o->ahead_m < room_m && is_before_us(driver, o);
    if ((touches && !o->is_stuck) || leaves_room) return -style->braking_mps2;
    if (o->ahead_m > 0 && overlaps(right_m, left_m, o->aim_right_m, o->aim_left_m))
        return kamm_idm_mps2(style, v, free_mps, o->ahead_m, v - o->along_mps);
    return INFINITY;
}

/* By the IDM, towards all whose sides meet ours here or at the aim. */
static double allowed_mps2(const kamm_traffic_driver *driver, const kamm_traffic_style *style,
                           const struct traffic_view *view)
{
    const kamm_traffic_state *own = &driver->state;
    const struct traffic_extent aim =
        kamm_extent_aside(driver, own->aim_left_m, style->side_gap_m / 2);
    double right_m = fmin(own->side_right_m, aim.right_m);
    double left_m = fmax(own->side_left_m, aim.left_m);
    double least =
        kamm_idm_mps2(style, own->along_mps, kamm_free_speed_mps(driver, style), INFINITY, 0);
    for (int i = 0; i < view->count; ++i)
        if (view->other[i].offset_m > 0)
            least = fmin(least, allowed_by(driver, style, &view->other[i], right_m, left_m));
    return least;
}

void kamm_choose_place(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                       const struct traffic_view *view, double interval_s)
{
    kamm_traffic_state *state = &driver->state;
    if (--state->choice_calls <= 0) {
        choose(driver, style, view);
        double own_s = choice_s * (0.8 + 0.4 * (driver->seed % 16) / 16.0); /* not all at once */
        state->choice_calls = (int)fmax(lround(own_s / interval_s), 1);
    }
    move_aim(driver, style, view, interval_s);
    state->allowed_mps2 = allowed_mps2(driver, style, view);
}
