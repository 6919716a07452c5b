#include "lab/wind_zone.h"

#include "lab/courses.h"

#include <kamm/wind.h>
#include <math.h>

static const double wind_mps = 20, zone_m = 25, edge_m = 2, run_up_s = 0.5, watched_s = 2;

static int raise_wind(kamm_bench *bench)
{
    const kamm_gust gust = {
        .velocity_mps = {0, wind_mps, 0}, .in_place = 1, .to_m = {zone_m, 0}, .edge_m = edge_m};
    const kamm_wind_def def = {.gusts = &gust, .gust_count = 1};
    bench->ground.wind = kamm_create_wind(&def, bench->error);
    return bench->ground.wind != NULL;
}

static void calm_wind(kamm_bench *bench)
{
    kamm_destroy_wind((kamm_wind *)bench->ground.wind);
    bench->ground.wind = NULL;
}

int kamm_measure_in_wind(kamm_bench *bench, int (*cross)(kamm_bench *bench))
{
    if (!raise_wind(bench)) return 0;
    int measured = cross(bench);
    calm_wind(bench);
    return measured;
}

double kamm_before_wind_m(double speed_mps, double settling_s)
{
    return -edge_m - speed_mps * (settling_s + run_up_s);
}

double kamm_wind_time_s(void) { return 2 * run_up_s + watched_s; }

struct wind_crossing kamm_start_crossing(void) { return (struct wind_crossing){.meets_s = NAN}; }

int kamm_watch_crossing(const kamm_bench *bench, int car, struct wind_crossing *crossing)
{
    double x_m = kamm_bench_read(bench, car, KAMM_CHANNEL_x_m) + bench->info.cg_behind_front_axle_m;
    double y_m = kamm_bench_read(bench, car, KAMM_CHANNEL_y_m);
    if (isnan(crossing->meets_s) && x_m >= -edge_m / 2)
        crossing->meets_s = bench->time_s, crossing->from_m = y_m;
    double since_s = bench->time_s - crossing->meets_s;
    for (int i = 0; i < 2; ++i)
        if (since_s <= i + 1 + 1e-9) crossing->deviation_m[i] = y_m - crossing->from_m;
    return since_s <= watched_s;
}

void kamm_lay_out_wind(kamm_test_course *course, double entry_mps)
{
    const double width_m = 12;
    course->entry_mps = entry_mps;
    course->start_m[0] = -edge_m - entry_mps * run_up_s;
    kamm_course_add(course, KAMM_COURSE_WIND, "wind", 0, -width_m / 2, zone_m, width_m / 2);
}
