/* Kamm: the full model at its usual 240 substeps a second, in a world, where cars look for each other as those of the other
 * engines do, and without one; at the road tests' 600; and the double_track rung. */
#include "peers.h"
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>

struct kamm_run {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world; /* NULL: the cars alone */
    double steering_ratio;
    int substeps;
};

static void *checked(void *made, const kamm_error *error)
{
    if (!made) fprintf(stderr, "%s\n", error->text), exit(1);
    return made;
}

static struct kamm_run *create(kamm_rung rung, int count, int substeps)
{
    kamm_error error = {KAMM_ERROR_MEMORY, "", "out of memory"};
    kamm_vehicle_file *file = checked(calloc(1, sizeof *file), &error);
    struct kamm_run *run = checked(calloc(1, sizeof *run), &error);
    if (kamm_load_vehicle("bmw-m3-e46", file, NULL, &error) != KAMM_OK) checked(NULL, &error);
    file->def.stepping.substeps_per_s = substeps / FRAME_S;
    run->model = checked(kamm_create_model(&file->def, rung, &error), &error);
    run->cars = checked(kamm_create_cars(run->model, count, &error), &error);
    run->steering_ratio = kamm_describe(run->model).steering_ratio;
    run->substeps = substeps;
    for (int car = 0; car < count; ++car) {
        kamm_placement placement = {.position_m = {0, car * LANES_M, 0}, .gear = KAMM_GEAR_DRIVE};
        kamm_place(run->cars, car, &placement);
    }
    free(file);
    return run;
}

static void *create_full(int count, int substeps) { return create(KAMM_FULL, count, substeps); }

static void *create_double_track(int count, int substeps)
{
    return create(KAMM_DOUBLE_TRACK, count, substeps);
}

static void *create_world(int count, int substeps)
{
    struct kamm_run *run = create(KAMM_FULL, count, substeps);
    kamm_world_def def = {.ground = kamm_flat_ground};
    kamm_error error;
    run->world = checked(kamm_create_world(&def, &error), &error);
    if (kamm_add_cars(run->world, run->cars, &error) != KAMM_OK) checked(NULL, &error);
    return run;
}

static void frame(void *user, double time_s)
{
    struct kamm_run *run = user;
    for (int car = 0; car < kamm_count(run->cars); ++car) {
        struct requests request =
            requests_at(time_s, kamm_read(run->cars, car, KAMM_CHANNEL_speed_mps));
        kamm_inputs(run->cars)[car].throttle = (float)request.throttle;
        kamm_inputs(run->cars)[car].steering_wheel_rad =
            (float)(request.steer_rad * run->steering_ratio);
    }
    if (run->world)
        kamm_step_world(run->world, run->substeps);
    else
        kamm_step(run->cars, &kamm_flat_ground, run->substeps);
}

static struct place place(void *user, int car)
{
    struct kamm_run *run = user;
    return (struct place){kamm_read(run->cars, car, KAMM_CHANNEL_x_m),
                          kamm_read(run->cars, car, KAMM_CHANNEL_yaw_rad)};
}

static void destroy(void *user)
{
    struct kamm_run *run = user;
    kamm_destroy_world(run->world);
    kamm_destroy_cars(run->cars);
    kamm_destroy_model(run->model);
    free(run);
}

const struct engine kamm_world_engine = {
    "Kamm full, in a world", 4, create_world, frame, place, destroy};
const struct engine kamm_full_engine = {"Kamm full", 4, create_full, frame, place, destroy};
const struct engine kamm_fine_full_engine = {"Kamm full", 10, create_full, frame, place, destroy};
const struct engine kamm_double_track_engine = {
    "Kamm double_track", 4, create_double_track, frame, place, destroy};
