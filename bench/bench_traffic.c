/* What drivers among others cost, beside kamm_drive_path, which sees no other car: microseconds of a driver's call.
 *
 *     bench_traffic [ROUNDS]
 *
 * Cars drive round a circle 12 m wide, 20 m of road for each. Of ROUNDS (9) in turn the shortest time counts. */
#include "timing.h"

#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 1000, POINTS = 360, CALLS = 60, SUBSTEPS = 4 };
static const double interval_s = 1.0 / 60;

struct crowd {
    kamm_line *line;
    kamm_plan *plan;
    kamm_cars *cars;
    kamm_traffic_driver drivers[MOST];
    int count;
};

static void must(int well, const kamm_error *error)
{
    if (!well) fprintf(stderr, "%s\n", error->text), exit(1);
}

static kamm_line *create_circle(double length_m)
{
    double points[POINTS][2], radius_m = length_m / 6.283185307179586;
    kamm_error error = {.text = "out of memory"};
    for (int i = 0; i < POINTS; ++i) {
        points[i][0] = radius_m * cos(6.283185307179586 * i / POINTS);
        points[i][1] = radius_m * sin(6.283185307179586 * i / POINTS);
    }
    kamm_path path = {
        .name = "circle", .count = POINTS, .points_m = points, .width_m = 12, .closed = 1};
    kamm_line *line = kamm_create_line(&path, &error);
    must(line != NULL, &error);
    return line;
}

static void start(struct crowd *crowd, const kamm_model *model, int count)
{
    kamm_error error = {.text = "out of memory"};
    crowd->count = count;
    crowd->line = create_circle(20.0 * count);
    crowd->plan = kamm_create_plan(crowd->line, model, 0.8, &error);
    must(crowd->plan != NULL, &error);
    crowd->cars = kamm_create_cars(model, count, &error);
    must(crowd->cars != NULL, &error);
    for (int i = 0; i < count; ++i) {
        kamm_traffic_style style = kamm_default_traffic_style();
        style.speed_mps = 10 + i % 7;
        kamm_start_traffic_driver(&crowd->drivers[i], crowd->plan, crowd->cars, i, &style,
                                  (uint32_t)i);
        crowd->drivers[i].driver = kamm_driver_on(crowd->plan, 20.0 * i);
        kamm_placement place = kamm_driver_start(&crowd->drivers[i].driver);
        place.speed_mps = 10;
        kamm_place(crowd->cars, i, &place);
    }
}

static void end(struct crowd *crowd)
{
    kamm_destroy_cars(crowd->cars);
    kamm_destroy_plan(crowd->plan);
    kamm_destroy_line(crowd->line);
}

/* Of a driver's call, while the cars drive on. */
static double call_s(struct crowd *crowd, int alone)
{
    double taken = 0;
    for (int call = 0; call < CALLS; ++call) {
        double begun = now_s();
        if (!alone) kamm_drive_traffic(crowd->drivers, crowd->count, interval_s);
        for (int i = 0; i < crowd->count && alone; ++i)
            kamm_drive_path(&crowd->drivers[i].driver, crowd->cars, i, interval_s);
        taken += now_s() - begun;
        kamm_step(crowd->cars, &kamm_flat_ground, SUBSTEPS);
    }
    return taken / CALLS / crowd->count;
}

int main(int argc, char **argv)
{
    static struct crowd crowd;
    int rounds = argc > 1 ? atoi(argv[1]) : 9;
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_SINGLE_TRACK, &error);
    must(model != NULL, &error);
    for (int count = 10; count <= MOST; count *= 10) {
        double best[2] = {INFINITY, INFINITY};
        start(&crowd, model, count);
        for (int round = 0; round < rounds; ++round)
            for (int alone = 0; alone < 2; ++alone)
                best[alone] = fmin(best[alone], call_s(&crowd, alone));
        printf("%4d drivers: %.3g us each among others, %.3g us alone (kamm_drive_path)\n", count,
               1e6 * best[0], 1e6 * best[1]);
        end(&crowd);
    }
    kamm_destroy_model(model);
    return 0;
}
