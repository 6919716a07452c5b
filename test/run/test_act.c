/* Forces and impulses from outside: what they change, on every rung and vehicle, and what is refused. */
#include "support/company.h"
#include "support/mirror.h"
#include "support/misuse.h"
#include "support/momentum.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double rates[] = {60, 120, 240, 600};

static double mass_of(const kamm_cars *cars)
{
    return kamm_describe(kamm_model_of(cars, 0)).mass_kg;
}

/* Of the centre of gravity of the car as it stands at rest. */
static void velocity_of_mass(const kamm_cars *cars, int car, double v[3])
{
    kamm_host_mass mass = kamm_host_mass_of(kamm_model_of(cars, car));
    kamm_motion m;
    double arm[3];
    kamm_read_motion(cars, car, &m);
    const double *q = m.orientation, *p = mass.cg_m, *w = m.angular_velocity_radps;
    arm[0] = (1 - 2 * (q[2] * q[2] + q[3] * q[3])) * p[0] + 2 * (q[1] * q[2] - q[0] * q[3]) * p[1] +
             2 * (q[1] * q[3] + q[0] * q[2]) * p[2];
    arm[1] = 2 * (q[1] * q[2] + q[0] * q[3]) * p[0] + (1 - 2 * (q[1] * q[1] + q[3] * q[3])) * p[1] +
             2 * (q[2] * q[3] - q[0] * q[1]) * p[2];
    arm[2] = 2 * (q[1] * q[3] - q[0] * q[2]) * p[0] + 2 * (q[2] * q[3] + q[0] * q[1]) * p[1] +
             (1 - 2 * (q[1] * q[1] + q[2] * q[2])) * p[2];
    v[0] = m.velocity_mps[0] + w[1] * arm[2] - w[2] * arm[1];
    v[1] = m.velocity_mps[1] + w[2] * arm[0] - w[0] * arm[2];
    v[2] = m.velocity_mps[2] + w[0] * arm[1] - w[1] * arm[0];
}

/* ---- impulses and forces move the whole mass ---- */

/* In empty space, along each axis: by the whole mass, once the springs have come to rest. */
static void an_impulse_and_a_force_give_momentum(void **state)
{
    (void)state;
    kamm_error error;
    kamm_ground space = space_without_air(0);
    for (int i = 0; i < of_tiers(1, 2, 4) * shipped_count(); i += of_tier(11, 1))
        for (int axis = 0; axis < 3; ++axis) {
            kamm_vehicle_def def = shipped_on(i % shipped_count(), KAMM_FULL, rates[i % 4]);
            kamm_cars *cars = start_cars(&def, 2);
            double v[3], w[3], push[3] = {0};
            kamm_motion before;
            for (int car = 0; car < 2; ++car) {
                put_car(cars, car, &kamm_flat_ground, 0.3, 0, 0);
                kamm_read_motion(cars, car, &before);
                before.position_m[2] += 100;
                must(kamm_set_motion(cars, car, &before, &error), &error);
            }
            drive_for(cars, &space, 4); /* wheels sink to their stops */
            for (int car = 0; car < 2; ++car) {
                kamm_read_motion(cars, car, &before);
                memset(before.velocity_mps, 0, sizeof before.velocity_mps);
                memset(before.angular_velocity_radps, 0, sizeof before.angular_velocity_radps);
                must(kamm_set_motion(cars, car, &before, &error), &error);
            }
            push[axis] = 2 * mass_of(cars);
            must(kamm_apply_impulse(cars, 0, push, NULL, &error), &error);
            for (int frame = 0; frame < 60; ++frame) {
                must(kamm_apply_force(cars, 1, push, NULL, &error), &error);
                drive_for(cars, &space, 1.0 / 60);
            }
            drive_for(cars, &space, 4);
            velocity_of_mass(cars, 0, v), velocity_of_mass(cars, 1, w);
            if (fabs(v[axis] - 2) > 0.01 || fabs(w[axis] - 2) > 0.02)
                fail_msg("%s at %g /s, axis %d: %g and %g m/s, 2 expected",
                         shipped_name(i % shipped_count()), rates[i % 4], axis, v[axis], w[axis]);
            assert_int_equal(kamm_fault(cars, 0) | kamm_fault(cars, 1), 0);
            end_cars(cars);
        }
}

/* Its angular momentum about the vertical axis is the impulse; a body whose principal axes lean rolls as well, but on full its
 * hubs do not: 3.3 % of the tipper, whose axles are 4.9 t. */
static void an_angular_impulse_turns_by_the_inertia(void **state)
{
    (void)state;
    kamm_error error;
    for (int i = 0; i < shipped_count(); ++i)
        for (int rung = KAMM_RIGID2D; rung <= KAMM_FULL; ++rung) {
            kamm_vehicle_def def = shipped_def(i);
            kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
            kamm_host_mass mass = kamm_host_mass_of(kamm_model_of(cars, 0));
            const double *about_z = mass.inertia_kgm2[2], push[3] = {0, 0, 0.5 * about_z[2]};
            kamm_motion motion;
            put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
            must(kamm_apply_angular_impulse(cars, 0, push, &error), &error);
            kamm_read_motion(cars, 0, &motion);
            const double *turns = motion.angular_velocity_radps;
            double momentum = rung == KAMM_FULL ? about_z[0] * turns[0] + about_z[1] * turns[1] : 0;
            momentum += about_z[2] * turns[2];
            if (fabs(momentum - push[2]) > (rung == KAMM_FULL ? 0.035 : 1e-6) * push[2])
                fail_msg("%s on %s: %g N.m.s, not %g", shipped_name(i), rung_name((kamm_rung)rung),
                         momentum, push[2]);
            end_cars(cars);
        }
}

/* What is struck off its centre of gravity turns as a force at its point says: r x J. */
static void a_push_aside_of_the_middle_is_impulse_and_moment(void **state)
{
    (void)state;
    kamm_error error;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = default_vehicle();
        kamm_cars *cars = start_rung(&def, rung, 2);
        kamm_motion one, two;
        for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, 0, 5, 0);
        double x = read_channel(cars, KAMM_CHANNEL_x_m), y = read_channel(cars, KAMM_CHANNEL_y_m);
        double z = read_channel(cars, KAMM_CHANNEL_z_m);
        const double push[3] = {300, 900, 0}, ahead[3] = {x + 1.5, y, z}, turn[3] = {0, 0, 1350};
        must(kamm_apply_impulse(cars, 0, push, ahead, &error), &error);
        must(kamm_apply_impulse(cars, 1, push, NULL, &error), &error);
        must(kamm_apply_angular_impulse(cars, 1, turn, &error), &error);
        kamm_read_motion(cars, 0, &one), kamm_read_motion(cars, 1, &two);
        for (int i = 0; i < 3; ++i) {
            expect_near(one.velocity_mps[i], two.velocity_mps[i], 1e-6);
            expect_near(one.angular_velocity_radps[i], two.angular_velocity_radps[i], 1e-6);
        }
        end_cars(cars);
    }
}

/* ---- against friction ---- */

/* With all brakes on, 0.3 of its weight does not move it. (On rigid2d side forces go with the speed, however slow.) */
static void a_parked_car_holds_against_less_than_its_friction(void **state)
{
    (void)state;
    kamm_error error;
    for (int i = 0; i < shipped_count(); i += of_tier(11, 1))
        for (int k = 0; k < 2 * of_tiers(1, 2, 4); ++k)
            for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_FULL; ++rung) {
                kamm_vehicle_def def = shipped_on(i, (kamm_rung)rung, rates[(k / 2 + i) % 4]);
                kamm_cars *cars = start_rung(&def, (kamm_rung)rung, 1);
                double weight = mass_of(cars) * GRAVITY_MPS2, start[3], end[3];
                const double push[3] = {k % 2 ? 0.3 * weight : 0, k % 2 ? 0 : 0.3 * weight, 0};
                put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
                kamm_inputs(cars)[0].brake = 1;
                kamm_inputs(cars)[0].hand_brake = 1;
                drive_for(cars, &kamm_flat_ground, 2);
                for (int frame = 0; frame < 360; ++frame) {
                    must(kamm_apply_force(cars, 0, push, NULL, &error), &error);
                    drive_for(cars, &kamm_flat_ground, 1.0 / 60);
                    if (frame == 240) read_position(cars, 0, start);
                }
                read_position(cars, 0, end);
                double way = hypot(end[0] - start[0], end[1] - start[1]);
                if (way > 0.01) /* it still rocks */
                    fail_msg("%s on %s: %g m in two seconds under %s of 0.3 of its weight",
                             shipped_name(i), rung_name((kamm_rung)rung), way,
                             k % 2 ? "a push" : "a side push");
                assert_int_equal(kamm_fault(cars, 0), 0);
                end_cars(cars);
            }
}

/* Rolling in neutral: the force less what rolling resists. */
static void a_force_accelerates_a_rolling_car(void **state)
{
    (void)state;
    kamm_error error;
    for (int i = 0; i < shipped_count(); i += of_tier(4, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = shipped_on(i, rung, rates[i % 4]);
            if (rung == KAMM_SINGLE_TRACK &&
                def.single_track.equations == KAMM_EQUATIONS_COMMONROAD)
                continue;
            kamm_cars *cars = start_rung(&def, rung, 2);
            double weight = mass_of(cars) * GRAVITY_MPS2;
            const double push[3] = {0.1 * weight, 0, 0};
            for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, 0, 5, 0);
            for (int frame = 0; frame < 60; ++frame) {
                must(kamm_apply_force(cars, 0, push, NULL, &error), &error);
                drive_for(cars, &kamm_flat_ground, 1.0 / 60);
            }
            double gained = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) -
                            kamm_read(cars, 1, KAMM_CHANNEL_forward_speed_mps);
            /* Wheels, and what turns with them, take some; kinematic has no mass beyond the car's. */
            if (gained < 0.85 * 0.1 * GRAVITY_MPS2 || gained > 1.02 * 0.1 * GRAVITY_MPS2)
                fail_msg("%s on %s: %g m/s gained, %g by its mass", shipped_name(i),
                         rung_name(rung), gained, 0.1 * GRAVITY_MPS2);
            end_cars(cars);
        }
}

/* ---- how long a force acts ---- */

static void a_force_ends_with_the_call(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 2);
    const double push[3] = {0, 4000, 0}, turn[3] = {0, 0, 3000};
    void *snapshot = malloc(kamm_snapshot_size(cars));
    assert_non_null(snapshot);
    for (int way = 0; way < 5; ++way) {
        for (int car = 0; car < 2; ++car) put_car(cars, car, &kamm_flat_ground, 0, 10, 3);
        kamm_save_snapshot(cars, snapshot);
        must(kamm_apply_force(cars, 0, push, NULL, &error), &error);
        must(kamm_apply_torque(cars, 0, turn, &error), &error);
        if (way == 0) kamm_step(cars, &kamm_flat_ground, 0);
        if (way == 1)
            must(kamm_restore_snapshot(cars, snapshot, kamm_snapshot_size(cars), &error), &error);
        if (way == 2) put_car(cars, 0, &kamm_flat_ground, 0, 10, 3);
        if (way == 3) kamm_copy_car(cars, 1, cars, 0);
        if (way == 4) {
            const double back[3] = {0, -4000, 0}, other[3] = {0, 0, -3000};
            must(kamm_apply_force(cars, 0, back, NULL, &error), &error);
            must(kamm_apply_torque(cars, 0, other, &error), &error);
        }
        for (int frame = 0; frame < 10; ++frame) kamm_step(cars, &kamm_flat_ground, 20);
        struct seen_car one, two;
        look_at_car(cars, 0, &one), look_at_car(cars, 1, &two);
        expect_same_look(&one, &two, "after a force that has ended", kamm_width(), way);
    }
    free(snapshot);
    end_cars(cars);
}

static int ask_nothing(int *calls) { return ++*calls; }

static void count_calls(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
{
    (void)cars, (void)car, (void)demand;
    ask_nothing(user);
}

/* Control units cut a call into pieces, worlds into single substeps: the force is there in all of them. */
static void a_force_acts_through_all_of_a_call(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    def.aids.demands = 1;
    kamm_cars *cars[3];
    int calls = 0;
    kamm_controller controller = {.control = count_calls, .user = &calls, .interval_substeps = 7};
    kamm_world_def world_def = {.ground = kamm_flat_ground};
    kamm_world *world = kamm_create_world(&world_def, &error);
    assert_non_null(world);
    for (int i = 0; i < 3; ++i) {
        cars[i] = start_cars(&def, 1);
        put_car(cars[i], 0, &kamm_flat_ground, 0, 10, 3);
    }
    must(kamm_add_cars(world, cars[2], &error), &error);
    for (int frame = 0; frame < 40; ++frame) {
        const double push[3] = {0, frame % 8 ? 6000 : -2000, 100}, turn[3] = {100, 0, 500};
        for (int i = 0; i < 3 && frame % 2; ++i) {
            must(kamm_apply_force(cars[i], 0, push, NULL, &error), &error);
            must(kamm_apply_torque(cars[i], 0, turn, &error), &error);
        }
        kamm_step(cars[0], &kamm_flat_ground, 20);
        kamm_step_controlled(cars[1], &kamm_flat_ground, 20, &controller);
        kamm_step_world(world, 20);
    }
    assert_int_equal(kamm_state_hash(cars[0]), kamm_state_hash(cars[1]));
    assert_int_equal(kamm_state_hash(cars[0]), kamm_state_hash(cars[2]));
    expect_above(calls, 100);
    expect_above(fabs(read_channel(cars[0], KAMM_CHANNEL_y_m)), 0.1);
    kamm_destroy_world(world);
    for (int i = 0; i < 3; ++i) end_cars(cars[i]);
}

/* A magnet that pulls a car at 300 g towards a wall a metre thick: it ends in front of it. */
static void a_pulled_car_does_not_pass_a_wall(void **state)
{
    (void)state;
    for (int k = 0; k < 4; ++k) {
        kamm_error error;
        kamm_vehicle_def def = default_vehicle();
        def.stepping.substeps_per_s = rates[k];
        kamm_body_def wall = {.shapes[0].box = {.centre_m = {40, 0, 2}, .half_m = {0.5, 20, 4}},
                              .friction = 0.5f};
        kamm_world_def world_def = {.ground = kamm_flat_ground, .bodies = &wall, .body_count = 1};
        kamm_world *world = kamm_create_world(&world_def, &error);
        kamm_cars *cars = start_cars(&def, 1);
        assert_non_null(world);
        put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
        must(kamm_add_cars(world, cars, &error), &error);
        for (int i = 0; i < 3; ++i) kamm_step_world(world, (int)rates[k] / 60);
        for (int frame = 0; frame < 120; ++frame) {
            const double pull[3] = {mass_of(cars) * 3000, 0, 0};
            if (frame < 20) must(kamm_apply_force(cars, 0, pull, NULL, &error), &error);
            kamm_step_world(world, (int)rates[k] / 60);
        }
        expect_below(read_channel(cars, KAMM_CHANNEL_x_m), 40);
        assert_int_equal(kamm_fault(cars, 0), 0);
        kamm_destroy_world(world);
        end_cars(cars);
    }
}

/* ---- bits ---- */

static void push_about(kamm_cars *cars, int car, int frame, double side)
{
    const double force[3] = {500, side * (frame % 40 < 20 ? 2500 : -1500), 800};
    const double turn[3] = {side * 300, 200, side * 900}, impulse[3] = {200, side * 600, 100};
    swerve_and_brake(cars, car, frame, side);
    if (frame % 3 == 0) kamm_apply_force(cars, car, force, NULL, NULL);
    if (frame % 5 == 0) kamm_apply_torque(cars, car, turn, NULL);
    if (frame % 50 == 0) kamm_apply_impulse(cars, car, impulse, NULL, NULL);
}

static void pushed_cars_have_the_same_bits_in_company_and_mirrored(void **state)
{
    (void)state;
    kamm_vehicle_def plain = default_vehicle(), heavy = plain, image = lopsided_car(-1);
    plain.stepping.substeps_per_s = heavy.stepping.substeps_per_s = 240;
    heavy.payload.mass_kg = 200;
    for (EACH_RUNG(rung))
        expect_same_bits_in_company(&plain, &heavy, rung, &kamm_flat_ground, push_about);
    plain = lopsided_car(1);
    expect_mirrored_drive(&plain, &image, KAMM_FULL, &kamm_flat_ground, 20, push_about);
}

/* ---- what is refused ---- */

static void expect_refused(kamm_result result, const kamm_error *error, const char *text)
{
    if (result != KAMM_ERROR_RANGE || !strstr(error->text, text))
        fail_msg("'%s' expected, got %d: %s", text, result, error->text);
}

static void absurd_values_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e12};
    kamm_vehicle_def def = default_vehicle();
    for (EACH_RUNG(rung)) {
        kamm_error error;
        kamm_cars *cars = start_rung(&def, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 10, 3);
        uint64_t hash = kamm_state_hash(cars);
        for (size_t i = 0; i < sizeof odd / sizeof *odd; ++i) {
            const double v[3] = {odd[i], 0, 0}, turn[3] = {0, 0, odd[i]}, small[3] = {1, 0, 0};
            expect_refused(kamm_apply_impulse(cars, 0, v, NULL, &error), &error, "impulse_ns");
            expect_refused(kamm_apply_impulse(cars, 0, small, v, &error), &error, "point_m");
            expect_refused(kamm_apply_force(cars, 0, v, NULL, &error), &error, "force_n");
            expect_refused(kamm_apply_force(cars, 0, small, v, &error), &error, "point_m");
            if (rung != KAMM_KINEMATIC || !isfinite(odd[i])) {
                expect_refused(kamm_apply_torque(cars, 0, turn, &error), &error, "torque_nm");
                expect_refused(kamm_apply_angular_impulse(cars, 0, turn, &error), &error,
                               "impulse_nms");
            }
            assert_int_equal(kamm_apply_force(cars, 0, v, NULL, NULL), KAMM_ERROR_RANGE);
        }
        assert_int_equal(kamm_state_hash(cars), hash);
        kamm_cars *other = start_rung(&def, rung, 1);
        put_car(other, 0, &kamm_flat_ground, 0, 10, 3);
        kamm_step(cars, &kamm_flat_ground, 60), kamm_step(other, &kamm_flat_ground, 60);
        assert_int_equal(kamm_state_hash(cars), kamm_state_hash(other));
        end_cars(other);
        end_cars(cars);
    }
}

/* A car that a fault has parked stays where it is. */
static void a_parked_car_takes_no_push(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_placement nowhere = {.position_m = {NAN, 0, 0}};
    const double push[3] = {3000, 0, 0};
    put_car(cars, 0, &kamm_flat_ground, 0, 10, 3);
    kamm_place(cars, 0, &nowhere);
    must(kamm_apply_impulse(cars, 0, push, NULL, &error), &error);
    must(kamm_apply_force(cars, 0, push, NULL, &error), &error);
    kamm_step(cars, &kamm_flat_ground, 60);
    expect_near(read_channel(cars, KAMM_CHANNEL_speed_mps), 0, 0);
    end_cars(cars);
}

static void misuse_of_forces_calls_the_hook(void **state)
{
    (void)state;
    kamm_error error;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 3);
    kamm_set_assert_handler(count_report, NULL);
    const double up[3] = {0, 0, 1};
    MISUSE(kamm_apply_impulse(NULL, 0, up, NULL, &error));
    MISUSE(kamm_apply_impulse(cars, 3, up, NULL, &error));
    MISUSE(kamm_apply_impulse(cars, 0, NULL, NULL, &error));
    MISUSE(kamm_apply_angular_impulse(NULL, 0, up, &error));
    MISUSE(kamm_apply_angular_impulse(cars, -1, up, &error));
    MISUSE(kamm_apply_angular_impulse(cars, 0, NULL, &error));
    MISUSE(kamm_apply_force(NULL, 0, up, NULL, &error));
    MISUSE(kamm_apply_force(cars, 3, up, NULL, &error));
    MISUSE(kamm_apply_force(cars, 0, NULL, NULL, &error));
    MISUSE(kamm_apply_torque(NULL, 0, up, &error));
    MISUSE(kamm_apply_torque(cars, 3, up, &error));
    MISUSE(kamm_apply_torque(cars, 0, NULL, &error));
    kamm_set_assert_handler(NULL, NULL);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impulse_and_a_force_give_momentum),
        cmocka_unit_test(an_angular_impulse_turns_by_the_inertia),
        cmocka_unit_test(a_push_aside_of_the_middle_is_impulse_and_moment),
        cmocka_unit_test(a_parked_car_holds_against_less_than_its_friction),
        cmocka_unit_test(a_force_accelerates_a_rolling_car),
        cmocka_unit_test(a_force_ends_with_the_call),
        cmocka_unit_test(a_force_acts_through_all_of_a_call),
        cmocka_unit_test(a_pulled_car_does_not_pass_a_wall),
        cmocka_unit_test(pushed_cars_have_the_same_bits_in_company_and_mirrored),
        cmocka_unit_test(absurd_values_are_refused_and_change_nothing),
        cmocka_unit_test(a_parked_car_takes_no_push),
        cmocka_unit_test(misuse_of_forces_calls_the_hook),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
