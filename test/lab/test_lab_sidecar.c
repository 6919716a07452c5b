/* A motorcycle with a sidecar on the shipped circuit: its driver knows that it lifts a wheel in turns to one side earlier than in
 * turns to the other, and turns both ways without a fall. */
#include "support/cars.h"
#include "support/tier.h"

#include <kamm/io/lab.h>
#include <math.h>
#include <string.h>

static double figure(const kamm_test_result *result, const char *name)
{
    for (int i = 0; i < result->figure_count; ++i)
        if (strcmp(result->figures[i].name, name) == 0) return result->figures[i].value;
    fail_msg("no figure %s", name);
    return 0;
}

static void drive_lap(const kamm_vehicle_file *file)
{
    const kamm_test_options options = {.substeps_per_s = 240};
    kamm_test_result result;
    kamm_error error = {0};
    must(kamm_run_test("lap", file, &options, &result, &error), &error);
    double lap_s = figure(&result, "lap_time_s");
    print_message("sidecar %+.2f m: %.1f s, planned %.1f s, off by up to %.2f m\n",
                  file->def.axles[1].left_m, lap_s, figure(&result, "planned_time_s"),
                  figure(&result, "max_deviation_m"));
    expect_share(lap_s, figure(&result, "planned_time_s"), 0.05);
    expect_below(figure(&result, "max_deviation_m"), 1.5);
}

static void it_laps_with_the_sidecar_on_either_side(void **state)
{
    static kamm_vehicle_file file;
    kamm_error error = {0};
    (void)state;
    must(kamm_load_vehicle("ural-gear-up-2021", &file, NULL, &error), &error);
    drive_lap(&file);
    if (!in_release_tier()) return;
    file.def.axles[1].left_m *= -1, file.def.body.cg_left_m *= -1;
    file.def.body.roll_pitch_product_kgm2 *= -1, file.def.body.pitch_yaw_product_kgm2 *= -1;
    drive_lap(&file);
}

/* Circles to both sides: turns to the sidecar end where its wheel lifts, at g d / h or before on its springs; turns the
 * other way at the line from the front wheel to the sidecar's, or where the tyres slide. The figure is the mean of both. */
static void circles_end_where_a_wheel_lifts(void **state)
{
    static kamm_vehicle_file file;
    const kamm_test_options options = {.substeps_per_s = 240};
    kamm_test_result result;
    kamm_error error = {0};
    (void)state;
    LONG_TIER_ONLY();
    must(kamm_load_vehicle("ural-gear-up-2021", &file, NULL, &error), &error);
    const kamm_car_body_def *body = &file.def.body;
    const kamm_axle_def *sidecar = &file.def.axles[1];
    double to_it = fabs(body->cg_left_m) / body->cg_height_m;
    double from_it = fabs(body->cg_behind_front_axle_m * sidecar->left_m -
                          body->cg_left_m * sidecar->behind_front_axle_m) /
                     (body->cg_height_m * sidecar->behind_front_axle_m);
    must(kamm_run_test("skidpad", &file, &options, &result, &error), &error);
    double found = figure(&result, "max_lateral_acceleration_100m_g");
    print_message("%.3f g; closed forms %.3f g to the sidecar, %.3f g from it\n", found, to_it,
                  from_it);
    expect_above(found, 0.5 * (0.7 * to_it + 0.5 * from_it));
    expect_below(found, 0.5 * (to_it + from_it));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_laps_with_the_sidecar_on_either_side),
        cmocka_unit_test(circles_end_where_a_wheel_lifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
