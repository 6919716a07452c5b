#include "cones.h"

#include <math.h>

kamm_course kamm_iso_3888_2_course(double width_m)
{
    double entry_m = 1.1 * width_m + 0.25, side_m = width_m + 1;
    double exit_m = fmin(1.3 * width_m + 0.25, 3), right_m = -entry_m / 2, gap_m = 1;
    double side_right_m = entry_m / 2 + gap_m;
    return (kamm_course){{
        {"entry lane", 0, 12, right_m, right_m + entry_m},
        {"side lane", 25.5, 36.5, side_right_m, side_right_m + side_m},
        {"exit lane", 49, 61, right_m, right_m + exit_m},
    }};
}

kamm_outline kamm_outline_of(const kamm_vehicle_def *def)
{
    double front_m = def->body.cg_behind_front_axle_m + def->body.front_overhang_m;
    return (kamm_outline){front_m, front_m - def->body.length_m, def->body.width_m / 2};
}

double kamm_point_clearance_m(const kamm_outline *outline, double ahead_m, double left_m,
                              double side)
{
    double along_m = fmax(ahead_m - outline->front_m, outline->rear_m - ahead_m);
    double across_m = fabs(left_m) - outline->half_width_m;
    if (along_m <= 0) return side * left_m - outline->half_width_m;
    if (across_m > 0) return sqrt(along_m * along_m + across_m * across_m);
    return along_m;
}

/* `c` and `s` are cosine and sine of the car's heading. */
static double lane_clearance_m(const kamm_lane *lane, const kamm_outline *outline, double x_m,
                               double y_m, double c, double s)
{
    double nearest_m = INFINITY;
    double gap_m = (lane->end_m - lane->start_m) / (KAMM_CONES_PER_SIDE - 1);
    for (int cone = 0; cone < 2 * KAMM_CONES_PER_SIDE; ++cone) {
        int pair = cone / 2; /* along the lane */
        double dx_m = lane->start_m + pair * gap_m - x_m;
        double dy_m = (cone % 2 ? lane->left_m : lane->right_m) - y_m;
        double away_m = kamm_point_clearance_m(outline, dx_m * c + dy_m * s, dy_m * c - dx_m * s,
                                               cone % 2 ? 1 : -1);
        if (away_m < nearest_m) nearest_m = away_m;
    }
    return nearest_m;
}

double kamm_cone_clearance_m(const kamm_course *course, const kamm_outline *outline, double x_m,
                             double y_m, double yaw_rad, int *lane)
{
    const double reach_m = 30;
    double nearest_m = INFINITY, c = cos(yaw_rad), s = sin(yaw_rad);
    for (int i = 0; i < KAMM_LANES; ++i) {
        const kamm_lane *here = &course->lanes[i];
        if (here->start_m - x_m > reach_m || x_m - here->end_m > reach_m) continue;
        double away_m = lane_clearance_m(here, outline, x_m, y_m, c, s);
        if (away_m >= nearest_m) continue;
        nearest_m = away_m;
        if (lane) *lane = i;
    }
    return nearest_m;
}
