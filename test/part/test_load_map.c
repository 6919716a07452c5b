/* Part-load map and pedal curve of an engine. */
#include "support/cars.h"
#include "support/tier.h"

#include "part/engine.h"
#include "vehicle/load_map_compile.h"

#include <math.h>
#include <string.h>

/* A diesel: much torque early, less of it at high speed. */
static kamm_engine_def mapped(void)
{
    static const double throttles[] = {0, 0.1, 0.3, 0.6, 1};
    static const double shares[5][4] = {{0, 0, 0, 0},
                                        {0.25, 0.2, 0.12, 0.05},
                                        {0.6, 0.5, 0.33, 0.25},
                                        {0.9, 0.82, 0.7, 0.6},
                                        {1, 1, 1, 1}};
    static const double speeds[] = {80, 160, 250, 420};
    kamm_engine_def def = default_vehicle().engine;
    def.load_speeds_radps_count = 4;
    memcpy(def.load_speeds_radps, speeds, sizeof speeds);
    def.load_map_count = 5;
    for (int i = 0; i < 5; ++i) {
        def.load_map[i].throttle = throttles[i];
        def.load_map[i].shares_count = 4;
        memcpy(def.load_map[i].shares, shares[i], sizeof shares[i]);
    }
    return def;
}

static struct engine_constants compiled(const kamm_engine_def *def)
{
    struct engine_constants c = {.part_load = 2};
    kamm_error error;
    if (kamm_check_load_map(def, &error) != KAMM_OK) fail_msg("%s", error.text);
    kamm_compile_load_map(def, &c);
    return c;
}

static void nodes_are_met_and_held_beyond(void **state)
{
    (void)state;
    kamm_engine_def def = mapped();
    struct engine_constants c = compiled(&def);
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 4; ++j) {
            float throttle = (float)def.load_map[i].throttle;
            float speed = (float)def.load_speeds_radps[j];
            expect_near(engine_load_share(&c, throttle, speed), def.load_map[i].shares[j], 1e-6);
            if (j == 0)
                expect_near(engine_load_share(&c, throttle, 5), def.load_map[i].shares[0], 1e-6);
            if (j == 3)
                expect_near(engine_load_share(&c, throttle, 900), def.load_map[i].shares[3], 1e-6);
        }
}

static void between_nodes_it_is_bilinear_and_rises_with_the_throttle(void **state)
{
    (void)state;
    kamm_engine_def def = mapped();
    struct engine_constants c = compiled(&def);
    for (int i = 1; i < 5; ++i)
        for (int j = 1; j < 4; ++j) {
            const kamm_load_def *low = &def.load_map[i - 1], *high = &def.load_map[i];
            double throttle = 0.3 * low->throttle + 0.7 * high->throttle;
            double speed = 0.6 * def.load_speeds_radps[j - 1] + 0.4 * def.load_speeds_radps[j];
            double below = 0.6 * low->shares[j - 1] + 0.4 * low->shares[j];
            double above = 0.6 * high->shares[j - 1] + 0.4 * high->shares[j];
            expect_near(engine_load_share(&c, (float)throttle, (float)speed),
                        0.3 * below + 0.7 * above, 1e-6);
        }
    for (float speed = 20; speed < 600; speed += 13) {
        float before = -1;
        for (float throttle = 0; throttle <= 1; throttle += 0.01f) {
            float share = engine_load_share(&c, throttle, speed);
            assert_true(share >= before - 1e-6f);
            before = share;
        }
    }
}

static void without_a_map_the_law_holds(void **state)
{
    (void)state;
    struct engine_constants c = {.part_load = 2, .inverse_limiter = 1 / 600.0f};
    expect_near(engine_load_share(&c, 0.3f, 300), 0.3 * 2 / 1.3, 1e-6);
    expect_near(engine_pedal(&c, 0.37f), 0.37, 1e-7);
}

static void the_pedal_has_its_curve(void **state)
{
    (void)state;
    kamm_engine_def def = mapped();
    def.pedal_curve = (kamm_curve){.count = 4, .x = {0, 0.25, 0.5, 1}, .y = {0, 0.4, 0.7, 1}};
    struct engine_constants c = compiled(&def);
    for (int i = 0; i < 4; ++i)
        expect_near(engine_pedal(&c, (float)def.pedal_curve.x[i]), def.pedal_curve.y[i], 2e-3);
    float before = -1;
    for (float pedal = 0; pedal <= 1; pedal += 0.005f) {
        float throttle = engine_pedal(&c, pedal);
        assert_true(throttle >= before);
        before = throttle;
    }
}

static void expect_refused(const kamm_engine_def *def, const char *words)
{
    kamm_error error;
    assert_true(kamm_check_load_map(def, &error) != KAMM_OK);
    if (!strstr(error.text, words)) fail_msg("no \"%s\" in: %s", words, error.text);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    kamm_engine_def def = mapped();
    def.load_map[2].shares[1] = 0.1;
    expect_refused(&def, "engine.load_map[2].shares[1] is 0.1");
    def = mapped();
    def.load_map[2].throttle = 0.05;
    expect_refused(&def, "engine.load_map[2].throttle is 0.05");
    def = mapped();
    def.load_map[4].throttle = 0.9;
    expect_refused(&def, "the last row must have 1");
    def = mapped();
    def.load_map[1].shares_count = 3;
    expect_refused(&def, "engine.load_map[1].shares has 3 values");
    def = mapped();
    def.load_speeds_radps[2] = 100;
    expect_refused(&def, "engine.load_speeds_radps[2] is 100 rad/s");
    def = mapped();
    def.load_map_count = 0;
    expect_refused(&def, "engine.load_map has 0 rows");
    def = mapped();
    def.pedal_curve = (kamm_curve){.count = 2, .x = {0, 1}, .y = {0.2, 1}};
    expect_refused(&def, "engine.pedal_curve goes from throttle 0.2");
    def.pedal_curve = (kamm_curve){.count = 3, .x = {0, 0.5, 1}, .y = {0, 0.7, 0.5}};
    expect_refused(&def, "engine.pedal_curve.throttle[2] is 0.5");
}

/* On a pedal and a road that ask for less than the map of the law gives, the shift map holds gears by the map that is there: a gear that
 * could hold the car by the law and cannot by the map is not shifted up to. */
static double gear_after(const kamm_vehicle_def *def, double rise, float pedal, int *shifts)
{
    kamm_ground slope = kamm_plane_ground(rise, 0, 1);
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &slope, 0, 8, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = pedal;
    double gear = 0, last = 0;
    *shifts = 0;
    for (int frame = 0; frame < 60 * 40; ++frame) {
        drive_for(cars, &slope, 1.0 / 60);
        gear = kamm_read(cars, 0, KAMM_CHANNEL_gear);
        *shifts += frame > 60 * 15 && fabs(gear - last) > 0.5;
        last = gear;
    }
    end_cars(cars);
    return gear;
}

static void the_shift_map_follows_it(void **state)
{
    (void)state;
    kamm_vehicle_def by_law = default_vehicle(), by_map = by_law;
    by_law.stepping.substeps_per_s = by_map.stepping.substeps_per_s = 240;
    by_map.engine = mapped();
    for (int i = 1; i < 4; ++i) /* a lazy one */
        for (int j = 0; j < 4; ++j) by_map.engine.load_map[i].shares[j] *= 0.6;
    int lower = 0;
    for (double rise = 0; rise < 0.13; rise += 0.03 * of_tier(2, 1))
        for (float pedal = 0.4f; pedal < 1; pedal += 0.25f * (float)of_tier(2, 1)) {
            int shifts[2];
            double law = gear_after(&by_law, rise, pedal, &shifts[0]);
            double map = gear_after(&by_map, rise, pedal, &shifts[1]);
            print_message(
                "slope %2.0f %%, pedal %.2f: gear %.0f by the law, %.0f by the map, %d shifts after 15 s\n",
                100 * rise, (double)pedal, law, map, shifts[1]);
            lower += map < law;
            expect_below(map, law + 0.5);
            expect_below(shifts[1], 3);
        }
    expect_above(lower, of_tier(0, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_are_met_and_held_beyond),
        cmocka_unit_test(between_nodes_it_is_bilinear_and_rises_with_the_throttle),
        cmocka_unit_test(without_a_map_the_law_holds),
        cmocka_unit_test(the_pedal_has_its_curve),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(the_shift_map_follows_it),
    };
    return cmocka_run_group_tests_name("load_map", tests, NULL, NULL);
}
