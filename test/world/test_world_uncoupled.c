/* Units of a combination that have been let go: they meet their old neighbours.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/trailers.h"
#include "support/world.h"

#include <math.h>

static int touches_between_units(const kamm_world *world)
{
    int count, found = 0;
    const kamm_contact_event *events = kamm_contact_events(world, &count);
    for (int i = 0; i < count; ++i)
        found |= events[i].type[0] == KAMM_BODY_CAR && events[i].type[1] == KAMM_BODY_CAR;
    return found;
}

/* The ends of a unit's boxes against its place. */
static double end_of(const kamm_model *model, int front)
{
    kamm_box boxes[KAMM_MAX_BOXES];
    double end = front ? -INFINITY : INFINITY;
    for (int i = kamm_car_boxes(model, boxes) - 1; i >= 0; --i)
        end = front ? fmax(end, boxes[i].centre_m[0] + boxes[i].half_m[0])
                    : fmin(end, boxes[i].centre_m[0] - boxes[i].half_m[0]);
    return end;
}

static kamm_world *world_with(struct combination *combination, const kamm_ground *ground)
{
    kamm_error error;
    kamm_world_def def = {.ground = *ground};
    kamm_world *world = create_world(&def);
    must(kamm_add_combinations(world, combination->combinations, &error), &error);
    kamm_placement at = kamm_placement_on(ground, 0, 0, 0);
    kamm_place_combination(combination->combinations, 0, &at, NULL);
    return world;
}

/* Down a slope, the car held by its hand brake, the caravan is uncoupled: it rolls on to the car and stays behind it. */
static void roll_into_car(kamm_rung rung, double rate, double slope)
{
    struct combination combination = start_shipped("volvo-v40-caravan", rung, rate, 1);
    kamm_ground ground = kamm_plane_ground(-slope, 0, 1);
    kamm_world *world = world_with(&combination, &ground);
    kamm_cars *car = kamm_combination_cars(combination.combinations, 0),
              *trailer = kamm_combination_cars(combination.combinations, 1);
    double tail = end_of(combination.models[0], 0), nose = end_of(combination.models[1], 1),
           least = INFINITY;
    int touched = 0;
    kamm_inputs(car)[0].gear = 0;
    kamm_inputs(car)[0].hand_brake = 1;
    kamm_step_world(world, (int)(0.5 * rate));
    kamm_uncouple(combination.combinations, 0, 1);
    kamm_inputs(car)[0].brake = 1;     /* no longer the trailer's … */
    kamm_inputs(trailer)[0].brake = 0; /* … whose overrun brake held it */
    for (int n = 0; n < 5 * rate; ++n) {
        kamm_pose one, other;
        kamm_step_world(world, 1);
        kamm_read_pose(car, 0, 1, &one, NULL);
        kamm_read_pose(trailer, 0, 1, &other, NULL);
        least = fmin(least, distance_between(one.position_m, other.position_m) + tail - nose);
        touched |= touches_between_units(world);
    }
    if (!touched || !(least > -0.1) || kamm_fault(car, 0) || kamm_fault(trailer, 0))
        fail_msg("rung %d at %g, slope %g: %s, %g m apart", rung, rate, slope,
                 touched ? "they touched" : "they did not touch", least);
    kamm_destroy_world(world);
    end_combination(&combination);
}

static void a_trailer_let_go_rolls_into_its_car(void **state)
{
    (void)state;
    for (int r = 0; r < 2; ++r)
        for (int i = 0; i < 2; ++i) {
            roll_into_car(r ? KAMM_FULL : KAMM_SINGLE_TRACK, 240, i ? 0.15 : 0.06);
            roll_into_car(r ? KAMM_FULL : KAMM_SINGLE_TRACK, 600, i ? 0.15 : 0.06);
        }
}

/* A tractor below its semitrailer: what lies in the other does not push it out, neither where it stands nor on the way out or in. */
static void a_tractor_drives_out_and_in(const char *name)
{
    struct combination combination = start_shipped(name, KAMM_FULL, 240, 1);
    kamm_world *world = world_with(&combination, &kamm_flat_ground);
    kamm_cars *car = kamm_combination_cars(combination.combinations, 0),
              *trailer = kamm_combination_cars(combination.combinations, 1);
    kamm_inputs(trailer)[0].hand_brake = 1;
    kamm_inputs(car)[0].brake = 1;
    kamm_step_world(world, 240);
    kamm_uncouple(combination.combinations, 0, 1);
    double stood = kamm_read(trailer, 0, KAMM_CHANNEL_x_m);
    for (int n = 0; n < 6 * 240; ++n) {
        kamm_inputs(car)[0].brake = 0;
        kamm_inputs(car)[0].throttle = n > 120 ? 0.4f : 0;
        kamm_step_world(world, 1);
        assert_false(touches_between_units(world));
    }
    expect_above(kamm_read(car, 0, KAMM_CHANNEL_x_m), 2);
    expect_near(kamm_read(trailer, 0, KAMM_CHANNEL_x_m), stood, 0.1);
    for (double ahead = 8; ahead > 0.1; ahead *= 0.8) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, ahead, 0, 0);
        kamm_place(car, 0, &at);
        kamm_step_world(world, 2);
        assert_false(touches_between_units(world));
    }
    assert_int_equal(kamm_fault(car, 0) | kamm_fault(trailer, 0), 0);
    kamm_destroy_world(world);
    end_combination(&combination);
}

static void what_lies_in_the_other_is_not_pushed_out(void **state)
{
    (void)state;
    a_tractor_drives_out_and_in("tractor-semitrailer-laden");
    a_tractor_drives_out_and_in("tractor-tank-semitrailer");
}

/* Aside, where it is clear of it, a tractor runs into its own trailer as into any other. */
static void a_tractor_runs_into_its_trailer(void **state)
{
    (void)state;
    struct combination combination = start_shipped("tractor-semitrailer-laden", KAMM_FULL, 240, 1);
    kamm_world *world = world_with(&combination, &kamm_flat_ground);
    kamm_cars *car = kamm_combination_cars(combination.combinations, 0),
              *trailer = kamm_combination_cars(combination.combinations, 1);
    kamm_step_world(world, 24);
    kamm_uncouple(combination.combinations, 0, 1);
    double x = kamm_read(trailer, 0, KAMM_CHANNEL_x_m) - 2;
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, x, -12, PI / 2);
    at.speed_mps = 8;
    kamm_place(car, 0, &at);
    int touched = 0;
    for (int n = 0; n < 480; ++n) {
        kamm_step_world(world, 1);
        touched |= touches_between_units(world);
    }
    assert_true(touched);
    expect_below(kamm_read(car, 0, KAMM_CHANNEL_y_m), 0);
    kamm_destroy_world(world);
    end_combination(&combination);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trailer_let_go_rolls_into_its_car),
        cmocka_unit_test(what_lies_in_the_other_is_not_pushed_out),
        cmocka_unit_test(a_tractor_runs_into_its_trailer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
