/* Every road test, and a replay, can be stopped; and each one ends. */
#include "support/cars.h"
#include "support/temporary.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

#include <kamm/io/combination_file.h>
#include <kamm/io/lab.h>

#include "lab/combination.h"
#include "lab/tests.h"

typedef struct {
    int asked, most; /* asks that are answered by no */
} patience;

static int is_over(void *user)
{
    patience *left = user;
    return left->asked++ >= left->most;
}

static kamm_vehicle_file car_file(void)
{
    kamm_vehicle_file file = {.def = plain_car(), .id = "plain"};
    return file;
}

/* At the first ask, and while it drives. */
static void each_test_of_a_car_can_be_stopped(void **state)
{
    (void)state;
    kamm_vehicle_file file = car_file();
    for (int i = 0; i < kamm_road_test_count(); i += of_tier(3, 1))
        for (int most = 0; most <= 5; most += 5) {
            const char *name = kamm_road_test_at(i)->name;
            patience left = {.most = most};
            kamm_test_options options = {.is_stopped = is_over, .user = &left};
            kamm_test_result result;
            kamm_error error = {0};
            if (kamm_run_test(name, &file, &options, &result, &error) != KAMM_ERROR_STOPPED)
                fail_msg("%s, asked %d times: %s", name, left.asked, error.text);
            assert_int_equal(left.asked, most + 1); /* and not again */
        }
}

static void each_test_of_a_combination_can_be_stopped(void **state)
{
    (void)state;
    kamm_combination_file file;
    assert_int_equal(kamm_load_combination("volvo-v40-caravan", &file, NULL, NULL), KAMM_OK);
    for (int i = 0; i < kamm_combination_test_count(); ++i) {
        const char *name = kamm_combination_test_at(i)->name;
        patience left = {.most = 5};
        kamm_test_options options = {.is_stopped = is_over, .user = &left};
        kamm_test_result result;
        kamm_error error = {0};
        if (kamm_run_combination_test(name, &file, &options, &result, &error) != KAMM_ERROR_STOPPED)
            fail_msg("%s, asked %d times: %s", name, left.asked, error.text);
    }
    kamm_destroy_combination_file(&file);
}

/* Their time is cut short, so that none of them can do what it wants. */
static void a_test_that_comes_to_no_end_says_so(void **state)
{
    (void)state;
    kamm_vehicle_file file = car_file();
    for (int i = 0; i < kamm_road_test_count(); i += of_tier(3, 1)) {
        const char *name = kamm_road_test_at(i)->name;
        kamm_test_result result;
        kamm_error error = {0};
        kamm_bench bench;
        assert_int_equal(kamm_bench_build(&bench, &file, NULL, &error), KAMM_OK);
        kamm_start_result(kamm_road_test_at(i), &file, &result);
        bench.result = &result;
        bench.most_driven_s = 0.5;
        kamm_find_procedure(name)->measure(&bench);
        if (bench.outcome != KAMM_ERROR_RANGE)
            fail_msg("%s ended with %d after %g s: %s", name, bench.outcome, bench.driven_s,
                     error.text);
        expect_near(bench.driven_s, 0.5, 2 * bench.tick_s);
        assert_string_equal(error.text, "plain: no end of the test after 0.5 s of driving, which "
                                        "are all that a test may take");
        kamm_bench_clear(&bench);
    }
}

/* All that the lab has, of a car: the longest one takes a tenth of what is allowed. */
static void tests_have_time_enough(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    kamm_vehicle_file file = car_file();
    double longest_s = 0;
    for (int i = 0; i < kamm_road_test_count(); ++i) {
        const kamm_procedure *procedure = kamm_find_procedure(kamm_road_test_at(i)->name);
        kamm_test_result result;
        kamm_bench bench;
        assert_int_equal(kamm_bench_build(&bench, &file, NULL, NULL), KAMM_OK);
        kamm_start_result(&procedure->test, &file, &result);
        bench.result = &result;
        assert_true(procedure->measure(&bench));
        longest_s = fmax(longest_s, bench.driven_s);
        expect_below(bench.driven_s, 0.1 * bench.most_driven_s);
        kamm_bench_clear(&bench);
    }
    printf("the longest test drives for %.0f s\n", longest_s);
}

/* -- Replays -- */
typedef struct {
    double first_s, last_s, all_s, until_s;
    int calls;
} watch;

static int look(double done_s, double all_s, void *user)
{
    watch *seen = user;
    if (!seen->calls++) seen->first_s = done_s;
    expect_near(all_s, seen->all_s, 0);
    assert_true(done_s >= seen->last_s && done_s <= seen->last_s + 1.001);
    seen->last_s = done_s;
    return done_s >= seen->until_s;
}

static kamm_result replay(watch *seen, kamm_error *error)
{
    kamm_vehicle_file file = car_file();
    kamm_replay_options options = {.progress = look, .user = seen};
    write_temporary_csv("time_s,speed_mps\n5,10\n5.5,10\n25,10\n");
    return kamm_replay(temporary_csv, &file, &options, NULL, error);
}

static void a_replay_tells_its_length_and_how_far_it_is(void **state)
{
    (void)state;
    watch seen = {.all_s = 20, .until_s = 1e9};
    kamm_error error = {0};
    assert_int_equal(replay(&seen, &error), KAMM_OK);
    expect_near(seen.first_s, 0, 0);
    expect_near(seen.last_s, 20, 0);
    assert_int_equal(seen.calls, 20 + 3); /* seconds and rows */
}

static void a_replay_can_be_stopped(void **state)
{
    (void)state;
    for (int until_s = 0; until_s <= 7; until_s += 7) {
        watch seen = {.all_s = 20, .until_s = until_s};
        kamm_error error = {0};
        assert_int_equal(replay(&seen, &error), KAMM_ERROR_STOPPED);
        expect_near(seen.last_s, until_s, 0.01);
        assert_non_null(strstr(error.text, "the replay was stopped after "));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_test_of_a_car_can_be_stopped),
        cmocka_unit_test(each_test_of_a_combination_can_be_stopped),
        cmocka_unit_test(a_test_that_comes_to_no_end_says_so),
        cmocka_unit_test(tests_have_time_enough),
        cmocka_unit_test(a_replay_tells_its_length_and_how_far_it_is),
        cmocka_unit_test(a_replay_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, make_temporary_csv, remove_temporary_csv);
}
