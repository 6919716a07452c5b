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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_laps_with_the_sidecar_on_either_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
