/* Brakes that fail, burst tyres and lost wheels (kamm/damage.h). */
#include "support/mirror.h"
#include "support/misuse.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/snapshot.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void damage(kamm_cars *cars, int car, int wheel, kamm_wheel_damage how)
{
    kamm_error error;
    must(kamm_damage_wheel(cars, car, wheel, &how, &error), &error);
}

static const kamm_wheel_damage no_brake = {.brake_loss = 1};

/* Motors brake by the pedal as well. */
static int has_motor(const kamm_vehicle_def *def)
{
    for (int a = 0; a < def->axles_count; ++a)
        if (def->axles[a].motor.peak_nm > 0) return 1;
    return 0;
}

/* ---- brakes ---- */

/* Without any brakes full pedals slow a car down as none do, over all vehicles and rungs; a car with all of them stops. */
static void failed_brakes_do_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            if (rung == KAMM_KINEMATIC) continue;
            kamm_vehicle_def def = shipped_on(i, rung, 240);
            kamm_cars *cars = start_rung(&def, rung, 3);
            for (int car = 0; car < 3; ++car) {
                put_car(cars, car, &kamm_flat_ground, 0, 12, 0);
                kamm_inputs(cars)[car].brake = car < 2;
            }
            for (int w = 0; w < wheels_of(cars, 0); ++w) damage(cars, 0, w, no_brake);
            drive_for(cars, &kamm_flat_ground, 1);
            double failed = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
            double rolling = kamm_read(cars, 2, KAMM_CHANNEL_speed_mps);
            double braked = kamm_read(cars, 1, KAMM_CHANNEL_speed_mps);
            int by_motor = has_motor(&def);
            if (braked < rolling - 1 && !by_motor && !def.single_track.equations)
                expect_near(failed, rolling, 0.1);
            expect_above(failed, braked - 1e-3);
            for (int w = 0; w < wheels_of(cars, 0); ++w)
                expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_brake_torque_nm), 0, 0);
            end_cars(cars);
        }
}

/* Half of the torque at every wheel is the same as half of the pedal, where nothing limits it. */
static void half_a_brake_is_half_a_pedal(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_RIGID2D, KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK,
                                      KAMM_FULL};
    for (size_t r = 0; r < sizeof rungs / sizeof *rungs; ++r) {
        kamm_vehicle_def def = plain_car();
        kamm_cars *cars = start_rung(&def, rungs[r], 2);
        for (int car = 0; car < 2; ++car) {
            put_car(cars, car, &kamm_flat_ground, 0, 25, 0);
            kamm_inputs(cars)[car].brake = car ? 0.15f : 0.3f;
        }
        for (int w = 0; w < 4; ++w) damage(cars, 0, w, (kamm_wheel_damage){.brake_loss = 0.5});
        drive_for(cars, &kamm_flat_ground, 2);
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps),
                    kamm_read(cars, 1, KAMM_CHANNEL_speed_mps), 1e-4);
        expect_below(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), 24);
        end_cars(cars);
    }
}

/* One failed brake turns the car to the other side, and its image to this one, to the bit. */
static void one_failed_brake_turns_the_car(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_RIGID2D, KAMM_DOUBLE_TRACK, KAMM_FULL};
    for (size_t r = 0; r < sizeof rungs / sizeof *rungs; ++r) {
        kamm_vehicle_def left = lopsided_car(1), right = lopsided_car(-1);
        kamm_cars *cars = start_rung(&left, rungs[r], 1);
        kamm_cars *mirrored = start_rung(&right, rungs[r], 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 25, 0);
        put_car(mirrored, 0, &kamm_flat_ground, 0, 25, 0);
        damage(cars, 0, 0, no_brake);
        damage(mirrored, 0, 1, no_brake);
        kamm_inputs(cars)->brake = kamm_inputs(mirrored)->brake = 0.4f;
        for (int frame = 0; frame < 60; ++frame) {
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            drive_for(mirrored, &kamm_flat_ground, 1.0 / 60);
            expect_mirror_images(cars, mirrored, frame);
        }
        expect_below(read_channel(cars, KAMM_CHANNEL_yaw_rad), -0.01);
        end_cars(mirrored);
        end_cars(cars);
    }
}

/* ---- tyres and wheels ---- */

/* The hub is as high as the radius that is left, less the tyre's deflection; the section's crown lets a wheel that leans come lower. */
static void expect_hub_on_ground(const kamm_cars *cars, int car, int wheel)
{
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_read_pose(cars, car, 1, NULL, wheels);
    const double *q = wheels[wheel].pose.orientation;
    double lean = 2 * (q[2] * q[3] + q[0] * q[1]), level = sqrt(1 - lean * lean);
    double radius = kamm_describe(kamm_model_of(cars, car)).wheel_radius_m[wheel];
    double lost = kamm_wheel_damage_of(cars, car, wheel).radius_loss_m +
                  kamm_read_wheel(cars, car, wheel, KAMM_WHEEL_tyre_deflection_m);
    double height = wheels[wheel].pose.position_m[2];
    expect_below(height, radius - lost + 0.002);
    expect_above(height, radius * level - lost - 0.002);
}

/* A parked car comes down on the wheel that is burst or lost and stays there, its weight on what it stands on: over all vehicles,
 * each wheel and rates. */
static void a_parked_car_comes_down(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(13, 1))
        for (int k = 0; k < 2; ++k) {
            kamm_vehicle_def def = shipped_def(i);
            def.stepping.substeps_per_s = allowed_rate(&def, k ? 240 : 60);
            kamm_error error;
            kamm_cars *cars = start_cars(&def, 2 * KAMM_MAX_WHEELS);
            const kamm_model *model = kamm_model_of(cars, 0);
            const int wheels = wheels_of(cars, 0);
            for (int car = 0; car < 2 * wheels; ++car) {
                put_car(cars, car, &kamm_flat_ground, 0, 0, 0);
                kamm_inputs(cars)[car].hand_brake = 1;
                kamm_wheel_damage how =
                    car % 2 ? kamm_lost_wheel(model, car / 2) : kamm_burst_tyre(model, car / 2);
                expect_above(how.radius_loss_m, 0.01);
                must(kamm_damage_wheel(cars, car, car / 2, &how, &error), &error);
            }
            drive_for(cars, &kamm_flat_ground, 5);
            for (int car = 0; car < 2 * wheels; ++car) {
                assert_int_equal(kamm_fault(cars, car), 0);
                /* trucks and tractors sway for long */
                expect_below(fabs(kamm_read(cars, car, KAMM_CHANNEL_speed_mps)), 0.08);
                double load = kamm_read_wheel(cars, car, car / 2, KAMM_WHEEL_load_n);
                if (load > 0) expect_hub_on_ground(cars, car, car / 2);
            }
            end_cars(cars);
        }
}

/* A burst front tyre at speed pulls to its side, without a fault, at any rate. */
static void a_burst_tyre_pulls_to_its_side(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const double rates[] = {60, 240, 1200};
    for (int i = 0; i < shipped_count(); i += of_tier(6, 1))
        for (int k = 0; k < 3; ++k) {
            kamm_vehicle_def def = shipped_def(i);
            def.stepping.substeps_per_s = allowed_rate(&def, rates[k]);
            kamm_cars *cars = start_cars(&def, 2);
            const kamm_model *model = kamm_model_of(cars, 0);
            kamm_model_info info = kamm_describe(model);
            double speed = fmin(25, 0.7 * info.top_speed_mps);
            for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, 0, speed, 0);
            drive_for(cars, &kamm_flat_ground, 0.5);
            if (info.wheel_side[0]) damage(cars, 0, 0, kamm_burst_tyre(model, 0));
            drive_for(cars, &kamm_flat_ground, 2);
            assert_int_equal(kamm_fault(cars, 0), 0);
            double aside =
                kamm_read(cars, 0, KAMM_CHANNEL_y_m) - kamm_read(cars, 1, KAMM_CHANNEL_y_m);
            if (info.wheel_side[0]) expect_above(aside, 0);
            expect_below(fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)), 0.3);
            expect_below(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), speed);
            end_cars(cars);
        }
}

/* The lower rungs follow: the body leans to the burst tyre, as on full. */
static void a_burst_tyre_leans_every_rung(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const kamm_rung rungs[] = {KAMM_RIGID2D, KAMM_SINGLE_TRACK, KAMM_DOUBLE_TRACK,
                                      KAMM_FULL};
    for (size_t r = 0; r < sizeof rungs / sizeof *rungs; ++r) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rungs[r], 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 10, 0);
        for (int w = 0; w < 4; w += 2)
            damage(cars, 0, w, kamm_burst_tyre(kamm_model_of(cars, 0), w));
        drive_for(cars, &kamm_flat_ground, 3);
        double loss = kamm_wheel_damage_of(cars, 0, 0).radius_loss_m;
        expect_share(read_channel(cars, KAMM_CHANNEL_roll_rad), -loss / def.axles[0].track_m, 0.35);
        end_cars(cars);
    }
}

/* Mended at speed or at rest the car is lifted, and not thrown. */
static void a_mended_wheel_does_not_throw_the_car(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const char *const names[] = {"nissan-micra", "kraz-6x4", "go-kart-125",
                                        "toyota-hilux-laden"};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        for (int rate = 60; rate <= 1200; rate *= 20)
            for (int lost = 0; lost < 2; ++lost) {
                kamm_vehicle_def def = shipped_def(shipped_number(names[i]));
                def.stepping.substeps_per_s = allowed_rate(&def, rate);
                kamm_cars *cars = start_cars(&def, 1);
                const kamm_model *model = kamm_model_of(cars, 0);
                put_car(cars, 0, &kamm_flat_ground, 0, 8, 0);
                double height = read_channel(cars, KAMM_CHANNEL_z_m), highest = height;
                damage(cars, 0, 0, lost ? kamm_lost_wheel(model, 0) : kamm_burst_tyre(model, 0));
                drive_for(cars, &kamm_flat_ground, 1);
                damage(cars, 0, 0, (kamm_wheel_damage){0});
                for (int frame = 0; frame < 90; ++frame) {
                    drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                    highest = fmax(highest, read_channel(cars, KAMM_CHANNEL_z_m));
                }
                assert_int_equal(kamm_fault(cars, 0), 0);
                expect_below(highest, height + 0.12);
                expect_near(read_channel(cars, KAMM_CHANNEL_z_m), height, 0.02);
                end_cars(cars);
            }
}

/* ---- it goes along ---- */

static void damage_goes_along_and_ends_with_placing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_error error;
    kamm_cars *cars = start_cars(&def, 2), *other = start_rung(&def, KAMM_DOUBLE_TRACK, 1);
    const kamm_model *model = kamm_model_of(cars, 0);
    for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, 0, 15, KAMM_GEAR_DRIVE);
    damage(cars, 0, 1, kamm_burst_tyre(model, 1));
    damage(cars, 0, 2, no_brake);
    drive_for(cars, &kamm_flat_ground, 1);
    size_t size = kamm_snapshot_size(cars);
    void *snapshot = malloc(size);
    assert_non_null(snapshot);
    kamm_save_snapshot(cars, snapshot);
    drive_for(cars, &kamm_flat_ground, 1);
    uint64_t hash = kamm_state_hash(cars);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, 0);
    expect_near(kamm_wheel_damage_of(cars, 0, 1).radius_loss_m, 0, 0);
    must(kamm_restore_snapshot(cars, snapshot, size, &error), &error);
    drive_for(cars, &kamm_flat_ground, 1);
    assert_true(kamm_state_hash(cars) == hash);
    expect_near(kamm_wheel_damage_of(cars, 1, 1).radius_loss_m, 0, 0);

    kamm_hand_over(cars, 0, other, 0);
    expect_near(kamm_wheel_damage_of(other, 0, 1).radius_loss_m,
                kamm_burst_tyre(model, 1).radius_loss_m, 1e-6);
    expect_near(kamm_wheel_damage_of(other, 0, 2).brake_loss, 1, 0);
    drive_for(other, &kamm_flat_ground, 1);
    kamm_hand_over(other, 0, cars, 1);
    drive_for(cars, &kamm_flat_ground, 2);
    assert_int_equal(kamm_fault(cars, 1), 0);
    expect_near(kamm_wheel_damage_of(cars, 1, 2).brake_loss, 1, 0);
    free(snapshot);
    end_cars(other);
    end_cars(cars);
}

/* Setting what is there already changes no bit, on all rungs. */
static void no_damage_changes_nothing(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 2);
        for (int car = 0; car < 2; ++car) {
            put_car(cars, car, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
            kamm_inputs(cars)[car].steering_wheel_rad = 0.5f;
        }
        for (int frame = 0; frame < 60; ++frame) {
            damage(cars, 0, frame % 4, (kamm_wheel_damage){0});
            drive_for(cars, &kamm_flat_ground, 1.0 / 60);
        }
        for (int i = 0; i < KAMM_CHANNEL_COUNT; ++i)
            expect_near(kamm_read(cars, 0, (kamm_channel)i), kamm_read(cars, 1, (kamm_channel)i),
                        0);
        end_cars(cars);
    }
}

/* ---- errors ---- */

static void what_is_out_of_range_is_told(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_error error;
    static const double odd[] = {NAN, INFINITY, -0.01, 1.01};
    for (int i = 0; i < 4; ++i) {
        const kamm_wheel_damage wrong[] = {{.brake_loss = odd[i]},
                                           {.grip_loss = odd[i]},
                                           {.rolling_resistance = odd[i]},
                                           {.radius_loss_m = odd[i]}};
        static const char *const names[] = {"brake_loss", "grip_loss", "rolling_resistance",
                                            "radius_loss_m"};
        for (int k = 0; k < 4; ++k) {
            assert_int_equal(kamm_damage_wheel(cars, 0, 3, &wrong[k], &error), KAMM_ERROR_RANGE);
            assert_non_null(strstr(error.text, names[k]));
        }
    }
    const kamm_wheel_damage kept = kamm_wheel_damage_of(cars, 0, 3);
    expect_near(kept.brake_loss + kept.grip_loss + kept.rolling_resistance + kept.radius_loss_m, 0,
                0);

    const kamm_model *model = kamm_model_of(cars, 0);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_damage_wheel(NULL, 0, 0, &no_brake, NULL));
    MISUSE(kamm_damage_wheel(cars, 1, 0, &no_brake, NULL));
    MISUSE(kamm_damage_wheel(cars, 0, 4, &no_brake, NULL));
    MISUSE(kamm_damage_wheel(cars, 0, 0, NULL, NULL));
    MISUSE(kamm_wheel_damage_of(NULL, 0, 0));
    MISUSE(kamm_wheel_damage_of(cars, 0, -1));
    MISUSE(kamm_burst_tyre(NULL, 0));
    MISUSE(kamm_burst_tyre(model, 4));
    MISUSE(kamm_lost_wheel(NULL, 0));
    MISUSE(kamm_lost_wheel(model, -1));
    kamm_set_assert_handler(NULL, NULL);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_brakes_do_nothing),
        cmocka_unit_test(half_a_brake_is_half_a_pedal),
        cmocka_unit_test(one_failed_brake_turns_the_car),
        cmocka_unit_test(a_parked_car_comes_down),
        cmocka_unit_test(a_burst_tyre_pulls_to_its_side),
        cmocka_unit_test(a_burst_tyre_leans_every_rung),
        cmocka_unit_test(a_mended_wheel_does_not_throw_the_car),
        cmocka_unit_test(damage_goes_along_and_ends_with_placing),
        cmocka_unit_test(no_damage_changes_nothing),
        cmocka_unit_test(what_is_out_of_range_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
