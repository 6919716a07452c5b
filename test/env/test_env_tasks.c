/* What the tasks reward, show and advise: each by what its own text says. */
#include "env_arrays.h"

#include "env/env_state.h"
#include "support/quick.h"

/* 0.02 under a bell of 0.2 rad and 2 m, 1 less where it ends, of the errors that the same step shows. */
static void drifting_is_rewarded_by_its_errors(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_DRIFT, &vehicle, &trailer);
    def.count = 8, def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 11);
    int lost = 0;
    for (int step = 0; step < 200; ++step) {
        int was_over[8];
        for (int i = 0; i < 8; ++i)
            was_over[i] = run->terminated[i] || (step && run->rewards[i] == 0);
        choose(run, step);
        if (step > 100) memset(run->action, 0, sizeof run->action); /* they leave their circles */
        take_step(run);
        for (int i = 0; i < 8; ++i) {
            if (was_over[i]) continue;
            double angle = seen(run, i, "sideslip_error") / 0.2,
                   off = seen(run, i, "radius_error") / 2;
            double wanted = 0.02 * exp(-angle * angle - off * off) - run->terminated[i];
            expect_near(run->rewards[i], wanted, 1e-6);
            lost += run->terminated[i];
        }
    }
    assert_true(lost > 0);
    end(run);
}

/* 8 m off the circle ends a drift, also without a spin: cars that steer in or out, by two pedals. */
static void a_drift_ends_off_its_circle(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_DRIFT, &vehicle, &trailer);
    def.count = 8, def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 11);
    int is_over[8] = {0}, alone = 0;
    for (int step = 0; step < 300; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        for (int i = 0; i < 8; ++i) {
            float *action = &run->action[0][0] + i * run->actions;
            if (step > 10 * i) action[0] = i % 2 ? -1 : 1;
            if (step > 10 * i) action[1] = i % 4 < 2 ? 0.3f : 1;
        }
        take_step(run);
        for (int i = 0; i < 8; ++i) {
            if (is_over[i]) continue;
            int is_off = fabs(seen(run, i, "radius_error")) > 8;
            int is_spun = fabs(seen(run, i, "sideslip")) > 1.4;
            if (is_off || is_spun) assert_true(run->terminated[i]);
            alone += is_off && !is_spun;
            is_over[i] = run->terminated[i];
        }
    }
    print_message("%d are off the circle without a spin\n", alone);
    assert_true(alone > 0);
    end(run);
}

/* A tenth of what the step brought the car nearer, in metres and 5 m for a radian. */
static void parking_is_rewarded_by_getting_nearer(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_PARKING, &vehicle, &trailer);
    def.count = 4, def.max_steps = 2000;
    struct run *run = start(&def, 7);
    double before[4] = {0};
    for (int step = 0; step < 120; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        take_step(run);
        for (int i = 0; i < 4; ++i) {
            double away = hypot(seen(run, i, "across"), seen(run, i, "out"));
            double askew = atan2(seen(run, i, "heading_sine"), seen(run, i, "heading_cosine"));
            double cost = away + 5 * fabs(askew);
            if (step) expect_near(run->rewards[i], (before[i] - cost) / 10, 2e-6);
            before[i] = cost;
        }
    }
    end(run);
}

/* The rear axle's middle, to the right of the bay's and out of it. */
static void find_rear(const struct run *run, int i, double rear_m[2])
{
    const kamm_model_info *info = &run->env->info;
    double behind_m = info->front_overhang_m + info->wheelbase_m - info->length_m / 2;
    rear_m[0] = seen(run, i, "across") + behind_m * seen(run, i, "heading_sine");
    rear_m[1] = seen(run, i, "out") - behind_m * seen(run, i, "heading_cosine");
}

/* The advice drives past the bay, then backwards: the rear axle goes round a quarter circle of 1.25 times the least radius, which ends
 * on the bay's middle line, and straight on until the car is parked. */
static void parking_goes_round_its_circle_and_ends_in_the_bay(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_PARKING, &vehicle, &trailer);
    def.count = 4, def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 7);
    const kamm_model_info *info = &run->env->info;
    double radius_m =
        1.25 * info->wheelbase_m / tan(info->steering_lock_rad / info->steering_ratio);
    double aisle_m[4], rear_m[2];
    int parked = 0, round = 0, is_over[4] = {0};
    for (int i = 0; i < 4; ++i) {
        find_rear(run, i, rear_m);
        aisle_m[i] = fmax(rear_m[1], radius_m + 0.3);
    }
    for (int step = 0; step < 2000 && parked < 4; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        take_step(run);
        for (int i = 0; i < 4; ++i) {
            if (is_over[i]) continue;
            find_rear(run, i, rear_m);
            double turned = atan2(seen(run, i, "heading_sine"), seen(run, i, "heading_cosine"));
            double off_m =
                hypot(rear_m[0] - radius_m, rear_m[1] - (aisle_m[i] - radius_m)) - radius_m;
            if (seen(run, i, "forward_speed") < 0 && turned > -1.2 && turned < -0.3) {
                expect_near(off_m, 0, 0.1);
                ++round;
            }
            is_over[i] = run->terminated[i];
            if (is_over[i]) expect_above(run->rewards[i], 0.9);
            parked += is_over[i];
        }
    }
    print_message("%d parked, round the circle in %d steps\n", parked, round);
    assert_int_equal(parked, 4);
    assert_true(round > 40);
    end(run);
}

static double env_model_scale(const struct run *run)
{
    return kamm_model_of(kamm_env_cars(run->env), 0)->statics.length_scale;
}

static double area_of(double (*points_m)[2], int count)
{
    double sum = 0;
    for (int k = 0; k + 1 < count; ++k)
        sum += points_m[k][0] * points_m[k + 1][1] - points_m[k + 1][0] * points_m[k][1];
    return sum / 2;
}

/* The circle of the drift; the trailer's place of 2 by 3.2 m, behind the line through the origin; five bays side by side, open to the
 * aisle. */
static void outlines_are_those_of_the_tasks(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    double points_m[200][2];
    const int tasks[] = {KAMM_ENV_DRIFT, KAMM_ENV_TRAILER, KAMM_ENV_PARKING};
    for (int t = 0; t < 3; ++t) {
        kamm_env_def def = def_of((kamm_env_task)tasks[t], &vehicle, &trailer);
        struct run *run = start(&def, 1);
        int count = kamm_env_outlines(run->env, 0, points_m, 200);
        if (tasks[t] == KAMM_ENV_DRIFT) {
            expect_share(area_of(points_m, count), PI * 20 * 20, 1e-3);
            for (int k = 0; k < count; ++k)
                expect_near(hypot(points_m[k][0], points_m[k][1]), 20, 1e-9);
        } else if (tasks[t] == KAMM_ENV_TRAILER) {
            assert_int_equal(count, 5);
            expect_near(fabs(area_of(points_m, count)), 2 * 3.2, 1e-9);
            for (int k = 0; k < 5; ++k) expect_near(fabs(points_m[k][1]), 1.6, 1e-9);
            for (int k = 0; k < 5; ++k)
                expect_near(points_m[k][0], k == 2 || k == 3 ? -2 : 0, 1e-9);
        } else {
            assert_int_equal(count, 25);
            for (int bay = 0; bay < 5; ++bay) {
                double(*at)[2] = &points_m[5 * bay], middle_m = 2.6 * (bay - 2);
                for (int k = 0; k < 4; ++k)
                    expect_near(at[k][0], middle_m + (k < 2 ? -1.3 : 1.3), 1e-9);
                for (int k = 0; k < 4; ++k)
                    expect_near(at[k][1], k == 0 || k == 3 ? 2.6 : -2.6, 1e-9);
                assert_true(isnan(at[4][0]));
            }
        }
        assert_int_equal(kamm_env_outlines(run->env, 0, points_m, 2),
                         count); /* as many as there are */
        end(run);
    }
}

/* A cross of 0.3 m at each cone of ISO 3888-2's lanes: at their ends and three times between, on both sides. */
static void moose_is_outlined_by_its_cones(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    static const double starts_m[] = {0, 25.5, 49}, lengths_m[] = {12, 11, 12};
    double points_m[200][2];
    kamm_env_def def = def_of(KAMM_ENV_MOOSE, &vehicle, &trailer);
    struct run *run = start(&def, 1);
    double entry = 1.1 * vehicle.body.width_m + 0.25, exit = 1.3 * vehicle.body.width_m + 0.25;
    double rights_m[] = {-entry / 2, entry / 2 + 1, -entry / 2},
           widths_m[] = {entry, vehicle.body.width_m + 1, fmin(exit, 3)};
    assert_int_equal(kamm_env_outlines(run->env, 0, points_m, 200), 3 * 10 * 2 * 3);
    for (int k = 0; k < 60; ++k) { /* lines of crosses */
        const double *a = points_m[3 * k], *b = points_m[3 * k + 1];
        int lane = k / 20, cone = k / 2 % 10;
        double x = starts_m[lane] + lengths_m[lane] * (cone / 2) / 4;
        double y = rights_m[lane] + (cone % 2 ? widths_m[lane] : 0);
        expect_near((a[0] + b[0]) / 2, x, 1e-9), expect_near((a[1] + b[1]) / 2, y, 1e-9);
        expect_near(fabs(a[0] - b[0]), k % 2 ? 0 : 0.3, 1e-9);
        expect_near(fabs(a[1] - b[1]), k % 2 ? 0.3 : 0, 1e-9);
        assert_true(isnan(points_m[3 * k + 2][0]));
    }
    end(run);
}

/* Edges a metre beside y = 0.4 sin(2 pi x / 12), and planks where the ground rises; all by the machine's length. */
static void a_trial_is_outlined_by_edges_and_planks(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    static double points_m[400][2];
    kamm_env_def def = def_of(KAMM_ENV_TRIAL, &vehicle, &trailer);
    struct run *run = start(&def, 3);
    double scale = env_model_scale(run), middle = 20 * scale * run->env->episodes[0].trial.lane;
    int count = kamm_env_outlines(run->env, 0, points_m, 400), part = 0, planks = 0;
    for (int k = 0; k < count; ++k) {
        const double *p = points_m[k];
        part += isnan(p[0]);
        if (isnan(p[0])) continue;
        double wave = middle + 0.4 * scale * sin(2 * PI * p[0] / (12 * scale));
        if (part < 2) expect_near(p[1], wave + (part ? 1 : -1) * scale, 1e-9);
        if (part < 2 || isnan(points_m[k + 1][0])) continue;
        double to = points_m[k + 1][0], at[3] = {(p[0] + to) / 2, middle, 0};
        expect_near(fabs(p[1] - middle), 2 * scale, 1e-9);
        if (to == p[0]) continue; /* across the lane */
        const kamm_ground *ground = &run->env->ground;
        for (int side = -1; side <= 1; ++side) { /* before, on and behind */
            const kamm_probe probe = {
                .position_m = {at[0] + side * (fabs(to - p[0]) / 2 + 0.01), middle, 0}};
            kamm_contact contact;
            ground->query(ground->user, 1, &probe, &contact);
            assert_true((contact.point_m[2] > 0) == (side == 0));
        }
        ++planks;
    }
    assert_int_equal(part, 2 + 6);
    assert_int_equal(planks, 2 * 6);
    end(run);
}

/* The track's own driver presses both pedals, and so stays on the track. */
static void advice_pulls_and_brakes(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    def.max_steps = 2000;
    struct run *run = start(&def, 2);
    int braked = 0, pulled = 0;
    for (int step = 0; step < 600; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        braked += run->action[0][1]<0, pulled += run->action[0][1]> 0;
        take_step(run);
        assert_false(run->terminated[0]);
    }
    print_message("pulled in %d steps, braked in %d\n", pulled, braked);
    assert_true(braked > 3 && pulled > 50);
    end(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drifting_is_rewarded_by_its_errors),
        cmocka_unit_test(a_drift_ends_off_its_circle),
        cmocka_unit_test(parking_is_rewarded_by_getting_nearer),
        cmocka_unit_test(parking_goes_round_its_circle_and_ends_in_the_bay),
        cmocka_unit_test(outlines_are_those_of_the_tasks),
        cmocka_unit_test(moose_is_outlined_by_its_cones),
        cmocka_unit_test(a_trial_is_outlined_by_edges_and_planks),
        cmocka_unit_test(advice_pulls_and_brakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
