/* Hosted cars of any number of wheels: the forces of their tyres on the ground. */
#include "support/cars.h"
#include "support/host.h"
#include "support/quick.h"
#include "support/scales.h"
#include "support/shipped.h"

#include <string.h>

enum { FRAMES = 60, SUBSTEPS = 4 };

/* A parked car of each shipped vehicle. Its body is the host's. */
static kamm_cars *parked(int vehicle, struct host *host)
{
    kamm_vehicle_def def = shipped_on(vehicle, KAMM_FULL, 240);
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0.3, 0, 0);
    kamm_inputs(cars)->hand_brake = 1;
    *host = start_host(cars, 0);
    return cars;
}

static void pushes_of_all_wheels_bear_every_vehicle(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        struct host host;
        kamm_wheel_push unwritten;
        kamm_cars *cars = parked(vehicle, &host);
        int wheels = kamm_describe(kamm_model_of(cars, 0)).wheel_count;
        double sum_n = 0, weight_n = host.mass.mass_kg * GRAVITY_MPS2;
        memset(host.pushes, 7, sizeof host.pushes);
        unwritten = host.pushes[0];
        for (int frame = 0; frame < FRAMES; ++frame)
            step_frame(cars, &host, &kamm_flat_ground, SUBSTEPS);
        for (int w = 0; w < wheels; ++w) {
            sum_n -= host.pushes[w].force_n[2];
            expect_near(host.pushes[w].point_m[2], 0, 1e-3);
        }
        expect_share(sum_n, weight_n, 1e-3);
        for (int w = wheels; w < KAMM_MAX_WHEELS; ++w)
            assert_memory_equal(&host.pushes[w], &unwritten, sizeof unwritten);
        end_cars(cars);
    }
}

static void asking_for_pushes_changes_no_bit(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        struct host asking, silent;
        kamm_cars *a = parked(vehicle, &asking), *b = parked(vehicle, &silent);
        kamm_inputs(a)->hand_brake = kamm_inputs(b)->hand_brake = 0;
        kamm_inputs(a)->throttle = kamm_inputs(b)->throttle = 1;
        kamm_inputs(a)->gear = kamm_inputs(b)->gear = KAMM_GEAR_DRIVE;
        for (int frame = 0; frame < FRAMES; ++frame) {
            step_frame(a, &asking, &kamm_flat_ground, SUBSTEPS);
            kamm_step_hosted(b, &kamm_flat_ground, SUBSTEPS, &silent.body);
            step_host(&silent, &kamm_flat_ground,
                      SUBSTEPS * kamm_describe(kamm_model_of(b, 0)).substep_s);
        }
        assert_memory_equal(&asking.body, &silent.body, sizeof silent.body);
        assert_true(kamm_state_hash(a) == kamm_state_hash(b));
        end_cars(a);
        end_cars(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushes_of_all_wheels_bear_every_vehicle),
        cmocka_unit_test(asking_for_pushes_changes_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
