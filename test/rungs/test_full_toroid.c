/* A wheel that leans stands and rolls on the side of its crown: on a circle of the radius (R - r) + r cos(camber), with r
 * the tread's crown radius. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

struct rolled {
    int wheels;
    double radius_m[KAMM_MAX_WHEELS], camber_rad[KAMM_MAX_WHEELS];
};

/* Rolls out of gear, all single wheels without hardpoints leaning by `camber_rad`, until turn and travel have settled. */
static struct rolled roll(kamm_vehicle_def def, double camber_rad, double crown_m)
{
    for (int a = 0; a < def.axles_count; ++a) {
        if (def.axles[a].suspension.hardpoints.kind == KAMM_HARDPOINTS_NONE &&
            def.axles[a].wheels != KAMM_WHEELS_TWIN)
            def.axles[a].suspension.camber_rad = camber_rad;
        def.axles[a].tyre.crown_radius_m = crown_m;
    }
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, 0);
    drive_for(cars, &kamm_flat_ground, 2);
    struct rolled r = {kamm_describe(kamm_model_of(cars, 0)).wheel_count, {0}, {0}};
    double speed = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    for (int w = 0; w < r.wheels; ++w) {
        r.radius_m[w] = speed / kamm_read_wheel(cars, 0, w, KAMM_WHEEL_spin_radps);
        r.camber_rad[w] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_camber_rad);
    }
    end_cars(cars);
    return r;
}

static void a_leaning_wheel_rolls_on_a_smaller_circle(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle);
        def.stepping.substeps_per_s = allowed_rate(&def, vehicle % 2 ? 60 : 240);
        double crown = 0.3 * def.axles[0].tyre.unloaded_radius_m;
        struct rolled upright = roll(def, 0, crown);
        struct rolled leaning = roll(def, vehicle % 2 ? 0.3 : -0.3, crown);
        for (int w = 0; w < upright.wheels; ++w) {
            double drop = crown * (cos(upright.camber_rad[w]) - cos(leaning.camber_rad[w]));
            double got = upright.radius_m[w] - leaning.radius_m[w];
            print_message(
                "%-28s wheel %d: camber %6.2f deg, %.2f mm smaller, by closed form %.2f\n",
                shipped_name(vehicle), w, leaning.camber_rad[w] * 180 / PI, 1000 * got,
                1000 * drop);
            expect_near(got, drop, 0.03 * drop + 1e-4);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_leaning_wheel_rolls_on_a_smaller_circle),
    };
    return cmocka_run_group_tests_name("full_toroid", tests, NULL, NULL);
}
