/* What a world costs beside its cars: a pile-up of 200, per car and substep, against the same cars on their own;
 * and ten thousand cars that never meet, against kamm_step.
 *
 *     bench_world [--json] [SECONDS]
 *
 * SECONDS of pile-up, 4 unless given: it has come to rest by then. */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PILE = 200, CROWD = 10000, ROWS = 14, FRAME = 20 };

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static kamm_cars *cars_of(const kamm_model *model, int count)
{
    kamm_cars *cars = kamm_create_cars(model, count);
    if (!cars) fprintf(stderr, "out of memory for %d cars\n", count), exit(1);
    return cars;
}

static kamm_world *world_with(kamm_cars *cars)
{
    kamm_world_def def = {.ground = kamm_flat_ground};
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

/* Time per car and substep over frames of 20 substeps; without a world the cars pass through each other. */
static double cost_ns(kamm_cars *cars, kamm_world *world, int frames)
{
    double start = now_s();
    for (int i = 0; i < frames; ++i) {
        if (world)
            kamm_step_world(world, FRAME);
        else
            kamm_step(cars, &kamm_flat_ground, FRAME);
    }
    return (now_s() - start) * 1e9 / ((double)frames * FRAME * kamm_count(cars));
}

static double pile_ns(const kamm_model *model, int frames, int threads, int in_world)
{
    kamm_cars *cars = cars_of(model, PILE);
    aim_at_the_middle(cars);
    kamm_world *world = in_world ? world_with(cars) : NULL;
    kamm_threads *pool = threads > 1 ? kamm_create_threads(threads) : NULL;
    if (pool) kamm_set_world_tasks(world, kamm_run_on_threads, pool);
    double ns = cost_ns(cars, world, frames);
    kamm_destroy_world(world);
    kamm_destroy_threads(pool);
    kamm_destroy_cars(cars);
    return ns;
}

/* The best of three, as time depends on who else uses the machine. */
static double crowd_ns(const kamm_model *model, int in_world)
{
    double best = 1e30;
    for (int round = 0; round < 3; ++round) {
        kamm_cars *cars = cars_of(model, CROWD);
        spread(cars);
        kamm_world *world = in_world ? world_with(cars) : NULL;
        best = fmin(best, cost_ns(cars, world, 4));
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
    }
    return best;
}

int main(int argc, char **argv)
{
    int json = argc > 1 && !strcmp(argv[1], "--json");
    double seconds = argc > 1 + json ? atof(argv[1 + json]) : 4;
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_compile(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    int frames = (int)(seconds * 60);
    double alone = pile_ns(model, frames, 1, 0), one = pile_ns(model, frames, 1, 1);
    double two = pile_ns(model, frames, 2, 1);
    double apart = crowd_ns(model, 0), crowd = crowd_ns(model, 1);
    printf(
        json ? "{\"pile_alone_ns\": %.4g, \"pile_ns\": %.4g, \"pile_two_threads_ns\": %.4g, "
               "\"pile_ratio\": %.3g, \"pile_two_threads_ratio\": %.3g, "
             : "pile-up of 200, ns per car and substep: %.4g on their own, %.4g in the world, %.4g "
               "with two threads: %.3g and %.3g times\n",
        alone, one, two, one / alone, two / alone);
    printf(
        json ? "\"crowd_alone_ns\": %.4g, \"crowd_ns\": %.4g, \"crowd_ratio\": %.4g}\n"
             : "10 000 cars apart, ns per car and substep: %.4g without a world, %.4g in one: %.4g "
               "times\n",
        apart, crowd, crowd / apart);
    kamm_destroy_model(model);
    return 0;
}
