/* How a car answers a push, and what is kept of it.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "run/push.h"
#include "support/rungs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pushed {
    kamm_model *model;
    kamm_cars *cars;
    double *response;
    size_t size;
};

static struct pushed pushed_car(kamm_rung rung)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    struct pushed car = {.model = kamm_create_model(&def, rung, &error)};
    if (!car.model) fail_msg("%s", error.text);
    car.cars = kamm_create_cars(car.model, 1, &error);
    kamm_place(car.cars, 0, &(kamm_placement){.speed_mps = 10, .gear = 1});
    car.size = kamm_response_size(car.cars);
    car.response = calloc(car.size, sizeof *car.response);
    assert_non_null(car.response);
    kamm_renew_response(car.cars, 0, car.response);
    return car;
}

static void release(struct pushed *car)
{
    free(car->response);
    kamm_destroy_cars(car->cars);
    kamm_destroy_model(car->model);
}

/* It gives the velocity of the whole mass along a push, or less of it, and is symmetric. */
static void response_is_that_of_a_mass(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        struct pushed car = pushed_car(rung);
        const double(*r)[6] = (const double(*)[6])(const void *)car.response;
        double mass = kamm_describe(car.model).mass_kg;
        for (int i = 0; i < 6; ++i)
            for (int k = 0; k < 6; ++k) expect_near(r[i][k], r[k][i], 1e-12 + 1e-9 * fabs(r[i][k]));
        expect_near(r[0][0] * mass, 1, rung == KAMM_FULL ? 0.25 : 0.1);
        release(&car);
    }
}

/* Wheels that travel leave the body its own mass when it is lifted, and go along when it is pushed. */
static void wheels_on_springs_are_not_lifted_along(void **state)
{
    (void)state;
    struct pushed car = pushed_car(KAMM_FULL);
    const double(*r)[6] = (const double(*)[6])(const void *)car.response;
    double mass = kamm_describe(car.model).mass_kg;
    double inverse =
        (r[0][0] * r[4][4] - r[0][4] * r[4][0]) / r[4][4]; /* pushed, and not let pitch */
    expect_near(1 / inverse / mass, 1, 0.02);
    inverse = (r[2][2] * r[4][4] - r[2][4] * r[4][2]) / r[4][4];
    expect_above(1 / inverse / mass, 0.8);
    expect_below(1 / inverse / mass, 0.97);
    release(&car);
}

/* Kept while no wheel travels by a thousandth of a metre; what is kept is what would be worked out. */
static void response_is_kept_and_follows_from_the_state_alone(void **state)
{
    (void)state;
    struct pushed car = pushed_car(KAMM_FULL);
    double *fresh = calloc(car.size, sizeof *fresh), *before = calloc(car.size, sizeof *before);
    assert_non_null(fresh);
    assert_non_null(before);
    const float travels_m[] = {0.01f, 0.0102f, 0.013f, -0.02f, 0.01f};
    for (int n = 0; n < 5; ++n) {
        memcpy(before, car.response, car.size * sizeof *before);
        PUT_CAR_STATE(car.cars, 0, wheels[0].travel_m, travels_m[n]);
        kamm_renew_response(car.cars, 0, car.response);
        memset(fresh, 0, car.size * sizeof *fresh);
        kamm_renew_response(car.cars, 0, fresh);
        assert_memory_equal(fresh, car.response, car.size * sizeof *fresh);
        int same = memcmp(before, fresh, 36 * sizeof *before) == 0;
        assert_int_equal(same, n == 1);
    }
    free(fresh);
    free(before);
    release(&car);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(response_is_that_of_a_mass),
        cmocka_unit_test(wheels_on_springs_are_not_lifted_along),
        cmocka_unit_test(response_is_kept_and_follows_from_the_state_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
