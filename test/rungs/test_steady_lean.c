/* A two-wheeler on thick tyres in a steady turn leans further than one on thin tyres: V. Cossalter, Motorcycle Dynamics, 2nd ed., ch. 4.
 *
 *     tan t = V Omega / g (1 + (I_f / r_f + I_r / r_r) / (m h)),  lean = t + asin(rho sin t / (h - rho))
 *
 * with the speed and turn of the centre of gravity, the wheels' spin inertias I, and the crown radius rho. The front contact moves out of
 * the turn as it steers, by c cos(lambda) sin(steer): the frame leans less by its share of the load times that over h.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "run/cars.h"

#include <math.h>

static kamm_vehicle_def thick_bicycle(double crown_m)
{
    kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    def.stepping.substeps_per_s = 480;
    def.body.ground_clearance_m = 0.7; /* nothing touches down */
    for (int a = 0; a < 2; ++a) {
        kamm_axle_def *axle = &def.axles[a];
        axle->tyre.linear.cornering_stiffness_per_rad = 17.2;
        axle->tyre.linear.camber_stiffness_per_rad = 0.9;
        axle->tyre.linear.slip_stiffness = 20;
        axle->tyre.linear.friction_lateral = axle->tyre.linear.friction_longitudinal = 2;
        axle->tyre.lateral_stiffness_n_per_m = 172 * axle->tyre.nominal_load_n;
        axle->tyre.vertical_stiffness_n_per_m = 300000;
        axle->tyre.vertical_damping_ns_per_m = 100;
        axle->tyre.width_m = 2 * crown_m, axle->tyre.crown_radius_m = crown_m;
        axle->suspension.spring_n_per_m = 300000;
        axle->suspension.bump_damping_ns_per_m = 300;
    }
    return def;
}

struct turn {
    double lean_rad, expected_rad;
};

/* Hands that steer into the fall, towards a lean; means of the last second. */
static struct turn lean_into_a_turn(const kamm_vehicle_def *def, double crown_m, double speed,
                                    double target_rad)
{
    const int substeps = 4, frames = 15 * 480 / substeps, last = 480 / substeps;
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].free_steering = 1;
    double sum_lean = 0, sum_turn = 0, sum_steer = 0, missing = 0;
    for (int i = 0; i < frames; ++i) {
        double lean = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        double rate = kamm_read(cars, 0, KAMM_CHANNEL_roll_rate_radps);
        double goal = target_rad * fmin(1, i / (0.2 * frames));
        missing += (lean - goal) * substeps / 480;
        kamm_inputs(cars)[0].steering_wheel_nm =
            (float)-(60 * (lean - goal) + 20 * rate + 30 * missing);
        kamm_step(cars, &kamm_flat_ground, substeps);
        if (i < frames - last) continue;
        sum_lean += lean / last;
        sum_steer += fabs(kamm_read(cars, 0, KAMM_CHANNEL_steering_wheel_rad)) / last;
        sum_turn += kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) *
                    fabs(kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps)) / cos(lean) / last;
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    const struct bicycle *b = &benchmark_bicycle;
    double mass = def->body.mass_kg, h = def->body.cg_height_m;
    double spin = b->front.spin / b->front.radius + b->rear.spin / b->rear.radius;
    double thin = atan(sum_turn / GRAVITY_MPS2 * (1 + spin / (mass * h)));
    double front = 1 - def->body.cg_behind_front_axle_m / b->wheelbase;
    double moves = front * b->trail * cos(b->tilt) * sin(sum_steer) / h;
    double thick = asin(crown_m * sin(thin) / (h - crown_m));
    return (struct turn){fabs(sum_lean), thin + thick - moves};
}

static void lean_is_that_of_the_closed_form(void **state)
{
    static const double crowns[] = {0.05, 0.1, 0.001}, leans[] = {-0.75, 0.2, -0.4, 0.6};
    (void)state;
    for (int i = 0; i < 11; i += of_tier(3, 1)) /* on thin tyres to 0.6 rad */
        for (double speed = 9; speed < 14; speed += 4) {
            double crown = crowns[i / 4], target = leans[(i + i / 8) % 4];
            const kamm_vehicle_def def = thick_bicycle(crown);
            struct turn t = lean_into_a_turn(&def, crown, speed, target);
            print_message("crown %.3f m, %2g m/s: leans by %.2f degrees, closed form %.2f, "
                          "%+.2f %%\n",
                          crown, speed, t.lean_rad * 180 / PI, t.expected_rad * 180 / PI,
                          100 * (t.lean_rad / t.expected_rad - 1));
            expect_share(t.lean_rad, fabs(target), 0.01);
            expect_share(t.lean_rad, t.expected_rad, 0.01);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lean_is_that_of_the_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
