/* Drivers among others: all of them look first, then each decides by what it saw, so that no order matters.
 *
 * Each has the path's driver steer and press the pedals, with an aim across the road and a highest acceleration of its
 * own. Its errors are smooth noise of its seed and its time: a delay of what it feels of others, a place from which it
 * reads the plan for bends, and a place across the road. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../run/cars.h"
#include "path_driver.h"
#include "path_plan.h"
#include "traffic_view.h"

#include <math.h>

static const double reaction_step_s = 0.1;
enum { NOISE_LATE = 1, NOISE_WANDER = 2 };

void kamm_start_traffic_driver(kamm_traffic_driver *driver, const kamm_plan *plan, kamm_cars *cars,
                               int car, const kamm_traffic_style *style, uint32_t seed)
{
    KAMM_REQUIRE(driver, );
    KAMM_REQUIRE_ALIVE(plan, );
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < kamm_count(cars), );
    *driver = (kamm_traffic_driver){.driver = {.plan = plan},
                                    .cars = cars,
                                    .car = car,
                                    .is_driven = 1,
                                    .seed = seed,
                                    .style = style ? *style : kamm_default_traffic_style()};
}

void kamm_start_traffic_obstacle(kamm_traffic_driver *driver, const kamm_plan *plan,
                                 const kamm_traffic_body *body)
{
    KAMM_REQUIRE(driver, );
    KAMM_REQUIRE_ALIVE(plan, );
    KAMM_REQUIRE(body, );
    *driver = (kamm_traffic_driver){
        .driver = {.plan = plan}, .body = *body, .style = kamm_default_traffic_style()};
}

/* Passes what others allow through the delay: the oldest of the last reactions. */
static double felt_mps2(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                        double interval_s)
{
    kamm_traffic_state *state = &driver->state;
    /* 1 more than the number of whole steps, so that none is negative. */
    int64_t now = (int64_t)(state->time_s / reaction_step_s + 1);
    int64_t before = (int64_t)((state->time_s - interval_s) / reaction_step_s + 1);
    int delay = (int)lround(style->reaction_s / reaction_step_s);
    if (now != before) state->reactions_mps2[now % KAMM_TRAFFIC_REACTIONS] = state->allowed_mps2;
    if (delay == 0) return state->allowed_mps2;
    int64_t then = now - delay;
    return then < 0 ? 0 : state->reactions_mps2[then % KAMM_TRAFFIC_REACTIONS];
}

/* Inside a bend its radius is less than the line's. */
static double share_of_speed(const kamm_traffic_driver *driver, const kamm_traffic_style *style)
{
    const double foresight_s = 0.5, least = 0.3;
    double ahead_m = driver->state.station_m + foresight_s * fmax(driver->state.along_mps, 0);
    kamm_line_point at = kamm_line_at(driver->driver.plan->line, ahead_m);
    double tighter = 1 - fmax(at.curvature_per_m * driver->state.aim_left_m, 0);
    return style->pace * sqrt(fmax(tighter, least));
}

static double wander_m(const kamm_traffic_driver *driver, const kamm_traffic_style *style)
{
    const double period_s = 4;
    double noise = kamm_traffic_noise(driver->seed, NOISE_WANDER, driver->state.time_s, period_s);
    return style->wander_m * (2 * noise - 1);
}

static double late_m(const kamm_traffic_driver *driver, const kamm_traffic_style *style)
{
    const double period_s = 7;
    double noise = kamm_traffic_noise(driver->seed, NOISE_LATE, driver->state.time_s, period_s);
    return style->lateness_s * noise * fmax(driver->state.along_mps, 0);
}

static void drive_along(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                        double interval_s)
{
    const double rests_mps = 0.5, starts_mps2 = 0.1;
    /* Out of a turn it aligns with the line before it accelerates. */
    const double across_rad = 0.3, slow_mps = 6, aligns_mps = 4;
    struct path_wish wish = {.speed_share = share_of_speed(driver, style),
                             .top_mps = kamm_free_speed_mps(driver, style),
                             .most_mps2 = felt_mps2(driver, style, interval_s),
                             .late_m = late_m(driver, style)};
    kamm_input *input = kamm_inputs(driver->cars) + driver->car;
    double forward_mps = kamm_read(driver->cars, driver->car, KAMM_CHANNEL_forward_speed_mps);
    double root = sqrt(driver->driver.plan->length_scale);
    if (fabs(driver->state.heading_rad) > across_rad && forward_mps < slow_mps * root)
        wish.top_mps = fmin(wish.top_mps, aligns_mps * root);
    driver->driver.aim_left_m = driver->state.aim_left_m + wander_m(driver, style);
    kamm_drive_path_as_wished(&driver->driver, driver->cars, driver->car, interval_s, &wish);
    if (wish.most_mps2 < starts_mps2 && forward_mps < rests_mps * root) {
        input->throttle = 0; /* an automatic gearbox would creep */
        input->brake = fmaxf(input->brake, 0.3f);
    }
}

static void drive(kamm_traffic_driver *drivers, int first, int end, int rank, double interval_s)
{
    kamm_traffic_driver *driver = &drivers[drivers[rank].state.order];
    if (!driver->cars || !driver->is_driven) return;
    kamm_traffic_style style = kamm_style_of(driver);
    struct traffic_view view;
    kamm_view_traffic(drivers, first, end, rank, &view);
    driver->state.time_s += interval_s;
    kamm_choose_place(driver, &style, &view, interval_s);
    if (!kamm_recover(driver, &style, &view, interval_s)) drive_along(driver, &style, interval_s);
}

/* The one that has waited longest is placed back: one in a call, so that no two are placed at one spot. */
static void place_one_back(kamm_traffic_driver *drivers, int count)
{
    int longest = -1;
    for (int i = 0; i < count; ++i) {
        const kamm_traffic_driver *driver = &drivers[i];
        if (!driver->is_driven || !driver->cars || !driver->style.places_back ||
            !driver->state.needs_reset || driver->cars->is_unit)
            continue;
        double over_s = longest < 0 ? 1 : driver->state.reset_s - drivers[longest].state.reset_s;
        if (over_s > 0 || (!(over_s < 0) && driver->seed < drivers[longest].seed)) longest = i;
    }
    if (longest >= 0 && !kamm_place_back(drivers, count, longest))
        drivers[longest].state.reset_s = 0; /* the others first */
}

void kamm_drive_traffic(kamm_traffic_driver *drivers, int count, double interval_s)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(count >= 0 && (drivers || !count), );
    KAMM_REQUIRE(interval_s > 0 && interval_s <= 1, );
    for (int i = 0; i < count; ++i) {
        KAMM_REQUIRE_ALIVE(drivers[i].driver.plan, );
        if (!drivers[i].cars) continue;
        KAMM_REQUIRE_ALIVE(drivers[i].cars, );
        KAMM_REQUIRE(drivers[i].car >= 0 && drivers[i].car < kamm_count(drivers[i].cars), );
    }
    kamm_see_traffic(drivers, count);
    for (int first = 0, end; first < count; first = end) {
        const kamm_line *line = drivers[drivers[first].state.order].driver.plan->line;
        for (end = first + 1; end < count; ++end)
            if (drivers[drivers[end].state.order].driver.plan->line != line) break;
        for (int rank = first; rank < end; ++rank) drive(drivers, first, end, rank, interval_s);
    }
    for (int i = 0; i < count; ++i) drivers[i].state.order = 0; /* so that states show no order */
    place_one_back(drivers, count);
}
