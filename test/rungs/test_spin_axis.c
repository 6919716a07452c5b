/* An engine whose crank lies across and turns with the wheels, or against them: what its spin does to the body.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/mirror.h"
#include "support/momentum.h"
#include "support/refused.h"
#include "support/riding.h"
#include "support/rungs.h"
#include "support/two_wheels.h"

#include "base/quaternion.h"
#include "run/cars.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>

static const int32_t senses[] = {KAMM_ENGINE_AGAINST_WHEELS, KAMM_ENGINE_ACROSS,
                                 KAMM_ENGINE_WITH_WHEELS};

/* A motorcycle whose engine keeps its speed out of gear; `sense`: -1, 0 or 1. */
static kamm_vehicle_def spinning_motorcycle(int sense, double engine_kgm2, double rate)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    def.stepping.substeps_per_s = rate;
    def.engine.turns = senses[sense + 1];
    def.engine.inertia_kgm2 = engine_kgm2;
    def.engine.drag_nm = def.engine.drag_nms_per_rad = 0;
    return def;
}

/* Its wheels stay where they are at rest. */
static void stiffen(kamm_vehicle_def *def)
{
    for (int a = 0; a < 2; ++a) {
        kamm_suspension_def *s = &def->axles[a].suspension;
        s->spring_n_per_m = 400000, s->recession = 0;
        s->longitudinal_curve.count = s->caster_curve.count = 0;
    }
}

static double engine_momentum(const kamm_cars *cars, double engine_kgm2)
{
    return engine_kgm2 * kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
}

/* Of machine and engine, world axes. */
static void whole_momentum(const kamm_cars *cars, int sense, double engine_kgm2, double of[3])
{
    double linear[3], position[3], q[4];
    double spin[3] = {0, sense * engine_momentum(cars, engine_kgm2), 0};
    kamm_body_frame(cars, 0, position, q);
    kamm_rotate(q, spin, spin);
    momenta_of_two_wheeler(cars, linear, of);
    for (int i = 0; i < 3; ++i) of[i] += spin[i];
}

static kamm_cars *tumble(const kamm_vehicle_def *def, const kamm_ground *space, double radps)
{
    kamm_cars *cars = float_two_wheeler(def, space);
    PUT_CAR_STATE(cars, 0, car.engine_radps, (float)radps);
    PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.6f);
    PUT_CAR_STATE(cars, 0, car.pitch_rate_radps, 0.2f);
    PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, -0.4f);
    PUT_CAR_STATE(cars, 0, wheels[1].spin_radps, 0);
    return cars;
}

/* It tumbles, and then the throttle speeds the engine up. */
static void angular_momentum_stays_in_empty_space(void **state)
{
    const kamm_ground space = space_without_air(0);
    const double engine_kgm2 = 0.15;
    (void)state;
    for (int sense = -1; sense < 2; sense += 2)
        for (double rate = 120; rate <= 960; rate *= 2) {
            kamm_vehicle_def def = spinning_motorcycle(sense, engine_kgm2, rate);
            stiffen(&def);
            kamm_cars *cars = tumble(&def, &space, 200);
            double before[3], after[3], machine[2][3], linear[3];
            whole_momentum(cars, sense, engine_kgm2, before);
            momenta_of_two_wheeler(cars, linear, machine[0]);
            kamm_step(cars, &space, (int)(0.5 * rate));
            kamm_inputs(cars)[0].throttle = 1;
            kamm_step(cars, &space, (int)(0.5 * rate));
            whole_momentum(cars, sense, engine_kgm2, after);
            momenta_of_two_wheeler(cars, linear, machine[1]);
            double off = distance_between(before, after),
                   given = distance_between(machine[0], machine[1]);
            print_message("%+d, %3.0f /s: the machine has got %.1f N.m.s of the engine, %.3f are "
                          "missing\n",
                          sense, rate, given, off);
            expect_above(given, 30);
            expect_below(off, given * 0.003 * 120 / rate);
            end_cars(cars);
        }
}

/* Rates of roll and yaw of a body with the momentum H about y, I x' = H (x2, -x1): they go round in an ellipse. */
static void nutate(const kamm_vehicle_def *def, double h, double t, double x[2])
{
    double roll = def->body.roll_inertia_kgm2, yaw = def->body.yaw_inertia_kgm2,
           product = -def->body.roll_yaw_product_kgm2, det = roll * yaw - product * product;
    double turns = h / sqrt(det);
    double push[2] = {(yaw * x[1] + product * x[0]) / sqrt(det),
                      -(product * x[1] + roll * x[0]) / sqrt(det)};
    for (int i = 0; i < 2; ++i) x[i] = x[i] * cos(turns * t) + push[i] * sin(turns * t);
}

static void it_nutates_as_the_closed_form(void **state)
{
    const kamm_ground space = space_without_air(0);
    (void)state;
    for (int sense = -1; sense < 2; sense += 2)
        for (double radps = 200; radps < 1300; radps *= 2.4) {
            kamm_vehicle_def def = spinning_motorcycle(sense, 0.2, 480);
            stiffen(&def);
            def.front_assembly.hands_nm_per_rad = 20000, def.front_assembly.hands_max_nm = 20000;
            kamm_cars *cars = float_two_wheeler(&def, &space);
            kamm_inputs(cars)[0].free_steering = 0;
            PUT_CAR_STATE(cars, 0, car.engine_radps, (float)radps);
            PUT_CAR_STATE(cars, 0, car.roll_rate_radps, 0.05f);
            PUT_CAR_STATE(cars, 0, car.yaw_rate_radps, 0.02f);
            for (int w = 0; w < 2; ++w) PUT_CAR_STATE(cars, 0, wheels[w].spin_radps, 0);
            double begun = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), worst = 0;
            for (int i = 1; i <= 20; ++i) {
                double x[2] = {(double)0.05f, (double)0.02f};
                nutate(&def, sense * 0.2 * radps, 0.05 * i, x);
                kamm_step(cars, &space, 24);
                worst = fmax(worst, fabs(x[0] - (double)CAR_STATE(cars, 0, car.roll_rate_radps)));
                worst = fmax(worst, fabs(x[1] - (double)CAR_STATE(cars, 0, car.yaw_rate_radps)));
            }
            double gained = kamm_read(cars, 0, KAMM_CHANNEL_energy_j) - begun;
            print_message("%+d, %4.0f rad/s: off by %.2g of 0.05 rad/s; energy %+.2g J\n", sense,
                          radps, worst, gained);
            expect_below(worst, 0.0012);
            expect_below(fabs(gained), 0.02 * 0.05);
            end_cars(cars);
        }
}

/* A blip of the throttle in the air: the body turns the other way, by the whole machine's inertia. */
static void a_blip_in_the_air_pitches_the_body(void **state)
{
    const kamm_ground space = space_without_air(GRAVITY_MPS2);
    (void)state;
    for (int sense = -1; sense < 2; ++sense) {
        kamm_vehicle_def def = machine_of_file("sport-1000");
        def.engine.turns = senses[sense + 1];
        stiffen(&def);
        kamm_cars *cars = float_two_wheeler(&def, &space);
        double before = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps),
               was = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rate_radps);
        kamm_inputs(cars)[0].throttle = 1;
        kamm_step(cars, &space, 60);
        kamm_inputs(cars)[0].throttle = 0;
        kamm_step(cars, &space, 4);
        double faster = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps) - before,
               pitch = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rate_radps) - was;
        double expected = -sense * def.engine.inertia_kgm2 * faster / def.body.pitch_inertia_kgm2;
        print_message("%+d: %.0f rad/s faster, pitches by %.4f rad/s, expected %.4f\n", sense,
                      faster, pitch, expected);
        expect_above(faster, 500);
        expect_near(pitch, expected, 0.02 * fabs(expected) + 1e-5);
        end_cars(cars);
    }
}

struct steady {
    double lean_rad, side_mps2;
};

static struct steady ride_turn(int sense, double engine_kgm2, double speed, double share)
{
    const kamm_vehicle_def def = spinning_motorcycle(sense, engine_kgm2, 240);
    kamm_cars *cars = start_cars(&def, 1);
    kamm_ride_request request = kamm_default_ride_request();
    struct steady mean = {0, 0};
    kamm_error error = {0};
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = 0;
    PUT_CAR_STATE(cars, 0, car.engine_radps, 1000);
    for (int frame = 0; frame < 900; ++frame) {
        double yaw = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rad),
               now = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
        const double push = 2000 * (speed - now), force[3] = {push * cos(yaw), push * sin(yaw), 0};
        request.curvature_per_m = share * GRAVITY_MPS2 / (speed * speed);
        must(kamm_ride(cars, 0, &request, 1.0 / 60, &error), &error);
        must(kamm_apply_force(cars, 0, force, NULL, &error), &error);
        kamm_step(cars, &kamm_flat_ground, 4);
        if (frame < 840) continue;
        double lean = kamm_read(cars, 0, KAMM_CHANNEL_roll_rad);
        mean.lean_rad -= lean / 60;
        mean.side_mps2 += now * kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps) / cos(lean) / 60;
    }
    expect_near(kamm_read(cars, 0, KAMM_CHANNEL_engine_radps), 1000, 1);
    end_cars(cars);
    return mean;
}

/* V. Cossalter, Motorcycle Dynamics, ch. 4, with the spin H of wheels and crank; c is the crown of the tyres:
 *
 *     tan t = a / g (1 + H / (m h V)),   lean = t + asin(c sin t / (h - c)) */
static double lean_of(const kamm_vehicle_def *def, const struct steady *turn, double crank_nms,
                      double speed)
{
    double h = def->body.cg_height_m, spin = crank_nms / speed, crown = 0;
    double to_front = def->body.cg_behind_front_axle_m / def->axles[1].behind_front_axle_m;
    for (int a = 0; a < 2; ++a) {
        const kamm_tyre_def *tyre = &def->axles[a].tyre;
        double radius = tyre->crown_radius_m > 0 ? tyre->crown_radius_m : tyre->width_m / 2;
        spin += def->axles[a].wheel_inertia_kgm2 / tyre->unloaded_radius_m;
        crown += (a ? to_front : 1 - to_front) * radius;
    }
    double t = atan(turn->side_mps2 / GRAVITY_MPS2 * (1 + spin / (def->body.mass_kg * h)));
    return t + asin(crown * sin(t) / (h - crown));
}

static void a_turn_leans_by_the_crank_as_well(void **state)
{
    const double crank = 0.1 * 1000;
    (void)state;
    for (double speed = 15; speed < 40; speed += 10)
        for (double share = -0.4; share < 0.7; share += 0.8) {
            const kamm_vehicle_def def = spinning_motorcycle(0, 0.1, 240);
            struct steady with = ride_turn(1, 0.1, speed, share),
                          against = ride_turn(-1, 0.1, speed, share);
            double alike = lean_of(&def, &with, 0, speed) - lean_of(&def, &against, 0, speed);
            double more = with.lean_rad - against.lean_rad - alike,
                   expected = lean_of(&def, &with, crank, speed) -
                              lean_of(&def, &against, -crank, speed) - alike;
            print_message("%g m/s, %+.1f g: the crank's sense makes %.4f rad of %.3f, expected "
                          "%.4f\n",
                          speed, share, more, with.lean_rad, expected);
            expect_above(fabs(more), 0.01);
            expect_share(more, expected, 0.04);
        }
}

static void mirrored_inputs_give_mirrored_bits(void **state)
{
    const kamm_vehicle_def def = spinning_motorcycle(1, 0.05, 240);
    kamm_cars *of[2] = {start_cars(&def, 1), start_cars(&def, 1)};
    (void)state;
    for (int i = 0; i < 2; ++i) {
        put_car(of[i], 0, &kamm_flat_ground, 0, 14, 0);
        kamm_inputs(of[i])[0].gear = 0;
        kamm_inputs(of[i])[0].free_steering = 1;
        PUT_CAR_STATE(of[i], 0, car.engine_radps, 900);
    }
    for (int frame = 0; frame < 120; ++frame) {
        float torque = (frame / 20 % 3 - 1) * 4.0f;
        kamm_inputs(of[0])[0].steering_wheel_nm = torque;
        kamm_inputs(of[1])[0].steering_wheel_nm = -torque;
        for (int i = 0; i < 2; ++i) {
            kamm_inputs(of[i])[0].throttle = frame % 50 < 10;
            kamm_step(of[i], &kamm_flat_ground, 4);
        }
        expect_mirror_images(of[0], of[1], frame);
    }
    expect_above(fabs(kamm_read(of[0], 0, KAMM_CHANNEL_roll_rad)), 0.01);
    for (int i = 0; i < 2; ++i) end_cars(of[i]);
}

static void a_live_axle_needs_an_engine_along_the_car(void **state)
{
    kamm_vehicle_def def = plain_car();
    (void)state;
    def.engine.turns = KAMM_ENGINE_WITH_WHEELS;
    for (int a = 0; a < 2; ++a) def.axles[a].suspension.kind = KAMM_SUSPENSION_DEPENDENT;
    for (int a = 0; a < 2; ++a) def.axles[a].live = def.axles[a].drive_share > 0;
    expect_vehicle_refused(&def, "a live axle needs engine.turns along the car");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angular_momentum_stays_in_empty_space),
        cmocka_unit_test(it_nutates_as_the_closed_form),
        cmocka_unit_test(a_blip_in_the_air_pitches_the_body),
        cmocka_unit_test(a_turn_leans_by_the_crank_as_well),
        cmocka_unit_test(mirrored_inputs_give_mirrored_bits),
        cmocka_unit_test(a_live_axle_needs_an_engine_along_the_car),
    };
    return cmocka_run_group_tests_name("spin_axis", tests, NULL, NULL);
}
