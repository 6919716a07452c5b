/* Control units of the host's own: when they are called, what each demand does, and that bits are kept. */
#include "support/mirror.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static kamm_vehicle_def controlled(int vehicle)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.aids.demands = 1;
    def.stepping.substeps_per_s = 240;
    return def;
}

/* ---- when ---- */

/* Something for every demand, by what the car does; `side` -1: the mirror image. */
static void ask_everything(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
{
    double side = user ? *(const double *)user : 1, t = kamm_read(cars, car, KAMM_CHANNEL_time_s);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    double yaw = side * kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_radps);
    demand->engine_cut = 0.3f;
    demand->steer_rad = (float)(side * (0.01 * sin(3 * t) - 0.02 * yaw));
    for (int w = 0; w < info.wheel_count; ++w) {
        double left = side * info.wheel_side[w];
        demand->brake[w] = left > 0 ? 0.05f : 0;
        demand->release[w] = left < 0 ? 0.5f : 0;
        demand->drive_nm[w] = (float)(30 * left);
        demand->actuator_n[w] = (float)(300 * left + 100);
    }
}

static uint64_t hash_by_calls_of(int vehicle, int interval, int substeps_per_call)
{
    kamm_vehicle_def def = controlled(vehicle);
    kamm_cars *cars = start_cars(&def, 2);
    kamm_controller controller = {.control = ask_everything, .interval_substeps = interval};
    for (int car = 0; car < 2; ++car) {
        put_car(cars, car, &kamm_flat_ground, 0.3, 12 + car, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[car].throttle = 0.4f;
    }
    for (int done = 0; done < 120; done += substeps_per_call)
        kamm_step_controlled(cars, &kamm_flat_ground, substeps_per_call, &controller);
    uint64_t hash = kamm_state_hash(cars);
    assert_int_equal(kamm_fault(cars, 0) | kamm_fault(cars, 1), 0);
    end_cars(cars);
    return hash;
}

static void any_grouping_into_calls_makes_the_same_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    static const int calls[] = {1, 4, 5, 120};
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(4, 1))
        for (int interval = 1; interval < 30; interval += of_tier(23, 6)) {
            uint64_t hash = hash_by_calls_of(vehicle, interval, 3);
            for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i)
                if (hash_by_calls_of(vehicle, interval, calls[i]) != hash)
                    fail_msg("%s, each %d substeps: %d substeps a call make other bits than 3",
                             shipped_name(vehicle), interval, calls[i]);
        }
}

static void count_calls(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
{
    (void)cars, (void)demand;
    ++((int *)user)[car];
}

static void only_cars_that_take_demands_are_called(void **state)
{
    (void)state;
    kamm_vehicle_def defs[3] = {default_vehicle(), default_vehicle(), default_vehicle()};
    defs[1].aids.demands = 1;
    kamm_cars *cars = start_mixed_cars(defs, 3);
    int calls[3] = {0};
    kamm_controller controller = {count_calls, calls, 10};
    kamm_step_controlled(cars, &kamm_flat_ground, 7, &controller);
    kamm_step_controlled(cars, &kamm_flat_ground, 7, &controller);
    kamm_step_controlled(cars, &kamm_flat_ground, 20, &controller);
    assert_int_equal(calls[0] + calls[2], 0);
    assert_int_equal(calls[1], 4); /* at 0, 10, 20 and 30 of 34 */
    assert_int_equal(kamm_call_controller(cars, &controller), 6);
    assert_int_equal(calls[1], 4);
    end_cars(cars);
}

/* ---- what ---- */

static kamm_cars *rolling(const kamm_vehicle_def *def, double speed_mps, int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed_mps, gear);
    return cars;
}

static double of_wheel(const kamm_cars *cars, int w, kamm_wheel_channel channel)
{
    return kamm_read_wheel(cars, 0, w, channel);
}

static void brakes_are_added_and_let_go(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = controlled(vehicle);
        def.aids.abs = def.aids.esc = def.aids.tcs = def.aids.ebd = 0;
        kamm_cars *cars = rolling(&def, 20, 0);
        kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
        kamm_demand demand = {0};
        for (int w = 0; w < info.wheel_count; ++w) {
            demand.brake[w] = info.wheel_side[w] > 0 ? 0.25f : 0;
            demand.release[w] = info.wheel_side[w] < 0 ? 0.4f : 0;
        }
        kamm_set_demand(cars, 0, &demand);
        kamm_inputs(cars)[0].brake = 0.2f;
        drive_for(cars, &kamm_flat_ground, 1.5); /* until the pedal's response is over */
        for (int w = 0; w < info.wheel_count; ++w) {
            double full = def.axles[info.wheel_axle[w]].brake_torque_nm;
            double share = info.wheel_side[w] > 0 ? 0.45 : info.wheel_side[w] < 0 ? 0.2 * 0.6 : 0.2;
            expect_share(of_wheel(cars, w, KAMM_WHEEL_brake_torque_nm), share * full, 0.01);
        }
        if (info.wheel_count % 2 == 0 && !is_kart(&def)) /* its one axle brakes both sides alike */
            expect_above(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps), 1e-4);
        end_cars(cars);
    }
}

/* All wheels of the car together, in neutral and without resistance: F = sum T / r, on mass and wheels. */
static void wheel_motors_drive_the_car(void **state)
{
    (void)state;
    kamm_vehicle_def def = flat_riding_car();
    def.aids.demands = 1;
    kamm_cars *cars = rolling(&def, 5, 0);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    kamm_demand demand = {0};
    double force_n = 0, mass_kg = info.mass_kg;
    for (int w = 0; w < info.wheel_count; ++w) {
        double radius =
            kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) / of_wheel(cars, w, KAMM_WHEEL_spin_radps);
        demand.drive_nm[w] = 100;
        force_n += 100 / radius;
        mass_kg += def.axles[info.wheel_axle[w]].wheel_inertia_kgm2 / (radius * radius);
    }
    kamm_set_demand(cars, 0, &demand);
    drive_for(cars, &kamm_flat_ground, 1);
    double before = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    drive_for(cars, &kamm_flat_ground, 2);
    double gained = (kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) - before) / 2;
    print_message("%.4f m/s2 by four motors of 100 N.m, %.4f by F = m a\n", gained,
                  force_n / mass_kg);
    expect_share(gained, force_n / mass_kg, 0.01);
    end_cars(cars);
}

static void engine_torque_is_cut(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        double gained[2];
        for (int cut = 0; cut < 2; ++cut) {
            kamm_vehicle_def def = controlled(vehicle);
            kamm_cars *cars = rolling(&def, 8, KAMM_GEAR_DRIVE);
            kamm_demand demand = {.engine_cut = (float)cut};
            kamm_set_demand(cars, 0, &demand);
            kamm_inputs(cars)[0].throttle = 1;
            drive_for(cars, &kamm_flat_ground, 2);
            gained[cut] = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) - 8;
            end_cars(cars);
        }
        print_message("%-28s %+.2f m/s in 2 s, %+.2f with the engine cut\n", shipped_name(vehicle),
                      gained[0], gained[1]);
        expect_above(gained[0], 0.3);
        expect_below(gained[1], 0.2); /* pedal response; idle control goes on */
    }
}

/* As the steering wheel would turn the road wheels. */
static void steer_angle_is_added(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        double yaw_radps[2];
        for (int by_demand = 0; by_demand < 2; ++by_demand) {
            kamm_vehicle_def def = controlled(vehicle);
            kamm_cars *cars = rolling(&def, 10, 0);
            kamm_demand demand = {.steer_rad = by_demand ? 0.02f : 0};
            kamm_set_demand(cars, 0, &demand);
            if (!by_demand)
                kamm_inputs(cars)[0].steering_wheel_rad = (float)(0.02 * def.steering.ratio);
            drive_for(cars, &kamm_flat_ground, 3);
            yaw_radps[by_demand] = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps);
            end_cars(cars);
        }
        expect_above(yaw_radps[0], 0.01);
        expect_share(yaw_radps[1], yaw_radps[0], 0.01);
    }
}

/* Actuators at all wheels raise the body by F / k and leave the loads alone; across an axle they move load. */
static void actuators_press_wheels_down_and_the_body_up(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = plain_car();
    def.aids.demands = 1;
    kamm_cars *cars =
        rolling(&def, 20, 0); /* rolling wheels do not hold the springs by their tyres */
    drive_for(cars, &kamm_flat_ground, 3);
    double travel[4], load[4];
    kamm_demand demand = {0};
    for (int w = 0; w < 4; ++w) {
        travel[w] = of_wheel(cars, w, KAMM_WHEEL_travel_m);
        load[w] = of_wheel(cars, w, KAMM_WHEEL_load_n);
        demand.actuator_n[w] = 200;
    }
    kamm_set_demand(cars, 0, &demand);
    drive_for(cars, &kamm_flat_ground, 4);
    for (int w = 0; w < 4; ++w) {
        double k = def.axles[w / 2].suspension.spring_n_per_m;
        expect_share(of_wheel(cars, w, KAMM_WHEEL_travel_m) - travel[w], -200 / k, 0.02);
        expect_near(of_wheel(cars, w, KAMM_WHEEL_load_n), load[w], 3);
    }
    demand = (kamm_demand){.actuator_n = {200, -200, -200, 200}};
    kamm_set_demand(cars, 0, &demand); /* a warp: the body stays level */
    drive_for(cars, &kamm_flat_ground, 4);
    double warped = of_wheel(cars, 0, KAMM_WHEEL_load_n) - load[0];
    print_message("warp of 200 N: %.1f N more at the left front wheel\n", warped);
    expect_above(warped, 50);
    expect_near(of_wheel(cars, 1, KAMM_WHEEL_load_n) - load[1], -warped, 3);
    expect_near(of_wheel(cars, 3, KAMM_WHEEL_load_n) - load[3], warped, 3);
    end_cars(cars);
}

static void unfit_demands_are_told_and_read_as_zero(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.aids.demands = 1;
    kamm_cars *cars = rolling(&def, 10, 0);
    kamm_demand demand = {
        .engine_cut = 7, .steer_rad = -INFINITY, .brake = {-1, 0.5f, 2}, .drive_nm = {NAN}};
    kamm_set_demand(cars, 0, &demand);
    assert_int_equal(kamm_fault(cars, 0), KAMM_FAULT_INPUT);
    kamm_demand held = kamm_get_demand(cars, 0);
    assert_true(held.engine_cut == 1 && held.steer_rad == 0 && held.drive_nm[0] == 0);
    assert_true(held.brake[0] == 0 && held.brake[1] == 0.5f && held.brake[2] == 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 0, 0);
    held = kamm_get_demand(cars, 0);
    assert_true(held.engine_cut == 0 && held.brake[1] == 0);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

static void the_rungs_below_take_none(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    for (int demands = 0; demands < 2; ++demands) {
        def.aids.demands = demands;
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
            kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
            assert_int_equal(kamm_describe(model).takes_demands, demands && rung == KAMM_FULL);
            kamm_cars *cars = kamm_create_cars(model, 1, NULL);
            int calls = 0;
            kamm_controller controller = {count_calls, &calls, 0};
            kamm_step_controlled(cars, &kamm_flat_ground, 3, &controller);
            assert_int_equal(calls, demands && rung == KAMM_FULL ? 3 : 0);
            assert_true(kamm_get_demand(cars, 0).engine_cut == 0);
            kamm_destroy_cars(cars);
            kamm_destroy_model(model);
        }
    }
}

/* ---- a unit of the host's in the place of Kamm's: anti-lock brakes in two lines ---- */

struct lets_go {
    double least_slip; /* seen above 5 m/s */
};

static void let_locking_wheels_go(void *user, const kamm_cars *cars, int car, kamm_demand *demand)
{
    struct lets_go *seen = user;
    int wheels = kamm_describe(kamm_model_of(cars, car)).wheel_count;
    for (int w = 0; w < wheels; ++w) {
        double slip = kamm_read_wheel(cars, car, w, KAMM_WHEEL_slip_ratio);
        double rate = slip < -0.12 ? 0.12 : -0.04; /* of the modulator, each 1/120 s */
        demand->release[w] = (float)fmin(fmax((double)demand->release[w] + rate, 0), 1);
        if (kamm_read(cars, car, KAMM_CHANNEL_speed_mps) > 5)
            seen->least_slip = fmin(seen->least_slip, slip);
    }
}

static double stopping_distance(kamm_vehicle_def def, kamm_controller *controller)
{
    kamm_cars *cars = rolling(&def, 25, 0);
    kamm_inputs(cars)[0].brake = 1;
    for (int frame = 0; frame < 900 && kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) > 1.5; ++frame)
        if (controller)
            kamm_step_controlled(cars, &kamm_flat_ground, 4, controller);
        else
            kamm_step(cars, &kamm_flat_ground, 4);
    double x = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return x;
}

static void anti_lock_brakes_of_the_host_do_as_well(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle) {
        kamm_vehicle_def def = controlled(vehicle);
        if (!def.aids.abs) continue;
        def.aids.esc = 0;
        double own_m = stopping_distance(def, NULL);
        def.aids.abs = 0;
        struct lets_go seen = {0};
        kamm_controller controller = {let_locking_wheels_go, &seen, 2};
        double host_m = stopping_distance(def, &controller);
        print_message(
            "%-28s from 90 km/h: %.2f m by aids.abs, %.2f m by the host's, slip to %.2f\n",
            shipped_name(vehicle), own_m, host_m, seen.least_slip);
        expect_share(host_m, own_m, 0.1);
        expect_above(seen.least_slip, -0.9);
    }
}

/* ---- bits ---- */

static void mirrored_demands_make_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_vehicle_def def = lopsided_car(1), image_def = lopsided_car(-1);
    def.aids.demands = image_def.aids.demands = 1;
    kamm_cars *cars = rolling(&def, 15, KAMM_GEAR_DRIVE),
              *image = rolling(&image_def, 15, KAMM_GEAR_DRIVE);
    double sides[2] = {1, -1};
    kamm_controller controller = {ask_everything, &sides[0], 5},
                    other = {ask_everything, &sides[1], 5};
    for (int frame = 0; frame < 200; ++frame) {
        kamm_inputs(cars)[0].throttle = kamm_inputs(image)[0].throttle = frame < 100 ? 0.5f : 0;
        kamm_inputs(cars)[0].brake = kamm_inputs(image)[0].brake = frame < 150 ? 0 : 0.6f;
        kamm_step_controlled(cars, &kamm_flat_ground, 20, &controller);
        kamm_step_controlled(image, &kamm_flat_ground, 20, &other);
        expect_mirror_images(cars, image, frame);
    }
    end_cars(cars);
    end_cars(image);
}

static void a_snapshot_has_the_demands(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    def.aids.demands = 1;
    kamm_cars *cars = start_cars(&def, 3);
    kamm_controller controller = {ask_everything, NULL, 40};
    for (int car = 0; car < 3; ++car) put_car(cars, car, &kamm_flat_ground, 0, 10 + car, 2);
    kamm_step_controlled(cars, &kamm_flat_ground, 50, &controller);
    void *saved = malloc(kamm_snapshot_size(cars));
    kamm_save_snapshot(cars, saved);
    kamm_step_controlled(cars, &kamm_flat_ground, 77, &controller);
    uint64_t hash = kamm_state_hash(cars);
    assert_int_equal(kamm_restore_snapshot(cars, saved, kamm_snapshot_size(cars), NULL), KAMM_OK);
    kamm_step_controlled(cars, &kamm_flat_ground, 77, &controller);
    assert_true(kamm_state_hash(cars) == hash);
    free(saved);
    end_cars(cars);
}

/* ---- misuse ---- */

static int reports;

static void count_report(const char *condition, const char *function, void *user)
{
    (void)user, (void)condition, (void)function;
    ++reports;
}

static void misuse_calls_the_hook(void **state)
{
    (void)state;
    kamm_vehicle_def def = default_vehicle();
    kamm_cars *cars = start_cars(&def, 1);
    kamm_demand demand = {0};
    kamm_controller none = {0};
    kamm_set_assert_handler(count_report, NULL);
    kamm_set_demand(NULL, 0, &demand);
    kamm_set_demand(cars, 3, &demand);
    kamm_set_demand(cars, 0, NULL);
    kamm_set_demand(cars, 0, &demand); /* its model takes none */
    kamm_get_demand(NULL, 0);
    kamm_get_demand(cars, -1);
    assert_int_equal(reports, 6);
    kamm_call_controller(NULL, &none);
    kamm_call_controller(cars, NULL);
    kamm_call_controller(cars, &none);
    assert_int_equal(reports, 9);
    kamm_step_controlled(NULL, &kamm_flat_ground, 1, &none);
    kamm_step_controlled(cars, NULL, 1, &none);
    kamm_step_controlled(cars, &kamm_flat_ground, 1, NULL);
    kamm_step_controlled(cars, &kamm_flat_ground, 1, &none);
    assert_int_equal(reports, 13);
    kamm_set_assert_handler(NULL, NULL);
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_grouping_into_calls_makes_the_same_bits),
        cmocka_unit_test(only_cars_that_take_demands_are_called),
        cmocka_unit_test(brakes_are_added_and_let_go),
        cmocka_unit_test(wheel_motors_drive_the_car),
        cmocka_unit_test(engine_torque_is_cut),
        cmocka_unit_test(steer_angle_is_added),
        cmocka_unit_test(actuators_press_wheels_down_and_the_body_up),
        cmocka_unit_test(unfit_demands_are_told_and_read_as_zero),
        cmocka_unit_test(the_rungs_below_take_none),
        cmocka_unit_test(anti_lock_brakes_of_the_host_do_as_well),
        cmocka_unit_test(mirrored_demands_make_mirrored_bits),
        cmocka_unit_test(a_snapshot_has_the_demands),
        cmocka_unit_test(misuse_calls_the_hook),
    };
    return cmocka_run_group_tests_name("control", tests, NULL, NULL);
}
