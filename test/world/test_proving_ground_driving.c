/* Cars on the proving ground: they stand at every start, jump its ramps and end at its walls. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"

#include <kamm/io/world_file.h>
#include <math.h>
#include <string.h>

static kamm_world_file file;

static int read_ground(void **state)
{
    (void)state;
    kamm_error error;
    if (kamm_load_world("proving-ground", &file, NULL, &error)) fail_msg("%s", error.text);
    return 0;
}

static int forget_ground(void **state)
{
    (void)state;
    kamm_destroy_world_file(&file);
    return 0;
}

struct drive {
    kamm_model *model;
    kamm_cars *cars;
    kamm_world *world;
    double touched_ns; /* impulse of all touches so far with fixed bodies */
};

static struct drive start_drive(int count)
{
    kamm_error error;
    kamm_vehicle_def def = plain_car();
    struct drive d = {.model = kamm_create_model(&def, KAMM_FULL, &error)};
    if (!d.model) fail_msg("%s", error.text);
    d.cars = kamm_create_cars(d.model, count, &error);
    d.world = kamm_create_world(&file.def, &error);
    if (!d.world || kamm_add_cars(d.world, d.cars, &error)) fail_msg("%s", error.text);
    return d;
}

static void end_drive(struct drive *d)
{
    kamm_destroy_world(d->world);
    kamm_destroy_cars(d->cars);
    kamm_destroy_model(d->model);
}

/* On the lane of a start, `ahead_m` in front of it. */
static void put_on_lane(struct drive *d, int car, const char *name, double ahead_m,
                        double speed_mps)
{
    const kamm_start *start = kamm_find_start(&file, name);
    if (!start) {
        fail_msg("no start %s", name);
        return;
    }
    kamm_placement placement =
        kamm_placement_in_world(d->world, d->model, start->x_m + ahead_m * cos(start->yaw_rad),
                                start->y_m + ahead_m * sin(start->yaw_rad), start->yaw_rad);
    placement.speed_mps = speed_mps;
    placement.gear = 0;
    kamm_place(d->cars, car, &placement);
    kamm_inputs(d->cars)[car].gear = 0;
}

static void step_frame(struct drive *d)
{
    int count;
    kamm_step_world(d->world, 20);
    const kamm_contact_event *touches = kamm_contact_events(d->world, &count);
    for (int i = 0; i < count; ++i)
        if (touches[i].type[0] == KAMM_BODY_STATIC || touches[i].type[1] == KAMM_BODY_STATIC)
            d->touched_ns += (double)touches[i].impulse_ns;
}

/* One car at each start, its brakes on: where it was put it stays, and touches nothing. */
static void cars_stand_at_every_start(void **state)
{
    (void)state;
    struct drive d = start_drive(file.start_count);
    double before[64][2];
    for (int i = 0; i < file.start_count; ++i) {
        put_on_lane(&d, i, file.starts[i].name, 0, 0);
        kamm_inputs(d.cars)[i].brake = 1;
    }
    for (int frame = 0; frame < 60; ++frame) {
        int count;
        kamm_step_world(d.world, 20);
        kamm_contact_events(d.world, &count);
        assert_int_equal(count, 0);
        for (int i = 0; i < file.start_count; ++i) {
            double x = kamm_read(d.cars, i, KAMM_CHANNEL_x_m),
                   y = kamm_read(d.cars, i, KAMM_CHANNEL_y_m);
            if (frame == 10) before[i][0] = x, before[i][1] = y;
            if (frame > 10) expect_below(hypot(x - before[i][0], y - before[i][1]), 0.02);
            assert_int_equal(kamm_fault(d.cars, i), 0);
        }
    }
    end_drive(&d);
}

/* The first ramp at 14 and 18 m/s, the one with a slope to land on at 25: all wheels leave the ground, nothing
 * strikes what fills the ramps, and the car rolls on upright. */
static void cars_jump_the_ramps(void **state)
{
    (void)state;
    struct drive d = start_drive(3);
    /* With the drop of 1.2 m the centre would fly for 9 and 13 m, to the table's height for 14; pitching
     * and drooping wheels touch down earlier. */
    const double min_m[3] = {7, 9, 9};
    const double height_m = 0.55; /* of the centre of gravity, at rest */
    double begin_m[3] = {0}, end_m[3] = {0};
    put_on_lane(&d, 0, "jump", 180, 14);
    put_on_lane(&d, 1, "jump", 130, 18);
    put_on_lane(&d, 2, "jump_landing", 160, 25);
    for (int frame = 0; frame < 360; ++frame) {
        step_frame(&d);
        for (int i = 0; i < 3; ++i) {
            double load = 0, x = kamm_read(d.cars, i, KAMM_CHANNEL_x_m);
            for (int w = 0; w < 4; ++w) load += kamm_read_wheel(d.cars, i, w, KAMM_WHEEL_load_n);
            if (load > 0 || x < 239 || x > 275) continue;
            if (begin_m[i] == 0) begin_m[i] = x;
            end_m[i] = x;
        }
    }
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(kamm_fault(d.cars, i), 0);
        expect_above(end_m[i] - begin_m[i], min_m[i]);
        expect_below(end_m[i] - begin_m[i], min_m[i] + 4);
        expect_above(kamm_read(d.cars, i, KAMM_CHANNEL_x_m), 260);
        expect_below(fabs((double)kamm_read(d.cars, i, KAMM_CHANNEL_roll_rad)), 0.03);
        expect_below(fabs(kamm_read(d.cars, i, KAMM_CHANNEL_z_m) - height_m), 0.05);
    }
    expect_below(d.touched_ns, 1e-9);
    end_drive(&d);
}

/* At 10 m/s into the wall and into the one that overlaps two fifths: the car stops there, and there turns
 * towards the side that was hit, the left. */
static void cars_end_at_the_walls(void **state)
{
    (void)state;
    struct drive d = start_drive(2);
    put_on_lane(&d, 0, "crash", 190, 10);
    put_on_lane(&d, 1, "crash_offset", 190, 10);
    for (int frame = 0; frame < 90; ++frame) step_frame(&d);
    for (int i = 0; i < 2; ++i) {
        expect_below(kamm_read(d.cars, i, KAMM_CHANNEL_y_m), -91.5);
        expect_below(kamm_read(d.cars, i, KAMM_CHANNEL_speed_mps), 2);
    }
    expect_above(d.touched_ns, 10000);
    expect_above(kamm_read(d.cars, 1, KAMM_CHANNEL_yaw_rad),
                 kamm_read(d.cars, 0, KAMM_CHANNEL_yaw_rad) + 0.05);
    end_drive(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cars_stand_at_every_start),
        cmocka_unit_test(cars_jump_the_ramps),
        cmocka_unit_test(cars_end_at_the_walls),
    };
    return cmocka_run_group_tests(tests, read_ground, forget_ground);
}
