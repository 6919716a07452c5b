/* What level of detail saves: a frame of 1,000 cars that drive, of which 20 are on full and the others on single_track, beside all of them
 * on one rung; the choice of levels alone; and a change from each rung to full.
 *
 *     bench_detail [ROUNDS]
 *
 * Of ROUNDS (9) in turn the shortest time counts. A frame has 4 substeps. */
#include "timing.h"

#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARS = 1000, NEAR = 20, FRAME = 4, FRAMES = 10, CHANGES = 50 };

static void must(int well, const kamm_error *error)
{
    if (!well) fprintf(stderr, "%s\n", error->text), exit(1);
}

static kamm_placement place_of(int i)
{
    return (kamm_placement){
        .position_m = {i % 32 * 12.0, i / 32 * 12.0, 0}, .speed_mps = 15, .gear = KAMM_GEAR_DRIVE};
}

static kamm_cars *drive(const kamm_model *model, int count)
{
    kamm_error error = {.text = "out of memory"};
    kamm_cars *cars = kamm_create_cars(model, count, &error);
    must(cars != NULL, &error);
    for (int i = 0; i < count; ++i) {
        const kamm_placement place = place_of(i);
        kamm_place(cars, i, &place);
        kamm_inputs(cars)[i].throttle = 0.2f;
        kamm_inputs(cars)[i].steering_wheel_rad = 0.1f;
    }
    kamm_step(cars, &kamm_flat_ground, 240);
    return cars;
}

static double frame_us(kamm_cars *const *cars, int groups, int rounds)
{
    double best = INFINITY;
    for (int round = 0; round < rounds; ++round) {
        double start = now_s();
        for (int i = 0; i < FRAMES; ++i)
            for (int g = 0; g < groups; ++g) kamm_step(cars[g], &kamm_flat_ground, FRAME);
        best = fmin(best, (now_s() - start) / FRAMES);
    }
    return 1e6 * best;
}

static void bench_frames(kamm_model *const *models, int rounds)
{
    kamm_cars *far = drive(models[KAMM_SINGLE_TRACK], CARS), *near = drive(models[KAMM_FULL], CARS);
    printf("%4d cars on single_track      %8.1f us a frame\n", CARS, frame_us(&far, 1, rounds));
    printf("%4d cars on full              %8.1f us a frame\n", CARS, frame_us(&near, 1, rounds));
    kamm_destroy_cars(far), kamm_destroy_cars(near);
}

static void bench_levels(kamm_model *const *models, int rounds)
{
    static kamm_detail_car cars[CARS];
    kamm_error error = {.text = "out of memory"};
    const kamm_model *const of_kind[] = {models[KAMM_FULL], models[KAMM_SINGLE_TRACK]};
    kamm_cars *groups[] = {drive(of_kind[0], NEAR), drive(of_kind[1], CARS)};
    const kamm_detail_level levels[] = {{groups[0], 100}, {groups[1], 0}};
    const kamm_detail_def def = {levels, 2, of_kind, 1, CARS, 0.1};
    const double here[1][3] = {{180, 180, 2}};
    kamm_detail *detail = kamm_create_detail(&def, &error);
    must(detail != NULL, &error);
    for (int k = 0; k < 2; ++k) kamm_switch_all_off(groups[k]);
    for (int i = 0; i < CARS; ++i) {
        const kamm_placement place = place_of(i);
        must(!kamm_enter_detail(detail, &cars[i], 0, &place, &error), &error);
        kamm_inputs(groups[1])[cars[i].slot.car].throttle = 0.2f;
    }
    for (int changes = 1; changes;) {
        kamm_step(groups[1], &kamm_flat_ground, FRAME);
        must(!kamm_update_detail(detail, cars, CARS, here, 1, 0, &changes, &error), &error);
    }
    printf("%4d of them on full           %8.1f us a frame\n", NEAR, frame_us(groups, 2, rounds));
    double best = INFINITY;
    for (int round = 0; round < rounds; ++round) {
        double start = now_s();
        must(!kamm_update_detail(detail, cars, CARS, here, 1, 0, NULL, &error), &error);
        best = fmin(best, now_s() - start);
    }
    printf("the choice of their levels     %8.1f us\n", 1e6 * best);
    kamm_destroy_detail(detail);
    for (int k = 0; k < 2; ++k) kamm_destroy_cars(groups[k]);
}

static void bench_changes(kamm_model *const *models, int rounds)
{
    for (int rung = KAMM_KINEMATIC; rung < KAMM_FULL; ++rung) {
        double up = INFINITY, down = INFINITY;
        kamm_cars *from = drive(models[rung], 1), *to = drive(models[KAMM_FULL], 1);
        for (int round = 0; round < rounds; ++round) {
            double start = now_s();
            for (int i = 0; i < CHANGES; ++i) kamm_hand_over(from, 0, to, 0);
            double middle = now_s();
            for (int i = 0; i < CHANGES; ++i) kamm_hand_over(to, 0, from, 0);
            up = fmin(up, (middle - start) / CHANGES);
            down = fmin(down, (now_s() - middle) / CHANGES);
        }
        printf("%-13s to full           %8.1f us, back %.1f us\n",
               kamm_describe_rung((kamm_rung)rung)->name, 1e6 * up, 1e6 * down);
        kamm_destroy_cars(from), kamm_destroy_cars(to);
    }
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 9;
    kamm_model *models[KAMM_FULL + 1];
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        kamm_error error;
        models[rung] = kamm_create_model(&def, (kamm_rung)rung, &error);
        must(models[rung] != NULL, &error);
    }
    bench_frames(models, rounds);
    bench_levels(models, rounds);
    bench_changes(models, rounds);
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) kamm_destroy_model(models[rung]);
    return 0;
}
