/* Kernels take shorter ways on level ground that is one plane. The bits are those of the same planes given wheel by wheel. */
#include "support/rungs.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 21, KINDS = 4, FRAME = 12 };

/* What steering and speed have of their own: a trailer, rear wheels that steer, a wheel that returns by speed. */
static kamm_vehicle_def car_of_kind(int kind)
{
    kamm_vehicle_def def = default_vehicle();
    if (kind == 1) def.kinematic.trailer_length_m = 4;
    if (kind == 2) def.axles[1].steer_share = -0.3;
    if (kind == 3) def.steering.return_speed_mps = 8, def.steering.return_rate_radps = 3;
    return def;
}

/* Drivers who steer, stop, reverse, hold a planner's acceleration, and let go. */
static void drive(kamm_input *input, int car, int frame)
{
    int phase = (frame + 11 * car) % 60;
    *input = (kamm_input){.steering_wheel_rad =
                              car % 3 == 2 ? 0 : (float)(phase / 20 - 1) * 0.4f * (float)(car % 5),
                          .throttle = phase < 35 ? 0.25f * (float)(car % 5) : 0,
                          .brake = phase < 40 ? 0 : 0.3f * (float)(car % 4),
                          .hand_brake = phase > 55 && car % 7 == 3,
                          .gear = car % 6 == 5 ? (float)(frame / 40 % 3 - 1) : KAMM_GEAR_DRIVE,
                          .command = car % 8 == 6,
                          .road_wheel_rate_radps = phase < 5 ? 0.1f : 0,
                          .acceleration_mps2 = (float)(phase / 20 - 1)};
    if (car == 4 && frame == 30) input->throttle = NAN;
}

/* Some start too fast for anything, at rest, or rolling backwards. */
static void start(kamm_cars *cars)
{
    for (int i = 0; i < CARS; ++i) {
        double speed = i == 9 ? 700 : i % 4 == 1 ? 0 : i % 6 == 5 ? -3 : 2.0 * i;
        put_car(cars, i, &kamm_flat_ground, 0.3 * (i % 7), speed, KAMM_GEAR_DRIVE);
    }
}

/* Drives them, `each` substeps a call, and gives all that moves. */
static void *snapshot_of_drive(kamm_cars *cars, const kamm_ground *ground, int each)
{
    start(cars);
    const int frames = of_tiers(45, 60, 160);
    for (int frame = 0; frame < frames; ++frame) {
        for (int i = 0; i < CARS; ++i) drive(&kamm_inputs(cars)[i], i, frame);
        for (int done = 0; done < FRAME; done += each) kamm_step(cars, ground, each);
    }
    void *snapshot = malloc(kamm_snapshot_size(cars));
    assert_non_null(snapshot);
    kamm_save_snapshot(cars, snapshot);
    return snapshot;
}

static kamm_cars *cars_of_kind(kamm_rung rung, int kind)
{
    kamm_vehicle_def defs[CARS];
    for (int i = 0; i < CARS; ++i) {
        defs[i] = car_of_kind(kind < KINDS ? kind : i % KINDS);
        defs[i].body.mass_kg += kind < KINDS ? 0 : 10 * i;
    }
    return kind < KINDS ? start_rung(defs, rung, CARS) : start_mixed_rung(defs, rung, CARS);
}

/* By one plane and 12 or 4 substeps a call, as by planes for each wheel. */
static void check_kind(kamm_rung rung, int kind)
{
    static kamm_contact contacts[CARS * KAMM_MAX_WHEELS];
    kamm_ground by_wheel = kamm_flat_ground;
    for (int i = 0; i < CARS * KAMM_MAX_WHEELS; ++i) contacts[i] = kamm_flat_ground.plane;
    by_wheel.contacts = contacts;
    void *snapshot[3];
    size_t size = 0;
    for (int i = 0; i < 3; ++i) {
        kamm_cars *cars = cars_of_kind(rung, kind);
        size = kamm_snapshot_size(cars);
        snapshot[i] =
            snapshot_of_drive(cars, i ? &kamm_flat_ground : &by_wheel, i == 2 ? 4 : FRAME);
        end_cars(cars);
    }
    for (int i = 1; i < 3; ++i)
        if (memcmp(snapshot[0], snapshot[i], size) != 0)
            fail_msg("%s, width %d, kind %d: other bits on one plane (%d)", rung_name(rung),
                     kamm_width(), kind, i);
    for (int i = 0; i < 3; ++i) free(snapshot[i]);
}

static void one_plane_gives_the_bits_of_planes_by_wheel(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    for (int i = 0; i < 4; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        for (EACH_RUNG(rung))
            for (int kind = 0; kind <= KINDS; ++kind)
                if ((rung != KAMM_FULL || kind == KINDS) &&
                    (i + (int)rung + kind) % of_tier(6, 1) == 0)
                    check_kind(rung, kind);
    }
    kamm_set_width(0, NULL);
}

/* Leaning cars come to lie level to the bit, so that kinematic may take them as such. */
static void a_leaning_car_comes_to_lie_level(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_rung(&def, KAMM_KINEMATIC, 2);
    for (int i = 0; i < 2; ++i) {
        kamm_placement leaning = {{0, 5.0 * i, 0.02}, {1, 0.01, -0.004 * i, 0.3}, 5, 1, {0}};
        kamm_place(cars, i, &leaning);
    }
    drive_for(cars, &kamm_flat_ground, 6);
    static const int of_lean[] = {1, 2, 5, 6}; /* x and y of the orientation and of its residual */
    for (int f = 0; f < 4; ++f)
        for (int i = 0; i < 2; ++i)
            assert_true(kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, of_lean[f])[i] == 0);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leaning_car_comes_to_lie_level),
        cmocka_unit_test(one_plane_gives_the_bits_of_planes_by_wheel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
