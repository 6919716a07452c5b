/* What a world of 1000 parked cars costs while they may sleep, against the same awake; and what casts cost in it: a ray along the ground
 * past all of them, one of 20 m among them, one straight down, against a flat ground and against the terrain of the proving ground.
 *
 *     bench_parked [ROUNDS]
 *
 * Of ROUNDS (9) in turn the shortest time counts. */
#include "timing.h"

#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARS = 1000, FRAME = 4, FRAMES = 20, RAYS = 200 };

struct lot {
    kamm_cars *cars;
    kamm_world *world;
};

static void must(int well, const kamm_error *error)
{
    if (!well) fprintf(stderr, "%s\n", error->text), exit(1);
}

static struct lot start_lot(const kamm_model *model, const kamm_ground *ground, int may_sleep)
{
    kamm_error error = {.text = "out of memory"};
    kamm_world_def def = {.ground = *ground};
    struct lot lot = {kamm_create_cars(model, CARS, &error), kamm_create_world(&def, &error)};
    must(lot.cars && lot.world, &error);
    must(kamm_add_cars(lot.world, lot.cars, &error) == KAMM_OK, &error);
    for (int i = 0; i < CARS; ++i) {
        kamm_placement at =
            kamm_placement_in_world(lot.world, model, i % 40 * 6.0 - 120, i / 40 * 3.0 - 40, 0);
        kamm_place(lot.cars, i, &at);
        kamm_inputs(lot.cars)[i].hand_brake = 1;
        kamm_inputs(lot.cars)[i].gear = 0;
    }
    kamm_let_cars_sleep(lot.world, may_sleep);
    kamm_step_world(lot.world, 240 * 8);
    return lot;
}

static void end_lot(struct lot *lot)
{
    kamm_destroy_world(lot->world);
    kamm_destroy_cars(lot->cars);
}

static double frame_s(struct lot *lot)
{
    double start = now_s();
    for (int i = 0; i < FRAMES; ++i) kamm_step_world(lot->world, FRAME);
    return (now_s() - start) / FRAMES;
}

static int sleeping(const struct lot *lot)
{
    int count = 0;
    for (int i = 0; i < CARS; ++i) count += kamm_car_is_asleep(lot->world, lot->cars, i);
    return count;
}

enum { ALONG, SHORT, DOWN, KINDS };
static double cast_s(const struct lot *lot, int kind)
{
    kamm_hit hit;
    int hits = 0;
    double start = now_s();
    for (int i = 0; i < RAYS; ++i) {
        double x = i % 20 * 12.0 - 118, y = i / 20 * 8.0 - 38.5;
        const double from[KINDS][3] = {{-150, y, 30}, {x, y, 3}, {x, y, 50}};
        const double to[KINDS][3] = {{150, y + 0.5, 28}, {x + 20, y + 1, 2}, {x, y, -50}};
        hits += kamm_cast_ray(lot->world, from[kind], to[kind], NULL, &hit);
    }
    double taken = (now_s() - start) / RAYS;
    return hits >= 0 ? taken : 0;
}

static void measure(const char *name, const kamm_model *model, const kamm_ground *ground,
                    int rounds)
{
    struct lot awake = start_lot(model, ground, 0), asleep = start_lot(model, ground, 1);
    double frame[2] = {INFINITY, INFINITY}, cast[KINDS] = {INFINITY, INFINITY, INFINITY};
    for (int round = 0; round < rounds; ++round) {
        frame[0] = fmin(frame[0], frame_s(&awake));
        frame[1] = fmin(frame[1], frame_s(&asleep));
        for (int kind = 0; kind < KINDS; ++kind)
            cast[kind] = fmin(cast[kind], cast_s(&awake, kind));
    }
    printf(
        "%s: 1000 parked cars, a frame of %d substeps: %.4g us awake, %.4g us with %d asleep: %.3g "
        "times\n",
        name, FRAME, 1e6 * frame[0], 1e6 * frame[1], sleeping(&asleep), frame[1] / frame[0]);
    printf("%s: a ray among 1000 cars: %.3g us over 300 m, %.3g us over 20 m, %.3g us down\n", name,
           1e6 * cast[ALONG], 1e6 * cast[SHORT], 1e6 * cast[DOWN]);
    end_lot(&awake);
    end_lot(&asleep);
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 9;
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    must(model != NULL, &error);
    measure("flat ground", model, &kamm_flat_ground, rounds);
    kamm_world_file file = {0};
    must(kamm_load_world("proving-ground", &file, NULL, &error) == KAMM_OK, &error);
    kamm_ground terrain = kamm_terrain_ground(file.terrain);
    measure("proving ground", model, &terrain, rounds);
    kamm_destroy_world_file(&file);
    kamm_destroy_model(model);
    return 0;
}
