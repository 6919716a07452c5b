/* What ground costs beside its cars: 20 full cars start all over the proving ground, at 1200, 600 and 240
 * substeps a second where the model takes them. The grounds are level ground without a query, one infinite
 * plane as a terrain, one that ends a kilometre away, and the proving ground.
 *
 *     bench_ground [--json]
 *
 * Times depend on the machine and on its other users: the grounds take turns, and the best of several rounds counts,
 * frame by frame. */
#include "timing.h"
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 20, ROUNDS = 12, FRAMES = 60, GROUNDS = 4 };

struct places {
    kamm_placement at[CARS];
};

static struct places places_on(const kamm_world_file *file)
{
    struct places places;
    for (int car = 0; car < CARS; ++car) {
        const kamm_start *start = &file->starts[car % file->start_count];
        kamm_terrain_point ground = kamm_terrain_at(file->terrain, start->x_m, start->y_m, 1e4);
        places.at[car] = (kamm_placement){
            .position_m = {start->x_m, start->y_m, ground.height_m},
            .orientation = {cos(start->yaw_rad / 2), 0, 0, sin(start->yaw_rad / 2)},
            .speed_mps = 8 + car,
            .gear = KAMM_GEAR_DRIVE,
        };
    }
    return places;
}

static void place(kamm_cars *cars, const struct places *places, int level)
{
    for (int car = 0; car < CARS; ++car) {
        kamm_placement at = places->at[car];
        if (level) at.position_m[2] = 0;
        kamm_place(cars, car, &at);
        kamm_inputs(cars)[car].throttle = 0.3f;
        kamm_inputs(cars)[car].gear = KAMM_GEAR_DRIVE;
    }
}

/* A second of driving in frames of 60 Hz: the best that each frame took so far. */
static void drive(kamm_cars *cars, const kamm_ground *ground, int rate, double best_s[FRAMES])
{
    for (int frame = 0; frame < FRAMES; ++frame) {
        double start = now_s();
        kamm_step(cars, ground, rate / FRAMES);
        best_s[frame] = fmin(best_s[frame], now_s() - start);
    }
}

/* In ns per car and substep. */
static void measure(kamm_cars *cars, const kamm_ground grounds[GROUNDS],
                    const struct places *places, int rate, double ns[GROUNDS])
{
    double best_s[GROUNDS][FRAMES];
    for (int i = 0; i < GROUNDS * FRAMES; ++i) best_s[i / FRAMES][i % FRAMES] = 1e30;
    for (int round = 0; round < ROUNDS; ++round)
        for (int i = 0; i < GROUNDS; ++i) {
            place(cars, places, i < GROUNDS - 1);
            drive(cars, &grounds[i], rate, best_s[i]);
        }
    for (int i = 0; i < GROUNDS; ++i) {
        ns[i] = 0;
        for (int frame = 0; frame < FRAMES; ++frame)
            ns[i] += best_s[i][frame] * 1e9 / ((double)rate * CARS);
    }
}

static void print_row(int json, int width, int rate, const double ns[GROUNDS])
{
    printf(json ? "{\"width\": %d, \"substeps_per_s\": %d, \"alone_ns\": %.1f, \"plane_ns\": %.1f, "
                  "\"square_ns\": %.1f, \"proving_ground_ns\": %.1f, \"plane_ratio\": %.3f, "
                  "\"square_ratio\": %.3f, \"proving_ground_ratio\": %.3f}\n"
                : "%5d %8d %8.1f %8.1f %8.1f %8.1f %8.3f %8.3f %8.3f\n",
           width, rate, ns[0], ns[1], ns[2], ns[3], ns[1] / ns[0], ns[2] / ns[0], ns[3] / ns[0]);
}

/* Half its side; 0: infinite. */
static kamm_terrain *plane_terrain(double half_m)
{
    static const kamm_surface asphalt = {.name = "asphalt", .friction = 1};
    kamm_layer plane = {.kind = KAMM_LAYER_PLANE};
    kamm_terrain_def def = {
        .layers = &plane, .layer_count = 1, .surfaces = &asphalt, .surface_count = 1};
    kamm_error error;
    for (int k = 0; k < 2; ++k) plane.plane.from_m[k] = -half_m, plane.plane.to_m[k] = half_m;
    kamm_terrain *terrain = kamm_create_terrain(&def, &error);
    if (!terrain) fprintf(stderr, "%s\n", error.text), exit(1);
    return terrain;
}

int main(int argc, char **argv)
{
    static const int rates[] = {1200, 600, 240}, widths[] = {4, 8, 16};
    int json = argc > 1 && !strcmp(argv[1], "--json");
    kamm_error error;
    kamm_world_file file = {0};
    if (kamm_load_world("proving-ground", &file, NULL, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    kamm_terrain *plane = plane_terrain(0), *square = plane_terrain(1600);
    kamm_ground grounds[GROUNDS] = {kamm_flat_ground, kamm_terrain_ground(plane),
                                    kamm_terrain_ground(square), kamm_terrain_ground(file.terrain)};
    struct places places = places_on(&file);
    if (!json)
        printf("20 full cars, ns per car and substep\n%5s %8s %8s %8s %8s %8s %8s %8s %8s\n",
               "width", "substeps", "alone", "plane", "square", "proving", "ratio", "ratio",
               "ratio");
    for (int r = 0; r < 3; ++r) {
        kamm_vehicle_def def = kamm_default_vehicle();
        def.stepping.substeps_per_s = rates[r];
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
        if (!model) continue; /* fewer substeps than this model can do with */
        kamm_cars *cars = kamm_create_cars(model, CARS, &error);
        for (int w = 0; cars && w < 3; ++w) {
            double ns[GROUNDS];
            if (kamm_set_width(widths[w], NULL) != KAMM_OK) continue;
            measure(cars, grounds, &places, rates[r], ns);
            print_row(json, widths[w], rates[r], ns);
        }
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
    kamm_destroy_terrain(plane);
    kamm_destroy_terrain(square);
    kamm_destroy_world_file(&file);
    return 0;
}
