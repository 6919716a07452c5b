/* Figures of road tests on the straight and of those that steer open loop, computed again from the channels of the run by what
 * the standards say; and what those standards ask of the driver. */
#include "lab/recorded.h"
#include "support/quick.h"
#include "support/scales.h"
#include "support/tier.h"

static const double degree = PI / 180;

/* Beside ticks that divide 5 ms: rates at which half a second has more than a hundred of them. */
static const double rates[] = {240, 290, 600};

/* -- accel, brake ------------------------------------------------------------------------------- */

static kamm_vehicle_def strong_car(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    for (int i = 0; i < def.engine.torque_curve.count; ++i) def.engine.torque_curve.y[i] *= 3;
    def.clutch.torque_nm *= 3;
    return def;
}

/* Most speed gained within half a second. */
static double peak_mps2(const struct recorded *r)
{
    double peak = 0;
    int rows = (int)lround(0.5 / tick_of(r));
    for (int row = 0; row + rows < r->rows; ++row)
        peak = fmax(peak, (at(r, row + rows, 0, KAMM_CHANNEL_forward_speed_mps) -
                           at(r, row, 0, KAMM_CHANNEL_forward_speed_mps)) /
                              (rows * tick_of(r)));
    return peak;
}

/* Times in km/h from the first movement, in mph and over the quarter mile from one foot of rollout on. */
static void a_standing_start_is_timed_as_the_press_does(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < of_tier(1, 3); ++i) {
        struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_forward_speed_mps)};
        const kamm_vehicle_def def = strong_car();
        record(&r, "accel", &def, KAMM_FULL, rates[i]);
        const kamm_channel x = KAMM_CHANNEL_x_m, v = KAMM_CHANNEL_forward_speed_mps;
        double from_m = at(&r, 0, 0, x), rolls_s = passes_s(&r, 0, x, from_m + 0.3048, 0);
        double mile_m = from_m + 0.3048 + 402.336, mile_s = passes_s(&r, 0, x, mile_m, 0);
        expect_near(figure_of(&r, "time_0_100_kmh_s"), passes_s(&r, 0, v, 100 / 3.6, 0), 1e-6);
        expect_near(figure_of(&r, "time_0_200_kmh_s"), passes_s(&r, 0, v, 200 / 3.6, 0), 1e-6);
        expect_near(figure_of(&r, "time_0_60_mph_s"), passes_s(&r, 0, v, 26.8224, 0) - rolls_s,
                    1e-6);
        expect_near(figure_of(&r, "time_0_100_mph_s"), passes_s(&r, 0, v, 44.704, 0) - rolls_s,
                    1e-6);
        expect_near(figure_of(&r, "standing_km_s"), passes_s(&r, 0, x, from_m + 1000, 0), 1e-6);
        expect_near(figure_of(&r, "quarter_mile_s"), mile_s - rolls_s, 1e-6);
        expect_near(figure_of(&r, "quarter_mile_kmh"), 3.6 * at(&r, row_at(&r, mile_s) + 1, 0, v),
                    1e-6);
        expect_near(figure_of(&r, "peak_acceleration_mps2"), peak_mps2(&r), 1e-6);
        forget(&r);
    }
}

/* Of the wheels that are driven, the one that bears less spins first: with a load on the left that is the right one. A driver who
 * sees one side alone starts the mirrored car otherwise. */
static void a_mirrored_car_starts_alike(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    double time_s[2];
    for (int side = 0; side < 2; ++side) {
        struct recorded r = {KEEPS(KAMM_CHANNEL_x_m)};
        kamm_vehicle_def def = strong_car();
        def.payload.mass_kg = 200, def.payload.cg_behind_front_axle_m = 0;
        def.payload.cg_left_m = side ? -0.5 : 0.5;
        record(&r, "accel", &def, KAMM_FULL, 240);
        time_s[side] = figure_of(&r, "time_0_100_kmh_s");
        forget(&r);
    }
    print_message("100 km/h after %.4f and %.4f s\n", time_s[0], time_s[1]);
    expect_share(time_s[1], time_s[0], 1e-6);
}

/* From the pedal's movement, at once to the floor, to the first standstill; corrected by the speed that it had (ISO 21994). */
static void a_stop_is_measured_from_the_pedal(void **state)
{
    (void)state;
    const kamm_channel x = KAMM_CHANNEL_x_m, v = KAMM_CHANNEL_forward_speed_mps;
    static const double nominal_mps[2] = {100 / 3.6, 70 * 0.44704};
    static const char *const names[2] = {"distance_100_0_kmh_m", "distance_70_0_mph_m"};
    const kamm_vehicle_def def = kamm_default_vehicle();
    struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_forward_speed_mps, KAMM_CHANNEL_brake,
                               KAMM_CHANNEL_throttle)};
    record(&r, "brake", &def, KAMM_FULL, 240);
    assert_int_equal(r.cars, 2);
    for (int car = 0; car < 2; ++car) {
        double from_mps = at(&r, 0, car, v), ratio = nominal_mps[car] / from_mps;
        double stops_s = passes_s(&r, car, v, 0.02, 0);
        int row = row_at(&r, stops_s);
        double way_m = (at(&r, row, car, x) - at(&r, 0, car, x)) * ratio * ratio;
        expect_share(from_mps, nominal_mps[car], 2e-3);
        expect_share(figure_of(&r, names[car]), way_m, 3e-4);
        for (int k = 0; k < r.rows; k += 20)
            assert_true(at(&r, k, car, KAMM_CHANNEL_brake) == 1 &&
                        at(&r, k, car, KAMM_CHANNEL_throttle) == 0);
        if (car) continue;
        expect_near(figure_of(&r, "time_100_0_kmh_s"), stops_s * ratio, 1e-6);
        expect_share(figure_of(&r, "mean_deceleration_mps2"),
                     nominal_mps[0] * nominal_mps[0] / (2 * way_m), 3e-4);
    }
    forget(&r);
}

/* The course says where the pedal moves and how fast the car is there, of a model car as of a car. */
static void the_course_of_a_stop_is_where_it_is_driven(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    const kamm_channel x = KAMM_CHANNEL_x_m, v = KAMM_CHANNEL_forward_speed_mps;
    for (double length = 1; length > 0.1; length /= 4) {
        const kamm_vehicle_def whole = kamm_default_vehicle();
        kamm_vehicle_file file = {.id = "scaled", .def = scaled_vehicle(&whole, length)};
        struct recorded r = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_forward_speed_mps)};
        kamm_test_course course;
        kamm_error error;
        must(kamm_describe_course("brake", &file, NULL, &course, &error), &error);
        record(&r, "brake", &file.def, KAMM_FULL, file.def.stepping.substeps_per_s);
        print_message("from %.3f m at %.3f m/s, course %.3f m and %.3f m/s\n", at(&r, 0, 0, x),
                      at(&r, 0, 0, v), course.start_m[0], course.entry_mps);
        expect_share(course.entry_mps, 100 / 3.6 * sqrt(length), 1e-9);
        expect_share(at(&r, 0, 0, v), course.entry_mps, 5e-3);
        expect_share(at(&r, 0, 0, x), course.start_m[0], 0.02);
        const kamm_car_body_def *body = &file.def.body;
        expect_near(course.parts[0].from_m[0] - course.start_m[0],
                    body->cg_behind_front_axle_m + body->front_overhang_m, 1e-6);
        forget(&r);
    }
}

/* The same of a car and its caravan: from rest, and from 60 mph and 60 km/h to the first standstill. */
static void a_combination_is_timed_from_the_pedal(void **state)
{
    (void)state;
    const kamm_channel x = KAMM_CHANNEL_x_m, v = KAMM_CHANNEL_forward_speed_mps;
    static const double nominal_mps[2] = {60 * 0.44704, 60 / 3.6};
    struct recorded starts = {KEEPS(KAMM_CHANNEL_x_m, KAMM_CHANNEL_forward_speed_mps)},
                    stops = starts;
    record_combination(&starts, "combination-accel", "volvo-v40-caravan", KAMM_SINGLE_TRACK, 240);
    expect_near(figure_of(&starts, "time_0_50_kmh_s"), passes_s(&starts, 0, v, 50 / 3.6, 0), 1e-6);
    expect_near(figure_of(&starts, "time_0_80_kmh_s"), passes_s(&starts, 0, v, 80 / 3.6, 0), 1e-6);
    expect_near(figure_of(&starts, "time_0_100_kmh_s"), passes_s(&starts, 0, v, 100 / 3.6, 0),
                1e-6);
    record_combination(&stops, "combination-brake", "volvo-v40-caravan", KAMM_SINGLE_TRACK, 240);
    for (int run = 0; run < 2; ++run) {
        double ratio = nominal_mps[run] / at(&stops, 0, run, v);
        int row = row_at(&stops, passes_s(&stops, run, v, 0.02, 0));
        double way_m = (at(&stops, row, run, x) - at(&stops, 0, run, x)) * ratio * ratio;
        expect_share(ratio, 1, 2e-3);
        expect_share(figure_of(&stops, run ? "distance_60_0_kmh_m" : "distance_60_0_mph_m"), way_m,
                     3e-4);
    }
    forget(&starts), forget(&stops);
}

/* -- step-steer --------------------------------------------------------------------------------- */

/* Mean over the fourth second after the step began, half a second after the start. */
static double steady_of(const struct recorded *r, kamm_channel channel)
{
    double sum = 0, count = 0;
    for (int row = 0; row < r->rows; ++row)
        if (r->time_s[row] >= 3.5) sum += at(r, row, 0, channel), ++count;
    return sum / count;
}

/* The highest point of the parabola through the highest value and its neighbours. */
static double highest_of(const struct recorded *r, kamm_channel channel, double *time_s)
{
    int best = 1;
    for (int row = 1; row + 1 < r->rows; ++row)
        if (at(r, row, 0, channel) > at(r, best, 0, channel)) best = row;
    double a = at(r, best - 1, 0, channel), b = at(r, best, 0, channel),
           c = at(r, best + 1, 0, channel);
    *time_s = r->time_s[best] + tick_of(r) / 2 * (a - c) / (a - 2 * b + c);
    return b - (a - c) * (a - c) / (8 * (a - 2 * b + c));
}

/* ISO 7401: response times from half of the steering step to 90 % of the steady value, and to the peak. */
static void a_step_of_steering_is_judged_by_iso_7401(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_DOUBLE_TRACK, KAMM_FULL};
    const kamm_channel yaw = KAMM_CHANNEL_yaw_rate_radps, ay = KAMM_CHANNEL_acceleration_y_mps2;
    const kamm_vehicle_def def = kamm_default_vehicle();
    for (int i = 0; i < of_tier(1, 2); ++i) {
        struct recorded r = {KEEPS(KAMM_CHANNEL_yaw_rate_radps, KAMM_CHANNEL_acceleration_y_mps2,
                                   KAMM_CHANNEL_steering_wheel_rad, KAMM_CHANNEL_roll_rad,
                                   KAMM_CHANNEL_sideslip_rad, KAMM_CHANNEL_forward_speed_mps,
                                   KAMM_CHANNEL_throttle)};
        double peak_s;
        record(&r, "step-steer", &def, rungs[i], 240);
        double angle = figure_of(&r, "steering_wheel_deg") * degree;
        double half_s = passes_s(&r, 0, KAMM_CHANNEL_steering_wheel_rad, angle / 2, 0);
        double peak = highest_of(&r, yaw, &peak_s), steady = steady_of(&r, yaw);
        int begins = row_at(&r, 0.5);
        expect_near(r.time_s[r.rows - 1], 4.5, tick_of(&r));
        expect_share(at(&r, 0, 0, KAMM_CHANNEL_forward_speed_mps), 80 / 3.6, 2e-3);
        expect_near(steady_of(&r, ay), 4, 0.05);
        expect_near(figure_of(&r, "steady_yaw_rate_radps"), steady, 1e-9);
        expect_near(figure_of(&r, "response_time_yaw_s"),
                    passes_s(&r, 0, yaw, 0.9 * steady, begins) - half_s, 1e-6);
        expect_near(figure_of(&r, "response_time_ay_s"),
                    passes_s(&r, 0, ay, 0.9 * steady_of(&r, ay), begins) - half_s - 0.5 / 240,
                    1e-6);
        expect_near(figure_of(&r, "peak_response_time_yaw_s"), peak_s - half_s, 1e-6);
        expect_near(figure_of(&r, "overshoot_yaw_percent"), 100 * (peak / steady - 1), 1e-6);
        expect_near(figure_of(&r, "steady_roll_deg"), steady_of(&r, KAMM_CHANNEL_roll_rad) / degree,
                    1e-9);
        expect_near(figure_of(&r, "tb_factor_s_deg"),
                    (peak_s - half_s) * fabs(steady_of(&r, KAMM_CHANNEL_sideslip_rad)) / degree,
                    1e-6);
        for (int row = 1; row < r.rows; row += 50) /* the accelerator stays */
            assert_true(at(&r, row, 0, KAMM_CHANNEL_throttle) ==
                        at(&r, 1, 0, KAMM_CHANNEL_throttle));
        forget(&r);
    }
}

/* -- sine-dwell --------------------------------------------------------------------------------- */

static const double turn_ends_s = 1 / 0.7 + 0.5;

/* A sine of 0.7 Hz that stays at its second peak for half a second. */
static double sine_with_dwell(double time_s)
{
    double quarter_s = 0.25 / 0.7;
    if (time_s < 3 * quarter_s) return sin(2 * PI * 0.7 * time_s);
    if (time_s < 3 * quarter_s + 0.5) return -1;
    return time_s < turn_ends_s ? sin(2 * PI * 0.7 * (time_s - 0.5)) : 0;
}

/* Steps of A / 2 from 1.5 A to 6.5 A or 270 degrees, which is more, but at most 300 degrees (FMVSS 126, S7.9.4). */
static double amplitude_of(int pair, double a_rad)
{
    return fmin((1.5 + 0.5 * pair) * a_rad, fmin(fmax(6.5 * a_rad, 270 * degree), 300 * degree));
}

static void check_sine(const struct recorded *r, int car, double amplitude)
{
    double side = car % 2 ? -1 : 1;
    for (int row = 1; row < r->rows; ++row)
        expect_near(at(r, row, car, KAMM_CHANNEL_steering_wheel_rad),
                    side * amplitude * sine_with_dwell(r->time_s[row - 1]), 2e-5);
}

/* The largest yaw rate after the sine has turned round, against its first side. */
static double second_peak(const struct recorded *r, int car)
{
    double peak = 0, side = car % 2 ? -1 : 1;
    for (int row = 0; row < r->rows; ++row)
        if (r->time_s[row] > 0.5 / 0.7 && r->time_s[row] <= turn_ends_s)
            peak = fmax(peak, -side * at(r, row, car, KAMM_CHANNEL_yaw_rate_radps));
    return peak;
}

/* Cars of slow and of quick steering, which need 6.5 A and up to 40 A for 270 degrees. */
static void a_sine_with_dwell_is_that_of_fmvss_126(void **state)
{
    (void)state;
    static const double ratios[] = {16, 5, 40};
    for (int i = 0; i < of_tier(1, 3); ++i) {
        kamm_vehicle_def def = kamm_default_vehicle();
        def.steering.ratio = ratios[i], def.steering.lock_rad = 10, def.aids.esc = 0;
        struct recorded r = {KEEPS(KAMM_CHANNEL_yaw_rate_radps, KAMM_CHANNEL_y_m,
                                   KAMM_CHANNEL_steering_wheel_rad, KAMM_CHANNEL_forward_speed_mps,
                                   KAMM_CHANNEL_throttle)};
        record(&r, "sine-dwell", &def, KAMM_SINGLE_TRACK, 240);
        double a_rad = figure_of(&r, "steering_for_03g_deg") * degree, left[2] = {0, 0},
               aside = INFINITY, most = amplitude_of(1000, a_rad);
        print_message("A %.2f deg, %d runs\n", a_rad / degree, r.cars);
        assert_int_equal(r.cars, 2 * (1 + (int)ceil((most / a_rad - 1.5) / 0.5 - 1e-6)));
        for (int car = 0; car < r.cars; ++car) {
            double side = car % 2 ? -1 : 1, peak = second_peak(&r, car);
            double amplitude = amplitude_of(car / 2, a_rad);
            check_sine(&r, car, amplitude);
            expect_share(at(&r, 0, car, KAMM_CHANNEL_forward_speed_mps), 80 / 3.6, 2e-3);
            assert_true(at(&r, 1, car, KAMM_CHANNEL_throttle) == 0);
            for (int k = 0; k < 2; ++k) {
                int row = row_at(&r, turn_ends_s + (k ? 1.75 : 1));
                double yaw = -side * at(&r, row, car, KAMM_CHANNEL_yaw_rate_radps);
                left[k] = fmax(left[k], yaw / peak);
            }
            if (amplitude > 4.999999 * a_rad)
                aside = fmin(aside, side * at(&r, row_at(&r, 1.07), car, KAMM_CHANNEL_y_m));
        }
        expect_near(figure_of(&r, "yaw_left_after_1_s_percent"), 100 * left[0], 1e-6);
        expect_near(figure_of(&r, "yaw_left_after_1_75_s_percent"), 100 * left[1], 1e-6);
        expect_near(figure_of(&r, "aside_after_1_07_s_m"), aside, 1e-6);
        forget(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_standing_start_is_timed_as_the_press_does),
        cmocka_unit_test(a_mirrored_car_starts_alike),
        cmocka_unit_test(a_stop_is_measured_from_the_pedal),
        cmocka_unit_test(the_course_of_a_stop_is_where_it_is_driven),
        cmocka_unit_test(a_combination_is_timed_from_the_pedal),
        cmocka_unit_test(a_step_of_steering_is_judged_by_iso_7401),
        cmocka_unit_test(a_sine_with_dwell_is_that_of_fmvss_126),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
