/* The contact patch by itself: the steady state is the slip, what it gives back it has taken, and sliding
 * force points against the slide, whatever the slips.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/cars.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "part/tyre/contact_patch.h"
#include "run/cars.h"
#include "vehicle/chassis.h"

#include <kamm/io/tyre_file.h>
#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

static const float DT = 1 / 1200.0f;

/* A tyre at a load, with friction. */
struct bench {
    const struct tyre_constants *constants;
    struct tyre_state at;
    float friction;
};

static kamm_model *compile_car(int car)
{
    kamm_vehicle_def def = shipped_def(car);
    kamm_error error;
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    return model;
}

static struct bench bench_of(const kamm_model *model, int a, double load_share, float friction)
{
    const struct tyre_constants *c = &model->chassis->axles[a].tyre;
    struct bench bench = {.constants = c, .friction = friction};
    bench.at = tyre_prepare(bench.constants, (float)(model->rest.load_n[2 * a] * load_share), 0);
    return bench;
}

/* One substep; the force on the wheel, along x and y. */
static struct tyre_force step_bench(const struct bench *bench, struct contact_patch *patch,
                                    float slip_x, float slip_y, float speed)
{
    struct contact_motion motion = {.slip_speed_x = slip_x,
                                    .slip_speed_y = slip_y,
                                    .travel_speed = speed,
                                    .stiffness_x = bench->at.slip_stiffness,
                                    .stiffness_y = bench->at.cornering_stiffness,
                                    .carcass_x = bench->at.carcass_x,
                                    .carcass_y = bench->at.carcass_y,
                                    .nominal_x = bench->at.nominal_carcass_x,
                                    .nominal_y = bench->at.nominal_carcass_y,
                                    .grip_x = bench->at.grip_x * bench->friction,
                                    .grip_y = bench->at.grip_y * bench->friction,
                                    .max_slip_x = bench->at.max_slip_x,
                                    .max_slip_y = bench->at.max_slip_y};
    step_contact_patch(&bench->constants->patch, patch, &motion, DT, 1 / DT);
    struct tyre_slip slip = {.slip_ratio = patch->felt_x,
                             .tan_slip_angle = patch->felt_y,
                             .speed_mps = speed,
                             .friction_x = bench->friction,
                             .friction_y = bench->friction,
                             .side = 1};
    return kamm_tyre_force(bench->constants, &bench->at, slip);
}

static void felt_slip_is_the_slip_in_steady_rolling(void **state)
{
    (void)state;
    static const float slips[] = {-0.9f, -0.3f, -0.05f, -0.001f, 0.002f, 0.1f, 0.6f, 1.4f};
    enum { SLIPS = sizeof slips / sizeof *slips };
    for (int car = 0; car < shipped_count(); car += of_tier(9, 1)) {
        kamm_model *model = compile_car(car);
        struct bench bench = bench_of(model, 0, 1, 1);
        for (int i = 0; i < SLIPS * SLIPS; ++i) {
            float x = slips[i / SLIPS], y = slips[i % SLIPS], speed = 15;
            struct contact_patch patch = {0};
            for (int n = 0; n < 1200; ++n) step_bench(&bench, &patch, x * speed, y * speed, speed);
            expect_near(patch.felt_x, x, 1e-3 * hypot(x, y) + 1e-5);
            expect_near(patch.felt_y, y, 1e-3 * hypot(x, y) + 1e-5);
        }
        kamm_destroy_model(model);
    }
}

/* Dragged to and fro at standstill, in turning directions and under changing load: the work that comes back
 * never exceeds what went in. */
static void contact_patch_gives_back_no_more_work_than_it_took(void **state)
{
    (void)state;
    for (int car = 0; car < shipped_count(); car += of_tier(3, 1)) {
        kamm_model *model = compile_car(car);
        for (int kind = car % of_tier(3, 1); kind < 8; kind += of_tier(3, 1)) {
            struct contact_patch patch = {0};
            double taken = 0, min = 0, max = 0;
            for (int n = 0; n < 12000; ++n) {
                double t = n * (double)DT, load = kind & 1 ? 1 + 0.8 * sin(17 * t) : 1;
                double speed = (kind & 2 ? 0.6 : 0.05) * sin(9 * t);
                double course = kind & 4 ? 0.7 * t : 0.3;
                struct bench bench = bench_of(model, n / 6000, load, 1);
                float x = (float)(speed * cos(course)), y = (float)(speed * sin(course));
                if (n == 6000) patch = (struct contact_patch){0}; /* the other axle's tyre */
                if (n == 6000) max = taken;
                struct tyre_force f = step_bench(&bench, &patch, x, y, 0);
                taken += ((double)f.fx * (double)x - (double)f.fy * (double)y) * (double)DT;
                max = fmax(max, taken);
                min = fmin(min, taken);
            }
            expect_above(min, -0.01);
            expect_above(taken, 0.5 * max); /* and most of it is lost */
        }
        kamm_destroy_model(model);
    }
}

/* From a slide to rest and let go: no more comes back than C u^2 / 2 and the formula's tenth above it. */
static void unwinding_gives_back_the_carcass_energy(void **state)
{
    (void)state;
    for (int car = 0; car < shipped_count(); ++car) {
        kamm_model *model = compile_car(car);
        for (int across = 0; across < 2; ++across) {
            struct bench bench = bench_of(model, 0, 1, 1);
            struct contact_patch patch = {0};
            float x = across ? 0 : 1, y = across ? 1 : 0;
            for (int n = 0; n < 1200; ++n) step_bench(&bench, &patch, x, y, across ? 0 : 1);
            float bent = across ? patch.deflection_y : patch.deflection_x;
            double stiffness = across ? bench.at.carcass_y : bench.at.carcass_x, back = 0;
            int steps = (int)((double)bent / (0.05 * (double)DT));
            for (int n = 0; n < steps; ++n) {
                struct tyre_force f = step_bench(&bench, &patch, -0.05f * x, -0.05f * y, 0);
                back += 0.05 * (double)DT * (double)(across ? -f.fy : f.fx);
            }
            double store = 0.5 * stiffness * (double)bent * (double)bent;
            expect_below(back, 1.25 * store);
            expect_above(back, 0.5 * store);
        }
        kamm_destroy_model(model);
    }
}

/* Over the whole plane of slip ratio and slip angle the force takes power; and where all of the patch slides,
 * it points against the slide. */
static void sliding_force_opposes_the_slide(void **state)
{
    (void)state;
    for (int car = 0; car < shipped_count(); ++car) {
        kamm_model *model = compile_car(car);
        double min = 1, widest = 0;
        for (int a = 0; a < 2; ++a)
            for (int i = 0; i < 41 * 41 * 2; i += of_tiers(126, 7, 1)) {
                double x = pow(10, i % 41 * 0.1 - 2) * (i / (41 * 41) ? 1 : -1);
                double y = pow(10, i / 41 % 41 * 0.1 - 2), speed = 20;
                struct bench bench = bench_of(model, a, 1, 1);
                struct contact_patch patch = {0};
                struct tyre_force f = {0};
                for (int n = 0; n < 240; ++n)
                    f = step_bench(&bench, &patch, (float)(x * speed), (float)(y * speed),
                                   (float)speed);
                double against = ((double)f.fx * x - (double)f.fy * y) /
                                 (hypot(x, y) * hypot((double)f.fx, (double)f.fy));
                min = fmin(min, against);
                if (fmax(fabs(x), y) >= 1) widest = fmax(widest, acos(fmin(against, 1)));
            }
        print_message(
            "%s: power at least %.3f of force times speed; sliding force within %.1f deg\n",
            shipped_name(car), min, widest * 180 / PI);
        /* TMeasy's force lies along the slip over that of each direction's peak, Rill, section 3.6: a truck's is three
         * times as far across as along. */
        int tmeasy = model->def->axles[0].tyre.law == KAMM_TYRE_TMEASY;
        expect_above(min, tmeasy ? 0.88 : 0.95);
        expect_below(widest, (tmeasy ? 28 : 10) * PI / 180);
        kamm_destroy_model(model);
    }
}

/* Ice comes below a tyre that stands and holds a car on a slope: it slides, to the bit at rest as well, and nothing of it is no number. */
static void ice_below_a_strained_tyre_lets_it_slide(void **state)
{
    (void)state;
    for (int car = 0; car < shipped_count(); car += of_tiers(5, 1, 1)) {
        kamm_model *model = compile_car(car);
        for (int i = 0; i < 36; ++i) {
            float icy = (float)pow(10, -0.5 * (i % 6)), speed = i / 6 % 2 ? 1e-30f : 0;
            struct bench dry = bench_of(model, 0, 1, 1), ice = bench_of(model, 0, 1, icy);
            struct contact_patch patch = {0};
            for (int n = 0; n < 200; ++n)
                step_bench(&dry, &patch, i / 12 < 2 ? 0.5f : 0, i / 12 ? 0.5f : 0, 0);
            step_bench(&ice, &patch, 0, 0, speed);
            double held = hypot((double)patch.deflection_x * (double)ice.at.carcass_x /
                                    (double)(ice.at.grip_x * icy),
                                (double)patch.deflection_y * (double)ice.at.carcass_y /
                                    (double)(ice.at.grip_y * icy));
            assert_true(isfinite(patch.force_slope_x) && patch.force_slope_x >= 0);
            assert_true(isfinite(patch.deflection_slope_x) && isfinite(patch.slid_y));
            assert_true(held <
                        1.3); /* no more than friction, but for the load's part in the state */
        }
        kamm_destroy_model(model);
    }
}

/* ALPMAX of 90 degrees: the report's tyre slides sideways at positive friction. */
static void report_of_a_tyre_that_is_valid_to_90_degrees(void **state)
{
    (void)state;
    kamm_tyre_def tyre = kamm_default_tyre();
    kamm_error error;
    char line[256];
    double friction = 0;
    tyre.slip_angle_max_rad = 1.5708;
    tyre.slip_angle_min_rad = -1.5708;
    FILE *file = tmpfile();
    assert_non_null(file);
    assert_int_equal(kamm_tyre_report(&tyre, file, &error), KAMM_OK);
    rewind(file);
    while (fgets(line, sizeof line, file))
        if (strstr(line, "sliding sideways")) sscanf(line, "  sliding sideways %lf", &friction);
    fclose(file);
    expect_above(friction, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(felt_slip_is_the_slip_in_steady_rolling),
        cmocka_unit_test(contact_patch_gives_back_no_more_work_than_it_took),
        cmocka_unit_test(unwinding_gives_back_the_carcass_energy),
        cmocka_unit_test(sliding_force_opposes_the_slide),
        cmocka_unit_test(ice_below_a_strained_tyre_lets_it_slide),
        cmocka_unit_test(report_of_a_tyre_that_is_valid_to_90_degrees),
    };
    return cmocka_run_group_tests_name("contact patch", tests, NULL, NULL);
}
