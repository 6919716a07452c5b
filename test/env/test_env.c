/* Environments: the same bits however many there are and whatever steps them, ends, faults, what is refused. */
#include "env_arrays.h"

#include "env/env_state.h"
#include "run/snapshot_mark.h"
#include "support/cars.h"
#include "support/misuse.h"
#include "support/tier.h"
#include "support/trailers.h"

#include <kamm/env.h>
#include <kamm/world.h>
#include <math.h>
#include <string.h>

static void many_are_single_ones(void **state)
{
    (void)state;
    kamm_threads *threads = kamm_create_threads(2, NULL);
    for (int task = 0; task < KAMM_ENV_TASKS; ++task) {
        static kamm_vehicle_def vehicle, trailer;
        kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
        def.count = 19, def.run = kamm_run_on_threads, def.user = threads;
        struct run *many = start(&def, 100);
        def.count = 1, def.run = NULL;
        struct run *one = start(&def, 117);
        for (int step = 0; step < of_tier(30, 2000); ++step) {
            assert_memory_equal(row_of(many, 17), row_of(one, 0),
                                (size_t)one->columns * sizeof(float));
            choose(many, step), choose(one, step);
            take_step(many), take_step(one);
            assert_true(many->rewards[17] == one->rewards[0]);
            assert_int_equal(many->terminated[17], one->terminated[0]);
            assert_int_equal(many->truncated[17], one->truncated[0]);
        }
        end(many), end(one);
    }
    kamm_destroy_threads(threads);
}

/* Of its cars or combinations. */
static size_t moving_size_of(const kamm_env *env)
{
    return env->combinations ? kamm_combinations_snapshot_size(env->combinations)
                             : kamm_snapshot_size(env->cars);
}

/* That env saves these bytes. */
static void expect_saved(const struct run *run, const void *bytes)
{
    size_t size = kamm_env_snapshot_size(run->env);
    void *saved = test_malloc(size);
    kamm_save_env(run->env, saved);
    assert_memory_equal(saved, bytes, size);
    test_free(saved);
}

/* Any eight bytes of the episodes changed to what is no number, far away or a place in memory, with a sum that is right: it is refused,
 * or all goes on in numbers. */
static void an_episode_that_is_none_is_refused(void **state)
{
    (void)state;
    static const double values[] = {NAN, INFINITY, -1e300, 1e9, -3};
    for (int task = 0; task < KAMM_ENV_TASKS; ++task) {
        static kamm_vehicle_def vehicle, trailer;
        kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
        struct run *run = start(&def, 1);
        choose(run, 0), take_step(run);
        size_t size = kamm_env_snapshot_size(run->env), refused = 0;
        double figures[ENV_MAX_FIGURES] = {0};
        char *good = test_malloc(size), *bad = test_malloc(size);
        kamm_save_env(run->env, good);
        for (size_t at =
                 size - sizeof(uint64_t) - moving_size_of(run->env) - sizeof(struct episode);
             at < size - sizeof(uint64_t) - moving_size_of(run->env); at += 8)
            for (size_t v = 0; v < sizeof values / sizeof *values; ++v) {
                memcpy(bad, good, size);
                memcpy(bad + at, &values[v], sizeof values[v]);
                write_sum(bad, size - sizeof(uint64_t));
                if (kamm_restore_env(run->env, bad, size, NULL)) {
                    ++refused;
                    continue;
                }
                choose(run, 0), take_step(run);
                for (int k = 0; k < run->columns; ++k) assert_true(isfinite(row_of(run, 0)[k]));
                assert_true(isfinite(run->rewards[0]));
                kamm_env_figures(run->env, figures);
                for (int k = 0; k < 3 && task == KAMM_ENV_DRIFT; ++k)
                    assert_true(isfinite(figures[k]));
            }
        assert_true(refused >= 3 * 3);
        test_free(good), test_free(bad);
        end(run);
    }
}

static void a_snapshot_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    for (int task = 0; task < KAMM_ENV_TASKS; ++task) {
        static kamm_vehicle_def vehicle, trailer;
        kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
        const kamm_env_range ranges[] = {{"payload.mass_kg", 0, 200},
                                         {"trailer.body.mass_kg", 900, 1300}};
        def.ranges = ranges, def.range_count = task == KAMM_ENV_TRAILER ? 2 : 1;
        def.count = 3;
        struct run *run = start(&def, 1), *other = start(&def, 50);
        for (int step = 0; step < of_tier(25, 70); ++step) choose(run, step), take_step(run);
        size_t size = kamm_env_snapshot_size(run->env);
        void *snapshot = test_calloc(1, size);
        kamm_save_env(run->env, snapshot);
        assert_int_equal(kamm_restore_env(other->env, snapshot, size, NULL), KAMM_OK);
        expect_saved(other, snapshot);
        for (int step = 0; step < of_tier(25, 70); ++step) {
            choose(run, step), choose(other, step);
            take_step(run), take_step(other);
            assert_memory_equal(run->observations, other->observations,
                                sizeof(float) * 3 * (size_t)run->columns);
        }
        kamm_error error;
        assert_int_equal(kamm_restore_env(other->env, snapshot, size - 1, &error),
                         KAMM_ERROR_FORMAT);
        char *now = test_malloc(size);
        kamm_save_env(other->env, now);
        ((char *)snapshot)[size - 12] ^= 1; /* of what moves, which comes last */
        assert_int_equal(kamm_restore_env(other->env, snapshot, size, &error), KAMM_ERROR_FORMAT);
        expect_saved(other, now); /* nothing has changed */
        test_free(now);
        test_free(snapshot);
        end(run), end(other);
    }
}

/* What is not finite truncates that episode alone, and the next step begins another one. */
static void a_faulty_action_ends_its_episode(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    int32_t faults[3];
    def.count = 3;
    struct run *run = start(&def, 1);
    float *action = run->action[0];
    action[2] = NAN;
    take_step(run);
    kamm_env_faults(run->env, faults);
    assert_int_equal(faults[0], 0);
    assert_int_equal(faults[1], KAMM_FAULT_INPUT);
    assert_true(run->truncated[1] && !run->truncated[0] && !run->truncated[2]);
    action[2] = 0;
    take_step(run);
    assert_true(!run->truncated[1] && run->rewards[1] == 0 && run->rewards[0] > 0);
    kamm_env_faults(run->env, faults);
    assert_int_equal(faults[1], 0);
    end(run);
}

static double mean_slip(const kamm_cars *cars, int car, int first_wheel, kamm_wheel_channel channel)
{
    double mean = (kamm_read_wheel(cars, car, first_wheel, channel) +
                   kamm_read_wheel(cars, car, first_wheel + 1, channel)) /
                  2;
    return fmin(fmax(mean, -2), 2);
}

static void compare_with_channels(const struct run *run, int i)
{
    static const struct {
        const char *column;
        kamm_channel channel;
    } moves[] = {{"forward_speed", KAMM_CHANNEL_forward_speed_mps},
                 {"lateral_speed", KAMM_CHANNEL_lateral_speed_mps},
                 {"yaw_rate", KAMM_CHANNEL_yaw_rate_radps},
                 {"forward_acceleration", KAMM_CHANNEL_acceleration_x_mps2},
                 {"lateral_acceleration", KAMM_CHANNEL_acceleration_y_mps2}};
    const kamm_cars *cars = kamm_env_cars(run->env);
    int car = kamm_env_car(run->env, i);
    for (size_t k = 0; k < sizeof moves / sizeof *moves; ++k) {
        if (column_of(run, moves[k].column) < 0) continue;
        double is = kamm_read(cars, car, moves[k].channel);
        expect_near(seen(run, i, moves[k].column), is, 1e-5 * (1 + fabs(is)));
    }
    if (column_of(run, "front_slip_ratio") < 0) return;
    for (int rear = 0; rear < 2; ++rear) {
        double ratio = mean_slip(cars, car, 2 * rear, KAMM_WHEEL_slip_ratio),
               angle = mean_slip(cars, car, 2 * rear, KAMM_WHEEL_slip_angle_rad);
        expect_near(seen(run, i, rear ? "rear_slip_ratio" : "front_slip_ratio"), ratio, 1e-6);
        expect_near(seen(run, i, rear ? "rear_slip_angle" : "front_slip_angle"), angle, 1e-6);
    }
}

/* Of every environment of several blocks, on all rungs that a task has, with cars of one model and of many. */
static void observations_are_the_cars_channels(void **state)
{
    (void)state;
    const kamm_rung rungs[] = {KAMM_KINEMATIC, KAMM_SINGLE_TRACK, KAMM_RIGID2D, KAMM_FULL};
    for (int task = 0; task < KAMM_ENV_TASKS; ++task)
        for (int kind = 0; kind < 8; kind += of_tier(5, 1)) {
            static kamm_vehicle_def vehicle, trailer;
            kamm_env_def def = def_of((kamm_env_task)task, &vehicle, &trailer);
            def.rung = rungs[kind / 2], def.count = 19;
            if (task == KAMM_ENV_TRAILER && (kind / 2) % 2 == 0) continue;
            if (task == KAMM_ENV_DRIFT && kind / 2 < 2) continue;
            int rides = task == KAMM_ENV_BALANCE || task == KAMM_ENV_TRIAL;
            const kamm_env_range range = {"payload.mass_kg", 0, rides ? 10 : 300};
            if (rides && kind / 2 < 3) continue;
            if (kind % 2) def.ranges = &range, def.range_count = 1;
            struct run *run = start(&def, 3);
            for (int step = 0; step < of_tier(10, 100) && column_of(run, "yaw_rate") >= 0; ++step) {
                choose(run, step), take_step(run);
                for (int i = 0; i < def.count; ++i) compare_with_channels(run, i);
            }
            end(run);
        }
}

/* A ring whose bends go to both sides; open, it lacks a tenth. */
static kamm_path bent_path(double (*points_m)[2], int closed)
{
    enum { POINTS = 60 };
    for (int k = 0; k < POINTS; ++k) {
        double angle = 2 * PI * k / POINTS * (closed ? 1 : 0.9),
               radius_m = 60 + 12 * cos(3 * angle);
        points_m[k][0] = radius_m * cos(angle), points_m[k][1] = radius_m * sin(angle);
    }
    return (kamm_path){
        .name = "bent", .count = POINTS, .points_m = points_m, .width_m = 12, .closed = closed};
}

/* Curvatures are those of the line so far ahead of where the car is, also over the line of a closed path and past the end of an
 * open one. A metre farther they differ by up to 4e-3. */
static void what_is_ahead_is_the_paths(void **state)
{
    (void)state;
    static const struct {
        const char *column;
        double ahead_m;
    } looks[] = {
        {"curvature_5m", 5}, {"curvature_30m", 30}, {"curvature_65m", 65}, {"curvature_150m", 150}};
    for (int closed = 0; closed < 2; ++closed) {
        static kamm_vehicle_def vehicle, trailer;
        double points_m[60][2];
        kamm_path path = bent_path(points_m, closed);
        kamm_line *line = kamm_create_line(&path, NULL);
        kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
        def.path = &path, def.count = 8, def.max_steps = 2000;
        struct run *run = start(&def, 1);
        for (int step = 0; step < of_tier(300, 2000); ++step) {
            kamm_env_advice(run->env, run->action[0]);
            take_step(run);
            for (int i = 0; i < def.count; ++i) {
                const kamm_cars *cars = kamm_env_cars(run->env);
                double station_m =
                    kamm_line_station_m(line, kamm_read(cars, i, KAMM_CHANNEL_x_m),
                                        kamm_read(cars, i, KAMM_CHANNEL_y_m), -1, NULL);
                for (size_t k = 0; k < sizeof looks / sizeof *looks; ++k)
                    expect_near(seen(run, i, looks[k].column),
                                kamm_line_at(line, station_m + looks[k].ahead_m).curvature_per_m,
                                3e-4);
            }
        }
        end(run);
        kamm_destroy_line(line);
    }
}

static void leaving_the_track_ends_an_episode(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    def.max_steps = 2000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 1);
    int steps = 0;
    run->action[0][0] = 0.3f, run->action[0][1] = 1;
    for (; steps < 500 && !run->terminated[0]; ++steps) take_step(run);
    assert_in_range(steps, 10, 400);
    assert_true(fminf(run->observations[0][0], run->observations[0][1]) < 0);
    assert_true(run->rewards[0] < -0.5f);
    take_step(run);
    assert_true(run->rewards[0] == 0 && !run->terminated[0]);
    end(run);
}

static void expect_refused(const kamm_env_def *def, kamm_result code, const char *part)
{
    kamm_error error = {KAMM_OK, "", ""};
    assert_null(kamm_create_env(def, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.text, part)) fail_msg("%s", error.text);
}

static void what_is_wrong_is_told(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    const kamm_env_def good = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    kamm_env_def def = good;
    def.count = 0;
    expect_refused(&def, KAMM_ERROR_RANGE, "count");
    def = good, def.task = KAMM_ENV_TASKS;
    expect_refused(&def, KAMM_ERROR_UNKNOWN, "task");
    kamm_env_range range = {"body.mass_kg", 900, 800};
    def = good, def.ranges = &range, def.range_count = 1;
    expect_refused(&def, KAMM_ERROR_RANGE, "body.mass_kg");
    range = (kamm_env_range){"body.mass", 900, 1000};
    expect_refused(&def, KAMM_ERROR_UNKNOWN, "body.mass");
    range = (kamm_env_range){"stepping.substeps_per_s", 100, 200};
    expect_refused(&def, KAMM_ERROR_RANGE, "other wheels, parts or substeps");
    def_of(KAMM_ENV_TRAILER, &vehicle, &trailer);
    range = (kamm_env_range){"trailer.stepping.substeps_per_s", 300, 300};
    def.task = KAMM_ENV_TRAILER;
    expect_refused(&def, KAMM_ERROR_RANGE, "other wheels, parts or substeps");
    range = (kamm_env_range){"trailer.body.mass", 900, 1000};
    expect_refused(&def, KAMM_ERROR_UNKNOWN, "body.mass");
    def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    def = good, def.opponents = 8;
    expect_refused(&def, KAMM_ERROR_RANGE, "opponents");
    def = good, vehicle.stepping.substeps_per_s = 170;
    expect_refused(&def, KAMM_ERROR_RANGE, "substeps_per_s");
    def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    struct run *run = start(&good, 1);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_env_count(NULL));
    MISUSE(kamm_env_car(run->env, 1));
    MISUSE(kamm_step_env(run->env, NULL, NULL, NULL));
    kamm_set_assert_handler(NULL, NULL);
    end(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_are_single_ones),
        cmocka_unit_test(a_snapshot_goes_on_with_the_same_bits),
        cmocka_unit_test(an_episode_that_is_none_is_refused),
        cmocka_unit_test(a_faulty_action_ends_its_episode),
        cmocka_unit_test(observations_are_the_cars_channels),
        cmocka_unit_test(what_is_ahead_is_the_paths),
        cmocka_unit_test(leaving_the_track_ends_an_episode),
        cmocka_unit_test(what_is_wrong_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
