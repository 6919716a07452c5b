/* Tasks of two-wheelers: what they reward and show, that their riders solve them, and that no hands do not. */
#include "env_arrays.h"

#include "support/quick.h"
#include "support/tier.h"

static struct run *start_ridden(kamm_env_task task, const char *machine, int count, uint64_t seed)
{
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(task, &vehicle, &trailer);
    vehicle = machine_of_file(machine);
    vehicle.stepping.substeps_per_s = 300;
    def.count = count, def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
    return start(&def, seed);
}

static const char *const machines[] = {"sport-1000", "benchmark-bicycle"};

/* For 20 s, at speeds from 2.5 to 15 m/s, with ten pushes. */
static void its_rider_balances(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int m = 0; m < 2; ++m) {
        int count = of_tier(12, 40);
        double slowest = INFINITY, fastest = 0, most_rad = 0;
        struct run *run = start_ridden(KAMM_ENV_BALANCE, machines[m], count, 40);
        for (int step = 0; step < 1000; ++step) {
            kamm_env_advice(run->env, run->action[0]);
            take_step(run);
            for (int i = 0; i < count; ++i) {
                assert_false(run->terminated[i] || run->truncated[i]);
                most_rad = fmax(most_rad, fabs(seen(run, i, "lean")));
                expect_near(seen(run, i, "forward_speed"), figure_of(run, i, "speed"), 0.3);
            }
        }
        for (int i = 0; i < count; ++i) {
            slowest = fmin(slowest, figure_of(run, i, "speed"));
            fastest = fmax(fastest, figure_of(run, i, "speed"));
            expect_near(figure_of(run, i, "time"), 20, 1e-9);
            expect_below(figure_of(run, i, "lean"), 0.1);
        }
        print_message("%s: %.1f to %.1f m/s, up to %.3f rad\n", machines[m], slowest, fastest,
                      most_rad);
        assert_true(most_rad > 0.03 && slowest < 5 && fastest > 11);
        end(run);
    }
}

/* The bell of the lean, 1 less where it falls. Without hands a motorcycle that is pushed falls below some speed. */
static void balance_is_rewarded_by_the_lean(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { COUNT = 16 };
    struct run *run = start_ridden(KAMM_ENV_BALANCE, "sport-1000", COUNT, 3);
    int was_over[COUNT] = {0}, fallen = 0;
    float *action = run->action[0]; /* one each */
    for (int step = 0; step < 600; ++step) {
        for (int i = 0; i < COUNT; ++i) action[i] = (float)(0.5 * sin(0.05 * step + i));
        take_step(run);
        for (int i = 0; i < COUNT; ++i) {
            if (was_over[i]) continue;
            double lean = seen(run, i, "lean");
            double wanted = 0.02 * exp(-(lean / 0.2) * (lean / 0.2)) - run->terminated[i];
            expect_near(run->rewards[i], wanted, 1e-6);
            assert_true((fabs(lean) > 0.8) == run->terminated[i]);
            was_over[i] = run->terminated[i] || run->truncated[i];
            fallen += run->terminated[i];
        }
    }
    print_message("%d of %d fell\n", fallen, COUNT);
    assert_true(fallen > COUNT / 2);
    end(run);
}

/* An action of 1 is 0.04 of weight times height, to the left; the road steers the handlebar by itself. */
static void the_action_is_a_torque(void **state)
{
    (void)state;
    struct run *run = start_ridden(KAMM_ENV_BALANCE, "sport-1000", 2, 9);
    const kamm_cars *cars = kamm_env_cars(run->env);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double most_nm = 0.04 * info.mass_kg * 9.80665 * info.cg_height_m;
    run->action[0][0] = 1, run->action[0][1] = -0.25f;
    take_step(run);
    const kamm_input *input = kamm_inputs(kamm_env_cars(run->env));
    expect_share(input[0].steering_wheel_nm, most_nm, 0.01);
    expect_share(input[1].steering_wheel_nm, -most_nm / 4, 0.01);
    assert_true(input[0].free_steering == 1 && seen(run, 0, "steering_rate") > 0);
    assert_true(seen(run, 1, "steering_rate") < 0);
    end(run);
}

/* Over all planks to the end of the lane, at walking pace, within half a metre of its middle. */
static void its_rider_finishes_the_trial(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    int count = of_tier(8, 40), was_over[MOST] = {0};
    double highest_m = 0, most_pitch = 0, off_m = 0, way_m[MOST] = {0};
    struct run *run = start_ridden(KAMM_ENV_TRIAL, "sport-1000", count, 60);
    for (int step = 0; step < 1300; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        take_step(run);
        for (int i = 0; i < count; ++i) {
            if (was_over[i]) continue;
            double ended = run->terminated[i] ? 2 * figure_of(run, i, "finished") - 1 : 0;
            way_m[i] += 10 * ((double)run->rewards[i] - ended);
            highest_m = fmax(highest_m, seen(run, i, "height_05m"));
            most_pitch = fmax(most_pitch, fabs(seen(run, i, "pitch_rate")));
            off_m = fmax(off_m, fabs(seen(run, i, "offset")));
            was_over[i] = run->terminated[i] || run->truncated[i];
        }
    }
    print_message("planks of %.0f mm, pitch rate %.2f rad/s, off %.2f m\n", 1000 * highest_m,
                  most_pitch, off_m);
    for (int i = 0; i < count; ++i) {
        assert_true(figure_of(run, i, "finished") == 1);
        expect_near(figure_of(run, i, "distance"), way_m[i], 1e-3);
        expect_near(figure_of(run, i, "mean_speed"), 1.9, 0.3);
    }
    assert_true(highest_m > 0.03 && most_pitch > 0.3 && off_m < 0.5);
    end(run);
}

/* Without hands it leaves the lane, falls, or becomes too fast. */
static void without_hands_it_is_not_finished(void **state)
{
    (void)state;
    enum { COUNT = 8 };
    int ended = 0;
    struct run *run = start_ridden(KAMM_ENV_TRIAL, "sport-1000", COUNT, 60);
    for (int step = 0; step < 1000 && ended < COUNT; ++step) {
        for (int i = 0; i < COUNT; ++i) run->action[i][0] = 0, run->action[i][1] = 0.1f;
        take_step(run);
        for (int i = 0; i < COUNT; ++i) {
            ended += run->terminated[i];
            assert_true(!run->terminated[i] || run->rewards[i] < -0.9f);
        }
    }
    assert_int_equal(ended, COUNT);
    end(run);
}

static void vehicles_without_a_rider_are_refused(void **state)
{
    (void)state;
    for (int task = KAMM_ENV_BALANCE; task <= KAMM_ENV_TRIAL; ++task)
        for (int is_car = 0; is_car < 2; ++is_car) {
            static kamm_vehicle_def vehicle, trailer;
            kamm_error error;
            kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
            if (is_car) vehicle = def_of(KAMM_ENV_TRACK, &vehicle, &trailer).vehicle[0];
            def.rung = is_car ? KAMM_FULL : KAMM_SINGLE_TRACK;
            assert_null(kamm_create_env(&def, &error));
            assert_int_equal(error.code, KAMM_ERROR_RANGE);
            assert_non_null(strstr(error.text, "no rider balances this vehicle"));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_rider_balances),
        cmocka_unit_test(balance_is_rewarded_by_the_lean),
        cmocka_unit_test(the_action_is_a_torque),
        cmocka_unit_test(its_rider_finishes_the_trial),
        cmocka_unit_test(without_hands_it_is_not_finished),
        cmocka_unit_test(vehicles_without_a_rider_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
