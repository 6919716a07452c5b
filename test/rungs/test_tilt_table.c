/* The tilt table for buses: a single-decker has to stand at 35 degrees (UK Public Service Vehicles (Conditions of Fitness)
 * Regulations 1981). Nothing stands beyond half of its track over the height of its centre of gravity. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"

#include <math.h>
#include <string.h>

static kamm_vehicle_def bus(void) { return shipped_def(shipped_number("mercedes-citaro")); }

/* The left side of a table with a kerb's grip is slowly raised: the tangent at which the left wheels carry nothing. */
static double tipping_tangent(void)
{
    kamm_vehicle_def def = bus();
    def.stepping.substeps_per_s = 240;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double tangent = 0, load = 1;
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].hand_brake = 1;
    while (load > 0 && tangent < 1.5) {
        kamm_ground table = kamm_plane_ground(0, tangent += 0.002, 3);
        drive_for(cars, &table, 0.1);
        load = 0;
        for (int w = 0; w < info.wheel_count; ++w)
            if (info.wheel_side[w] > 0) load += kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
    }
    end_cars(cars);
    return tangent;
}

static void a_bus_stands_at_35_degrees_and_not_beyond_its_track(void **state)
{
    (void)state;
    kamm_vehicle_def def = bus();
    double stiff = def.axles[0].track_m / (2 * def.body.cg_height_m), tips = tipping_tangent();
    print_message("tips at %.1f degrees, %.2f g; a stiff one at %.2f g\n", atan(tips) * 180 / PI,
                  tips, stiff);
    expect_above(tips, tan(35 * PI / 180));
    expect_below(tips, stiff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bus_stands_at_35_degrees_and_not_beyond_its_track)};
    return cmocka_run_group_tests_name("tilt_table", tests, NULL, NULL);
}
