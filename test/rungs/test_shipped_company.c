/* Every shipped vehicle, driven hard, does the same to the bit at every width and beside cars of another model, on each
 * rung: work that a kernel skips where no car of its group asks for it is to make no difference to the others.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/fitted.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"

#include <math.h>

static struct layout layout_of(const kamm_vehicle_def *def)
{
    kamm_cars *cars = start_cars(def, 1);
    struct layout layout = kamm_model_of(cars, 0)->layout;
    end_cars(cars);
    return layout;
}

/* The next vehicle of the list whose wheels lie alike: only those make a batch. It can be the vehicle itself. */
static kamm_vehicle_def companion(int vehicle)
{
    kamm_vehicle_def def = shipped_def(vehicle), next;
    struct layout layout = layout_of(&def), of_next;
    do {
        vehicle = (vehicle + 1) % shipped_count();
        next = shipped_def(vehicle);
        of_next = layout_of(&next);
    } while (!kamm_layouts_are_alike(&layout, &of_next));
    return next;
}

static void expect_same_bits_of_all(kamm_rung rung, double rate)
{
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(14, 2, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle), next = companion(vehicle);
        double least = fmax(allowed_rate(&def, rate), allowed_rate(&next, rate));
        def.stepping.substeps_per_s = next.stepping.substeps_per_s = least;
        expect_same_bits_in_company(&def, &next, rung, &kamm_flat_ground, press_hard);
    }
}

static void on_full_they_do(void **state)
{
    (void)state;
    expect_same_bits_of_all(KAMM_FULL, 240);
    if (of_tier(0, 1)) expect_same_bits_of_all(KAMM_FULL, 60);
}

static void on_the_planar_rungs_they_do(void **state)
{
    (void)state;
    for (EACH_RUNG(rung))
        if (rung != KAMM_FULL) expect_same_bits_of_all(rung, 240);
}

/* A light engine runs through the band of its limiter within a substep, its neighbours are far from theirs. */
static void a_limiter_acts_on_its_own_engine_alone(void **state)
{
    (void)state;
    kamm_vehicle_def def = shipped_def(shipped_number("formula-car-2014"));
    kamm_vehicle_def other = def;
    def.stepping.substeps_per_s = other.stepping.substeps_per_s = 240;
    other.engine.limiter_radps *= 1.2;
    expect_same_bits_in_company(&def, &other, KAMM_FULL, &kamm_flat_ground, press_hard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_full_they_do),
        cmocka_unit_test(on_the_planar_rungs_they_do),
        cmocka_unit_test(a_limiter_acts_on_its_own_engine_alone),
    };
    return cmocka_run_group_tests_name("shipped_company", tests, NULL, NULL);
}
