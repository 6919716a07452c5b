/* A motorcycle whose frame twists and whose rider leans: energy, momentum, mirror, company, and what is refused. */
#include "support/company.h"
#include "support/koenen.h"
#include "support/mirror.h"
#include "support/momentum.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/rungs.h"

#include "run/cars.h"

#include <math.h>

/* -- laws -- */

/* Wheels that keep their places, so that nothing but the hinges moves; nothing else takes energy. */
static kamm_vehicle_def floating_motorcycle(double rate)
{
    kamm_vehicle_def def = koenen_on_springs(BOTH, rate);
    for (int a = 0; a < 2; ++a) {
        def.axles[a].suspension.spring_n_per_m = 400000;
        def.axles[a].suspension.bump_damping_ns_per_m = 5000;
    }
    def.front_assembly.damping_nms_per_rad = def.front_assembly.twist_nms_per_rad = 0;
    def.front_assembly.twist_nm_per_rad = 3000;
    def.rider.hip_nm_per_rad = 1000, def.rider.hip_nms_per_rad = 0;
    return def;
}

static void tumble(kamm_cars *cars)
{
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.5f);
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.3f);
    PUT_CAR_STATE(cars, 0, car.steering_rate_radps, 0.8f);
    PUT_CAR_STATE(cars, 0, car.twist_rate_radps, 1.0f);
    PUT_CAR_STATE(cars, 0, car.upper_body_rate_radps, -1.5f);
    PUT_CAR_STATE(cars, 0, wheels[0].spin_radps, 10.0f);
}

static void energy_stays_in_free_fall(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_ground space = space_without_air(GRAVITY_MPS2);
    (void)state;
    for (double rate = 240; rate <= 960; rate *= 2) {
        const kamm_vehicle_def def = floating_motorcycle(rate);
        kamm_cars *cars = float_two_wheeler(&def, &space);
        PUT_CAR_STATE(cars, 0, car.velocity_z_mps, 0.0f);
        tumble(cars);
        double begun = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), off = 0, bent = 0, leant = 0;
        for (int i = 0; i < rate / 2; ++i) {
            kamm_step(cars, &space, 1);
            off = fmax(off, fabs(kamm_read(cars, 0, KAMM_CHANNEL_energy_j) - begun));
            bent = fmax(bent, fabs((double)CAR_STATE(cars, 0, car.twist_rad)));
            leant = fmax(leant, fabs((double)CAR_STATE(cars, 0, car.upper_body_rad)));
        }
        print_message("%3.0f /s: energy off by up to %.4f J; twist up to %.3f, lean %.3f rad\n",
                      rate, off, bent, leant);
        expect_above(bent, 0.04), expect_above(leant, 0.05);
        expect_below(off, 0.04 * 240 / rate); /* of 27 J */
        end_cars(cars);
    }
}

/* What the rounds of a substep leave of the balance shrinks with the substep. */
static void momentum_stays_in_empty_space(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_ground space = space_without_air(0);
    (void)state;
    for (double rate = 240; rate <= 3840; rate *= 4) {
        kamm_vehicle_def def = floating_motorcycle(rate);
        double linear[2][3], angular[2][3];
        def.front_assembly.twist_nm_per_rad = 34100;
        kamm_cars *cars = float_two_wheeler(&def, &space);
        tumble(cars);
        kamm_inputs(cars)[0].steering_wheel_nm = 1;
        kamm_inputs(cars)[0].rider_lean_rad = 0.2f;
        momenta_of_two_wheeler(cars, linear[0], angular[0]);
        kamm_step(cars, &space, (int)(rate * 0.4));
        momenta_of_two_wheeler(cars, linear[1], angular[1]);
        double off = distance_between(linear[0], linear[1]),
               turned = distance_between(angular[0], angular[1]);
        print_message("%3.0f /s: momenta off by %.2g N.s and %.2g N.m.s\n", rate, off, turned);
        expect_above(fabs((double)CAR_STATE(cars, 0, car.upper_body_rad)), 0.1);
        expect_below(off, 0.4 * 240 * 240 / (rate * rate) + 0.001);
        expect_below(turned, 0.15 * 240 * 240 / (rate * rate) + 0.001);
        end_cars(cars);
    }
}

/* -- the inclined fork -- */

/* What presses the fork's spring per travel along the body's z axis: V. Cossalter, Motorcycle Dynamics, 2nd ed., ch. 5, has N cos + F sin
 * along a fork that leans by the caster, of a load N and a braking force F. Per that travel it is N + F tan. Weight and inertia of the
 * hub go off both. The body pitches meanwhile, and the fork with it. */
static double fork_press(const kamm_cars *cars, double hub_kg, double caster)
{
    double force = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_longitudinal_force_n),
           load = kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n),
           pitch = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad);
    double x = force - hub_kg * kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2);
    double z = load - hub_kg * GRAVITY_MPS2;
    double lean = tan(caster);
    return x * sin(pitch) + z * cos(pitch) - lean * (x * cos(pitch) - z * sin(pitch));
}

static void braking_presses_an_inclined_fork(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (double caster = 0.1; caster < 0.6; caster += 0.21) {
        kamm_vehicle_def def = koenen_on_springs(RIGID, 480);
        kamm_suspension_def *fork = &def.axles[0].suspension;
        double hub_kg = def.axles[0].unsprung_mass_kg;
        fork->kind = KAMM_SUSPENSION_INDEPENDENT;
        fork->bump_travel_m = fork->rebound_travel_m = 0.5;
        fork->rebound_damping_ns_per_m = fork->bump_damping_ns_per_m;
        fork->caster_rad = caster, fork->recession = tan(caster);
        fork->trail_offset_m = 0.1 - 0.319 * tan(caster);
        def.axles[0].brake_torque_nm = 1000;
        kamm_cars *cars = ride_hands_off(&def, 30);
        kamm_step(cars, &kamm_flat_ground, 960);
        double press = fork_press(cars, hub_kg, caster),
               travel = (double)CAR_STATE(cars, 0, wheels[0].travel_m);
        kamm_inputs(cars)[0].brake = 0.3f;
        kamm_step(cars, &kamm_flat_ground, 1920);
        press = fork_press(cars, hub_kg, caster) - press;
        travel = (double)CAR_STATE(cars, 0, wheels[0].travel_m) - travel;
        double slows = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2),
               by_force = (kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_longitudinal_force_n) +
                           kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_longitudinal_force_n)) /
                          def.body.mass_kg;
        print_message("caster %.2f: the spring takes %.1f N more, expected %.1f; it travels by "
                      "%.3f m; slows by %.3f m/s2, of the force %.3f\n",
                      caster, fork->spring_n_per_m * travel, press, travel, slows, by_force);
        expect_share(slows, by_force, 0.01);
        expect_above(travel, 0.03);
        expect_share(fork->spring_n_per_m * travel, press, 0.01);
        end_cars(cars);
    }
}

/* -- bits -- */

static void mirrored_inputs_give_mirrored_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    const kamm_vehicle_def def = koenen_on_springs(BOTH, 240);
    kamm_cars *left = ride_hands_off(&def, 12), *right = ride_hands_off(&def, 12);
    (void)state;
    for (int frame = 0; frame < 150; ++frame) {
        float torque = (frame / 20 % 3 - 1) * 4.0f, lean = (frame / 30 % 3 - 1) * 0.1f;
        kamm_inputs(left)[0].steering_wheel_nm = torque;
        kamm_inputs(right)[0].steering_wheel_nm = -torque;
        kamm_inputs(left)[0].rider_lean_rad = lean;
        kamm_inputs(right)[0].rider_lean_rad = -lean;
        kamm_step(left, &kamm_flat_ground, 4);
        kamm_step(right, &kamm_flat_ground, 4);
        expect_mirror_images(left, right, frame);
        assert_true(CAR_STATE(left, 0, car.twist_rad) == -CAR_STATE(right, 0, car.twist_rad));
        assert_true(CAR_STATE(left, 0, car.upper_body_rad) ==
                    -CAR_STATE(right, 0, car.upper_body_rad));
    }
    assert_true(fabs((double)CAR_STATE(left, 0, car.twist_rad)) > 1e-6);
    end_cars(left);
    end_cars(right);
}

enum { COMPANY = 12 };

static void push_differently(kamm_cars *cars, int car, int number)
{
    put_car(cars, car, &kamm_flat_ground, 0.1 * number, 6 + 2 * number, 0);
    kamm_inputs(cars)[car].gear = 0;
    kamm_inputs(cars)[car].free_steering = number % 3 != 0;
    kamm_inputs(cars)[car].steering_wheel_nm = (float)(number % 5);
    kamm_inputs(cars)[car].rider_lean_rad = 0.02f * (float)(number % 4);
    PUT_CAR_STATE(cars, car, car.roll_rate_radps, 0.02f * (float)(number - 5));
}

/* Machines that twist, whose rider leans, both and neither: as one of many of all these kinds, and alone. */
static void company_changes_no_bits(void **state)
{
    static kamm_vehicle_def defs[COMPANY];
    (void)state;
    for (int i = 0; i < COMPANY; ++i) defs[i] = koenen_on_springs(i % KINDS, 240);
    expect_company_as_alone(defs, COMPANY, 1, KAMM_FULL, push_differently, 240, 240);
}

static void a_rider_on_four_wheels_is_refused(void **state)
{
    kamm_vehicle_def def = plain_car();
    (void)state;
    def.rider.mass_kg = 40;
    expect_vehicle_refused(&def, "rider.mass_kg: 40 kg, but axles[0] has wheels on both sides");
    def = koenen_on_springs(BOTH, 240), def.rider.mass_kg = 300;
    expect_vehicle_refused(&def, "none of a body for the rear");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energy_stays_in_free_fall),
        cmocka_unit_test(momentum_stays_in_empty_space),
        cmocka_unit_test(braking_presses_an_inclined_fork),
        cmocka_unit_test(mirrored_inputs_give_mirrored_bits),
        cmocka_unit_test(company_changes_no_bits),
        cmocka_unit_test(a_rider_on_four_wheels_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
