/* Fits: parameters of logs whose car is known, with errors that are honest. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"

#include <math.h>
#include <string.h>

#include "support/measured_drive.h"
#include "support/tier.h"

static kamm_error error;
static const struct sensing exact = {.delay_s = 0};

/* -- Recovery -- */

static void recover(const char *vehicle, kamm_rung rung, double speed_mps)
{
    static kamm_vehicle_file car, other;
    char text[160];
    load_file(vehicle, &car);
    other = car;
    for (int i = 0; i < CHANGED_VALUES; ++i)
        set_in_file(&other, changed_values[i].path,
                    get_of_file(&car, changed_values[i].path) * changed_values[i].share);
    measure_drive("drive.csv", &other, rung, 0.02, 5, speed_mps, &exact);
    kamm_fit_def def = fit_of(&car, rung, in_drives_folder("drive.csv"));
    for (int i = 0; i < CHANGED_VALUES; ++i) {
        snprintf(text, sizeof text, "%s", changed_values[i].path);
        free_in(&def, text);
    }
    kamm_fit_result *result = must_fit(&def);
    assert_true(result->has_converged);
    for (int i = 0; i < CHANGED_VALUES; ++i) {
        assert_int_equal(result->parameters[i].verdict, KAMM_FIT_FOUND);
        expect_share(result->parameters[i].value, get_of_file(&other, changed_values[i].path),
                     2e-4);
        assert_true(result->parameters[i].start == get_of_file(&car, changed_values[i].path));
    }
    expect_below(result->cost, 1e-4 * result->cost_before);
    kamm_destroy_fit(result);
}

static void logs_of_the_engine_give_their_parameters_back(void **state)
{
    (void)state;
    static const char *const vehicles[] = {"volvo-v40", "nissan-micra", "porsche-boxster-s-2004",
                                           "bmw-m3-e46", "ford-fiesta-st-2013"};
    recover("volvo-v40", KAMM_SINGLE_TRACK, 22);
    for (int i = 0; i < 5 && in_long_tier(); ++i)
        for (int rung = KAMM_RIGID2D; rung <= KAMM_DOUBLE_TRACK; ++rung)
            recover(vehicles[i], (kamm_rung)rung, (i + rung) % 2 ? 14 : 22);
    if (in_long_tier()) recover("volvo-v40", KAMM_FULL, 22);
}

/* On kinematic the motion follows from wheelbase and steering alone. */
static void the_kinematic_car_gives_its_steering_back(void **state)
{
    (void)state;
    static kamm_vehicle_file car, other;
    load_file("volvo-v40", &car);
    other = car;
    set_in_file(&other, "steering.ratio", 15);
    measure_drive("kinematic.csv", &other, KAMM_KINEMATIC, 0.02, 4, 8, &exact);
    kamm_fit_def def = fit_of(&car, KAMM_KINEMATIC, in_drives_folder("kinematic.csv"));
    def.channel_count = 1;
    strcpy(def.channels[0].name, "yaw_rate_radps");
    free_in(&def, "steering.ratio=10:25");
    kamm_fit_result *result = must_fit(&def);
    expect_share(result->parameters[0].value, 15, 1e-4);
    kamm_destroy_fit(result);
}

/* -- Noise -- */

static void noise_is_found_and_does_not_look_correlated(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    static const double sizes[] = {0.03, 0.01, 0.002, 0.2};
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_changed(&def);
    kamm_fit_result *result = must_fit(&def);
    assert_int_equal(result->series_count, 4);
    for (int s = 0; s < 4; ++s) { /* 201 rows: 15 % are 3 standard deviations */
        expect_share(result->series[s].noise, sizes[s], 0.15);
        expect_below(fabs(result->series[s].autocorrelation), 0.22);
        expect_above(result->series[s].effective_rows, 120);
    }
    for (int i = 0; i < 3; ++i) {
        expect_near(result->correlation[i][i], 1, 1e-12);
        for (int k = 0; k < 3; ++k)
            assert_true(result->covariance[i][k] == result->covariance[k][i]);
    }
    kamm_destroy_fit(result);
}

/* More noise by a factor, wider intervals by that factor; a log that counts four times, half of them. */
static void errors_follow_noise_and_weight(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    static const char *const names[] = {"yaw_rate_radps", "sideslip_rad"};
    double usual[3];
    free_changed(&def);
    def.channel_count = 2;
    for (int run = 0; run < 3; ++run) {
        for (int c = 0; c < 2; ++c) {
            snprintf(def.channels[c].name, sizeof def.channels[c].name, "%s", names[c]);
            def.channels[c].noise = (c ? 0.002 : 0.01) * (run == 1 ? 3 : 1);
        }
        def.sources[0].weight = run == 2 ? 4 : 0;
        kamm_fit_result *result = must_fit(&def);
        for (int i = 0; i < 3; ++i) {
            if (!run) usual[i] = result->parameters[i].error;
            expect_share(result->parameters[i].error,
                         usual[i] * (run == 1   ? 3
                                     : run == 2 ? 0.5
                                                : 1),
                         2e-3);
        }
        kamm_destroy_fit(result);
    }
}

/* With a prior much tighter than the data, the estimate is the prior. */
static void priors_count(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_changed(&def);
    must(kamm_read_fit_prior("body.yaw_inertia_kgm2=2200:0.1", &def, &error), &error);
    kamm_fit_result *result = must_fit(&def);
    expect_near(result->parameters[0].value, 2200, 0.2);
    expect_share(result->parameters[0].error, 0.1, 1e-2);
    kamm_destroy_fit(result);
}

/* -- Sensors -- */

static void a_late_sensor_is_found_within_a_millisecond(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    static const double delays_s[] = {10 / 600.0, 28 / 600.0};
    load_file("volvo-v40", &car);
    for (int i = 0; i < of_tier(1, 2); ++i) {
        struct sensing sensing = noisy_sensing;
        sensing.delay_s = delays_s[i];
        sensing.offset_radps = 0.02;
        sensing.yaw_radps = 0.002; /* 0.1 deg/s */
        measure_changed("late.csv", sensing);
        set_in_file(&car, "body.yaw_inertia_kgm2",
                    0.85 * 2380); /* known: it makes the car late, too */
        kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("late.csv"));
        free_in(&def, "axles[0].tyre.lky=0.5:2");
        free_in(&def, "axles[1].tyre.lky=0.5:2");
        free_in(&def, "sensors.yaw_rate_radps.delay_s");
        free_in(&def, "sensors.yaw_rate_radps.offset");
        kamm_fit_result *result = must_fit(&def);
        expect_near(result->parameters[2].value, sensing.delay_s, 1e-3);
        expect_below(result->parameters[2].error, 1e-3);
        expect_near(result->parameters[3].value, 0.02, 4 * result->parameters[3].error);
        kamm_destroy_fit(result);
    }
}

/* The Volvo that was measured at Lunda (test/reference/volvo_v40): its inertial unit is 16 to 28 ms late, by rung. Until
 * the car is at its limit of grip, both axles and the delay halve the residuals. */
static void the_measured_volvo_has_a_late_sensor(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    kamm_fit_def def =
        fit_of(&car, KAMM_SINGLE_TRACK, "test/reference/volvo_v40/step_steer_left.csv");
    def.sources[0].columns = "forward_speed_mps=speed_mps,acceleration_y_mps2=";
    def.to_s = 1.1;
    free_in(&def, "axles[0].tyre.lmuy=0.7:1.4");
    free_in(&def, "axles[0].tyre.lky=0.4:3");
    free_in(&def, "axles[1].tyre.lky=0.4:3");
    free_in(&def, "sensors.yaw_rate_radps.delay_s=-0.05:0.1");
    kamm_fit_result *result = must_fit(&def);
    const kamm_fit_estimate *delay = &result->parameters[3];
    expect_near(delay->value, 0.022, 0.01);
    assert_true(delay->low95 < 0.016 && delay->high95 > 0.028);
    expect_above(result->correlation[1][2], 0.95); /* stiffness of both axles in one manoeuvre */
    expect_below(result->series[0].rms, 0.5 * result->series[0].rms_before);
    expect_above(result->series[0].autocorrelation, 0.5); /* the model is not complete */
    expect_below(result->series[0].effective_rows, 40);
    kamm_destroy_fit(result);
}

/* The steering wheel's sensor shows 1.1 of its angle, and 0.05 rad more: the log of such a car, without noise. */
static void sensors_of_inputs_are_found(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    char line[256];
    load_file("volvo-v40", &car);
    measure_drive("right.csv", &car, KAMM_SINGLE_TRACK, 0.02, 4, 22, &exact);
    FILE *from = fopen(in_drives_folder("right.csv"), "r"),
         *to = fopen(in_drives_folder("wrong.csv"), "w");
    assert_true(from && to);
    assert_non_null(fgets(line, sizeof line, from));
    fputs(line, to);
    while (fgets(line, sizeof line, from)) {
        double time_s, angle_rad;
        int read = 0;
        assert_int_equal(sscanf(line, "%lf,%lf%n", &time_s, &angle_rad, &read), 2);
        fprintf(to, "%.12g,%.9g%s", time_s, 1.1 * angle_rad + 0.05, line + read);
    }
    fclose(from);
    fclose(to);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("wrong.csv"));
    free_in(&def, "sensors.steering_wheel_rad.scale");
    free_in(&def, "sensors.steering_wheel_rad.offset=-0.3:0.3");
    free_in(&def, "sensors.steering_wheel_rad.delay_s=-0.05:0.05");
    kamm_fit_result *result = must_fit(&def);
    expect_near(result->parameters[0].value, 1.1, 1e-3);
    expect_near(result->parameters[1].value, 0.05, 1e-4);
    expect_near(result->parameters[2].value, 0, 1e-4);
    kamm_destroy_fit(result);
}

/* Speed at the start is wrong in the log by noise; the rest of the drive tells it. */
static void the_start_may_be_free(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("start.csv", noisy_sensing);
    FILE *file = fopen(in_drives_folder("start.csv"), "r+");
    char text[1 << 16];
    assert_non_null(file);
    size_t length = fread(text, 1, sizeof text - 1, file);
    text[length] = 0;
    char *first = strstr(text, "0,4,22");
    assert_non_null(first);
    first[4] = '2', first[5] = '3'; /* 23 m/s, of which the car knows nothing */
    rewind(file);
    fwrite(text, 1, length, file);
    fclose(file);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("start.csv"));
    free_changed(&def);
    free_in(&def, "sources[0].start.speed_mps=20:25");
    kamm_fit_result *result = must_fit(&def);
    expect_near(result->parameters[3].start, 23, 0);
    expect_near(result->parameters[3].value, 22, 0.05);
    kamm_destroy_fit(result);
}

/* -- What the data do not tell -- */

static void what_the_data_do_not_tell_is_named(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_in(&def, "axles[0].tyre.lky=0.5:2");
    free_in(&def, "axles[1].hand_brake_torque_nm=100:3000"); /* not pulled */
    free_in(&def, "steering.ratio=12:25");
    free_in(&def, "sensors.steering_wheel_rad.scale"); /* the same as the ratio */
    free_in(&def, "body.yaw_inertia_kgm2=2300:3500");  /* it has 2023 */
    free_in(&def, "axles[1].tyre.lky=0.5:2");
    kamm_fit_result *result = must_fit(&def);
    static const kamm_fit_verdict verdicts[] = {KAMM_FIT_FOUND,         KAMM_FIT_WITHOUT_EFFECT,
                                                KAMM_FIT_NOT_SEPARABLE, KAMM_FIT_NOT_SEPARABLE,
                                                KAMM_FIT_AT_LIMIT,      KAMM_FIT_FOUND};
    for (int i = 0; i < 6; ++i) {
        const kamm_fit_estimate *estimate = &result->parameters[i];
        if (estimate->verdict != verdicts[i])
            fail_msg("%s is %s", estimate->parameter.path,
                     kamm_fit_verdict_word(estimate->verdict));
        assert_int_equal(isfinite(estimate->error) != 0, verdicts[i] == KAMM_FIT_FOUND);
    }
    assert_true(isinf(result->parameters[2].error));
    assert_true(result->parameters[1].value == get_of_file(&car, "axles[1].hand_brake_torque_nm"));
    assert_true(result->parameters[4].value == 2300);
    kamm_destroy_fit(result);
}

/* -- Figures, held-out logs, search, threads -- */

/* The car brakes from 100 km/h by the friction of the road: distance v^2 / (2 mu g), but for drag of 3 %. So a standard deviation of
 * the distance is one of the friction. */
static void figures_give_parameters(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    kamm_test_result found;
    const kamm_surface wet = {.name = "wet", .friction = 0.7f};
    const kamm_test_options options = {.rung = KAMM_RIGID2D, .surface = &wet};
    char text[200];
    load_file("nissan-micra", &car);
    must(kamm_run_test("brake", &car, &options, &found, &error), &error);
    snprintf(text, sizeof text,
             "{\"brake.distance_100_0_kmh_m\": {\"value\": %.9g, \"spread\": 0.5}}",
             found.figures[0].value);
    kamm_fit_def def = fit_of(&car, KAMM_RIGID2D, write_drive_text("figures.json", text));
    free_in(&def, "surface.friction=0.4:1.2");
    kamm_fit_result *result = must_fit(&def);
    expect_near(result->parameters[0].value, 0.7, 1e-4);
    expect_near((double)result->surface.friction, 0.7, 1e-4);
    expect_share(result->parameters[0].error / 0.7, 0.5 / found.figures[0].value, 0.05);
    expect_share(result->parameters[0].high95 - result->parameters[0].value,
                 1.96 * result->parameters[0].error, 1e-4);
    const kamm_fit_series *series = &result->series[0];
    assert_true(series->is_figure && series->before < series->after);
    expect_share(series->measured, found.figures[0].value, 1e-8);
    expect_share(series->after, found.figures[0].value, 1e-4);
    kamm_destroy_fit(result);
}

/* A log and a figure together: the log tells the rear tyres' stiffness, the figure their friction. */
static void logs_and_figures_count_together(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_RIGID2D, in_drives_folder("one.csv"));
    def.source_count = 2;
    def.sources[1].path = write_drive_text("short.json", "{\"brake.distance_100_0_kmh_m\": 40}");
    free_in(&def, "axles[1].tyre.lky=0.5:2");
    free_in(&def, "axles[0].tyre.lmux=0.5:2");
    kamm_fit_result *result = must_fit(&def);
    assert_int_equal(result->parameters[0].verdict, KAMM_FIT_FOUND);
    assert_int_equal(result->parameters[1].verdict, KAMM_FIT_FOUND);
    expect_share(result->series[4].after, 40, 1e-3);
    expect_share(result->series[4].noise, 0.8, 1e-9); /* 2 % */
    kamm_destroy_fit(result);
}

/* The held-out log is of another drive: its residuals fall as well, and change nothing. */
static void logs_may_be_held_out(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    struct sensing other = noisy_sensing;
    double value = 0;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    other.random = 9;
    measure_changed("two.csv", other);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_changed(&def);
    for (int count = 1; count <= 2; ++count) {
        def.source_count = count;
        def.sources[1] = (kamm_fit_source){.path = in_drives_folder("two.csv"), .is_check = 1};
        kamm_fit_result *result = must_fit(&def);
        if (count == 1) value = result->parameters[0].value;
        assert_true(result->parameters[0].value == value);
        assert_int_equal(result->series_count, 4 * count);
        for (int s = 4; s < result->series_count; ++s) {
            assert_true(result->series[s].is_check && result->series[s].source == 1);
            expect_below(result->series[s].rms, 1.2 * result->series[s - 4].rms);
            if (s > 4) expect_below(result->series[s].rms, result->series[s].rms_before);
        }
        kamm_destroy_fit(result);
    }
}

/* A sensor that is late by more than half a swing has other minima nearby. */
static void the_search_finds_what_is_far(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    struct sensing sensing = noisy_sensing;
    double found_s[2];
    load_file("volvo-v40", &car);
    sensing.delay_s = 0.9;
    measure_changed("far.csv", sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("far.csv"));
    free_in(&def, "sensors.yaw_rate_radps.delay_s=-0.2:1.2");
    def.channel_count = 1;
    strcpy(def.channels[0].name, "yaw_rate_radps");
    for (int run = 0; run < 2; ++run) {
        def.search = run * 120;
        kamm_fit_result *result = must_fit(&def);
        found_s[run] = result->parameters[0].value;
        kamm_destroy_fit(result);
    }
    expect_above(fabs(found_s[0] - 0.9), 0.1);
    expect_near(found_s[1], 0.9, 0.05); /* of a car with other values */
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static kamm_vehicle_file car;
    load_file("volvo-v40", &car);
    measure_changed("one.csv", noisy_sensing);
    kamm_fit_def def = fit_of(&car, KAMM_SINGLE_TRACK, in_drives_folder("one.csv"));
    free_in(&def, "body.yaw_inertia_kgm2=1500:3500");
    free_in(&def, "axles[0].tyre.lky=0.5:2");
    def.search = 20;
    def.seed = 5;
    kamm_fit_result *one = must_fit(&def);
    def.threads = 3;
    kamm_fit_result *three = must_fit(&def);
    for (int i = 0; i < 2; ++i) {
        assert_true(one->parameters[i].value == three->parameters[i].value);
        assert_true(one->parameters[i].error == three->parameters[i].error);
    }
    assert_int_equal(one->evaluations, three->evaluations);
    kamm_destroy_fit(one);
    kamm_destroy_fit(three);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logs_of_the_engine_give_their_parameters_back),
        cmocka_unit_test(the_kinematic_car_gives_its_steering_back),
        cmocka_unit_test(noise_is_found_and_does_not_look_correlated),
        cmocka_unit_test(errors_follow_noise_and_weight),
        cmocka_unit_test(priors_count),
        cmocka_unit_test(a_late_sensor_is_found_within_a_millisecond),
        cmocka_unit_test(the_measured_volvo_has_a_late_sensor),
        cmocka_unit_test(sensors_of_inputs_are_found),
        cmocka_unit_test(the_start_may_be_free),
        cmocka_unit_test(what_the_data_do_not_tell_is_named),
        cmocka_unit_test(figures_give_parameters),
        cmocka_unit_test(logs_and_figures_count_together),
        cmocka_unit_test(logs_may_be_held_out),
        cmocka_unit_test(the_search_finds_what_is_far),
        cmocka_unit_test(threads_change_nothing),
    };
    return cmocka_run_group_tests(tests, make_drives_folder, remove_drives_folder);
}
