/* A host may have set its floating-point mode as it likes: rounding, flushing, traps. The bits stay the same on every
 * rung, at every width and on every thread, and the host's mode stays its own. */
#include "support/cars.h"
#include "support/tier.h"

#include "base/float_mode.h"
#include <kamm/io/vehicle_file.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct mode {
    const char *name;
    kamm_float_mode bits;
};

#if defined(__x86_64__)
static const struct mode modes[] = {{"flush to zero, denormals are zero", KAMM_USUAL_MODE | 0x8040},
                                    {"downwards", KAMM_USUAL_MODE | 0x2000},
                                    {"upwards", KAMM_USUAL_MODE | 0x4000},
                                    {"towards zero", KAMM_USUAL_MODE | 0x6000},
                                    {"traps", KAMM_USUAL_MODE & ~0x1f80u},
                                    {"all of it", (KAMM_USUAL_MODE & ~0x0e80u) | 0xe040}};
#elif defined(__aarch64__)
static const struct mode modes[] = {{"flush to zero", 1u << 24},
                                    {"upwards", 1u << 22},
                                    {"downwards", 2u << 22},
                                    {"towards zero", 3u << 22}};
#else
static const struct mode modes[] = {{"the only one", KAMM_USUAL_MODE}};
#endif
enum { MODES = sizeof modes / sizeof *modes };

static void set_mode(const struct mode *mode)
{
    kamm_write_mode(mode ? mode->bits : (kamm_float_mode)KAMM_USUAL_MODE);
}

/* Plain C leaves the usual mode behind: float_mode.h. */
static int is_kept(const struct mode *mode)
{
#ifdef KAMM_GNU_C
    kamm_float_mode flags = KAMM_MODE_FLAGS;
    return (kamm_read_mode() & ~flags) == (mode->bits & ~flags);
#else
    (void)mode;
    return kamm_is_usual_mode(kamm_read_mode());
#endif
}

/* Inputs that no rounding touches. */
static kamm_placement start_of(int car)
{
    return (kamm_placement){.position_m = {16.0 * car, 0, 0},
                            .orientation = {8, 0, 0, car % 2},
                            .speed_mps = car % 4 * 4,
                            .gear = KAMM_GEAR_DRIVE};
}

/* What one rung does in a mode: compile, place, drive, brake to rest, all in it. */
static uint64_t drive_in(const struct mode *mode, kamm_rung rung, int width)
{
    enum { CARS = 20 };
    kamm_placement starts[CARS];
    kamm_vehicle_def def = default_vehicle();
    kamm_set_width(width, NULL);
    for (int car = 0; car < CARS; ++car) starts[car] = start_of(car);
    set_mode(mode);
    kamm_model *model = kamm_create_model(&def, rung, NULL);
    kamm_cars *cars = kamm_create_cars(model, CARS, NULL);
    for (int car = 0; car < CARS; ++car) {
        kamm_place(cars, car, &starts[car]);
        kamm_inputs(cars)[car].throttle = car % 2 ? 1 : 0;
        kamm_inputs(cars)[car].steering_wheel_rad = car % 3 ? 1 : -2;
    }
    kamm_step(cars, &kamm_flat_ground, 100);
    for (int car = 0; car < CARS; ++car) {
        kamm_inputs(cars)[car].throttle = 0;
        kamm_inputs(cars)[car].brake = 1;
    }
    kamm_step(cars, &kamm_flat_ground, 400);
    kamm_hand_over(cars, 1, cars, 0);
    kamm_step(cars, &kamm_flat_ground, 20);
    uint64_t hash = kamm_state_hash(cars);
    if (mode && !is_kept(mode)) hash = 0;
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    set_mode(NULL);
    kamm_set_width(0, NULL);
    return hash;
}

static void float_mode_of_the_host_changes_no_bit(void **state)
{
    (void)state;
    static const int widths[] = {1, 4, 8, 16};
    for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
        uint64_t usual = drive_in(NULL, (kamm_rung)rung, 0);
        for (size_t w = 0; w < sizeof widths / sizeof *widths; ++w)
            for (int i = 0; i < MODES; ++i) {
                if ((rung + (int)w + i) % of_tier(4, 1)) continue;
                if (kamm_set_width(widths[w], NULL) != KAMM_OK) continue;
                uint64_t hash = drive_in(&modes[i], (kamm_rung)rung, widths[w]);
                if (hash != usual)
                    fail_msg("rung %d, width %d, %s: %016llx", rung, widths[w], modes[i].name,
                             (unsigned long long)hash);
            }
    }
    kamm_set_width(0, NULL);
}

/* Cars, cones and a wall, on threads that were made in that mode, too. */
static uint64_t crash_in(const struct mode *mode, int workers)
{
    enum { CARS = 40 };
    kamm_vehicle_def def = default_vehicle();
    kamm_body_def cones[2] = {kamm_cone(0.5), kamm_cone(0.5)};
    kamm_body_def wall = {.shapes[0].box = {.centre_m = {14, 0, 1}, .half_m = {0.25, 200, 1}},
                          .friction = 0.5f};
    kamm_placement starts[CARS];
    for (int car = 0; car < CARS; ++car) {
        starts[car] = start_of(3);
        starts[car].position_m[0] = -(car % 2);
        starts[car].position_m[1] = 1.75 * (car - CARS / 2);
    }
    cones[0].position_m[0] = cones[1].position_m[0] = 6;
    cones[1].position_m[1] = 4;
    set_mode(mode);
    kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
    world_def.bodies = cones;
    world_def.body_count = 2;
    kamm_world *world = kamm_create_world(&world_def, NULL);
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
    kamm_cars *cars = kamm_create_cars(model, CARS, NULL);
    kamm_threads *threads = workers ? kamm_create_threads(workers, NULL) : NULL;
    for (int car = 0; car < CARS; ++car) kamm_place(cars, car, &starts[car]);
    kamm_add_cars(world, cars, NULL);
    if (threads) kamm_set_world_tasks(world, kamm_run_on_threads, threads);
    kamm_step_world(world, 700);
    uint64_t hash = kamm_world_state_hash(world);
    if (mode && !is_kept(mode)) hash = 0;
    set_mode(NULL);
    kamm_destroy_world(world);
    kamm_destroy_threads(threads);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return hash;
}

static void threads_of_a_world_use_the_float_mode(void **state)
{
    (void)state;
    uint64_t usual = crash_in(NULL, 0);
    for (int i = 0; i < MODES; ++i)
        for (int workers = 0; workers <= 3; workers += 3) {
            if ((i + workers) % of_tier(4, 1)) continue;
            uint64_t hash = crash_in(&modes[i], workers);
            if (hash != usual) fail_msg("%s, %d threads", modes[i].name, workers);
        }
}

static void files_read_the_same_in_any_float_mode(void **state)
{
    (void)state;
    static kamm_vehicle_file usual, other;
    assert_int_equal(kamm_load_vehicle("nissan-micra", &usual, NULL, NULL), KAMM_OK);
    for (int i = 0; i < MODES; ++i) {
        memset(&other, 0, sizeof other);
        set_mode(&modes[i]);
        kamm_result result = kamm_load_vehicle("nissan-micra", &other, NULL, NULL);
        int kept = is_kept(&modes[i]);
        set_mode(NULL);
        assert_int_equal(result, KAMM_OK);
        assert_true(kept);
        double a, b;
        static const char *const paths[] = {
            "body.mass_kg", "axles[0].tyre.pky1", "axles[1].suspension.spring_n_per_m",
            "engine.torque_curve.torque_nm[2]", "steering.lock_rad"};
        for (size_t p = 0; p < sizeof paths / sizeof *paths; ++p) {
            if (kamm_get_number(kamm_vehicle_table(), &usual.def, paths[p], &a, NULL)) continue;
            kamm_get_number(kamm_vehicle_table(), &other.def, paths[p], &b, NULL);
            if (a != b) fail_msg("%s: %s: %.17g, %.17g", modes[i].name, paths[p], a, b);
        }
    }
}

/* Free at a frame's grain: the whole of reading, setting and putting back is far less than a car's frame. */
static void switching_the_float_mode_is_cheap(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    for (int i = -1; i < MODES; ++i) {
        set_mode(i < 0 ? NULL : &modes[i]);
        clock_t start = clock();
        for (int round = 0; round < ROUNDS; ++round) {
            KAMM_FLOAT_MODE;
            __asm__ volatile("" : : : "memory");
        }
        set_mode(NULL);
        double each_ns = (double)(clock() - start) / CLOCKS_PER_SEC / ROUNDS * 1e9;
        print_message("%s: %.1f ns\n", i < 0 ? "the usual mode" : modes[i].name, each_ns);
        expect_below(each_ns, 2000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(float_mode_of_the_host_changes_no_bit),
        cmocka_unit_test(threads_of_a_world_use_the_float_mode),
        cmocka_unit_test(files_read_the_same_in_any_float_mode),
        cmocka_unit_test(switching_the_float_mode_is_cheap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
