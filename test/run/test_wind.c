/* Gusts and turbulence: the wind itself against its formulas, and cars that drive through it. */
#include "support/mirror.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

static kamm_wind *wind_of(const kamm_gust *gusts, int count, const kamm_turbulence *turbulence)
{
    kamm_wind_def def = {.gusts = gusts, .gust_count = count};
    if (turbulence) def.turbulence = *turbulence;
    kamm_error error;
    kamm_wind *wind = kamm_create_wind(&def, &error);
    if (!wind) fail_msg("%s", error.text);
    return wind;
}

static kamm_ground windy(const kamm_wind *wind, float x_mps, float y_mps)
{
    kamm_ground ground = kamm_flat_ground;
    ground.wind = wind;
    ground.wind_mps[0] = x_mps;
    ground.wind_mps[1] = y_mps;
    return ground;
}

static double part_at(const kamm_ground *ground, int part, double x, double y, double time_s)
{
    const double position[3] = {x, y, 0};
    double wind[3];
    kamm_wind_at(ground, position, time_s, wind);
    return wind[part];
}

/* ---- gusts ---- */

static double one_minus_cosine(double beyond, double edge)
{
    if (beyond <= 0) return 1;
    return beyond < edge ? 0.5 * (1 + cos(PI * beyond / edge)) : 0;
}

static void gust_comes_and_goes_as_one_minus_cosine(void **state)
{
    (void)state;
    const kamm_gust gust = {.velocity_mps = {1, 20, -2},
                            .in_place = 1,
                            .from_m = {100, 50},
                            .to_m = {130, 90}, /* 50 m along (0.6, 0.8) */
                            .edge_m = 10,
                            .in_time = 1,
                            .start_s = 3,
                            .end_s = 5,
                            .edge_s = 2};
    kamm_wind *wind = wind_of(&gust, 1, NULL);
    kamm_ground ground = windy(wind, 3, -4);
    for (double along = -30; along <= 80; along += 0.7)
        for (double time = -1; time <= 8; time += 0.3)
            for (double aside = -1000; aside <= 1000; aside += 500) {
                double x = 100 + 0.6 * along - 0.8 * aside, y = 50 + 0.8 * along + 0.6 * aside;
                double share = one_minus_cosine(fmax(-along, along - 50), 10) *
                               one_minus_cosine(fmax(3 - time, time - 5), 2);
                expect_near(part_at(&ground, 0, x, y, time), 3 + share, 2e-6);
                expect_near(part_at(&ground, 1, x, y, time), -4 + 20 * share, 2e-6);
                expect_near(part_at(&ground, 2, x, y, time), -2 * share, 2e-6);
            }
    kamm_destroy_wind(wind);
}

static void gusts_add_up_and_may_be_everywhere(void **state)
{
    (void)state;
    const kamm_gust gusts[] = {
        {.velocity_mps = {0, 5, 0}},
        {.velocity_mps = {0, 2, 0}, .in_time = 1, .start_s = 1, .end_s = 1, .edge_s = 1},
        {.velocity_mps = {0, 1, 0}, .in_place = 1, .to_m = {1, 0}},
    };
    kamm_wind *wind = wind_of(gusts, 3, NULL);
    kamm_ground ground = windy(wind, 0, 0);
    expect_near(part_at(&ground, 1, 1e6, -1e6, 1e5), 5, 1e-9);
    expect_near(part_at(&ground, 1, 50, 0, 1), 7, 1e-6);
    expect_near(part_at(&ground, 1, 50, 0, 0.5), 6, 1e-6);
    expect_near(part_at(&ground, 1, 0.5, 0, 1.5), 7, 1e-6);
    expect_near(part_at(&ground, 1, 1.5, 0, 3), 5, 1e-6);
    kamm_destroy_wind(wind);
}

static void places_that_are_none_have_the_steady_wind(void **state)
{
    (void)state;
    const kamm_turbulence turbulence = {4, 30, 1};
    const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e18};
    kamm_wind *wind = wind_of(NULL, 0, &turbulence);
    kamm_ground ground = windy(wind, 3, -4);
    for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
        assert_true(part_at(&ground, 0, odd[i], 0, 0) == 3);
        assert_true(part_at(&ground, 1, 0, odd[i], 0) == -4);
    }
    assert_true(part_at(&ground, 0, 0, 0, NAN) == 3);
    assert_true(part_at(&kamm_flat_ground, 0, 5, 5, 5) == 0);
    kamm_destroy_wind(wind);
}

/* ---- turbulence ---- */

enum { POINTS = 1024, BANDS = 5 };

/* One-sided spectra over cycles per metre, of the part along a line and of that across it (MIL-F-8785C). */
static double von_karman(const kamm_turbulence *t, int across, double n)
{
    double l = t->length_m, s = t->deviation_mps, square = 70.8 * (l * n) * (l * n);
    if (!across) return 4 * s * s * l / pow(1 + square, 5. / 6);
    return 2 * s * s * l * (1 + 8. / 3 * square) / pow(1 + square, 11. / 6);
}

/* Of the energy spectrum E(k) (k in rad/m) what lies between two wave numbers adds to them: Batchelor, The theory of
 * homogeneous turbulence, 3.4. Without `n`: to the mean square of either part. */
static double share_of_waves(const kamm_turbulence *t, int across, double n, double from, double to)
{
    double l = 1.339 * t->length_m, k1 = 2 * PI * n, sum = 0;
    enum { SLICES = 4000 };
    double ratio = pow(to / from, 1. / SLICES), k = from * sqrt(ratio);
    for (int i = 0; i < SLICES; ++i, k *= ratio) {
        double s = 1 + (k * l) * (k * l), dk = k * log(ratio), cosine2 = (k1 / k) * (k1 / k);
        double e =
            1.4528 * t->deviation_mps * t->deviation_mps * l * pow(k * l, 4) / pow(s, 17. / 6);
        if (n == 0)
            sum += 2. / 3 * e * dk;
        else if (k > k1)
            sum += 2 * PI * e / k * (across ? 0.5 * (1 + cosine2) : 1 - cosine2) * dk;
    }
    return sum;
}

static const double shortest_radpm = 2 * PI / 3, no_shorter_radpm = 1e5;

static double window_at[POINTS]; /* Hann's, whose mean square is 3/8 */

static void make_window(void)
{
    for (int i = 0; i < POINTS; ++i) window_at[i] = 0.5 - 0.5 * cos(2 * PI * i / POINTS);
}

/* Power density at n of samples a metre apart. */
static double density_at(const double *samples, double n)
{
    double re = 0, im = 0, c = 1, s = 0, step_c = cos(2 * PI * n), step_s = sin(2 * PI * n);
    for (int i = 0; i < POINTS; ++i) {
        re += window_at[i] * samples[i] * c;
        im += window_at[i] * samples[i] * s;
        double turned = c * step_c - s * step_s;
        s = s * step_c + c * step_s, c = turned;
    }
    return 2 * (re * re + im * im) / (0.375 * POINTS);
}

/* Sampled a metre apart along a line of that direction, on one of many lines and fields. */
static void sample(const kamm_turbulence *turbulence, int field, double heading, int across,
                   double *samples)
{
    kamm_turbulence own = *turbulence;
    own.seed = (uint32_t)field;
    kamm_wind *wind = wind_of(NULL, 0, &own);
    kamm_ground ground = windy(wind, 0, 0);
    double c = cos(heading), s = sin(heading);
    for (int i = 0; i < POINTS; ++i) {
        double x = c * i + 7000.0 * field, y = s * i;
        double u = part_at(&ground, 0, x, y, 0), v = part_at(&ground, 1, x, y, 0);
        samples[i] = across ? c * v - s * u : c * u + s * v;
    }
    kamm_destroy_wind(wind);
}

/* Along lines of any direction, both parts have von Karman's spectrum less what waves below 3 m add, in the mean over many
 * fields. */
static void turbulence_has_von_karmans_spectrum(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double bands[BANDS] = {0.006, 0.012, 0.03, 0.08, 0.16};
    static double samples[POINTS];
    const kamm_turbulence turbulence = {2.5, 40, 0};
    enum { LINES_PER_BAND = 24 };
    const int fields = of_tier(25, 200);
    make_window();
    for (int across = 0; across < 2; ++across) {
        double sum[BANDS] = {0}, wanted[BANDS] = {0};
        for (int field = 0; field < fields; ++field) {
            sample(&turbulence, field, 0.7 * field, across, samples);
            for (int b = 0; b < BANDS; ++b)
                for (int k = 0; k < LINES_PER_BAND; ++k) {
                    double n = bands[b] * (1 + 0.04 * (k - LINES_PER_BAND / 2));
                    sum[b] += density_at(samples, n);
                    wanted[b] +=
                        von_karman(&turbulence, across, n) -
                        share_of_waves(&turbulence, across, n, shortest_radpm, no_shorter_radpm);
                }
        }
        for (int b = 0; b < BANDS; ++b) {
            print_message("%s, %.3f cycles/m: %.3f of what is wanted\n",
                          across ? "across" : "along", bands[b], sum[b] / wanted[b]);
            expect_near(sum[b] / wanted[b], 1, in_long_tier() ? 0.1 : 0.3);
        }
    }
}

static void turbulence_has_its_deviation_in_every_field(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (uint32_t seed = 0; seed < 20; ++seed)
        for (int part = 0; part < 2; ++part) {
            const kamm_turbulence turbulence = {3, 25, seed};
            kamm_wind *wind = wind_of(NULL, 0, &turbulence);
            kamm_ground ground = windy(wind, 0, 0);
            struct noise noise = {seed};
            double sum = 0, shorter = share_of_waves(&turbulence, 0, 0, shortest_radpm, 1e5);
            enum { PLACES = 4000 };
            for (int i = 0; i < PLACES; ++i) {
                double x = noise_between(&noise, -1e5, 1e5), y = noise_between(&noise, -1e5, 1e5);
                double v = part_at(&ground, part, x, y, 0);
                sum += v * v;
            }
            expect_share(sqrt(sum / PLACES), sqrt(3 * 3 - shorter), 0.04);
            kamm_destroy_wind(wind);
        }
}

static void turbulence_goes_with_the_steady_wind(void **state)
{
    (void)state;
    const kamm_turbulence turbulence = {3, 25, 5};
    kamm_wind *wind = wind_of(NULL, 0, &turbulence);
    kamm_ground ground = windy(wind, 6, -8), still = windy(wind, 0, 0);
    for (int i = 0; i < 100; ++i) {
        double time = 0.37 * i, x = 3 * i, y = 50 - i;
        expect_near(part_at(&ground, 0, x + 6 * time, y - 8 * time, time),
                    6 + part_at(&still, 0, x, y, 0), 1e-9);
        assert_true(part_at(&still, 1, x, y, time) == part_at(&still, 1, x, y, 0));
    }
    kamm_destroy_wind(wind);
}

/* ---- cars ---- */

enum { CARS = 21 };

static const kamm_gust storm[] = {
    {.velocity_mps = {0, 15, 0}, .in_place = 1, .from_m = {10, 0}, .to_m = {25, 3}, .edge_m = 4},
    {.velocity_mps = {-8, 0, 1}, .in_time = 1, .start_s = 0.5, .end_s = 0.6, .edge_s = 0.2},
};
static const kamm_turbulence gale = {3, 15, 9};

static kamm_cars *start_crowd(const kamm_vehicle_def *def, kamm_rung rung)
{
    kamm_cars *cars = start_rung(def, rung, CARS);
    for (int i = 0; i < CARS; ++i) {
        kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 2 * i, 5 * i, 0.2 * i);
        placement.speed_mps = 25;
        kamm_place(cars, i, &placement);
        kamm_inputs(cars)[i].steering_wheel_rad = (float)(0.05 * (i % 5));
    }
    return cars;
}

/* A second of it in calls of that many substeps. */
static uint64_t hash_of_storm(const kamm_vehicle_def *def, kamm_rung rung,
                              const kamm_ground *ground, int grouping)
{
    kamm_cars *cars = start_crowd(def, rung);
    for (int done = 0; done < 240; done += grouping) kamm_step(cars, ground, grouping);
    uint64_t hash = kamm_state_hash(cars);
    end_cars(cars);
    return hash;
}

static void storm_has_the_same_bits_in_any_width_and_grouping(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.stepping.substeps_per_s = 240;
    kamm_wind *wind = wind_of(storm, 2, &gale), *none = wind_of(NULL, 0, NULL);
    kamm_ground ground = windy(wind, 2, 3), calm = windy(none, 2, 3), steady = windy(NULL, 2, 3);
    for (EACH_RUNG(rung)) {
        kamm_set_width(1, NULL);
        uint64_t hash = hash_of_storm(&def, rung, &ground, 1);
        uint64_t steady_hash = hash_of_storm(&def, rung, &steady, 240);
        assert_true(hash != steady_hash);
        assert_true(hash_of_storm(&def, rung, &calm, 240) == steady_hash);
        static const int widths[] = {1, 4, 8, 16}, groupings[] = {1, 4, 80, 240};
        for (int w = 0; w < 4; ++w)
            for (int i = 0; i < 4 && !kamm_set_width(widths[w], NULL); ++i)
                if ((w + i) % of_tier(4, 1) == 0)
                    assert_true(hash_of_storm(&def, rung, &ground, groupings[i]) == hash);
    }
    kamm_set_width(0, NULL);
    kamm_destroy_wind(none);
    kamm_destroy_wind(wind);
}

/* A caller that sets a steady wind again before each substep, as kamm_wind_at has it, gets the same bits: for one car of each kind. */
static void cars_feel_what_kamm_wind_at_says(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_wind *wind = wind_of(storm, 2, &gale);
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle);
        kamm_ground ground = windy(wind, 2, 3), told = windy(NULL, 0, 0);
        kamm_cars *cars = start_cars(&def, 1), *other = start_cars(&def, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
        put_car(other, 0, &kamm_flat_ground, 0, 25, 0);
        for (int i = 0; i < 600; ++i) {
            double position[3], now[3];
            for (int k = 0; k < 3; ++k) position[k] = kamm_position_row(other, 0, k)[0];
            kamm_wind_at(&ground, position, read_channel(other, KAMM_CHANNEL_time_s), now);
            for (int k = 0; k < 3; ++k) told.wind_mps[k] = (float)now[k];
            kamm_step(other, &told, 1);
        }
        kamm_step(cars, &ground, 600);
        assert_true(kamm_state_hash(cars) == kamm_state_hash(other));
        end_cars(cars);
        end_cars(other);
    }
    kamm_destroy_wind(wind);
}

static void snapshot_in_a_storm_goes_on_the_same(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_wind *wind = wind_of(storm, 2, &gale);
    kamm_ground ground = windy(wind, 2, 3);
    for (EACH_RUNG(rung)) {
        kamm_cars *cars = start_crowd(&def, rung), *other = start_crowd(&def, rung);
        static char snapshot[1 << 20];
        size_t size = kamm_snapshot_size(cars);
        assert_true(size <= sizeof snapshot);
        kamm_step(cars, &ground, 500);
        kamm_save_snapshot(cars, snapshot);
        assert_int_equal(kamm_restore_snapshot(other, snapshot, size, NULL), KAMM_OK);
        kamm_step(cars, &ground, 300);
        kamm_step(other, &ground, 300);
        assert_true(kamm_state_hash(cars) == kamm_state_hash(other));
        end_cars(cars);
        end_cars(other);
    }
    kamm_destroy_wind(wind);
}

/* In a world, whose blocks take substeps one by one where cars are near each other. */
static void world_has_the_wind_of_its_ground(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_wind *wind = wind_of(storm, 2, &gale);
    kamm_ground ground = windy(wind, 2, 3);
    kamm_cars *cars = start_cars(&def, 1), *alone = start_cars(&def, 1);
    kamm_world *world = kamm_create_world(&(kamm_world_def){.ground = ground}, NULL);
    assert_non_null(world);
    assert_int_equal(kamm_add_cars(world, cars, NULL), KAMM_OK);
    put_car(cars, 0, &ground, 0, 25, 0);
    put_car(alone, 0, &ground, 0, 25, 0);
    for (int i = 0; i < 60; ++i) kamm_step_world(world, 20);
    kamm_step(alone, &ground, 1200);
    assert_true(kamm_state_hash(cars) == kamm_state_hash(alone));
    kamm_destroy_world(world);
    end_cars(cars);
    end_cars(alone);
    kamm_destroy_wind(wind);
}

static void mirrored_gust_blows_a_car_the_other_way(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_wind *winds[2];
    kamm_cars *cars[2];
    for (int i = 0; i < 2; ++i) {
        double side = i ? -1 : 1;
        const kamm_gust gust = {.velocity_mps = {-1, side * 20, 0},
                                .in_place = 1,
                                .from_m = {5, side * 1},
                                .to_m = {30, side * 4},
                                .edge_m = 5};
        kamm_vehicle_def def = lopsided_car(side);
        winds[i] = wind_of(&gust, 1, NULL);
        cars[i] = start_cars(&def, 1);
        put_car(cars[i], 0, &kamm_flat_ground, 0, 30, 0);
    }
    for (int frame = 0; frame < 120; ++frame) {
        for (int i = 0; i < 2; ++i) {
            kamm_ground ground = windy(winds[i], 0, i ? -2 : 2);
            kamm_step(cars[i], &ground, 10);
        }
        expect_mirror_images(cars[0], cars[1], frame);
    }
    expect_above(read_channel(cars[0], KAMM_CHANNEL_y_m), 0.1);
    for (int i = 0; i < 2; ++i) {
        end_cars(cars[i]);
        kamm_destroy_wind(winds[i]);
    }
}

/* ---- errors ---- */

static void expect_refused(const kamm_wind_def *def, const char *part)
{
    kamm_error error = {0};
    assert_null(kamm_create_wind(def, &error));
    assert_int_equal(error.code, KAMM_ERROR_RANGE);
    if (!strstr(error.text, part)) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
}

static void expect_gust_refused(kamm_gust gust, const char *part)
{
    const kamm_gust gusts[2] = {{.velocity_mps = {1, 0, 0}}, gust};
    expect_refused(&(kamm_wind_def){.gusts = gusts, .gust_count = 2}, part);
}

static void wind_that_makes_no_sense_is_refused(void **state)
{
    (void)state;
    expect_gust_refused((kamm_gust){.velocity_mps = {0, NAN, 0}}, "gusts[1].velocity_mps: nan");
    expect_gust_refused((kamm_gust){.velocity_mps = {0, 201, 0}}, "between -200 and 200");
    expect_gust_refused((kamm_gust){.in_place = 1, .from_m = {1, 2}, .to_m = {1, 2}},
                        "gusts[1].to_m: (1, 2)");
    expect_gust_refused((kamm_gust){.in_place = 1, .to_m = {1, INFINITY}}, "gusts[1].to_m: inf");
    expect_gust_refused((kamm_gust){.in_place = 1, .to_m = {1, 2}, .edge_m = -1}, "edge_m: -1");
    expect_gust_refused((kamm_gust){.in_time = 1, .start_s = 2, .end_s = 1}, "end_s: 1");
    expect_gust_refused((kamm_gust){.in_time = 1, .edge_s = NAN}, "edge_s: nan");
    expect_refused(&(kamm_wind_def){.gust_count = 1}, "1 of them at NULL");
    expect_refused(&(kamm_wind_def){.gust_count = -1}, "-1 of them");
    expect_refused(&(kamm_wind_def){.turbulence = {-1, 20, 0}}, "deviation_mps: -1");
    expect_refused(&(kamm_wind_def){.turbulence = {1, 2, 0}}, "length_m: 2");
    kamm_destroy_wind(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gust_comes_and_goes_as_one_minus_cosine),
        cmocka_unit_test(gusts_add_up_and_may_be_everywhere),
        cmocka_unit_test(places_that_are_none_have_the_steady_wind),
        cmocka_unit_test(turbulence_has_von_karmans_spectrum),
        cmocka_unit_test(turbulence_has_its_deviation_in_every_field),
        cmocka_unit_test(turbulence_goes_with_the_steady_wind),
        cmocka_unit_test(storm_has_the_same_bits_in_any_width_and_grouping),
        cmocka_unit_test(cars_feel_what_kamm_wind_at_says),
        cmocka_unit_test(snapshot_in_a_storm_goes_on_the_same),
        cmocka_unit_test(world_has_the_wind_of_its_ground),
        cmocka_unit_test(mirrored_gust_blows_a_car_the_other_way),
        cmocka_unit_test(wind_that_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
