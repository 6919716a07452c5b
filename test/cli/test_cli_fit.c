/* kamm fit and kamm sensitivity: what they print, write and refuse. */
#define _XOPEN_SOURCE 700 /* terminals of tests */
#include "support/cli.h"
#include "support/quick.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIT "fit volvo-v40 --rung single_track --to @/drive.csv "

/* A step steer of a car with other values. */
static void make_drive(void)
{
    expect_success("run step-steer --car volvo-v40 --rung single_track --csv @/drive.csv "
                   "--set body.yaw_inertia_kgm2=2100 --set axles[0].tyre.lky=0.9");
}

static double number_in(const cJSON *json, const char *list, int index, const char *key)
{
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(json, list);
    const cJSON *item = cJSON_GetArrayItem(items, index);
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, key);
    assert_non_null(value);
    return value->valuedouble;
}

#define FREE                                                                 \
    "--free body.yaw_inertia_kgm2=1500:3500 --free axles[0].tyre.lky=0.5:2 " \
    "--free sensors.steering_wheel_rad.delay_s=-0.02:0.02 "                  \
    "--compare yaw_rate_radps,sideslip_rad "

static void a_road_test_gives_its_car_back(void **state)
{
    (void)state;
    make_drive();
    expect_success(FIT FREE "--json --jobs 2 --out @/fitted.json");
    cJSON *json = parsed_output();
    assert_true(fabs(number_in(json, "parameters", 0, "value") - 2100) < 2.1);
    assert_true(fabs(number_in(json, "parameters", 1, "value") - 0.9) < 9e-4);
    assert_true(number_in(json, "series", 0, "rms") < number_in(json, "series", 0, "rms_before"));
    cJSON_Delete(json);
    expect_success("check @/fitted.json");
    expect_success(FIT FREE);
    expect_in(err, "measured channels are not compared, such as z_m");
    expect_in(out, "std. error");
    expect_in(out, "95 % interval");
    expect_in(out, "logs: RMS of residuals");
}

static void figures_and_held_out_files_are_printed(void **state)
{
    (void)state;
    write_file("figures.json",
               "{\"brake.distance_100_0_kmh_m\": {\"value\": 50, \"spread\": 0.5}}");
    write_file("other.json", "{\"brake.time_100_0_kmh_s\": 3.6}");
    expect_success("fit nissan-micra --rung rigid2d --to @/figures.json*2 --check @/other.json "
                   "--free surface.friction=0.3:1.2 --prior surface.friction=0.7:0.5 "
                   "--free axles[1].hand_brake_torque_nm=10:3000 --search 30 --seed 2");
    expect_in(out, "without effect on what was compared: not changed");
    expect_in(out, "brake.distance_100_0_kmh_m");
    expect_in(out, "held out");
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        int status;
        const char *part;
    } cases[] = {
        {"fit volvo-v40", USAGE, "--free PATH=LOW:HIGH is missing"},
        {"fit volvo-v40 --free body.mass_kg", USAGE, "--to LOG.csv"},
        {FIT "--free body.mass_kg=2000:1000", USAGE, "does not rise"},
        {FIT "--free body.mass_kg=2000", USAGE, "PATH=LOW:HIGH"},
        {FIT "--free body.mas_kg=1:2 --compare yaw_rate_radps", BAD_DATA, "mass_kg"},
        {FIT "--free body.mass_kg --prior body.mas_kg=1:2", USAGE, "did you mean body.mass_kg"},
        {FIT "--free body.mass_kg", BAD_DATA, "more than 24 channels"},
        {FIT "--free body.mass_kg --compare yaw_rate", BAD_DATA, "yaw_rate_radps"},
        {FIT "--free body.mass_kg --compare yaw_rate_radps=0", USAGE, "CHANNEL=NOISE"},
        {FIT "--free body.mass_kg --between 3", USAGE, "FROM:TO in s"},
        {FIT "--free body.mass_kg --search 1.5", USAGE, "a whole number"},
        {"fit volvo-v40 --to @/none.csv --free body.mass_kg", BAD_DATA, "none.csv"},
        {"fit volvo-v40 --to @/drive.csv*0 --free body.mass_kg", USAGE, "a weight above 0"},
        {"sensitivity brake", USAGE, "--car CAR is missing"},
        {"sensitivity break --car nissan-micra", USAGE, "did you mean brake"},
        {"sensitivity brake --car nissan-micra --method sobel", USAGE, "morris, sobol or band"},
        {"sensitivity brake --car nissan-micra --free body.mas_kg", USAGE, "no rule"},
        {"sensitivity brake --car nissan-micra --free body.mas_kg=1:2", BAD_DATA, "mass_kg"},
        {"sensitivity brake --car nissan-micra --figure distance", USAGE, "has no such figure"},
    };
    make_drive();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        expect_failure(cases[i].words, cases[i].status, cases[i].part);
}

static void sensitivities_are_ranked(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const char *words = "sensitivity brake --car nissan-micra --rung rigid2d --samples 3 "
                        "--figure distance_100_0_kmh_m";
    expect_success(words);
    expect_in(out, "std. dev.");
    const char *friction = strstr(out, "tyre.lmux"), *area = strstr(out, "aero.frontal_area_m2");
    assert_true(friction && area && friction < area);
    expect_in(out, "without effect");
    expect_success("sensitivity brake --car nissan-micra --rung rigid2d --samples 20 --method band "
                   "--json");
    cJSON *json = parsed_output();
    double low = number_in(json, "figures", 0, "low95"),
           high = number_in(json, "figures", 0, "high95");
    double nominal = number_in(json, "figures", 0, "nominal");
    assert_true(low < nominal && nominal < high);
    cJSON_Delete(json);
}

/* Runs kamm with a terminal as its standard error, and returns what it has written there. */
static const char *on_terminal(const char *words)
{
    static char line[2048], seen[8192];
    int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (terminal < 0 || grantpt(terminal) || unlockpt(terminal)) skip();
    int length = snprintf(line, sizeof line, "cd %s && %s ", cli_folder, command);
    snprintf(line + length, sizeof line - (size_t)length, "%s >out 2>%s", words, ptsname(terminal));
    int slave = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    assert_int_equal(shell(line), WELL);
    ssize_t count = read(terminal, seen, sizeof seen - 1);
    seen[count > 0 ? count : 0] = 0;
    close(slave);
    close(terminal);
    return seen;
}

static void progress_is_shown_on_terminals_alone(void **state)
{
    (void)state;
    const char *ranking = "sensitivity brake --car nissan-micra --rung rigid2d --samples 2 "
                          "--free body.mass_kg=900:1100 --jobs 2",
               *fit = "fit nissan-micra --rung rigid2d --to figures.json --search 20 "
                      "--free surface.friction=0.3:1.2";
    const char *seen = on_terminal(ranking);
    expect_in(seen, "1 of 4 runs");
    expect_in(seen, "4 of 4 runs, 0 s left\r\033[K");
    expect_success(ranking);
    assert_string_equal(err, "");
    write_file("figures.json",
               "{\"brake.distance_100_0_kmh_m\": {\"value\": 50, \"spread\": 0.5}}");
    seen = on_terminal(fit);
    expect_in(seen, "of 20 evaluations");
    expect_in(seen, "1 of 60 iterations at most");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_road_test_gives_its_car_back),
        cmocka_unit_test(figures_and_held_out_files_are_printed),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(sensitivities_are_ranked),
        cmocka_unit_test(progress_is_shown_on_terminals_alone),
    };
    return cmocka_run_group_tests(tests, cli_set_up, cli_clear_up);
}
