/* A body lies over its axles: else it is refused, on every rung, with the range that it may have. */
#include "support/rungs.h"
#include "support/shipped.h"

static void expect_taken(const kamm_vehicle_def *def, kamm_rung rung, int taken)
{
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(def, rung, &error);
    if (taken != (model != NULL))
        fail_msg("%s on %s, an overhang of %g m: %s", def->name, rung_name(rung),
                 def->body.front_overhang_m, error.text);
    if (!taken) {
        assert_string_equal(error.path, "body.front_overhang_m");
    }
    kamm_destroy_model(model);
}

static void a_body_beside_its_axles_is_refused(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = shipped_def(vehicle);
        double last_m = def.axles[def.axles_count - 1].behind_front_axle_m;
        kamm_rung rung = (kamm_rung)(KAMM_KINEMATIC + vehicle % (KAMM_FULL - KAMM_KINEMATIC + 1));
        expect_taken(&def, rung, 1);
        def.body.front_overhang_m = def.body.length_m + 0.01;
        expect_taken(&def, rung, 0);
        def.body.front_overhang_m = -last_m - 0.01;
        expect_taken(&def, rung, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_beside_its_axles_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
