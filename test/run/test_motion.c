/* The motion of a running car, read and set again: nothing changes, or only what is set. */
#include "support/company.h"
#include "support/misuse.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

static const double rates[] = {60, 120, 240, 600};

/* ---- motion ---- */

/* Two that do the same. */
static kamm_cars *start_pair(int vehicle, kamm_rung rung, double yaw_rad)
{
    kamm_vehicle_def def = shipped_on(vehicle, rung, rates[vehicle % 4]);
    kamm_cars *cars = start_rung(&def, rung, 2);
    for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, yaw_rad, 8, 2);
    return cars;
}

static void drive_alike(kamm_cars *cars, int frame)
{
    swerve_and_brake(cars, 0, frame, 1);
    kamm_inputs(cars)[1] = kamm_inputs(cars)[0];
}

/* What is read and set again goes on as before. */
static void setting_what_was_read_changes_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            kamm_error error;
            kamm_cars *cars = start_pair(i, rung, 0.4);
            kamm_motion motion, again;
            for (int frame = 0; frame < 90; ++frame) {
                drive_alike(cars, frame);
                drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                if (frame % 10) continue;
                kamm_read_motion(cars, 0, &motion);
                must(kamm_set_motion(cars, 0, &motion, &error), &error);
                kamm_read_motion(cars, 0, &again);
                for (int k = 0; k < 3; ++k) {
                    expect_near(again.position_m[k], motion.position_m[k], 1e-9);
                    expect_near(again.velocity_mps[k], motion.velocity_mps[k], 2e-6);
                }
                assert_memory_equal(again.wheel_radps, motion.wheel_radps,
                                    sizeof again.wheel_radps);
            }
            double apart =
                fabs(kamm_read(cars, 0, KAMM_CHANNEL_x_m) - kamm_read(cars, 1, KAMM_CHANNEL_x_m)) +
                fabs(kamm_read(cars, 0, KAMM_CHANNEL_y_m) - kamm_read(cars, 1, KAMM_CHANNEL_y_m));
            if (apart > 2e-3)
                fail_msg("%s on %s: %g m apart", shipped_name(i), rung_name(rung), apart);
            end_cars(cars);
        }
}

/* Elsewhere, heading elsewhere: the same drive, turned. */
static void a_moved_car_drives_on_as_before(void **state)
{
    (void)state;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            kamm_error error;
            kamm_cars *cars = start_pair(i, rung, 0);
            for (int frame = 0; frame < 90; ++frame) {
                drive_alike(cars, frame);
                drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                if (frame != 40) continue;
                kamm_motion m, t;
                kamm_read_motion(cars, 0, &m);
                t = m; /* a quarter to the left */
                t.position_m[0] = 50 - m.position_m[1], t.position_m[1] = 70 + m.position_m[0];
                t.velocity_mps[0] = -m.velocity_mps[1], t.velocity_mps[1] = m.velocity_mps[0];
                t.angular_velocity_radps[0] = -m.angular_velocity_radps[1];
                t.angular_velocity_radps[1] = m.angular_velocity_radps[0];
                const double *q = m.orientation, h = sqrt(0.5);
                const double turned[4] = {h * (q[0] - q[3]), h * (q[1] - q[2]), h * (q[2] + q[1]),
                                          h * (q[3] + q[0])};
                memcpy(t.orientation, turned, sizeof turned);
                must(kamm_set_motion(cars, 0, &t, &error), &error);
            }
            double x = kamm_read(cars, 1, KAMM_CHANNEL_x_m),
                   y = kamm_read(cars, 1, KAMM_CHANNEL_y_m);
            double apart = fabs(kamm_read(cars, 0, KAMM_CHANNEL_x_m) - (50 - y)) +
                           fabs(kamm_read(cars, 0, KAMM_CHANNEL_y_m) - (70 + x));
            if (apart > 5e-3)
                fail_msg("%s on %s: %g m apart", shipped_name(i), rung_name(rung), apart);
            end_cars(cars);
        }
}

static double hardest_mps2(kamm_cars *cars, int substeps)
{
    double hardest = 0;
    for (int n = 0; n < substeps; ++n) {
        kamm_step(cars, &kamm_flat_ground, 1);
        hardest = fmax(hardest, fabs(read_channel(cars, KAMM_CHANNEL_acceleration_x_mps2)));
    }
    return hardest;
}

/* Rolling in one gear at that speed for a second. */
static void roll_in_gear(kamm_cars *cars, double speed_mps)
{
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].gear = (float)read_channel(cars, KAMM_CHANNEL_gear);
    drive_for(cars, &kamm_flat_ground, 1);
}

/* A fifth faster, wheels too: engine and motors turn along, so that no clutch drags. */
static void a_faster_car_goes_on_without_a_jerk(void **state)
{
    (void)state;
    int tried = 0, all = 0;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
            kamm_error error;
            kamm_vehicle_def def = shipped_on(i, (kamm_rung)rung, 240);
            if (has_geared_engine(&def)) def.gearbox.kind = KAMM_GEARBOX_MANUAL;
            kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
            kamm_motion motion;
            roll_in_gear(cars, 12);
            int closed = !has_geared_engine(&def) ||
                         read_channel(cars, KAMM_CHANNEL_clutch_engagement) > 0.99;
            kamm_read_motion(cars, 0, &motion);
            for (int k = 0; k < 3; ++k) motion.velocity_mps[k] *= 1.2;
            for (int w = 0; w < KAMM_MAX_WHEELS; ++w) motion.wheel_radps[w] *= 1.2;
            must(kamm_set_motion(cars, 0, &motion, &error), &error);
            double hardest = hardest_mps2(cars, 60);
            roll_in_gear(cars, 12 * 1.2);
            double usual = hardest_mps2(cars, 60);
            if (closed && hardest > 1.3 * usual + 0.5)
                fail_msg("%s on %s: %g m/s2, %g without", shipped_name(i),
                         rung_name((kamm_rung)rung), hardest, usual);
            tried += closed;
            ++all;
            end_cars(cars);
        }
    expect_above(3 * tried, 2 * all);
}

static void absurd_motions_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e12};
    static const char *const names[] = {"position_m[1]", "orientation[2]", "velocity_mps[0]",
                                        "angular_velocity_radps[2]", "wheel_radps[1]"};
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_error error;
        kamm_motion motion;
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 10, 3);
        uint64_t hash = kamm_state_hash(cars);
        double *values[] = {&motion.position_m[1], &motion.orientation[2], &motion.velocity_mps[0],
                            &motion.angular_velocity_radps[2], &motion.wheel_radps[1]};
        for (int i = 0; i < 6; ++i)
            for (int k = 0; k < 5; ++k) {
                kamm_read_motion(cars, 0, &motion);
                *values[k] = odd[i];
                assert_int_equal(kamm_set_motion(cars, 0, &motion, &error), KAMM_ERROR_RANGE);
                if (!strstr(error.text, names[k]))
                    fail_msg("'%s' expected: %s", names[k], error.text);
                assert_int_equal(kamm_set_motion(cars, 0, &motion, NULL), KAMM_ERROR_RANGE);
            }
        assert_int_equal(kamm_state_hash(cars), hash);
        end_cars(cars);
    }
}

static void misuse_of_motion_calls_the_hook(void **state)
{
    (void)state;
    kamm_error error;
    kamm_motion motion;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 3);
    memset(&motion, 0, sizeof motion);
    kamm_set_assert_handler(count_report, NULL);
    MISUSE(kamm_read_motion(NULL, 0, &motion));
    MISUSE(kamm_read_motion(cars, 3, &motion));
    MISUSE(kamm_read_motion(cars, 0, NULL));
    MISUSE(kamm_set_motion(NULL, 0, &motion, &error));
    MISUSE(kamm_set_motion(cars, 3, &motion, &error));
    MISUSE(kamm_set_motion(cars, 0, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setting_what_was_read_changes_nothing),
        cmocka_unit_test(a_moved_car_drives_on_as_before),
        cmocka_unit_test(a_faster_car_goes_on_without_a_jerk),
        cmocka_unit_test(absurd_motions_are_refused_and_change_nothing),
        cmocka_unit_test(misuse_of_motion_calls_the_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
