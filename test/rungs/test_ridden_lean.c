/* Two-wheelers on the rungs below `full`: the lean of a turn against closed forms, its limits, how it gets there,
 * rest, wheelie and stoppie, energy. Poses and bits are in test_ridden_bits.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/riding.h"
#include "support/tier.h"

#include "run/cars.h"
#include "vehicle/two_wheeler.h"

#include <math.h>

enum { MACHINES = 3 };

/* R. S. Sharp's motorcycle (J. Mech. Eng. Sci. 13(5), 1971, appendix 3) as far as these rungs know it, on thin
 * tyres. */
static kamm_vehicle_def sharps_machine(void)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    const double cornering[2] = {11174, 15831}, camber[2] = {938.6, 1325.6}, load[2] = {1007, 1427};
    const double spin[2] = {0.7186, 1.0508};
    def.body.mass_kg = 248.096;
    def.body.cg_behind_front_axle_m = 0.8292, def.body.cg_height_m = 0.5974;
    def.body.roll_inertia_kgm2 = 32.9, def.body.yaw_inertia_kgm2 = 41.2;
    def.axles[1].behind_front_axle_m = 1.41446;
    for (int a = 0; a < 2; ++a) {
        kamm_tyre_def *tyre = &def.axles[a].tyre;
        def.axles[a].wheel_inertia_kgm2 = spin[a];
        tyre->unloaded_radius_m = 0.313, tyre->crown_radius_m = 0.002;
        tyre->linear.cornering_stiffness_per_rad = cornering[a] / load[a];
        tyre->linear.camber_stiffness_per_rad = camber[a] / load[a];
    }
    return def;
}

/* A bicycle whose legs are an engine, which a planner's acceleration reaches. */
static kamm_vehicle_def driven_bicycle(void)
{
    kamm_vehicle_def def = machine_of_file("benchmark-bicycle");
    const kamm_vehicle_def engine = machine_of_file("sport-1000");
    def.engine = engine.engine, def.clutch = engine.clutch, def.gearbox = engine.gearbox;
    def.axles[1].motor = engine.axles[1].motor;
    def.axles[1].drive_share = 1;
    return def;
}

static kamm_vehicle_def machine(int i)
{
    if (i == 1) return driven_bicycle();
    return i == 2 ? sharps_machine() : machine_of_file("sport-1000");
}

static void expect_turn(const kamm_vehicle_def *def, kamm_rung rung, double speed, double side,
                        double *worst)
{
    kamm_cars *cars = ride(def, rung, speed);
    double curve = side / (speed * speed);
    ride_curve(cars, &kamm_flat_ground, curve, speed, 6);
    double rate = yaw_rate(cars);
    double ahead =
        kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps); /* of the centre of gravity */
    double expected = closed_form_lean(cars, ahead * rate), found = lean_of_car(cars);
    const kamm_model *model = kamm_model_of(cars, 0);
    double aside = (info_of(cars).cg_height_m - kamm_mean_crown_m(model)) * sin(found);
    *worst = fmax(*worst, fabs(found - expected));
    assert_int_equal(kamm_fault(cars, 0), 0);
    expect_near(found, expected, 1e-3 + 2e-3 * fabs(expected));
    expect_near(rate / (ahead + rate * aside), curve, 0.01 * fabs(curve));
    end_cars(cars);
}

static void a_turn_has_the_lean_of_the_closed_form(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r) {
            kamm_vehicle_def def = coasting(machine(m));
            double worst = 0, step = in_long_tier() ? 1.25 : 3.4;
            for (double speed = 4; speed < (m == 1 ? 10 : 52); speed *= step)
                for (double side = -7; side < 8; side += 3.5)
                    if (fabs(side) / (speed * speed) < 0.3)
                        expect_turn(&def, ridden[r], speed, side, &worst);
            print_message("machine %d on %s: at worst %.4f rad off\n", m, rung_name(ridden[r]),
                          worst);
        }
}

/* A small turn: the lean of a double root at the rate with which the machine would fall. */
static void the_lean_comes_at_the_rate_of_the_fall(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r)
            for (int rate = 60; rate <= 960; rate *= 4) {
                kamm_vehicle_def def = coasting(machine(m));
                def.stepping.substeps_per_s = rate;
                kamm_cars *cars = ride(&def, ridden[r], 8);
                const kamm_model_info info = info_of(cars);
                double h = info.cg_height_m, wanted = closed_form_lean(cars, 0.5);
                double falls = sqrt(info.mass_kg * GRAVITY_MPS2 * h /
                                    (info.inertia_kgm2[0][0] + info.mass_kg * h * h));
                PUT_CAR_STATE(cars, 0, car.asked_steer_rad, (float)(0.5 / 64 * info.wheelbase_m));
                kamm_inputs(cars)[0].command = 1;
                for (int part = 1; part <= 6; ++part) {
                    kamm_step(cars, &kamm_flat_ground, rate / 10);
                    double t = falls * (rate / 10 * part) / rate;
                    expect_near(lean_of_car(cars), wanted * (1 - (1 + t) * exp(-t)),
                                0.012 * wanted);
                }
                end_cars(cars);
            }
}

/* The contacts swing out at first and the centre of gravity does not; kinematic goes at once where it is to go. */
static void contacts_swing_out_below_the_centre_of_gravity(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double speed = 6; speed < 50; speed *= 2) {
            kamm_vehicle_def def = coasting(machine(0));
            kamm_cars *cars = ride(&def, ridden[r], speed);
            double least_rate = 0, least_y = 0, contact = 0, curve = 4 / (speed * speed);
            PUT_CAR_STATE(cars, 0, car.asked_steer_rad,
                          (float)atan(curve * info_of(cars).wheelbase_m));
            kamm_inputs(cars)[0].command = 1;
            for (int i = 0; i < 240; ++i) {
                kamm_step(cars, &kamm_flat_ground, 1);
                least_rate = fmin(least_rate, yaw_rate(cars));
                least_y = fmin(least_y, kamm_read(cars, 0, KAMM_CHANNEL_y_m));
                contact = fmin(contact, cars->block[0].position_m[1][0]);
            }
            print_message("%s, %g m/s: contacts out by %.3f m, centre of gravity by %.3f m\n",
                          rung_name(ridden[r]), speed, -contact, -least_y);
            end_cars(cars);
            if (ridden[r] == KAMM_KINEMATIC) {
                assert_true(least_rate >= 0 && contact >= 0);
                continue;
            }
            expect_below(least_rate, -0.2 * curve * speed);
            expect_below(contact, -0.05);
            expect_above(least_y, 0.3 * contact);
        }
}

/* At walking pace body and feet bear what is missing: it goes where it is steered, and does not swing out. */
static void it_turns_as_it_is_steered_at_walking_pace(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double speed = 0.5; speed < 1.6; speed += 0.5) {
            kamm_vehicle_def def = coasting(machine(0));
            kamm_cars *cars = ride(&def, ridden[r], speed);
            double curve = 0.25, least = 0;
            PUT_CAR_STATE(cars, 0, car.asked_steer_rad,
                          (float)atan(curve * info_of(cars).wheelbase_m));
            kamm_inputs(cars)[0].command = 1;
            for (int i = 0; i < 480; ++i) {
                kamm_step(cars, &kamm_flat_ground, 1);
                least = fmin(least, yaw_rate(cars));
                double aside = 0.487 * sin(lean_of_car(cars)), rate = yaw_rate(cars);
                double ahead = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) + rate * aside;
                if (i > 24) expect_near(rate / ahead, curve, 0.02 * curve);
            }
            assert_true(least >= 0);
            end_cars(cars);
        }
}

/* A turn that is too tight is ridden at the lean that ground clearance or grip allow. */
static void lean_ends_at_clearance_and_grip(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double friction = 0.2; friction <= 1; friction += 0.4) {
            kamm_vehicle_def def = coasting(machine(0));
            kamm_ground ground = kamm_flat_ground;
            ground.plane.friction = (float)friction;
            kamm_cars *cars = ride(&def, ridden[r], 25);
            double grip = 0.95 * 1.3 * friction * GRAVITY_MPS2;
            double most = fmin(def.front_assembly.max_lean_rad, closed_form_lean(cars, grip));
            ride_curve(cars, &ground, 0.1, 25, 5);
            print_message("%s, friction %.1f: lean %.3f of %.3f rad\n", rung_name(ridden[r]),
                          friction, lean_of_car(cars), most);
            expect_near(lean_of_car(cars), most, 0.015);
            double v = level_speed(cars);
            expect_near(closed_form_lean(cars, v * yaw_rate(cars)), most, 0.02);
            end_cars(cars);
        }
}

static kamm_ground slope(double pitch, double bank)
{
    kamm_ground ground = kamm_flat_ground;
    double n[3] = {tan(pitch), tan(bank), 1}, length = sqrt(n[0] * n[0] + n[1] * n[1] + 1);
    for (int i = 0; i < 3; ++i) ground.plane.normal[i] = (float)(n[i] / length);
    return ground;
}

/* It stands by itself, plumb, on any slope that it can be held on. */
static void it_stands_on_slopes(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double bank = -0.2; bank < 0.3; bank += 0.2)
            for (double pitch = -0.15; pitch < 0.2; pitch += 0.15) {
                kamm_vehicle_def def = machine(0);
                const kamm_ground ground = slope(pitch, bank);
                kamm_cars *cars = start_rung(&def, ridden[r], 1);
                put_car(cars, 0, &ground, 0, 0, 0);
                kamm_inputs(cars)[0].brake = 1;
                kamm_step(cars, &ground, 240 * 4);
                double before[3], after[3];
                read_position(cars, 0, before);
                kamm_step(cars, &ground, 240 * 10);
                read_position(cars, 0, after);
                expect_below(distance_between(before, after), 1e-4);
                const kamm_model *model = kamm_model_of(cars, 0);
                double crown = kamm_mean_crown_m(model), h = info_of(cars).cg_height_m;
                double plumb = asin(crown * sin(bank) / (h - crown)); /* beyond upright */
                expect_near(fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)), fabs(plumb), 0.02);
                end_cars(cars);
            }
}

/* Straight across a bank and round a turn on it: the lean is that against gravity. */
static void banks_count_for_the_lean(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r)
        for (double bank = -0.15; bank < 0.2; bank += 0.3) {
            kamm_vehicle_def def = coasting(machine(0));
            const kamm_ground ground = slope(0, bank);
            kamm_cars *cars = start_rung(&def, ridden[r], 1);
            put_car(cars, 0, &ground, 0, 20, 0);
            ride_curve(cars, &ground, 0, 20, 4);
            expect_below(fabs(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad)), 0.03);
            expect_below(fabs(yaw_rate(cars)), 3e-3);
            expect_below(fabs(kamm_read(cars, 0, KAMM_CHANNEL_lateral_speed_mps)), 0.25);
            end_cars(cars);
        }
}

/* a = g b / h, and no wheel leaves the road. */
static void throttle_and_brake_stop_short_of_wheelie_and_stoppie(void **state)
{
    (void)state;
    for (int r = 0; r < RIDDEN; ++r) {
        kamm_vehicle_def def = coasting(machine(0));
        def.axles[0].brake_torque_nm = 4000, def.axles[1].brake_torque_nm = 0;
        def.axles[0].tyre.linear.friction_longitudinal = 3;
        def.axles[1].tyre.linear.friction_longitudinal = 3;
        kamm_cars *cars = start_rung(&def, ridden[r], 1);
        const kamm_model_info info = info_of(cars);
        double ahead = info.cg_behind_front_axle_m, behind = info.wheelbase_m - ahead;
        double wheelie = GRAVITY_MPS2 * behind / info.cg_height_m;
        double stoppie = GRAVITY_MPS2 * ahead / info.cg_height_m, most = 0, least = 0, load = 1e9;
        expect_share(info.max_acceleration_mps2, wheelie, 0.001);
        expect_share(info.max_braking_mps2, stoppie, 0.001);
        put_car(cars, 0, &kamm_flat_ground, 0, 12, 1);
        for (int i = 0; i < 480; ++i) {
            kamm_inputs(cars)[0].throttle = i < 240;
            kamm_inputs(cars)[0].brake = kamm_inputs(cars)[0].clutch = i >= 300;
            kamm_step(cars, &kamm_flat_ground, 1);
            double a = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2);
            most = fmax(most, a), least = fmin(least, a), load = fmin(load, min_load(cars, 0));
        }
        print_message("%s: %.2f of %.2f, %.2f of %.2f m/s2, least load %.0f N\n",
                      rung_name(ridden[r]), most, wheelie, least, -stoppie, load);
        expect_share(most, wheelie, 0.03);
        expect_below(-least, 1.002 * stoppie);
        expect_above(-least, 0.92 * stoppie); /* wheels have inertia as well */
        assert_true(load >= 0);
        end_cars(cars);
    }
}

/* Whatever the rider weaves, nothing but slip changes the speed of a machine that coasts. */
static void weaving_gives_no_energy(void **state)
{
    (void)state;
    for (int m = 0; m < MACHINES; ++m)
        for (int r = 0; r < RIDDEN; ++r)
            for (double period = 1; period <= 4; period *= 2) {
                kamm_vehicle_def def = coasting(machine(m));
                kamm_cars *cars = ride(&def, ridden[r], 9);
                double begun = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), least = begun, rise = 0;
                for (int i = 0; i < 240 * 12; ++i) {
                    kamm_inputs(cars)[0].steering_wheel_rad =
                        0.05f * (float)sin(2 * PI * i / (240 * period));
                    kamm_step(cars, &kamm_flat_ground, 1);
                    double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                    rise = fmax(rise, now - least), least = fmin(least, now);
                }
                kamm_inputs(cars)[0].steering_wheel_rad = 0;
                kamm_step(cars, &kamm_flat_ground, 240 * 4);
                double end = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                print_message("machine %d, %s, %g s: %.1f of %.0f J lost, up by %.1f J within\n", m,
                              rung_name(ridden[r]), period, begun - end, begun, rise);
                expect_below(end, begun + 1e-5 * begun);
                end_cars(cars);
            }
}

/* Tyres whose camber pushes harder than the lean takes slide to the inside of the turn. Rolling pays for nearly all
 * of that. */
static void camber_is_paid_for_by_rolling(void **state)
{
    kamm_vehicle_def def = coasting(machine(0));
    (void)state;
    for (double camber = 0; camber <= 4; camber += 1) {
        def.axles[0].tyre.linear.camber_stiffness_per_rad = camber;
        def.axles[1].tyre.linear.camber_stiffness_per_rad = camber;
        kamm_cars *cars = ride(&def, KAMM_SINGLE_TRACK, 15);
        kamm_inputs(cars)[0].steering_wheel_rad = 0.03f;
        kamm_step(cars, &kamm_flat_ground, 240 * 4);
        double begun = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        expect_above(lean_of_car(cars), 0.2);
        kamm_step(cars, &kamm_flat_ground, 240 * 8);
        double end = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        print_message("camber %g/rad: %.4f, %.4f m/s, rear slip %+.4f rad\n", camber, begun, end,
                      kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_slip_angle_rad));
        double inwards = fmax(kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_slip_angle_rad), 0);
        double side = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_y_mps2);
        expect_below((end - begun) / 8,
                     1e-5 + 0.06 * side * inwards); /* of what it would push with */
        end_cars(cars);
    }
}

/* Slip bears what camber leaves of the side force, which is the load's share by the lean. */
static void tyres_share_the_side_force_between_slip_and_camber(void **state)
{
    kamm_vehicle_def def = coasting(machine(0));
    (void)state;
    for (double camber = 0; camber < 1.6; camber += 0.5)
        for (double side = -6; side <= 6; side += 4) {
            for (int a = 0; a < 2; ++a)
                def.axles[a].tyre.linear.camber_stiffness_per_rad = camber + 0.2 * a;
            kamm_cars *cars = ride(&def, KAMM_SINGLE_TRACK, 20);
            ride_curve(cars, &kamm_flat_ground, side / 400, 20, 5);
            for (int w = 0; w < 2; ++w) {
                const kamm_linear_tyre_def *tyre = &def.axles[w].tyre.linear;
                double force = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_lateral_force_n);
                double share = force / info_of(cars).static_load_n[w];
                double slip = -(share - tyre->camber_stiffness_per_rad * lean_of_car(cars)) /
                              tyre->cornering_stiffness_per_rad;
                expect_near(kamm_read_wheel(cars, 0, w, KAMM_WHEEL_slip_angle_rad), slip, 6e-4);
                expect_near(share, side / GRAVITY_MPS2, 0.02);
            }
            end_cars(cars);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_has_the_lean_of_the_closed_form),
        cmocka_unit_test(the_lean_comes_at_the_rate_of_the_fall),
        cmocka_unit_test(contacts_swing_out_below_the_centre_of_gravity),
        cmocka_unit_test(it_turns_as_it_is_steered_at_walking_pace),
        cmocka_unit_test(lean_ends_at_clearance_and_grip),
        cmocka_unit_test(it_stands_on_slopes),
        cmocka_unit_test(banks_count_for_the_lean),
        cmocka_unit_test(throttle_and_brake_stop_short_of_wheelie_and_stoppie),
        cmocka_unit_test(weaving_gives_no_energy),
        cmocka_unit_test(camber_is_paid_for_by_rolling),
        cmocka_unit_test(tyres_share_the_side_force_between_slip_and_camber),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
