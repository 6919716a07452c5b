/* What drivers see of each other: rectangles on their line, sorted along it. */
#include "../base/error.h"
#include "../run/cars.h"
#include "path_driver.h"
#include "path_plan.h"
#include "traffic_view.h"

#include <math.h>

static const double whole_turn_rad = 6.283185307179586;
/* A body that moves further between two calls was set elsewhere, and is looked for on all of the line. */
static const double jump_m = 10, far_m = 1e9;

static void find_car_body(kamm_traffic_driver *driver, const struct car_glance *now)
{
    const kamm_model_info *info = &kamm_model_of(driver->cars, driver->car)->info;
    double c = cos(now->yaw_rad), s = sin(now->yaw_rad);
    double middle_m = info->cg_behind_front_axle_m + info->front_overhang_m - info->length_m / 2;
    driver->body = (kamm_traffic_body){.x_m = now->x_m + middle_m * c,
                                       .y_m = now->y_m + middle_m * s,
                                       .yaw_rad = now->yaw_rad,
                                       .length_m = info->length_m,
                                       .width_m = info->width_m,
                                       .velocity_mps = {now->forward_mps * c - now->left_mps * s,
                                                        now->forward_mps * s + now->left_mps * c}};
}

static const double straight_per_m = 1e-5;

/* From the middle of the arc below a body to a point of the body: its radius, and on which side it lies. */
static double radius_at(double bend, double aside_m)
{
    const double least = 0.2; /* of the line's radius */
    return fmax(1 - bend * aside_m, least) / bend;
}

/* A point of the body, from the place below its middle, to the left of the line. */
static void add_side(struct traffic_extent *extent, double bend, double left_m, double x, double y)
{
    double aside_m = left_m + y;
    if (fabs(bend) > straight_per_m)
        aside_m = 1 / bend - copysign(hypot(x, radius_at(bend, aside_m)), bend);
    extent->right_m = fmin(extent->right_m, aside_m);
    extent->left_m = fmax(extent->left_m, aside_m);
}

struct traffic_extent kamm_extent_on_line(double bend, double left_m, double heading_rad,
                                          double length_m, double width_m)
{
    struct traffic_extent extent = {0, INFINITY, -INFINITY};
    double c = cos(heading_rad), s = sin(heading_rad);
    for (int i = -1; i <= 1; ++i)
        for (int k = -1; k <= 1; k += 2) { /* corners, and the middles of both sides */
            double x = (i * c * length_m - k * s * width_m) / 2;
            double y = (i * s * length_m + k * c * width_m) / 2, along_m = x;
            add_side(&extent, bend, left_m, x, y);
            if (fabs(bend) > straight_per_m) along_m = atan(x / radius_at(bend, left_m + y)) / bend;
            extent.half_along_m = fmax(extent.half_along_m, fabs(along_m));
        }
    return extent;
}

struct traffic_extent kamm_extent_aside(const kamm_traffic_driver *driver, double left_m,
                                        double gap_m)
{
    struct traffic_extent extent = {driver->state.half_along_m, INFINITY, -INFINITY};
    double bend = driver->state.bend_per_m, half_m = driver->body.width_m / 2;
    for (int k = -1; k <= 1; k += 2) {
        add_side(&extent, bend, left_m, 0, k * half_m);
        add_side(&extent, bend, left_m, driver->body.length_m / 2, k * half_m);
    }
    extent.right_m -= gap_m, extent.left_m += gap_m;
    return extent;
}

/* Mean bend of the line below a body. */
double kamm_bend_below(const kamm_line *line, double station_m, double length_m)
{
    double behind_rad = kamm_line_at(line, station_m - length_m / 2).heading_rad;
    double ahead_rad = kamm_line_at(line, station_m + length_m / 2).heading_rad;
    return remainder(ahead_rad - behind_rad, whole_turn_rad) / fmax(length_m, 1e-9);
}

/* The body's rectangle along the line and across. */
static void find_extent(kamm_traffic_driver *driver)
{
    kamm_traffic_state *state = &driver->state;
    const kamm_traffic_body *body = &driver->body;
    const kamm_line *line = driver->driver.plan->line;
    kamm_line_point at = kamm_line_at(line, state->station_m);
    double along[2] = {cos(at.heading_rad), sin(at.heading_rad)};
    state->heading_rad = remainder(body->yaw_rad - at.heading_rad, whole_turn_rad);
    state->bend_per_m = kamm_bend_below(line, state->station_m, body->length_m);
    const struct traffic_extent extent = kamm_extent_on_line(
        state->bend_per_m, state->left_m, state->heading_rad, body->length_m, body->width_m);
    state->half_along_m = extent.half_along_m;
    state->half_across_m = (extent.left_m - extent.right_m) / 2;
    state->side_right_m = extent.right_m, state->side_left_m = extent.left_m;
    state->along_mps = body->velocity_mps[0] * along[0] + body->velocity_mps[1] * along[1];
    state->across_mps = body->velocity_mps[1] * along[0] - body->velocity_mps[0] * along[1];
}

static void see(kamm_traffic_driver *driver)
{
    kamm_traffic_state *state = &driver->state;
    const kamm_line *line = driver->driver.plan->line;
    const kamm_traffic_body was = driver->body;
    int is_first = !(state->half_along_m > 0);
    if (driver->cars) {
        const struct car_glance now = kamm_glance(driver->cars, driver->car);
        find_car_body(driver, &now);
        if (is_first || hypot(driver->body.x_m - was.x_m, driver->body.y_m - was.y_m) > jump_m) {
            driver->driver.station_m = NAN;
            driver->driver.station_m = kamm_line_station_m(line, now.x_m, now.y_m, NAN, NULL);
        }
        kamm_find_on_line(&driver->driver, &now);
    } else {
        driver->driver.station_m = NAN; /* hosts move obstacles as they like */
    }
    state->station_m = kamm_line_station_m(line, driver->body.x_m, driver->body.y_m,
                                           driver->driver.station_m, &state->left_m);
    if (!isfinite(state->station_m) || !isfinite(state->left_m)) /* an obstacle that is nowhere */
        state->station_m = 0, state->left_m = far_m;
    find_extent(driver);
    if (is_first) state->target_left_m = state->aim_left_m = state->left_m;
    if (is_first) state->progress_m = driver->driver.driven_m;
    state->shown_left_m = state->left_m;
    if (driver->is_driven && state->mode == KAMM_TRAFFIC_DRIVES)
        state->shown_left_m = state->aim_left_m;
}

/* Whether `a` comes after `b`. Drivers that equal each other in all of this may be in any order. */
static int comes_after(const kamm_traffic_driver *a, const kamm_traffic_driver *b)
{
    uintptr_t line_a = (uintptr_t)a->driver.plan->line, line_b = (uintptr_t)b->driver.plan->line;
    if (line_a != line_b) return line_a > line_b;
    if (a->state.station_m != b->state.station_m) return a->state.station_m > b->state.station_m;
    if (a->seed != b->seed) return a->seed > b->seed;
    return a->state.left_m > b->state.left_m;
}

static void sift_down(kamm_traffic_driver *drivers, int root, int count)
{
    for (int child; (child = 2 * root + 1) < count; root = child) {
        int32_t *top = &drivers[root].state.order, *next = &drivers[child].state.order;
        if (child + 1 < count &&
            comes_after(&drivers[drivers[child + 1].state.order], &drivers[*next]))
            next = &drivers[++child].state.order;
        if (!comes_after(&drivers[*next], &drivers[*top])) return;
        int32_t kept = *top;
        *top = *next, *next = kept;
    }
}

/* Heapsort (J. W. J. Williams 1964): `order` of the k-th driver becomes the index of the k-th along the lines. */
static void sort(kamm_traffic_driver *drivers, int count)
{
    for (int i = 0; i < count; ++i) drivers[i].state.order = i;
    for (int i = count / 2 - 1; i >= 0; --i) sift_down(drivers, i, count);
    for (int last = count - 1; last > 0; --last) {
        int32_t kept = drivers[0].state.order;
        drivers[0].state.order = drivers[last].state.order;
        drivers[last].state.order = kept;
        sift_down(drivers, 0, last);
    }
}

void kamm_see_traffic(kamm_traffic_driver *drivers, int count)
{
    for (int i = 0; i < count; ++i) see(&drivers[i]);
    sort(drivers, count);
}

static struct traffic_other seen_from(const kamm_traffic_state *own, double offset_m,
                                      const kamm_traffic_state *other)
{
    const double stuck_s = 1.5;
    double apart_m = own->half_along_m + other->half_along_m;
    double aside_m = other->shown_left_m - other->left_m; /* to where it is going */
    int asks = other->asks_room_s > 0;
    return (struct traffic_other){.offset_m = offset_m,
                                  .ahead_m = offset_m - apart_m,
                                  .behind_m = -offset_m - apart_m,
                                  .right_m = other->side_right_m,
                                  .left_m = other->side_left_m,
                                  .aim_right_m = other->side_right_m + fmin(aside_m, 0),
                                  .aim_left_m = other->side_left_m + fmax(aside_m, 0),
                                  .along_mps = other->along_mps,
                                  .is_stuck = other->still_s > stuck_s,
                                  .backs = asks || other->mode == KAMM_TRAFFIC_REVERSES};
}

/* How far a driver looks ahead: over the gap that the IDM wants to one who stands. */
static double sight_m(const kamm_traffic_driver *driver)
{
    const kamm_traffic_style *style = &driver->style;
    double v = fmax(driver->state.along_mps, 0);
    double braking_m = v * v /
                       (2 * sqrt(traffic_within(style->acceleration_mps2, 0.1, 50) *
                                 traffic_within(style->braking_mps2, 0.1, 50)));
    return traffic_within(50 + 2 * v + 1.5 * braking_m, 50, 400);
}

static void add_wall(const kamm_traffic_driver *driver, struct traffic_view *view)
{
    const kamm_traffic_state *own = &driver->state;
    const kamm_line *line = driver->driver.plan->line;
    if (!(own->wall_s > 0)) return;
    double offset_m = own->wall_station_m - own->station_m;
    if (line->closed) offset_m = remainder(offset_m, line->length_m);
    view->other[view->count++] = (struct traffic_other){.offset_m = offset_m,
                                                        .ahead_m = offset_m - own->half_along_m,
                                                        .behind_m = -offset_m - own->half_along_m,
                                                        .right_m = own->wall_right_m,
                                                        .left_m = own->wall_left_m,
                                                        .aim_right_m = own->wall_right_m,
                                                        .aim_left_m = own->wall_left_m,
                                                        .is_wall = 1};
}

void kamm_view_traffic(const kamm_traffic_driver *drivers, int first, int end, int rank,
                       struct traffic_view *view)
{
    const double sight_behind_m = 100;
    const kamm_traffic_driver *driver = &drivers[drivers[rank].state.order];
    const kamm_traffic_state *own = &driver->state;
    const kamm_line *line = driver->driver.plan->line;
    int span = end - first;
    double around_m = line->closed ? line->length_m : INFINITY;
    view->count = 0;
    for (int way = 1; way >= -1; way -= 2) {
        double most_m = fmin(way > 0 ? sight_m(driver) : sight_behind_m, around_m / 2);
        int most = way > 0 ? TRAFFIC_AHEAD : TRAFFIC_BEHIND;
        for (int k = 1; k < span && k <= most; ++k) {
            int at = rank + way * k;
            if (!line->closed && (at < first || at >= end)) break;
            at = first + (at - first + span) % span;
            const kamm_traffic_driver *seen = &drivers[drivers[at].state.order];
            const kamm_traffic_state *other = &seen->state;
            double away_m = way * (other->station_m - own->station_m);
            if (away_m < 0) away_m += around_m;
            if (!(away_m < most_m)) break;
            if (driver->train && seen->train == driver->train) continue;
            view->other[view->count++] = seen_from(own, way * away_m, other);
        }
    }
    add_wall(driver, view);
}
