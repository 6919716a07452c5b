/* Fits that are refused or stopped: what is wrong is named, with what is near. */
#include "support/cars.h"

#include <string.h>

#include "support/measured_drive.h"

static kamm_error error;

static void expect_refused(const kamm_fit_def *def, kamm_result code, const char *words)
{
    kamm_fit_result *result = kamm_fit_car(def, &error);
    if (result) fail_msg("accepted; wanted: %s", words);
    if (error.code != code || !strstr(error.text, words))
        fail_msg("\"%s\" (%d); wanted: %s (%d)", error.text, (int)error.code, words, (int)code);
}

static void refuse_parameter(const kamm_vehicle_file *car, const char *text, kamm_result code,
                             const char *words)
{
    kamm_fit_def def = fit_of(car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_in(&def, text);
    expect_refused(&def, code, words);
}

static void refuse_source(const kamm_vehicle_file *car, const char *name, const char *text,
                          kamm_result code, const char *words)
{
    kamm_fit_def def = fit_of(car, KAMM_SINGLE_TRACK, write_drive_text(name, text));
    free_in(&def, "body.yaw_inertia_kgm2");
    expect_refused(&def, code, words);
}

static void wrong_parameters_are_refused(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    refuse_parameter(&car, "body.yaw_inertia_kgm", KAMM_ERROR_UNKNOWN, "yaw_inertia_kgm2");
    refuse_parameter(&car, "body.yaw_inertia_kgm2=100:900", KAMM_ERROR_RANGE, "2380");
    refuse_parameter(&car, "aids.abs=0:1", KAMM_ERROR_RANGE, "aids.abs");
    refuse_parameter(&car, "axles[0].track_m=1:1e9", KAMM_ERROR_RANGE, "track_m");
    refuse_parameter(&car, "sensors.yaw_rate_rad.offset", KAMM_ERROR_UNKNOWN, "yaw_rate_radps");
    refuse_parameter(&car, "sensors.yaw_rate_radps.delay", KAMM_ERROR_UNKNOWN, ".delay_s");
    refuse_parameter(&car, "sensors.gear.delay_s", KAMM_ERROR_RANGE, "holds from row to row");
    refuse_parameter(&car, "sources[1].start.speed_mps", KAMM_ERROR_UNKNOWN, "number of a log");
    refuse_parameter(&car, "surface.frictio", KAMM_ERROR_UNKNOWN, "surface.friction");
    kamm_fit_def def = {.car = &car};
    assert_int_equal(kamm_read_fit_parameter("a=3:2", &def, &error), KAMM_ERROR_RANGE);
    assert_int_equal(kamm_read_fit_parameter("a=3", &def, &error), KAMM_ERROR_FORMAT);
    assert_int_equal(kamm_read_fit_parameter("=3:4", &def, &error), KAMM_ERROR_FORMAT);
    static const char *const endless[] = {"a=3:inf", "a=3:1e999", "a=3:nan", "a=-inf:3", "a=nan:3"};
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(kamm_read_fit_parameter(endless[i], &def, &error), KAMM_ERROR_FORMAT);
        assert_int_equal(kamm_read_fit_prior(endless[i], &def, &error), KAMM_ERROR_FORMAT);
    }
    assert_int_equal(def.parameter_count, 0);
    free_in(&def, "body.mass_kg=1000:2000");
    assert_int_equal(kamm_read_fit_prior("body.mas_kg=1:2", &def, &error), KAMM_ERROR_UNKNOWN);
    assert_non_null(strstr(error.text, "body.mass_kg"));
    assert_int_equal(kamm_read_fit_prior("body.mass_kg=1:0", &def, &error), KAMM_ERROR_FORMAT);
    expect_refused(&def, KAMM_ERROR_RANGE, "0 logs");
}

static void wrong_sources_are_refused(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    const char *rows = "\n0,0,10,0\n1,0,10,0\n2,0,10,0\n";
    char text[200];
    snprintf(text, sizeof text, "time_s,steering_wheel_rad,speed_mps,yaw_rate_radp%s", rows);
    refuse_source(&car, "a.csv", text, KAMM_ERROR_UNKNOWN, "yaw_rate_radps");
    snprintf(text, sizeof text, "time_s,steering_wheel_rad,speed_mps,yaw_rad%s", rows);
    refuse_source(&car, "b.csv", text, KAMM_ERROR_MISSING, "none of its columns");
    refuse_source(&car, "c.json", "{\"accel.time_0_100_kmh\": 8}", KAMM_ERROR_UNKNOWN,
                  "accel.time_0_100_kmh_s");
    refuse_source(&car, "d.json", "{\"accel.time_0_100_kmh_s\": \"8\"}", KAMM_ERROR_FORMAT,
                  "a number is wanted");
    refuse_source(&car, "e.json", "{\"brake.distance_100_0_kmh_m\": {\"value\": 8, \"sigma\": 1}}",
                  KAMM_ERROR_UNKNOWN, "sigma");
    refuse_source(&car, "f.json", "{}", KAMM_ERROR_FORMAT, "TEST.FIGURE");
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_in(&def, "body.yaw_inertia_kgm2");
    def.channel_count = 1;
    strcpy(def.channels[0].name, "yaw_rte_radps");
    expect_refused(&def, KAMM_ERROR_UNKNOWN, "did you mean yaw_rate_radps");
    strcpy(def.channels[0].name, "yaw_rate_radps");
    def.from_s = 8, def.to_s = 9;
    expect_refused(&def, KAMM_ERROR_RANGE, "no row from 8 to 9 s");
    def.from_s = def.to_s = 0;
    def.sources[0].is_check = 1;
    expect_refused(&def, KAMM_ERROR_MISSING, "all are held out");
}

static int stop_at_third(void *user) { return ++*(int *)user > 3; }

static void a_fit_can_be_stopped(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    int asked = 0;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_changed(&def);
    def.is_stopped = stop_at_third;
    def.user = &asked;
    expect_refused(&def, KAMM_ERROR_STOPPED, "stopped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_parameters_are_refused),
        cmocka_unit_test(wrong_sources_are_refused),
        cmocka_unit_test(a_fit_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, make_drives_folder, remove_drives_folder);
}
