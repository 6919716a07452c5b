/* Numbers of a driver among others: styles, the Intelligent Driver Model and errors.
 *
 * IDM (M. Treiber, A. Hennecke, D. Helbing, Phys. Rev. E 62 (2000) 1805), of speed v, speed wanted v0, gap s,
 * and the speed dv at which the gap closes:
 *
 *     dv/dt = a (1 - (v / v0)^4 - (s* / s)^2),   s* = s0 + v T + v dv / (2 sqrt(a b))
 *
 * Departures: s* is s0 at least, and the free term not below 0: above v0 the path's law slows the car. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "path_plan.h"
#include "traffic_view.h"

#include <math.h>

kamm_traffic_style kamm_default_traffic_style(void)
{
    return (kamm_traffic_style){.pace = 1,
                                .gap_m = 2,
                                .headway_s = 1.5,
                                .acceleration_mps2 = 1.4,
                                .braking_mps2 = 2,
                                .threshold_mps2 = 0.1,
                                .keeping_mps2 = 0.3,
                                .safe_braking_mps2 = 4,
                                .politeness = 0.2,
                                .side_gap_m = 0.6,
                                .side_speed_mps = 1.5,
                                .stuck_s = 3,
                                .give_up_s = 20};
}

kamm_traffic_style kamm_racing_style(void)
{
    kamm_traffic_style style = kamm_default_traffic_style();
    style.headway_s = 0.4;
    style.acceleration_mps2 = 8;
    style.braking_mps2 = 5;
    style.safe_braking_mps2 = 6;
    style.politeness = 0.05;
    style.side_speed_mps = 3;
    return style;
}

static kamm_traffic_style style_within(const kamm_traffic_style *style)
{
    kamm_traffic_style s = *style;
    s.pace = traffic_within(s.pace, 0.1, 1.5);
    s.speed_mps = s.speed_mps > 0 ? traffic_within(s.speed_mps, 0.1, 1000) : INFINITY;
    s.gap_m = traffic_within(s.gap_m, 0.1, 100);
    s.headway_s = traffic_within(s.headway_s, 0, 10);
    s.acceleration_mps2 = traffic_within(s.acceleration_mps2, 0.1, 50);
    s.braking_mps2 = traffic_within(s.braking_mps2, 0.1, 50);
    s.threshold_mps2 = traffic_within(s.threshold_mps2, 0, 10);
    s.keeping_mps2 = traffic_within(s.keeping_mps2, 0, 10);
    s.safe_braking_mps2 = traffic_within(s.safe_braking_mps2, 0.1, 50);
    s.politeness = traffic_within(s.politeness, 0, 1);
    s.place_left_m = traffic_within(s.place_left_m, -1e4, 1e4);
    s.side_gap_m = traffic_within(s.side_gap_m, 0, 10);
    s.side_speed_mps = traffic_within(s.side_speed_mps, 0.1, 10);
    s.reaction_s = traffic_within(s.reaction_s, 0, 1.5);
    s.lateness_s = traffic_within(s.lateness_s, 0, 1);
    s.wander_m = traffic_within(s.wander_m, 0, 5);
    s.stuck_s = traffic_within(s.stuck_s, 0.5, 600);
    s.give_up_s = traffic_within(s.give_up_s, 1, 3600);
    return s;
}

/* A rigid car tips over at a lateral acceleration of half of its track over the height of its centre of gravity, in g
 * (T. D. Gillespie, Fundamentals of Vehicle Dynamics, ch. 9). Springs take a fifth of that, and a swerve needs a
 * reserve. The plan knows tyres alone. Returns the share of its speed at which the car stays upright. */
static double upright_share(const kamm_plan *plan)
{
    const double springs = 0.8, swerve = 0.2;
    const kamm_model_info *info = &plan->info;
    double half_m = 0;
    for (int w = 0; w < info->wheel_count; ++w)
        half_m = fmax(half_m, fabs(info->wheel_position_m[w][1]));
    if (!(half_m > 0)) return 1; /* it leans */
    double tips = fmax(springs * half_m / info->cg_height_m - swerve, 0.1);
    return fmin(1, sqrt(tips / fmax(plan->grip * info->peak_friction_y[0], 1e-3)));
}

kamm_traffic_style kamm_style_of(const kamm_traffic_driver *driver)
{
    const double comfortable = 0.5;
    const kamm_plan *plan = driver->driver.plan;
    kamm_traffic_style s = style_within(&driver->style);
    s.braking_mps2 = fmin(s.braking_mps2, comfortable * plan->info.max_braking_mps2);
    s.pace *= upright_share(plan);
    return s;
}

double kamm_idm_mps2(const kamm_traffic_style *style, double speed_mps, double wanted_mps,
                     double gap_m, double closing_mps)
{
    const double least_gap_m = 0.01;
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(style, 0);
    double a = style->acceleration_mps2, v = fmax(speed_mps, 0), share = v / fmax(wanted_mps, 0.01);
    double free = fmax(1 - share * share * share * share, 0);
    double brakes_over = v * closing_mps / (2 * sqrt(a * style->braking_mps2));
    double wanted_m = style->gap_m + fmax(v * style->headway_s + brakes_over, 0);
    double part = wanted_m / fmax(gap_m, least_gap_m);
    return a * (free - part * part);
}

/* A finaliser of 32 bits by multiplications and shifts: the same on all machines. Its constants are MurmurHash3's. */
uint32_t kamm_traffic_hash(uint32_t a, uint32_t b)
{
    uint32_t h = a * 0x9e3779b9u + b;
    for (int round = 0; round < 2; ++round) {
        h = (h ^ (h >> 16)) * 0x85ebca6bu;
        h = (h ^ (h >> 13)) * 0xc2b2ae35u;
        h ^= h >> 16;
        h += 0x9e3779b9u;
    }
    return h;
}

double kamm_traffic_noise(uint32_t seed, uint32_t kind, double time_s, double period_s)
{
    double periods = time_s / period_s, whole = floor(periods), u = periods - whole;
    uint32_t base = kamm_traffic_hash(seed, kind), k = (uint32_t)(int64_t)whole;
    double from = kamm_traffic_hash(base, k) / 4294967295.0,
           to = kamm_traffic_hash(base, k + 1) / 4294967295.0;
    return from + (to - from) * u * u * (3 - 2 * u);
}
