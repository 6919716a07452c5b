/* What a world costs beside its cars, and what a second thread brings: a pile-up of 200, per car and substep, against
 * the same cars on their own; ten thousand cars that never meet, against kamm_step; the same number on the proving
 * ground, as seconds of all cars per second of the clock.
 *
 *     bench_world [--json] [SECONDS [ROUNDS]]
 *
 * SECONDS of pile-up, 4 unless given: it has come to rest by then. All are stepped frame by frame in turn, ROUNDS times (3),
 * and of each frame the shortest time counts, because times depend on other users of the machine. */
#include "timing.h"

#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PILE = 200, CROWD = 10000, ROWS = 14, FRAME = 4, CROWD_FRAMES = 20 };

static kamm_cars *cars_of(const kamm_model *model, int count)
{
    kamm_cars *cars = kamm_create_cars(model, count, NULL);
    if (!cars) fprintf(stderr, "out of memory for %d cars\n", count), exit(1);
    return cars;
}

static kamm_world *world_with(kamm_cars *cars, const kamm_ground *ground)
{
    kamm_world_def def = {.ground = *ground};
    kamm_error error;
    kamm_world *world = kamm_create_world(&def, &error);
    if (!world || kamm_add_cars(world, cars, &error) != KAMM_OK)
        fprintf(stderr, "%s\n", error.text), exit(1);
    return world;
}

/* From all sides towards a middle. */
static void aim_at_the_middle(kamm_cars *cars)
{
    for (int car = 0; car < PILE; ++car) {
        double x = (car % ROWS - 6.5) * 6, y = (car / ROWS - 7) * 3.6 + car % 3 * 0.3;
        double half = atan2(-y, -x) / 2;
        kamm_placement placement = {.position_m = {x, y, 0},
                                    .orientation = {cos(half), 0, 0, sin(half)},
                                    .speed_mps = fmin(hypot(x, y) * 0.4, 12)};
        kamm_place(cars, car, &placement);
        kamm_inputs(cars)[car].gear = 0;
        kamm_inputs(cars)[car].brake = 0.3f;
        kamm_inputs(cars)[car].hand_brake = 0.5f;
    }
}

static void spread(kamm_cars *cars)
{
    for (int car = 0; car < CROWD; ++car) {
        kamm_placement placement = {.position_m = {car % 100 * 20.0, car / 100 * 20.0, 0},
                                    .speed_mps = car % 30,
                                    .gear = KAMM_GEAR_DRIVE};
        kamm_place(cars, car, &placement);
    }
}

/* Cars on their own, in a world, and in a world with two threads. */
enum { ALONE, ONE, TWO, WAYS };
struct run {
    kamm_cars *cars;
    kamm_world *world;
    kamm_threads *threads;
};
struct costs {
    double ns[WAYS]; /* per car and substep */
};

static struct run start_run(const kamm_model *model, int count, void place(kamm_cars *cars),
                            const kamm_ground *ground, int way)
{
    struct run run = {.cars = cars_of(model, count)};
    place(run.cars);
    if (way == ALONE) return run;
    run.world = world_with(run.cars, ground);
    if (way == ONE) return run;
    run.threads = kamm_create_threads(2, NULL);
    if (run.threads) kamm_set_world_tasks(run.world, kamm_run_on_threads, run.threads);
    return run;
}

static void end_run(struct run *run)
{
    kamm_destroy_world(run->world);
    kamm_destroy_threads(run->threads);
    kamm_destroy_cars(run->cars);
}

static double step_s(const struct run *run, const kamm_ground *ground)
{
    double start = now_s();
    if (run->world)
        kamm_step_world(run->world, FRAME);
    else
        kamm_step(run->cars, ground, FRAME);
    return now_s() - start;
}

/* Without a world the cars pass through each other. */
static struct costs costs_of(const kamm_model *model, int count, void place(kamm_cars *cars),
                             const kamm_ground *ground, int frames, int rounds)
{
    struct costs costs = {{0}};
    double(*best)[WAYS] = malloc((size_t)frames * sizeof *best);
    if (!best) fprintf(stderr, "out of memory\n"), exit(1);
    for (int round = 0; round < rounds; ++round) {
        struct run runs[WAYS];
        for (int way = 0; way < WAYS; ++way)
            runs[way] = start_run(model, count, place, ground, way);
        for (int i = 0; i < frames; ++i)
            for (int way = 0; way < WAYS; ++way) {
                double taken = step_s(&runs[way], ground);
                best[i][way] = round ? fmin(best[i][way], taken) : taken;
            }
        for (int way = 0; way < WAYS; ++way) end_run(&runs[way]);
    }
    for (int i = 0; i < frames; ++i)
        for (int way = 0; way < WAYS; ++way)
            costs.ns[way] += best[i][way] * 1e9 / ((double)frames * FRAME * count);
    free(best);
    return costs;
}

static void print_costs(const char *name, const char *title, const struct costs *c, int json)
{
    if (json)
        printf("\"%s_alone_ns\": %.4g, \"%s_ns\": %.4g, \"%s_two_threads_ns\": %.4g, "
               "\"%s_ratio\": %.3g, \"%s_gain_of_second_thread\": %.3g, ",
               name, c->ns[ALONE], name, c->ns[ONE], name, c->ns[TWO], name,
               c->ns[ONE] / c->ns[ALONE], name, c->ns[ONE] / c->ns[TWO]);
    else
        printf(
            "%s, ns per car and substep: %.4g on their own, %.4g in a world (%.3g times), %.4g with "
            "two threads (%.3g times as fast as one)\n",
            title, c->ns[ALONE], c->ns[ONE], c->ns[ONE] / c->ns[ALONE], c->ns[TWO],
            c->ns[ONE] / c->ns[TWO]);
}

static kamm_ground proving_ground;

/* All over the terrain, one beside the other. */
static void spread_on_ground(kamm_cars *cars)
{
    kamm_error error;
    kamm_world_def def = {.ground = proving_ground};
    kamm_world *world = kamm_create_world(&def, &error);
    for (int car = 0; car < CROWD && world; ++car) {
        kamm_placement placement = kamm_placement_in_world(
            world, kamm_model_of(cars, car), car % 100 * 10.0 - 500, car / 100 * 6.0 - 300, 0);
        placement.speed_mps = 10;
        kamm_place(cars, car, &placement);
    }
    kamm_destroy_world(world);
}

/* Cars that go in real time, on one thread and on two. */
static void print_proving_ground(const kamm_model *model, int rounds, int json)
{
    kamm_error error;
    kamm_world_file file = {0};
    if (kamm_load_world("proving-ground", &file, NULL, &error) != KAMM_OK) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    proving_ground = kamm_terrain_ground(file.terrain);
    struct costs c =
        costs_of(model, CROWD, spread_on_ground, &proving_ground, CROWD_FRAMES, rounds);
    double substep_ns = 1e9 * kamm_describe(model).substep_s;
    double one = substep_ns / c.ns[ONE], two = substep_ns / c.ns[TWO];
    print_costs("proving_ground", "10 000 cars on the proving ground", &c, json);
    printf(json ? "\"real_time_cars\": %.4g, \"real_time_cars_two_threads\": %.4g}\n"
                : "in real time there, %.4g of them on one thread and %.4g on two\n",
           one, two);
    kamm_destroy_world_file(&file);
}

int main(int argc, char **argv)
{
    int json = argc > 1 && !strcmp(argv[1], "--json");
    double seconds = argc > 1 + json ? atof(argv[1 + json]) : 4;
    int rounds = argc > 2 + json ? atoi(argv[2 + json]) : 3;
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    struct costs pile =
        costs_of(model, PILE, aim_at_the_middle, &kamm_flat_ground, (int)(seconds * 60), rounds);
    struct costs crowd = costs_of(model, CROWD, spread, &kamm_flat_ground, CROWD_FRAMES, rounds);
    printf(json ? "{" : "");
    print_costs("pile", "pile-up of 200", &pile, json);
    print_costs("crowd", "10 000 cars apart", &crowd, json);
    print_proving_ground(model, rounds, json);
    kamm_destroy_model(model);
    return 0;
}
