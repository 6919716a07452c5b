/* Riders: steady turns, countersteering, pushes, slow riding and standing, on bicycles and motorcycles. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/scales.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "run/cars.h"
#include "vehicle/rider_gains.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

struct ride {
    kamm_cars *cars;
    kamm_ground ground;
    kamm_ride_request request;
    double call_s, held_mps;
    int substeps;
};

/* Called `calls_per_s` times a second. */
static struct ride start_ride(const kamm_vehicle_def *def, double speed, double friction,
                              int calls_per_s)
{
    struct ride r = {.ground = kamm_flat_ground, .request = kamm_default_ride_request()};
    r.ground.plane.friction = friction;
    r.cars = start_cars(def, 1);
    put_car(r.cars, 0, &r.ground, 0, speed, 0);
    kamm_inputs(r.cars)[0].gear = 0;
    r.substeps = (int)def->stepping.substeps_per_s / calls_per_s;
    r.call_s = r.substeps / def->stepping.substeps_per_s;
    return r;
}

static double read(const struct ride *r, kamm_channel channel)
{
    return kamm_read(r->cars, 0, channel);
}
static double torque_of(const struct ride *r)
{
    return (double)kamm_inputs(r->cars)[0].steering_wheel_nm;
}

/* With a push along by which it keeps its speed. */
static void ride_for(struct ride *r, double seconds)
{
    kamm_error error = {0};
    for (double t = 0; t < seconds - 1e-9; t += r->call_s) {
        must(kamm_ride(r->cars, 0, &r->request, r->call_s, &error), &error);
        if (r->held_mps > 0) {
            double yaw = read(r, KAMM_CHANNEL_yaw_rad);
            double push = 2000 * (r->held_mps - read(r, KAMM_CHANNEL_speed_mps));
            const double force[3] = {push * cos(yaw), push * sin(yaw), 0};
            must(kamm_apply_force(r->cars, 0, force, NULL, &error), &error);
        }
        kamm_step(r->cars, &r->ground, r->substeps);
    }
}

/* Lean of a steady turn: V. Cossalter, Motorcycle Dynamics, ch. 4, with the wheels' spin. What a tyre yields lowers the middle of its
 * tread, which leans the less. */
static double lean_in_closed_form(const kamm_vehicle_def *def, double lateral_mps2)
{
    double spin = 0, crown = 0, height = def->body.cg_height_m;
    double to_front = def->body.cg_behind_front_axle_m / def->axles[1].behind_front_axle_m;
    for (int a = 0; a < 2; ++a) {
        const kamm_tyre_def *tyre = &def->axles[a].tyre;
        double share = a ? to_front : 1 - to_front;
        double yields_m =
            share * def->body.mass_kg * GRAVITY_MPS2 / tyre->vertical_stiffness_n_per_m;
        spin += def->axles[a].wheel_inertia_kgm2 / tyre->unloaded_radius_m;
        crown += share * (tyre->width_m / 2 - yields_m);
    }
    double t = atan(lateral_mps2 / GRAVITY_MPS2 * (1 + spin / (def->body.mass_kg * height)));
    return t + asin(crown * sin(t) / (height - crown));
}

static double curvature_of(double share, double speed)
{
    return share * GRAVITY_MPS2 / (speed * speed);
}

/* -- steady turns -- */

static void turn_steadily(const kamm_vehicle_def *def, double speed, double lateral,
                          double friction, int calls)
{
    struct ride r = start_ride(def, speed, friction, calls);
    r.held_mps = speed;
    ride_for(&r, 0.5);
    r.request.curvature_per_m = curvature_of(lateral, speed);
    ride_for(&r, 8);
    double across = read(&r, KAMM_CHANNEL_acceleration_y_mps2);
    double lean = -read(&r, KAMM_CHANNEL_roll_rad), expected = lean_in_closed_form(def, across);
    /* The ground's path is the outer one. */
    double inner_m = speed * speed / across, outer_m = inner_m + def->body.cg_height_m * sin(lean);
    double wanted =
        kamm_lean_in_turn_rad(kamm_model_of(r.cars, 0), speed * outer_m / inner_m, 1 / outer_m);
    double off = 1 / (outer_m * r.request.curvature_per_m) - 1;
    if (fabs(lean - expected) > 1 * PI / 180 || fabs(-wanted - expected) > 0.5 * PI / 180 ||
        fabs(off) > 0.06)
        fail_msg("%g m/s, %g g asked for, friction %g, %g substeps, %d calls: %.4f g, lean %.4f, "
                 "%.4f in closed form, %.4f by the call",
                 speed, lateral, friction, def->stepping.substeps_per_s, calls,
                 across / GRAVITY_MPS2, lean, expected, -wanted);
    end_cars(r.cars);
}

static void steady_turns_lean_as_the_closed_form(void **state)
{
    static const int rates[] = {240, 600, 120};
    static const double motorcycle[] = {6, 12, 20, 35, 50}, bicycle[] = {4.5, 6, 9, 14};
    (void)state;
    for (int i = 0; i < of_tier(1, 3); ++i) {
        const kamm_vehicle_def m = ridden_motorcycle(rates[i]),
                               b = ridden_bicycle(fmax(rates[i], 240));
        for (int v = 0; v < 5; v += of_tier(2, 1))
            for (int l = 0; l < 3; ++l)
                turn_steadily(&m, motorcycle[v], 0.1 + (v ? 0.35 : 0.1) * l, 1, 60);
        for (int v = 0; v < 4; ++v)
            for (int l = 0; l < of_tier(2, 2); ++l)
                turn_steadily(&b, bicycle[v], 0.1 + 0.15 * l, 1, 60);
        for (double friction = 0.3; friction < 1; friction += 0.3)
            turn_steadily(&m, 15, 0.7 * friction, friction, 60);
        turn_steadily(&m, 20, 0.5, 1, rates[i] / 2);
    }
}

/* -- countersteering -- */

/* The first torque and the first steering are to the other side, by which it leans to the turn's side. */
static void the_first_torque_is_to_the_other_side(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < 2; ++vehicle)
        for (double speed = 2; speed < (vehicle ? 55 : 20); speed *= 1.5) {
            const kamm_vehicle_def def = vehicle ? ridden_motorcycle(240) : ridden_bicycle(240);
            for (int side = -1; side <= 1; side += 2) {
                struct ride r = start_ride(&def, speed, 1, 60);
                ride_for(&r, 0.5);
                r.request.curvature_per_m = side * curvature_of(0.1, speed);
                ride_for(&r, r.call_s);
                expect_below(side * torque_of(&r), -1);
                ride_for(&r, 2 * r.call_s);
                expect_below(side * read(&r, KAMM_CHANNEL_steering_wheel_rad), 0);
                ride_for(&r, 3);
                expect_below(side * read(&r, KAMM_CHANNEL_roll_rad), -0.03);
                expect_above(side * read(&r, KAMM_CHANNEL_yaw_rate_radps), 0.5 * 0.98 / speed);
                end_cars(r.cars);
            }
        }
}

/* Torque over speed and roll rate, of a change of lean at 15 to 40 m/s: for Sharp's motorcycle 2.25 to 2.5 N.s2/rad were
 * computed, for oscillations at 0.3 to 0.8 Hz. */
static void a_change_of_lean_has_the_torque_of_the_literature(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(240);
    const double period_s = 2;
    (void)state;
    for (double speed = 15; speed <= 40; speed += 12.5) {
        struct ride r = start_ride(&def, speed, 1, 60);
        double in[2] = {0}, out[2] = {0};
        r.held_mps = speed;
        for (double t = 0; t < 5 * period_s; t += r.call_s) {
            r.request.curvature_per_m = curvature_of(0.1, speed) * sin(2 * PI / period_s * t);
            ride_for(&r, r.call_s);
            if (t < 3 * period_s) continue;
            double c = cos(2 * PI / period_s * t), sine = sin(2 * PI / period_s * t);
            in[0] += c * torque_of(&r), in[1] += sine * torque_of(&r);
            double rate = read(&r, KAMM_CHANNEL_roll_rate_radps);
            out[0] += c * rate, out[1] += sine * rate;
        }
        double index = hypot(in[0], in[1]) / (speed * hypot(out[0], out[1]));
        print_message("%g m/s: %.2f N.s2/rad\n", speed, index);
        expect_above(index, 2.0);
        expect_below(index, 2.8);
        end_cars(r.cars);
    }
}

/* -- it stays up -- */

/* An impulse from the side, at the height of the centre of gravity. */
static void pushed_it_rights_itself(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < 2; ++vehicle)
        for (double speed = 1.5; speed < (vehicle ? 60 : 20); speed *= 2) {
            const kamm_vehicle_def def = vehicle ? ridden_motorcycle(240) : ridden_bicycle(240);
            struct ride r = start_ride(&def, speed, speed > 5 ? 0.3 : 1, 60);
            double push = 0.2 * def.body.mass_kg, most = 0;
            const double impulse[3] = {0, speed < 2 ? 0.5 * push : push, 0};
            kamm_error error = {0};
            r.held_mps = speed;
            ride_for(&r, 0.5);
            must(kamm_apply_impulse(r.cars, 0, impulse, NULL, &error), &error);
            for (int i = 0; i < 60; ++i) {
                ride_for(&r, 0.1);
                most = fmax(most, fabs(read(&r, KAMM_CHANNEL_roll_rad)));
            }
            print_message("%d, %4.1f m/s: leans by up to %.3f rad\n", vehicle, speed, most);
            expect_below(most, 0.4);
            expect_below(fabs(read(&r, KAMM_CHANNEL_roll_rad)), 0.03);
            assert_int_equal(kamm_fault(r.cars, 0), 0);
            end_cars(r.cars);
        }
}

/* What is felt as one rides faster by little is answered by little more or less, also where the table of gains has a row. */
static void the_torque_has_no_steps_over_speed(void **state)
{
    const double impulse[3] = {20, 0, 0};
    kamm_error error = {0};
    (void)state;
    for (int vehicle = 0; vehicle < 2; ++vehicle)
        for (int row = 1; row < RIDER_SPEEDS - 1; ++row) {
            const kamm_vehicle_def def = vehicle ? ridden_motorcycle(240) : ridden_bicycle(240);
            double torque_nm[2], speed_mps = 0;
            for (int side = 0; side < 2; ++side) {
                struct ride r = start_ride(&def, speed_mps * (side ? 1 + 1e-5 : 1 - 1e-5), 1, 60);
                if (!side) { /* which the model knows */
                    speed_mps = kamm_model_of(r.cars, 0)->rider->speed_mps[row];
                    put_car(r.cars, 0, &r.ground, 0, speed_mps * (1 - 1e-5), 0);
                }
                must(kamm_apply_angular_impulse(r.cars, 0, impulse, &error), &error);
                must(kamm_ride(r.cars, 0, &r.request, r.call_s, &error), &error);
                torque_nm[side] = torque_of(&r);
                end_cars(r.cars);
            }
            print_message("%d, %5.2f m/s: %.4f and %.4f N m\n", vehicle, speed_mps, torque_nm[0],
                          torque_nm[1]);
            if (speed_mps < 2) continue; /* the handlebar is held there */
            expect_above(fabs(torque_nm[0]), 0.01);
            expect_share(torque_nm[1], torque_nm[0], 2e-3);
        }
}

/* From rest, on its feet, to speed, and back. */
static void it_starts_rides_and_stops(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < 2; ++vehicle) {
        const kamm_vehicle_def def = vehicle ? ridden_motorcycle(240) : ridden_bicycle(240);
        struct ride r = start_ride(&def, 0, 1, 60);
        kamm_input *input = &kamm_inputs(r.cars)[0];
        double most = 0, fastest = 0;
        PUT_CAR_STATE(r.cars, 0, car.roll_rate_radps, 0.1f);
        for (int i = 0; i < 300; ++i) {
            input->gear = KAMM_GEAR_DRIVE;
            input->throttle = i >= 30 && i < 150 ? 0.3f : 0, input->brake = i > 180 ? 0.2f : 0;
            ride_for(&r, 0.1);
            most = fmax(most, fabs(read(&r, KAMM_CHANNEL_roll_rad)));
            fastest = fmax(fastest, read(&r, KAMM_CHANNEL_speed_mps));
        }
        print_message("%d: up to %.1f m/s, leans by up to %.3f rad, stands at %.4f m/s, %.4f rad\n",
                      vehicle, fastest, most, read(&r, KAMM_CHANNEL_speed_mps),
                      read(&r, KAMM_CHANNEL_roll_rad));
        expect_above(fastest, vehicle ? 8 : 4);
        expect_below(most, 0.1);
        expect_below(read(&r, KAMM_CHANNEL_speed_mps), 0.02);
        end_cars(r.cars);
    }
}

/* Without feet a machine that stands falls; with neither hands nor feet one that rides falls, too; half of the help still holds it. */
static void help_is_in_proportion(void **state)
{
    static const struct {
        double speed, strength;
        int feet, falls;
    } cases[] = {{0, 1, 0, 1}, {0, 1, 1, 0},    {3, 0, 1, 1},
                 {3, 1, 0, 0}, {12, 0.6, 1, 0}, {3, 0.7, 1, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const kamm_vehicle_def def = ridden_motorcycle(240);
        struct ride r = start_ride(&def, cases[i].speed, 1, 60);
        r.request.strength = cases[i].strength, r.request.feet = cases[i].feet;
        PUT_CAR_STATE(r.cars, 0, car.roll_rate_radps, 0.05f);
        ride_for(&r, 6);
        int falls = fabs(read(&r, KAMM_CHANNEL_roll_rad)) > 0.5;
        if (falls != cases[i].falls)
            fail_msg("case %zu leans by %.3f rad", i, read(&r, KAMM_CHANNEL_roll_rad));
        end_cars(r.cars);
    }
}

static void wild_requests_are_bounded(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(240);
    const double wild[] = {NAN, INFINITY, -INFINITY, 1e300};
    (void)state;
    for (int i = 0; i < 4; ++i) {
        struct ride r = start_ride(&def, 12, 1, 60);
        kamm_error error = {0};
        r.request.curvature_per_m = wild[i], r.request.max_lean_rad = 0.3;
        r.request.max_torque_nm = 40;
        for (int call = 0; call < 240; ++call) {
            must(kamm_ride(r.cars, 0, &r.request, call ? wild[call % 4] : 0, &error), &error);
            expect_below(fabs(torque_of(&r)), 40.001);
            kamm_step(r.cars, &r.ground, r.substeps);
            expect_below(fabs(read(&r, KAMM_CHANNEL_roll_rad)), 0.4);
        }
        end_cars(r.cars);
    }
}

/* The state after a call at that speed, at which it has that lean. */
static uint64_t ridden_from(const kamm_vehicle_def *def, double speed, double lean,
                            const kamm_ride_request *request)
{
    kamm_error error = {0};
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, 0);
    kamm_step(cars, &kamm_flat_ground, 4);
    kamm_motion motion;
    kamm_read_motion(cars, 0, &motion);
    motion.orientation[0] = cos(lean / 2), motion.orientation[1] = sin(lean / 2);
    motion.orientation[2] = motion.orientation[3] = 0;
    must(kamm_set_motion(cars, 0, &motion, &error), &error);
    must(kamm_ride(cars, 0, request, 1.0 / 60, &error), &error);
    kamm_step(cars, &kamm_flat_ground, 4);
    uint64_t hash = kamm_state_hash(cars);
    end_cars(cars);
    return hash;
}

/* As the header says: from 3 m/s on, of an ordinary motorcycle, and by the root of the length of others. */
static void feet_are_on_the_pegs_from_three_metres_a_second_on(void **state)
{
    const double lengths[] = {1, 0.3, 4};
    (void)state;
    for (int i = 0; i < 3; ++i) {
        const kamm_vehicle_def one = ridden_motorcycle(240);
        const kamm_vehicle_def def = i ? scaled_vehicle(&one, lengths[i]) : one;
        kamm_cars *cars = start_cars(&def, 1);
        double root = sqrt(kamm_model_of(cars, 0)->statics.length_scale);
        end_cars(cars);
        kamm_ride_request with = kamm_default_ride_request(), without = with;
        without.feet = 0;
        for (double lean = -0.3; lean < 0.4; lean += 0.6)
            for (double speed = 0.5; speed < 3.9; speed += 0.2) {
                int counts = ridden_from(&def, speed * root, lean, &with) !=
                             ridden_from(&def, speed * root, lean, &without);
                if (counts != (speed < 3))
                    fail_msg("length %g, %.1f m/s, lean %.1f: feet %s", lengths[i], speed, lean,
                             counts ? "push" : "do not push");
            }
    }
}

/* The header's range: 0 to 1.2, and clamped. */
static void the_largest_lean_is_clamped(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(240);
    kamm_ride_request least = kamm_default_ride_request(), most, more;
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        least.curvature_per_m = 10 * side, most = more = least;
        least.max_lean_rad = 1.1, most.max_lean_rad = 1.2, more.max_lean_rad = 1.3;
        uint64_t clamped = ridden_from(&def, 20, -1.15 * side, &most);
        assert_true(ridden_from(&def, 20, -1.15 * side, &more) == clamped);
        assert_true(ridden_from(&def, 20, -1.15 * side, &least) != clamped);
    }
}

static void cars_have_no_rider(void **state)
{
    const kamm_vehicle_def def = plain_car();
    const kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    kamm_cars *cars = start_cars(&def, 1);
    const kamm_input before = kamm_inputs(cars)[0];
    (void)state;
    assert_int_equal(kamm_has_rider(kamm_model_of(cars, 0)), 0);
    assert_int_equal(kamm_ride(cars, 0, &request, 0.01, &error), KAMM_ERROR_RANGE);
    assert_non_null(strstr(error.text, "two single wheels in line"));
    assert_memory_equal(&before, &kamm_inputs(cars)[0], sizeof before);
    assert_true(isnan(kamm_lean_in_turn_rad(kamm_model_of(cars, 0), 10, 0.01)));
    end_cars(cars);
}

/* A machine of L times the length, at speeds and times by its root, leans alike. */
static void a_scaled_machine_rides_alike(void **state)
{
    static const double lengths[] = {0.3, 4};
    double lean[3][40];
    (void)state;
    for (int k = 0; k < 3; ++k) {
        const kamm_vehicle_def one = ridden_motorcycle(240);
        double length = k ? lengths[k - 1] : 1, root = sqrt(length), speed = 15 * root;
        const kamm_vehicle_def def = scaled_vehicle(&one, length);
        struct ride r = start_ride(&def, speed, 1, (int)lround(60 / root));
        r.substeps = 4, r.call_s = 4 / def.stepping.substeps_per_s;
        r.request.curvature_per_m = 0.3 * GRAVITY_MPS2 / (speed * speed);
        for (int i = 0; i < 40; ++i) {
            for (int call = 0; call < 6; ++call) ride_for(&r, r.call_s);
            lean[k][i] = read(&r, KAMM_CHANNEL_roll_rad);
            if (k) expect_near(lean[k][i], lean[0][i], 2e-3);
        }
        end_cars(r.cars);
    }
    expect_below(lean[0][39], -0.3);
}

/* -- bits -- */

static void a_mirrored_ride_has_mirrored_bits(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < 2; ++vehicle) {
        const kamm_vehicle_def def = vehicle ? ridden_motorcycle(240) : ridden_bicycle(240);
        struct ride left = start_ride(&def, 0.5, 1, 60), right = start_ride(&def, 0.5, 1, 60);
        for (int frame = 0; frame < 600; ++frame) {
            left.request.curvature_per_m = 0.02 * sin(0.02 * frame);
            right.request.curvature_per_m = -left.request.curvature_per_m;
            left.held_mps = right.held_mps = 0.5 + 0.01 * frame;
            ride_for(&left, left.call_s), ride_for(&right, right.call_s);
            expect_mirror_images(left.cars, right.cars, frame);
        }
        expect_above(fabs(read(&left, KAMM_CHANNEL_roll_rad)), 0.01);
        end_cars(left.cars);
        end_cars(right.cars);
    }
}

enum { COMPANY = 5 };

static void ride_together(kamm_cars *cars, int first, int count)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    for (int i = 0; i < count; ++i) {
        put_car(cars, i, &kamm_flat_ground, 0, 1 + 4.0 * (first + i), 0);
        kamm_inputs(cars)[i].gear = 0;
    }
    for (int frame = 0; frame < 120; ++frame) {
        for (int i = 0; i < count; ++i) {
            request.curvature_per_m = 0.01 / (1 + first + i) * (frame % 50 > 20);
            must(kamm_ride(cars, i, &request, 1.0 / 60, &error), &error);
        }
        kamm_step(cars, &kamm_flat_ground, 4);
    }
}

static void company_and_width_do_not_matter(void **state)
{
    const kamm_vehicle_def def = ridden_motorcycle(240);
    kamm_cars *all = start_cars(&def, COMPANY);
    kamm_error error = {0};
    (void)state;
    ride_together(all, 0, COMPANY);
    must(kamm_set_width(1, &error), &error);
    for (int i = 0; i < COMPANY; ++i) {
        kamm_cars *one = start_cars(&def, 1);
        ride_together(one, i, 1);
        for (int c = 0; c < KAMM_CHANNEL_COUNT; ++c) {
            double alone = kamm_read(one, 0, (kamm_channel)c),
                   among = kamm_read(all, i, (kamm_channel)c);
            if (memcmp(&alone, &among, sizeof alone) != 0) fail_msg("car %d, channel %d", i, c);
        }
        end_cars(one);
    }
    must(kamm_set_width(0, &error), &error);
    end_cars(all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_turns_lean_as_the_closed_form),
        cmocka_unit_test(the_first_torque_is_to_the_other_side),
        cmocka_unit_test(a_change_of_lean_has_the_torque_of_the_literature),
        cmocka_unit_test(pushed_it_rights_itself),
        cmocka_unit_test(the_torque_has_no_steps_over_speed),
        cmocka_unit_test(it_starts_rides_and_stops),
        cmocka_unit_test(help_is_in_proportion),
        cmocka_unit_test(wild_requests_are_bounded),
        cmocka_unit_test(feet_are_on_the_pegs_from_three_metres_a_second_on),
        cmocka_unit_test(the_largest_lean_is_clamped),
        cmocka_unit_test(cars_have_no_rider),
        cmocka_unit_test(a_scaled_machine_rides_alike),
        cmocka_unit_test(a_mirrored_ride_has_mirrored_bits),
        cmocka_unit_test(company_and_width_do_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
