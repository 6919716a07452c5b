/* The drift assist: drifts by arrow keys alone, of cars with the presets of data/arcade. */
#include "support/drive.h"
#include "support/quick.h"
#include "support/tier.h"

#include <kamm/io/arcade_file.h>
#include <math.h>
#include <string.h>

#define DEGREE (PI / 180)

/* Of the shipped vehicles those that are driven at the rear alone, but for lorries, buses, the three-wheeler and the
 * kinematic vans of CommonRoad. */
static const char *const names[] = {
    "bmw-m3-e46",        "vw-beetle-1500-1967", "nissan-350z-drift",      "go-kart-125",
    "audi-r8-lms-gt3",   "mclaren-mp4-12c",     "porsche-boxster-s-2004", "formula-car-2014",
    "toyota-hilux-laden"};
static const char *const presets[] = {"drift", "kart", "street-racer", "rally", "monster"};
enum { NAMES = sizeof names / sizeof *names, PRESETS = sizeof presets / sizeof *presets };

static kamm_arcade preset_named(const char *name)
{
    kamm_arcade arcade;
    kamm_error error;
    must(kamm_load_arcade(name, &arcade, NULL, &error), &error);
    return arcade;
}

static kamm_vehicle_def car_of(const char *name, const kamm_arcade *arcade)
{
    kamm_vehicle_def def = car_named(name);
    kamm_error error;
    def.stepping.substeps_per_s = 240;
    must(kamm_arcade_vehicle(arcade, &def, &error), &error);
    return def;
}

/* A player with three keys, who sees the car as it was 0.12 s ago (7 frames): starts off, steers and lifts, and takes the
 * throttle key again once the car slides. */
enum { DELAY = 7, FPS = 60 };

struct player {
    kamm_cars *cars;
    kamm_arcade arcade;
    kamm_arcade_state state;
    float side; /* 1: the left key */
    int slides, frame;
    double speed[DELAY], sideslip[DELAY];
    double drift_s, longest_s, max_sideslip_rad;
};

static kamm_driver_request keys_of(struct player *p)
{
    double speed = p->speed[p->frame % DELAY], sideslip = fabs(p->sideslip[p->frame % DELAY]);
    if (!p->slides && speed > 18) p->slides = 1;
    if (p->slides == 1 && sideslip > 14 * DEGREE) p->slides = 2;
    if (p->slides == 2 && sideslip < 6 * DEGREE && speed > 14) p->slides = 1;
    return (kamm_driver_request){.steer = p->slides ? p->side : 0,
                                 .throttle = p->slides == 1 ? 0 : 1};
}

static void watch(struct player *p)
{
    double speed = kamm_read(p->cars, 0, KAMM_CHANNEL_speed_mps);
    double sideslip = kamm_read(p->cars, 0, KAMM_CHANNEL_sideslip_rad);
    p->speed[p->frame % DELAY] = speed;
    p->sideslip[p->frame % DELAY] = sideslip;
    ++p->frame;
    int drifts = speed > 3 && -(double)p->side * sideslip >= 25 * DEGREE;
    p->drift_s = drifts ? p->drift_s + 1.0 / FPS : 0;
    p->longest_s = fmax(p->longest_s, p->drift_s);
    if (speed > 3) p->max_sideslip_rad = fmax(p->max_sideslip_rad, fabs(sideslip));
}

static void play(struct player *p, double seconds)
{
    kamm_error error;
    int substeps = (int)lround(1 / (FPS * kamm_describe(kamm_model_of(p->cars, 0)).substep_s));
    for (int i = 0; i < (int)(seconds * FPS); ++i) {
        kamm_arcade_request request = {.driver = keys_of(p)};
        must(
            kamm_arcade_input(&p->arcade, NULL, &p->state, p->cars, 0, &request, 1.0 / FPS, &error),
            &error);
        kamm_step(p->cars, &kamm_flat_ground, substeps);
        watch(p);
    }
}

static struct player start_player(const char *name, const char *preset, kamm_rung rung, float side)
{
    struct player p = {.arcade = preset_named(preset), .side = side};
    kamm_vehicle_def def = car_of(name, &p.arcade);
    p.cars = start_rung(&def, rung, 1);
    put_car(p.cars, 0, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    return p;
}

static void expect_drift(const char *name, const char *preset, kamm_rung rung)
{
    struct player p = start_player(name, preset, rung, 1);
    play(&p, 12);
    print_message("%s, %s, %s: %.1f s beyond 25 degrees, at most %.0f\n", name, preset,
                  rung_name(rung), p.longest_s, p.max_sideslip_rad / DEGREE);
    expect_above(p.longest_s, 5);
    expect_below(p.max_sideslip_rad, 60 * DEGREE);
    assert_int_equal(kamm_fault(p.cars, 0), 0);
    end_cars(p.cars);
}

static void arrow_keys_alone_hold_a_drift(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int p = 0; p < PRESETS; ++p)
        for (int i = 0; i < of_tiers(1, 3, NAMES); ++i)
            expect_drift(names[i], presets[p], KAMM_FULL);
}

static void lower_rungs_drift_as_well(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    expect_drift("bmw-m3-e46", "drift", KAMM_DOUBLE_TRACK);
    expect_drift("bmw-m3-e46", "drift", KAMM_SINGLE_TRACK);
}

/* The released key ends the drift, and the other key begins one to the other side. */
static void release_ends_the_drift(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct player p = start_player("bmw-m3-e46", "drift", KAMM_FULL, 1);
    play(&p, 8);
    expect_above(fabs(read_channel(p.cars, KAMM_CHANNEL_sideslip_rad)), 25 * DEGREE);
    p.side = 0;
    play(&p, 3);
    expect_near(read_channel(p.cars, KAMM_CHANNEL_sideslip_rad), 0, 3 * DEGREE);
    expect_near(read_channel(p.cars, KAMM_CHANNEL_yaw_rate_radps), 0, 0.1);
    end_cars(p.cars);
}

static void half_a_key_holds_about_half_the_angle(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    double held[2];
    for (int i = 0; i < 2; ++i) {
        struct player p = start_player("bmw-m3-e46", "drift", KAMM_FULL, 1);
        play(&p, 6);
        p.side = i ? 0.6f : 1;
        play(&p, 3);
        held[i] = -read_channel(p.cars, KAMM_CHANNEL_sideslip_rad);
        end_cars(p.cars);
    }
    expect_above(held[0], 28 * DEGREE);
    expect_below(held[1], 0.85 * held[0]);
    expect_above(held[1], 0.4 * held[0]);
}

/* The real car with the same keys: its stability and the assist keep it from sliding. */
static void without_the_knob_there_is_no_drift(void **state)
{
    (void)state;
    struct player p = start_player("bmw-m3-e46", "sim", KAMM_FULL, 1);
    play(&p, 10);
    expect_below(p.max_sideslip_rad, 20 * DEGREE);
    end_cars(p.cars);
}

static void mirrored_keys_drift_in_the_mirror(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct player left = start_player("bmw-m3-e46", "drift", KAMM_FULL, 1);
    struct player right = start_player("bmw-m3-e46", "drift", KAMM_FULL, -1);
    for (int i = 0; i < 8; ++i) {
        play(&left, 1), play(&right, 1);
        assert_true(read_channel(left.cars, KAMM_CHANNEL_x_m) ==
                    read_channel(right.cars, KAMM_CHANNEL_x_m));
        assert_true(read_channel(left.cars, KAMM_CHANNEL_y_m) ==
                    -read_channel(right.cars, KAMM_CHANNEL_y_m));
        assert_true(kamm_inputs(left.cars)->steering_wheel_rad ==
                    -kamm_inputs(right.cars)->steering_wheel_rad);
    }
    expect_above(left.longest_s, 2);
    end_cars(left.cars), end_cars(right.cars);
}

static void snapshot_restores_a_drift(void **state)
{
    (void)state;
    struct player p = start_player("bmw-m3-e46", "kart", KAMM_FULL, 1);
    play(&p, 6);
    size_t size = kamm_snapshot_size(p.cars);
    void *snapshot = malloc(size);
    assert_non_null(snapshot);
    kamm_save_snapshot(p.cars, snapshot);
    const struct player saved = p;
    play(&p, 3);
    uint64_t first = kamm_state_hash(p.cars);
    kamm_error error;
    p = saved;
    must(kamm_restore_snapshot(p.cars, snapshot, size, &error), &error);
    play(&p, 3);
    assert_true(kamm_state_hash(p.cars) == first);
    free(snapshot);
    end_cars(p.cars);
}

/* In neutral, with the drift key held: the assist steers and brakes, and adds nothing. At walking pace the turned wheels
 * lift the frame of a kart, which is the steering's work. */
static void drift_assist_adds_no_energy(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < of_tiers(2, 4, NAMES); ++i) {
        struct player p = start_player(names[i], "drift", KAMM_FULL, 1);
        kamm_error error;
        play(&p, 6);
        double drifting = read_channel(p.cars, KAMM_CHANNEL_energy_j);
        const kamm_arcade_request request = {.driver = {.steer = 1, .own_gear = 1}};
        kamm_inputs(p.cars)->gear = 0;
        for (int frame = 0; frame < FPS; ++frame) /* engine and driveline run down */
            kamm_arcade_input(&p.arcade, NULL, &p.state, p.cars, 0, &request, 1.0 / FPS, &error),
                kamm_step(p.cars, &kamm_flat_ground, 4);
        double energy = read_channel(p.cars, KAMM_CHANNEL_energy_j), first = energy;
        while (read_channel(p.cars, KAMM_CHANNEL_speed_mps) > 2) {
            kamm_arcade_input(&p.arcade, NULL, &p.state, p.cars, 0, &request, 1.0 / FPS, &error);
            kamm_step(p.cars, &kamm_flat_ground, 4);
            double now = read_channel(p.cars, KAMM_CHANNEL_energy_j);
            expect_below(now, energy + 1e-4 * drifting);
            energy = fmin(energy, now);
        }
        expect_below(energy, first);
        end_cars(p.cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrow_keys_alone_hold_a_drift),
        cmocka_unit_test(lower_rungs_drift_as_well),
        cmocka_unit_test(release_ends_the_drift),
        cmocka_unit_test(half_a_key_holds_about_half_the_angle),
        cmocka_unit_test(without_the_knob_there_is_no_drift),
        cmocka_unit_test(mirrored_keys_drift_in_the_mirror),
        cmocka_unit_test(snapshot_restores_a_drift),
        cmocka_unit_test(drift_assist_adds_no_energy),
    };
    return cmocka_run_group_tests_name("arcade drift", tests, NULL, NULL);
}
