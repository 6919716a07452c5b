/* Expressions of scenario files against closed forms. */
#include "support/cars.h"
#include "support/scenarios.h"

#include <math.h>

#include "lab/scenario_unit.h"

static double evaluate_in(const char *value, const char *unit)
{
    const kamm_vehicle_def def = kamm_default_vehicle();
    const kamm_vehicle_file car = {.id = "car", .def = def};
    const kamm_test_options options = {.rung = KAMM_KINEMATIC, .substeps_per_s = 200};
    kamm_test_result result;
    kamm_scenario *scenario = read_scenario(with_figure(value, unit));
    if (!scenario) fail_msg("%s: %s", value, scenario_error.text);
    if (kamm_run_scenario(scenario, &car, &options, &result, &scenario_error))
        fail_msg("%s: %s", value, scenario_error.text);
    double found = result.figures[0].value;
    kamm_destroy_scenario(scenario);
    return found;
}

static void operators_and_functions_compute(void **state)
{
    (void)state;
    static const struct {
        const char *value;
        double wanted;
    } rows[] = {
        {"1 + 2 * 3 - 4 / 8", 6.5},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"2 - 1 - 1", 0},
        {"8 / 4 / 2", 1},
        {"(1 + 2) * -3", -9},
        {"1 < 2 and not (2 <= 1) or 0", 1},
        {"3 >= 3 and 3 != 4 and 3 == 3", 1},
        {"3 <= 3 and not (3 < 3) and not (3 > 3)", 1},
        {"sqrt(9) + abs(-1) + sign(-5) + floor(2.7)", 5},
        {"sin(pi / 6) + cos(0) + tan(0)", 1.5},
        {"asin(1) - pi / 2 + atan(1) - atan2(2, 2)", 0},
        {"exp(log(7))", 7},
        {"min(3, 1, 2) + max(3, 1, 2) + clamp(9, 0, 5)", 9},
        {"if(two > 1, 10, 20)", 10},
        {"table(1.5, 0, 0, 1, 10, 2, 30)", 20},
        {"table(-1, 0, 5, 1, 10) + table(3, 0, 5, 1, 10)", 15},
        {"sweep(0.25[s], 1[Hz], 1[Hz], 1[s])", 1},
        {"sweep(0.5[s], 0, 2[Hz], 1[s])", 1},
        {"1e3 + 2.5E-1 + .5", 1000.75},
        {"v / 1[m/s]", 20},
        {"gravity / 1[g]", 1},
        {"90[deg] - pi / 2", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        expect_near(evaluate_in(rows[i].value, "1"), rows[i].wanted, 1e-12);
}

/* The rows of a run are 5 ms apart; what is asked of them here has a closed form of the time. */
static void reductions_have_their_closed_forms(void **state)
{
    (void)state;
    static const struct {
        const char *value, *unit;
        double wanted, tolerance;
    } rows[] = {
        {"highest(time_s)", "s", 2, 1e-9},
        {"lowest(time_s, time_s >= 0.5[s])", "ms", 500, 1e-6},
        {"span(time_s)", "s", 2, 1e-9},
        {"first(time_s) + last(time_s)", "s", 2, 1e-9},
        {"mean(time_s)", "s", 1, 1e-9},
        {"count(time_s < 1.001[s])", "1", 201, 0},
        {"total(time_s)", "s2", 2.005, 1e-9},
        {"rms(sin(2 * pi * 2[Hz] * time_s), time_s > 0)", "1", 0.7071067811865476, 1e-9},
        {"at(time_s * time_s, 1.2345[s])", "s2", 1.5239902, 1e-5},
        {"when_above(time_s * time_s, 1[s2])", "s", 1, 1e-9},
        {"when_above(sin(2 * pi * 1[Hz] * time_s), 0.5, 1[s])", "s", 1 + 1.0 / 12, 1e-4},
        {"when_below(1 - time_s / 1[s], 0.25)", "s", 0.75, 1e-9},
        {"peak(1 - (time_s - 0.8033[s])^2 / 1[s2])", "1", 1, 1e-9},
        {"peak_time(1 - (time_s - 0.8033[s])^2 / 1[s2])", "s", 0.8033, 1e-9},
        {"slope(3[m] + 7[m/s] * time_s, time_s)", "m/s", 7, 1e-9},
        {"line_at(3[m] + 7[m/s] * time_s, time_s, 10[s], time_s < 1[s])", "m", 73, 1e-7},
        {"quadratic(3[m] + 7[m/s] * time_s - 2[m/s2] * time_s^2, time_s, 0)", "m", 3, 1e-9},
        {"quadratic(3[m] + 7[m/s] * time_s - 2[m/s2] * time_s^2, time_s, 1)", "m/s", 7, 1e-9},
        {"quadratic(3[m] + 7[m/s] * time_s - 2[m/s2] * time_s^2, time_s, 2)", "m/s2", -2, 1e-9},
        {"gain(3[m] * sin(2 * pi * 2[Hz] * time_s - 0.4), sin(2 * pi * 2[Hz] * time_s), 2[Hz], time_s > 0)",
         "m", 3, 1e-9},
        {"phase_angle(3[m] * sin(2 * pi * 2[Hz] * time_s - 0.4), sin(2 * pi * 2[Hz] * time_s), 2[Hz], time_s > 0)",
         "rad", -0.4, 1e-9},
        {"end(first)", "s", 0.5, 1e-9},
        {"begin(second) + end(second)", "s", 2.5, 1e-9},
        {"count(during(first))", "1", 101, 0},
        {"highest(phase_time_s, during(second))", "s", 1.5, 1e-9},
        {"last(travelled_m) - mean(speed_mps) * 2[s]", "m", 0, 0.01},
        {"last(x_m) - first(x_m) - last(travelled_m)", "m", 0, 1e-6},
        {"mean(k * 20[m/s])", "km/h", 72, 1e-9},
        {"mean(input.steering_wheel_rad)", "deg", 0, 1e-9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        expect_near(evaluate_in(rows[i].value, rows[i].unit), rows[i].wanted,
                    rows[i].tolerance > 0 ? rows[i].tolerance : 1e-12);
}

static void wrong_expressions_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *value, *unit, *part;
    } rows[] = {
        {"mean(speed_mps) + mean(yaw_rate_radps)", "1", "a sum or difference of m.s^-1 and s^-1"},
        {"mean(speed_mps)", "s", "is in m.s^-1, but the figure in s"},
        {"mean(speed_mps)", "furlong", "is no unit"},
        {"mean(speed_mp)", "m/s", "did you mean speed_mps?"},
        {"maen(speed_mps)", "m/s", "did you mean mean?"},
        {"speed_mps", "m/s", "changes during the run"},
        {"mean(mean(speed_mps))", "m/s", "mean is known only after the run"},
        {"at(speed_mps, speed_mps)", "m/s", "one value, not a channel"},
        {"at(speed_mps, 1[m])", "m/s", "the units of the arguments of at do not fit"},
        {"at(speed_mps)", "m/s", "at least 2 arguments"},
        {"mean(speed_mps, 1, 2)", "m/s", "a ) is missing"},
        {"1 +", "1", "the expression ends here"},
        {"1 2", "1", "an operator is wanted here"},
        {"(1", "1", "a ) is missing"},
        {"3[parsec]", "1", "there is no unit"},
        {"3[m", "m", "a unit ends in ]"},
        {"sin(1[m])", "1", "the units of the arguments of sin do not fit"},
        {"table(1, 0, 1, 2, 3, 4)", "1", "do not fit"},
        {"end(third)", "s", "the run has no phase"},
        {"mean(end(first))", "s", "known only after the run"},
        {"quadratic(x_m, time_s, 3)", "1", "the order is 0, 1 or 2"},
        {"car.mass", "kg", "mass"},
        {"2[m]^k", "m", "the exponent of a quantity with a unit is a number"},
        {"mean(wheels[99].load_n)", "N", "wheels are 0 to"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        kamm_scenario *scenario = read_scenario(with_figure(rows[i].value, rows[i].unit));
        if (scenario) fail_msg("%s is taken", rows[i].value);
        if (!strstr(scenario_error.text, rows[i].part))
            fail_msg("%s: %s", rows[i].value, scenario_error.text);
        if (!strstr(scenario_error.text, "test.json: figures[0]."))
            fail_msg("no place: %s", scenario_error.text);
    }
}

/* The heading goes on beyond half a turn: it is the integral of the yaw rate, positive to the left. */
static void whole_turns_are_counted(void **state)
{
    (void)state;
    static char text[4000];
    const kamm_vehicle_file car = {.id = "car", .def = kamm_default_vehicle()};
    const kamm_test_options options = {.rung = KAMM_KINEMATIC, .substeps_per_s = 200};
    kamm_test_result result;
    snprintf(
        text, sizeof text, "%s",
        with_figure(
            "last(turned_rad) / (2 * pi) + 10 * (last(turned_rad) / total(yaw_rate_radps) - 1)",
            "1"));
    char *from = strstr(text, "\"steering\": 0");
    assert_non_null(from);
    from[strlen("\"steering\": ")] = '7';
    kamm_scenario *scenario = read_scenario(text);
    if (!scenario) fail_msg("%s", scenario_error.text);
    assert_int_equal(kamm_run_scenario(scenario, &car, &options, &result, &scenario_error),
                     KAMM_OK);
    if (!(result.figures[0].value > 0.6 && result.figures[0].value < 5))
        fail_msg("%g turns", result.figures[0].value);
    kamm_destroy_scenario(scenario);
}

/* However long or deep, an expression ends in an scenario_error and not in the stack's end. */
static void long_expressions_are_refused(void **state)
{
    (void)state;
    static char value[60000], text[70000];
    static const char *const parts[] = {"1+", "-", "(", "not ", "2^", "abs("};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        value[0] = 0;
        size_t length = strlen(parts[i]), count = (sizeof value - 8) / length;
        for (size_t k = 0; k < count; ++k) memcpy(value + k * length, parts[i], length);
        memcpy(value + count * length, "1", 2);
        snprintf(
            text, sizeof text,
            "{\"title\": \"T\", \"doc\": \"D\", \"constants\": {\"x\": \"%s\"}, \"runs\": [], \"figures\": []}",
            value);
        assert_null(read_scenario(text));
        if (!strstr(scenario_error.text, "nested") && !strstr(scenario_error.text, "too long"))
            fail_msg("%s: %s", parts[i], scenario_error.text);
    }
}

/* Every unit of the channels is read, so that expressions with them are checked. */
static void units_of_all_channels_are_known(void **state)
{
    (void)state;
    struct scenario_unit unit;
    int count;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    for (int i = 0; i < count; ++i)
        if (!kamm_scenario_read_unit(fields[i].unit, &unit)) fail_msg("%s", fields[i].unit);
    fields = kamm_wheel_channel_fields(&count);
    for (int i = 0; i < count; ++i)
        if (!kamm_scenario_read_unit(fields[i].unit, &unit)) fail_msg("%s", fields[i].unit);
    assert_true(kamm_scenario_read_unit("N/(km/h)2", &unit));
    expect_near(unit.times / unit.over, 12.96, 1e-12);
    assert_true(unit.dimension.m == -1 && unit.dimension.kg == 1 && unit.dimension.s == 0);
    assert_false(kamm_scenario_read_unit("", &unit));
    assert_false(kamm_scenario_read_unit("m/", &unit));
    assert_false(kamm_scenario_read_unit("mx", &unit));
    assert_false(kamm_scenario_read_unit("((((((m))))))", &unit));
}

/* Units scale with the vehicle by Froude's law; plain numbers do not. */
static void quantities_scale_with_the_vehicle(void **state)
{
    (void)state;
    const kamm_vehicle_def def = kamm_default_vehicle();
    const kamm_vehicle_file car = {.id = "car", .def = def};
    const kamm_test_options options = {
        .rung = KAMM_KINEMATIC, .substeps_per_s = 200, .scale = 0.25};
    static const struct {
        const char *value, *unit;
        double wanted;
    } rows[] = {{"8[m/s]", "m/s", 4},    {"8[m]", "m", 2},       {"8[s]", "s", 4},
                {"8[rad/s]", "1/s", 16}, {"8[m/s2]", "m/s2", 8}, {"8", "m", 8}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        kamm_test_result result;
        kamm_scenario *scenario = read_scenario(with_figure(rows[i].value, rows[i].unit));
        assert_non_null(scenario);
        assert_int_equal(kamm_run_scenario(scenario, &car, &options, &result, &scenario_error),
                         KAMM_OK);
        expect_near(result.figures[0].value, rows[i].wanted, 1e-12);
        kamm_destroy_scenario(scenario);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_and_functions_compute),
        cmocka_unit_test(reductions_have_their_closed_forms),
        cmocka_unit_test(wrong_expressions_are_refused),
        cmocka_unit_test(whole_turns_are_counted),
        cmocka_unit_test(long_expressions_are_refused),
        cmocka_unit_test(units_of_all_channels_are_known),
        cmocka_unit_test(quantities_scale_with_the_vehicle),
    };
    return cmocka_run_group_tests(tests, set_up_scenarios, remove_folder);
}
