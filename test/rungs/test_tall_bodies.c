/* Bodies that lie on their sides: the taller they are, the farther from the axis that they turn about is what touches the ground. They
 * fall, come to lie, and never have more energy than before. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

/* Of what it fell from, which came back as thousands of J/kg where points were too stiff. At 60 substeps a second a body that falls from
 * 8 m sinks in by 0.2 m in its first one. */
static double most_gained_j_per_kg(double rate, double fall_m)
{
    return (rate > 60 ? 0.01 : 0.3) * 9.81 * fall_m;
}

static void topple(const char *name, double rate, double height_m)
{
    double fall_m = 0.7 * height_m, most = most_gained_j_per_kg(rate, fall_m);
    kamm_vehicle_def def = shipped_def(shipped_number(name));
    def.stepping.substeps_per_s = allowed_rate(&def, rate);
    def.body.height_m = height_m;
    def.body.boxes_count = 0;
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement place = {.position_m = {0, 0, fall_m},
                            .orientation = {cos(0.6), sin(0.6), 0, 0}};
    kamm_place(cars, 0, &place);
    kamm_inputs(cars)[0].clutch = 1;
    double mass_kg = kamm_describe(kamm_model_of(cars, 0)).mass_kg, least = INFINITY;
    int substeps = (int)lround(def.stepping.substeps_per_s / 60);
    for (int frame = 0; frame < of_tier(240, 900); ++frame) {
        kamm_step(cars, &kamm_flat_ground, substeps);
        double energy = read_channel(cars, KAMM_CHANNEL_energy_j) / mass_kg;
        if (kamm_fault(cars, 0) || energy > least + most)
            fail_msg("%s, %g m, %g/s, frame %d: fault %d, gained %g J/kg", name, height_m, rate,
                     frame, (int)kamm_fault(cars, 0), energy - least);
        least = fmin(least, energy);
    }
    end_cars(cars);
}

static void bodies_of_any_height_fall_without_gaining_energy(void **state)
{
    (void)state;
    static const char *const names[] = {"commonroad-3-vw-vanagon", "nissan-micra", "go-kart-125"};
    static const double rates[] = {60, 120, 240, 600}, heights_m[] = {2, 5, 11.6};
    for (int n = 0; n < 3; ++n)
        for (int r = 0; r < 4; ++r)
            for (int h = 0; h < 3; ++h) topple(names[n], rates[r], heights_m[h]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_of_any_height_fall_without_gaining_energy),
    };
    return cmocka_run_group_tests_name("tall_bodies", tests, NULL, NULL);
}
