/* A motorcycle's two brakes: the front one by `brake`, the rear one by `hand_brake`, linked or not, with anti-lock brakes or without. */
#include "support/quick.h"
#include "support/refused.h"
#include "support/riding.h"
#include "support/rungs.h"

#include "run/cars.h"

#include <kamm/rider.h>
#include <math.h>

enum { FRONT, REAR };

static kamm_vehicle_def machine(int abs, double linked_nm)
{
    kamm_vehicle_def def = coasting(machine_of_file("sport-1000"));
    def.aids.abs = def.axles[REAR].hand_brake_abs = abs;
    def.axles[REAR].hand_brake_torque_nm = 350;
    def.axles[REAR].brake_torque_nm = linked_nm;
    return def;
}

struct stop {
    double slows_mps2, brake_nm[2], least_slip[2], most_roll_rad, release;
};

/* For a second, after the levers are pulled; ridden straight ahead or in a bend. */
static struct stop pull(const kamm_vehicle_def *def, double speed, double per_m, float front,
                        float rear)
{
    struct stop stop = {.most_roll_rad = 0};
    kamm_cars *cars = start_cars(def, 1);
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    double began = 0, after = 0;
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    request.curvature_per_m = per_m;
    for (int frame = 0; frame < 260; ++frame) {
        kamm_inputs(cars)[0].brake = frame < 200 ? 0 : front;
        kamm_inputs(cars)[0].hand_brake = frame < 200 ? 0 : rear;
        must(kamm_ride(cars, 0, &request, 1.0 / 60, &error), &error);
        kamm_step(cars, &kamm_flat_ground, 4);
        double now = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        if (frame == 230) began = now;
        after = now;
        stop.most_roll_rad =
            fmax(stop.most_roll_rad, fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)));
        for (int w = 0; w < 2 && frame >= 200; ++w) {
            stop.least_slip[w] =
                fmin(stop.least_slip[w], kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_ratio));
            stop.brake_nm[w] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_brake_torque_nm);
        }
        stop.release = fmax(stop.release, kamm_read_wheel(cars, 0, REAR, KAMM_WHEEL_brake_release));
    }
    stop.slows_mps2 = (began - after) / (29.0 / 60);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return stop;
}

/* Torques over radii, of mass and wheels that turn along. */
static double slowing(const kamm_vehicle_def *def, double front, double rear)
{
    double mass = def->body.mass_kg, force = 0;
    const double share[2] = {front, rear};
    for (int a = 0; a < 2; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        double radius = axle->tyre.unloaded_radius_m;
        double nm = front * axle->brake_torque_nm;
        if (a == REAR) nm += share[a] * axle->hand_brake_torque_nm;
        force += nm / radius, mass += axle->wheel_inertia_kgm2 / (radius * radius);
    }
    return force / mass;
}

static void each_lever_has_its_own_brake(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int abs = 0; abs < 2; ++abs)
        for (int linked = 0; linked < 2; ++linked)
            for (double speed = 20; speed < 50; speed += 15) {
                const kamm_vehicle_def def = machine(abs, 150 * linked);
                struct stop front = pull(&def, speed, 0, 0.4f, 0),
                            rear = pull(&def, speed, 0, 0, 0.5f),
                            both = pull(&def, speed, 0, 0.3f, 0.3f);
                print_message("%g m/s, linked %d: front alone %.2f m/s2, rear alone %.2f, both "
                              "%.2f\n",
                              speed, linked, front.slows_mps2, rear.slows_mps2, both.slows_mps2);
                expect_share(front.slows_mps2, slowing(&def, 0.4, 0), 0.03);
                expect_share(rear.slows_mps2, slowing(&def, 0, 0.5), 0.03);
                expect_share(both.slows_mps2, slowing(&def, 0.3, 0.3), 0.03);
                expect_near(rear.brake_nm[FRONT], 0, 0);
                expect_near(front.brake_nm[REAR], 0.4 * 150 * linked, 0.5);
            }
}

/* The whole foot brake, straight ahead and in bends of 0.35 g. Without anti-lock brakes the rear wheel locks, and in a bend it slides away. */
static void anti_lock_brakes_hold_the_rear_wheel(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (double speed = 15; speed < 50; speed += 10)
        for (int bend = -1; bend < 2; ++bend) {
            double per_m = bend * 0.35 * GRAVITY_MPS2 / (speed * speed);
            kamm_vehicle_def with = machine(1, 0), without = machine(0, 0);
            with.axles[REAR].hand_brake_torque_nm = 600;
            without.axles[REAR].hand_brake_torque_nm = 600;
            struct stop held = pull(&with, speed, per_m, 0, 1),
                        locked = pull(&without, speed, per_m, 0, 1);
            print_message("%g m/s, bend %+d: slip to %.2f, slows by %.2f m/s2, leans by up to "
                          "%.2f; without %.2f, %.2f, %.2f\n",
                          speed, bend, held.least_slip[REAR], held.slows_mps2, held.most_roll_rad,
                          locked.least_slip[REAR], locked.slows_mps2, locked.most_roll_rad);
            expect_below(locked.least_slip[REAR], -0.95);
            expect_above(held.least_slip[REAR], -0.35);
            expect_below(held.most_roll_rad, 0.6);
            if (bend) expect_above(locked.most_roll_rad, 1);
            expect_above(held.release, 0.05);
        }
}

static void cycles_have_no_hand_brake(void **state)
{
    kamm_vehicle_def def = machine(1, 0);
    (void)state;
    def.aids.abs_kind = KAMM_ABS_CYCLES;
    expect_vehicle_refused(&def, "axles[1].hand_brake_abs: true beside an aids.abs_kind of cycles");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_lever_has_its_own_brake),
        cmocka_unit_test(anti_lock_brakes_hold_the_rear_wheel),
        cmocka_unit_test(cycles_have_no_hand_brake),
    };
    return cmocka_run_group_tests_name("brake_levers", tests, NULL, NULL);
}
