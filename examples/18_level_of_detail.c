/* A thousand cars on a wide road: the twenty nearest to a camera are on the full model, the others on the single-track model. Cars in
 * each lane have a speed of their own, and the camera flies along the road.
 *
 *     cc -O2 18_level_of_detail.c -o 18_level_of_detail $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CARS = 1000, FULL_CARS = 20, LANES = 10, SECONDS = 6, FRAMES_PER_S = 60, FINE = 0, COARSE };

static void must(int well, const kamm_error *error)
{
    if (!well) fprintf(stderr, "%s\n", error->text), exit(EXIT_FAILURE);
}

static double wanted_mps(int i) { return 18 + i % LANES; }

/* Cars of the level, all switched off. */
static kamm_cars *create_slots(const kamm_model *model, int count)
{
    kamm_error error;
    kamm_cars *cars = kamm_create_cars(model, count, &error);
    must(cars != NULL, &error);
    kamm_switch_all_off(cars);
    return cars;
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *models[] = {kamm_create_model(&def, KAMM_FULL, &error),
                            kamm_create_model(&def, KAMM_SINGLE_TRACK, &error)};
    const kamm_detail_level levels[] = {{create_slots(models[FINE], FULL_CARS), 150},
                                        {create_slots(models[COARSE], CARS), 0}};
    kamm_detail *detail =
        kamm_create_detail(&(kamm_detail_def){.levels = levels,
                                              .level_count = 2,
                                              .models = (const kamm_model *const *)models,
                                              .kind_count = 1,
                                              .most_cars = CARS,
                                              .keep_share = 0.1},
                           &error);
    must(detail != NULL, &error);
    static kamm_detail_car cars[CARS];
    for (int i = 0; i < CARS; ++i) {
        kamm_placement start =
            kamm_placement_on(&kamm_flat_ground, 20.0 * (i / LANES), 4 * (i % LANES), 0);
        start.speed_mps = wanted_mps(i), start.gear = KAMM_GEAR_DRIVE;
        must(!kamm_enter_detail(detail, &cars[i], 0, &start, &error), &error);
    }

    printf("time s  full cars  changes  nearest m  farthest full car m\n");
    int changes = 0, made;
    for (int frame = 1; frame <= SECONDS * FRAMES_PER_S; ++frame) {
        const double camera_m[1][3] = {{200 + 40.0 * frame / FRAMES_PER_S, 18, 5}};
        must(!kamm_update_detail(detail, cars, CARS, camera_m, 1, 2, &made, &error), &error);
        changes += made;
        for (int i = 0; i < CARS; ++i) { /* a car is where its level and slot are */
            kamm_cars *at = levels[cars[i].level].cars;
            double speed = kamm_read(at, cars[i].slot.car, KAMM_CHANNEL_speed_mps);
            kamm_inputs(at)[cars[i].slot.car].throttle = (float)(0.2 * (wanted_mps(i) - speed));
        }
        for (int k = 0; k < 2; ++k) kamm_step(levels[k].cars, &kamm_flat_ground, 4);
        double nearest_m = INFINITY, farthest_m = 0;
        for (int i = 0; i < CARS; ++i) {
            nearest_m = fmin(nearest_m, cars[i].distance_m);
            if (cars[i].level == FINE) farthest_m = fmax(farthest_m, cars[i].distance_m);
        }
        if (frame % FRAMES_PER_S == 0)
            printf("%4d  %8d  %8d  %8.1f  %8.1f\n", frame / FRAMES_PER_S,
                   kamm_count_on(levels[FINE].cars), changes, nearest_m, farthest_m);
    }
    kamm_destroy_detail(detail);
    for (int k = 0; k < 2; ++k) kamm_destroy_cars(levels[k].cars), kamm_destroy_model(models[k]);
    return 0;
}
