/* A car with a load on its floor against a wall.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/floor_load.h"
#include "support/rungs.h"
#include "support/world.h"

#include "run/cars.h"

#include <math.h>

static const double rates[] = {60, 120, 240, 600};
enum { RATES = sizeof rates / sizeof *rates };

/* Against a wall the car is stopped at once and the load is not; afterwards a car that pushes and the wall that holds do not move a load
 * that rests. */
static void a_wall_stops_the_car_and_not_the_load(void **state)
{
    (void)state;
    for (int r = 0; r < RATES; ++r) {
        kamm_vehicle_def def = plain_car();
        put_load(&def, 0.3, 0.4, 1.2);
        def.stepping.substeps_per_s = rates[r];
        kamm_model *model;
        kamm_cars *cars = cars_of(&def, KAMM_FULL, 1, &model);
        kamm_body_def wall = wall_across(10, 0.5, 0);
        kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
        kamm_world *world = create_world(&world_def);
        roll_at(cars, 0, 0, 0, 0, 8);
        add_cars(world, cars);
        int substeps = (int)rates[r];
        double thrown = 0;
        for (int n = 0; n < 2 * substeps; ++n) {
            kamm_step_world(world, 1);
            thrown = fmax(thrown, shifting(cars, 0));
        }
        expect_above(thrown, 5);
        expect_above(shifted(cars, 0), 0.5);
        kamm_inputs(cars)[0].gear = 1, kamm_inputs(cars)[0].throttle = 0.15f;
        kamm_step_world(world, 4 * substeps);
        float at = CAR_STATE(cars, 0, car.shifted_along_m);
        kamm_step_world(world, 10 * substeps);
        print_message("%4g substeps: thrown at %.2f m/s, to %.3f m\n", rates[r], thrown,
                      (double)at);
        assert_true(at == CAR_STATE(cars, 0, car.shifted_along_m));
        kamm_destroy_world(world);
        kamm_destroy_cars(cars);
        kamm_destroy_model(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_wall_stops_the_car_and_not_the_load)};
    return cmocka_run_group_tests_name("load in a world", tests, NULL, NULL);
}
