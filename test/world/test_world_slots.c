/* Cars of a world that are switched on and off: what is off meets nothing and is seen by nothing, others keep their bits, and a rollback
 * restores who was there.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/company.h"
#include "support/shipped.h"
#include "support/tier.h"
#include "support/world.h"

#include <kamm/debug_draw.h>
#include <kamm/slots.h>
#include <kamm/world_joints.h>
#include <kamm/world_sleep.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void switch_off(kamm_cars *cars, int car)
{
    kamm_error error;
    must(kamm_switch_off(cars, kamm_slot_of(cars, car), &error), &error);
}

static void switch_on(kamm_cars *cars, int car, double x, double y, double yaw, double speed)
{
    kamm_error error;
    kamm_placement place = kamm_placement_on(&kamm_flat_ground, x, y, yaw);
    place.speed_mps = speed;
    must(kamm_switch_on(cars, car, &place, NULL, &error), &error);
}

static int cars_hit_by_ray(const kamm_world *world)
{
    kamm_hit hit;
    const double from[3] = {-50, 0, 0.6}, to[3] = {50, 0, 0.6};
    return kamm_cast_ray(world, from, to, NULL, &hit) && hit.body.type == KAMM_BODY_CAR;
}

static void count_line(void *user, const double from[3], const double to[3], uint32_t rgb)
{
    (void)from, (void)to, (void)rgb;
    ++*(int *)user;
}

static int lines_of(const kamm_world *world)
{
    int lines = 0;
    kamm_debug_draw(world, &(kamm_debug_draw_def){.user = &lines, .line = count_line});
    return lines;
}

/* In a sensor, seen by a ray, drawn, and hit by what rolls into it; when it is off none of these, and again when it is on. */
static void a_car_that_is_off_is_nowhere(void **state)
{
    (void)state;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    for (EACH_RUNG(rung)) {
        kamm_model *model;
        kamm_cars *cars = cars_of(&def, rung, 2, &model);
        const kamm_body_def box = {.shapes[0].box = {.centre_m = {0, 0, 1}, .half_m = {5, 5, 2}},
                                   .sensor = 1};
        const kamm_world_def world_def = {.ground = smooth_ice(), .bodies = &box, .body_count = 1};
        kamm_world *world = create_world(&world_def);
        int events, empty = lines_of(world);
        add_cars(world, cars);
        roll_at(cars, 0, 0, 0, 0, 0), roll_at(cars, 1, 30, 40, 0, 0);
        kamm_step_world(world, 4);
        kamm_sensor_events(world, &events);
        assert_int_equal(events, 1);
        assert_int_equal(cars_hit_by_ray(world), 1);
        int both = lines_of(world);
        switch_off(cars, 0), switch_off(cars, 1);
        assert_int_equal(cars_hit_by_ray(world), 0);
        assert_int_equal(lines_of(world), empty);
        kamm_step_world(world, 4);
        const kamm_sensor_event *event = kamm_sensor_events(world, &events);
        assert_int_equal(events, 1);
        assert_int_equal(event->entered, 0);
        assert_int_equal(kamm_read_sensor(world, kamm_body_at(world, 0), NULL, 0), 0);
        switch_on(cars, 0, 0, 0, 0, 0), switch_on(cars, 1, 30, 40, 0, 0);
        kamm_step_world(world, 4);
        kamm_sensor_events(world, &events);
        assert_int_equal(events, 1);
        assert_int_equal(cars_hit_by_ray(world), 1);
        assert_int_equal(lines_of(world), both);
        kamm_destroy_world(world), kamm_destroy_cars(cars), kamm_destroy_model(model);
    }
}

static double length_of(const kamm_model *model)
{
    kamm_box boxes[KAMM_MAX_BOXES];
    double nose = 0, tail = 0;
    for (int i = kamm_car_boxes(model, boxes); i--;) {
        nose = fmax(nose, boxes[i].centre_m[0] + boxes[i].half_m[0]);
        tail = fmin(tail, boxes[i].centre_m[0] - boxes[i].half_m[0]);
    }
    return nose - tail;
}

enum { STAYS, IS_OFF, GOES, COMES_BACK };

/* One rolls at another, whose bumper is 0.3 m away and which is its pair, as it passes the origin, where cars are parked that are off. */
static void roll_at_another(kamm_rung rung, int what, struct seen_car *seen)
{
    kamm_model *model;
    kamm_vehicle_def def = rolling_car();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = cars_of(&def, rung, 2, &model);
    const kamm_world_def world_def = {.ground = smooth_ice()};
    kamm_world *world = create_world(&world_def);
    double ahead_m = length_of(model) + 0.3;
    add_cars(world, cars);
    roll_at(cars, 0, -3.75, 0, 0, 20), roll_at(cars, 1, ahead_m, 0, 0, 0);
    if (what == IS_OFF) switch_off(cars, 1);
    kamm_step_world(world, 45);
    if (what > IS_OFF) switch_off(cars, 1);
    if (what == COMES_BACK) switch_on(cars, 1, ahead_m, 0, 0, 0);
    for (int i = 0; i < 60; ++i) kamm_step_world(world, 1);
    look_at_car(cars, 0, seen);
    kamm_destroy_world(world), kamm_destroy_cars(cars), kamm_destroy_model(model);
}

/* It passes where the other has gone, to the bit as where there was none, and is stopped where it came back. */
static void nothing_hits_a_car_that_is_off(void **state)
{
    (void)state;
    for (kamm_rung rung = KAMM_RIGID2D; rung <= KAMM_FULL; rung = (kamm_rung)(rung + 1)) {
        struct seen_car stays, off, goes, back;
        roll_at_another(rung, STAYS, &stays), roll_at_another(rung, IS_OFF, &off);
        roll_at_another(rung, GOES, &goes), roll_at_another(rung, COMES_BACK, &back);
        expect_below(stays.values[KAMM_CHANNEL_speed_mps], 15);
        expect_near(off.values[KAMM_CHANNEL_speed_mps], 20, 0.3);
        expect_same_look(&goes, &off, rung_name(rung), kamm_width(), 0);
        expect_below(back.values[KAMM_CHANNEL_speed_mps], 15);
    }
}

/* ---- bits ---- */

enum { PLAYERS = 5, SLOTS = 39 };
static const int places[PLAYERS] = {2, 7, 18, 19, 38}; /* of the players, among many that are off */

struct party {
    kamm_world *world;
    kamm_cars *cars;
    int is_wide;
};

static int place_of(const struct party *party, int player)
{
    return party->is_wide ? places[player] : player;
}

static struct party start_party(kamm_model *model, int is_wide)
{
    kamm_body_def bodies[6];
    for (int i = 0; i < 5; ++i) bodies[i] = placed_at(crate(), 14 + 0.2 * i, 2 * i - 4, 0, i % 2);
    bodies[5] = wall_across(25, 0.5, 0.2);
    const kamm_world_def def = {.ground = kamm_flat_ground, .bodies = bodies, .body_count = 6};
    struct party party = {create_world(&def),
                          kamm_create_cars(model, is_wide ? SLOTS : PLAYERS, NULL), is_wide};
    assert_non_null(party.cars);
    if (is_wide) kamm_switch_all_off(party.cars);
    add_cars(party.world, party.cars);
    for (int i = 0; i < PLAYERS; ++i) {
        double y = 2.5 * i - 5, speed = 12 + i;
        if (is_wide)
            switch_on(party.cars, places[i], 0, y, 0, speed);
        else
            switch_off(party.cars, i), switch_on(party.cars, i, 0, y, 0, speed);
    }
    return party;
}

static void drive_party(struct party *party, int frame, int substeps)
{
    for (int i = 0; i < PLAYERS; ++i) {
        kamm_input *input = &kamm_inputs(party->cars)[place_of(party, i)];
        input->throttle = 1;
        input->steering_wheel_rad = (float)(i - 2) * 0.5f * (float)(frame % 3);
    }
    kamm_step_world(party->world, substeps);
}

static void end_party(struct party *party)
{
    kamm_destroy_world(party->world);
    kamm_destroy_cars(party->cars);
}

static void expect_same_party(const struct party *a, const struct party *b, kamm_rung rung)
{
    for (int i = 0; i < PLAYERS; ++i) {
        struct seen_car one, two;
        look_at_car(a->cars, place_of(a, i), &one), look_at_car(b->cars, place_of(b, i), &two);
        expect_same_look(&two, &one, rung_name(rung), kamm_width(), i);
    }
    for (int i = 0; i < 5; ++i) {
        kamm_body_motion one, two;
        read_body(a->world, i, &one), read_body(b->world, i, &two);
        assert_memory_equal(&one, &two, sizeof one);
    }
}

/* Into crates, a wall and each other: a batch of many, most of which are off, is to the others as if these were not there. */
static void a_crash_beside_cars_that_are_off_has_the_same_bits(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = shipped_on(shipped_number("nissan-micra"), rung, 240);
        kamm_model *model = compile_rung(&def, rung);
        for (int w = 0; w < 4; ++w) {
            if (kamm_set_width(widths[w], NULL) != KAMM_OK) continue;
            struct party few = start_party(model, 0), many = start_party(model, 1);
            for (int frame = 0; frame < 60; ++frame) {
                drive_party(&few, frame, 4);
                drive_party(&many, frame, 1); /* in other calls */
                kamm_step_world(many.world, 3);
            }
            expect_same_party(&few, &many, rung);
            end_party(&few), end_party(&many);
        }
        kamm_destroy_model(model);
    }
    kamm_set_width(0, NULL);
}

/* ---- rollback ---- */

static void frame_of_party(struct party *party, int frame)
{
    if (frame == 20) switch_off(party->cars, 7);
    if (frame == 24) switch_off(party->cars, 38), switch_on(party->cars, 0, 5, 0, 0, 10);
    if (frame == 30) switch_on(party->cars, 7, 10, 5, 1, 3);
    if (frame == 34) switch_off(party->cars, 18);
    drive_party(party, frame, 4);
}

/* From any frame of a crash in which players come and go, over all of these: the same hash frame by frame. */
static void a_rollback_over_joins_and_leaves_repeats_itself(void **state)
{
    (void)state;
    enum { FRAMES = 40, STEP = 5 };
    for (kamm_rung rung = KAMM_KINEMATIC; rung <= KAMM_FULL;
         rung = (kamm_rung)(rung + of_tier(2, 1))) {
        kamm_vehicle_def def = shipped_on(shipped_number("nissan-micra"), rung, 240);
        kamm_model *model = compile_rung(&def, rung);
        struct party party = start_party(model, 1);
        kamm_let_cars_sleep(party.world, (int)rung % 2);
        size_t size = kamm_world_snapshot_size(party.world);
        char *saved = malloc(FRAMES / STEP * size);
        uint64_t hash[FRAMES + 1];
        for (int frame = 0; frame < FRAMES; ++frame) {
            if (frame % STEP == 0)
                kamm_save_world_snapshot(party.world, saved + (size_t)(frame / STEP) * size);
            hash[frame] = kamm_world_state_hash(party.world);
            frame_of_party(&party, frame);
        }
        hash[FRAMES] = kamm_world_state_hash(party.world);
        for (int from = FRAMES - STEP; from >= 0; from -= STEP) {
            const char *bytes = saved + (size_t)(from / STEP) * size;
            must(kamm_restore_world_snapshot(party.world, bytes, size, NULL), NULL);
            assert_int_equal(kamm_is_on(party.cars, 7), from <= 20 || from > 30);
            for (int frame = from; frame < FRAMES; ++frame) {
                assert_true(kamm_world_state_hash(party.world) == hash[frame]);
                frame_of_party(&party, frame);
            }
            assert_true(kamm_world_state_hash(party.world) == hash[FRAMES]);
        }
        free(saved);
        end_party(&party), kamm_destroy_model(model);
    }
}

/* ---- sleep and joints ---- */

/* In a block that sleeps one goes and comes: it wakes, and what came drives away. */
static void a_car_wakes_the_block_into_which_it_comes(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        def.stepping.substeps_per_s = 240;
        kamm_cars *cars = start_rung(&def, rung, 3);
        kamm_world *world = create_world(&(kamm_world_def){.ground = kamm_flat_ground});
        for (int i = 0; i < 3; ++i)
            put_car(cars, i, &kamm_flat_ground, 0, 0, 0), kamm_inputs(cars)[i].brake = 1;
        add_cars(world, cars);
        kamm_let_cars_sleep(world, 1);
        for (int i = 0; i < 3; ++i) {
            kamm_filter alone = {.category = 2, .mask = 4};
            must(kamm_set_car_filter(world, cars, i, &alone, NULL), NULL);
        }
        switch_off(cars, 1);
        kamm_step_world(world, 480);
        assert_true(kamm_car_is_asleep(world, cars, 0));
        switch_on(cars, 1, 0, 8, 0, 15);
        kamm_step_world(world, 24);
        assert_false(kamm_car_is_asleep(world, cars, 0));
        expect_above(kamm_read(cars, 1, KAMM_CHANNEL_x_m), 1.2);
        kamm_destroy_world(world), end_cars(cars);
    }
}

/* A crate that is towed: without the car it slides to rest, and is pulled again when the car is there again. */
static void a_joint_to_a_car_that_is_off_does_not_act(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
    const kamm_body_def body = placed_at(crate(), -6, 0, 0, 0);
    const kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &body, .body_count = 1};
    kamm_world *world = create_world(&world_def);
    add_cars(world, cars);
    const kamm_joint_def rope = {
        .kind = KAMM_JOINT_ROPE,
        .ends = {{.cars = cars, .point_m = {-1, 0, 0.5}}, {.body = kamm_body_at(world, 0)}}};
    must(kamm_add_joint(world, &rope, NULL, &error), &error);
    kamm_body_motion motion;
    double velocity[3];
    kamm_inputs(cars)[0].throttle = 0.7f;
    kamm_step_world(world, 480);
    read_centre(world, 0, &motion, velocity);
    double at = motion.position_m[0];
    expect_above(velocity[0], 2);
    switch_off(cars, 0);
    kamm_step_world(world, 480);
    read_centre(world, 0, &motion, velocity);
    expect_near(velocity[0], 0, 0.01);
    expect_above(motion.position_m[0], at);
    at = motion.position_m[0];
    switch_on(cars, 0, at + 5, 0, 0, 0);
    kamm_inputs(cars)[0].throttle = 0.7f;
    kamm_step_world(world, 480);
    read_centre(world, 0, &motion, velocity);
    expect_above(motion.position_m[0], at + 2);
    kamm_destroy_world(world), end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_that_is_off_is_nowhere),
        cmocka_unit_test(nothing_hits_a_car_that_is_off),
        cmocka_unit_test(a_crash_beside_cars_that_are_off_has_the_same_bits),
        cmocka_unit_test(a_rollback_over_joins_and_leaves_repeats_itself),
        cmocka_unit_test(a_car_wakes_the_block_into_which_it_comes),
        cmocka_unit_test(a_joint_to_a_car_that_is_off_does_not_act),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
