/* A motorcycle that falls on its side scrapes, slides to rest, stays there, and is picked up. Two-wheelers that are thrown in any
 * attitude gain no energy.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/fleet.h"
#include "support/riding.h"
#include "support/rungs.h"
#include "support/three_wheelers.h"
#include "support/tier.h"

#include "run/cars.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>

enum { MOST_CARS = 16 };

/* One that is thrown down, and what is seen of it. */
struct throw
{
    double speed;
    int side;
    double began[3], rests[3], least_j, rise_j;
};

/* In the air on their sides, out of gear, hands off. energy_j has hubs go straight up, so this fork does. */
static kamm_cars *throw_down(kamm_vehicle_def *def, double rate, double friction,
                             const struct throw *throws, int count)
{
    def->stepping.substeps_per_s = rate;
    def->body.contact_friction = friction;
    def->axles[0].suspension.recession = 0;
    kamm_cars *cars = start_cars(def, count);
    for (int car = 0; car < count; ++car) {
        double lean = throws[car].side * 1.2;
        kamm_placement at = {.position_m = {0, 0, 0.4},
                             .orientation = {cos(lean / 2), sin(lean / 2), 0, 0},
                             .speed_mps = throws[car].speed};
        kamm_place(cars, car, &at);
        kamm_inputs(cars)[car].gear = 0;
        kamm_inputs(cars)[car].free_steering = 1;
    }
    return cars;
}

/* Without the engine, which runs meanwhile. */
static double energy_of(const kamm_cars *cars, int car)
{
    double engine = kamm_read(cars, car, KAMM_CHANNEL_engine_radps);
    return kamm_read(cars, car, KAMM_CHANNEL_energy_j) -
           0.5 * kamm_model_of(cars, car)->def->engine.inertia_kgm2 * engine * engine;
}

static void stand_up(kamm_cars *cars, int car)
{
    double lies[3], stands[3];
    read_position(cars, car, lies);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, lies[0], lies[1],
                                          kamm_read(cars, car, KAMM_CHANNEL_yaw_rad));
    at.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, car, &at);
    read_position(cars, car, stands);
    expect_near(hypot(stands[0] - lies[0], stands[1] - lies[1]), 0, 1.5);
}

/* Stood up where they lie, they ride away. */
static void pick_up(kamm_cars *cars)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    int count = kamm_count(cars);
    double rate = kamm_model_of(cars, 0)->def->stepping.substeps_per_s;
    for (int car = 0; car < count; ++car) stand_up(cars, car);
    for (int frame = 0; frame < 360; ++frame) {
        for (int car = 0; car < count; ++car) {
            kamm_inputs(cars)[car].throttle = frame < 60 ? 0 : 0.25f;
            must(kamm_ride(cars, car, &request, 1.0 / 60, &error), &error);
        }
        kamm_step(cars, &kamm_flat_ground, (int)(rate / 60));
        for (int car = 0; car < count; ++car)
            expect_near(kamm_read(cars, car, KAMM_CHANNEL_roll_rad), 0, 0.15);
    }
    for (int car = 0; car < count; ++car) {
        expect_above(kamm_read(cars, car, KAMM_CHANNEL_speed_mps), 8);
        assert_int_equal(kamm_fault(cars, car), 0);
    }
}

static void slide(kamm_cars *cars, double rate, struct throw *throws)
{
    int count = kamm_count(cars);
    for (int car = 0; car < count; ++car) read_position(cars, car, throws[car].began);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < 25 * rate; ++i) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int car = 0; car < count; ++car) {
            struct throw *t = &throws[car];
            double now = energy_of(cars, car);
            t->rise_j = fmax(t->rise_j, now - t->least_j), t->least_j = fmin(t->least_j, now);
        }
    }
    for (int car = 0; car < count; ++car) read_position(cars, car, throws[car].rests);
}

static void expect_slid(const kamm_cars *cars, int car, double friction, const struct throw *t)
{
    double to[3], expected = t->speed * t->speed / (2 * friction * GRAVITY_MPS2),
                  slid = distance_between(t->began, t->rests);
    read_position(cars, car, to);
    double creep = distance_between(t->rests, to);
    print_message("%3.0f /s, friction %.1f, %4.1f m/s, side %+d: slides %.1f m, of a block %.1f; "
                  "energy rises by %.3f J; creeps by %.2g mm\n",
                  kamm_model_of(cars, car)->def->stepping.substeps_per_s, friction, t->speed,
                  t->side, slid, expected, t->rise_j, 1000 * creep);
    expect_near(slid, expected, 0.17 * expected + 0.15 * t->speed);
    expect_below(t->rise_j, 1);
    expect_below(creep, 0.001);
    expect_near(fabs(kamm_read(cars, car, KAMM_CHANNEL_roll_rad)), PI / 2, 0.3);
}

/* All at once, as cars of one batch. */
static void slide_to_rest(double rate, double friction, struct throw *throws, int count)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    kamm_cars *cars = throw_down(&def, rate, friction, throws, count);
    slide(cars, rate, throws);
    kamm_step(cars, &kamm_flat_ground, (int)rate * of_tiers(30, 120, 600));
    for (int car = 0; car < count; ++car) expect_slid(cars, car, friction, &throws[car]);
    pick_up(cars);
    end_cars(cars);
}

static void it_slides_to_rest_and_is_picked_up(void **state)
{
    (void)state;
    for (double rate = 240; rate >= 120; rate /= of_tiers(4, 2, 2))
        for (double friction = 0.4; friction < 0.8; friction += 0.3) {
            struct throw throws[MOST_CARS];
            int count = 0;
            for (double speed = 5; speed < 41; speed += 35.0 / of_tiers(2, 4, 7))
                for (int side = -1; side < 2; side += 2)
                    throws[count++] =
                        (struct throw){.speed = speed, .side = side, .least_j = INFINITY};
            slide_to_rest(rate, friction, throws, count);
        }
}

/* -- thrown -- */

enum { THROWS = 32 };

/* The most by which energy may rise, as a share of what a machine was thrown with, and that in the mean of all throws. 0: the
 * fewest substeps at which it compiles. What is left is the rim of a light front that bounces off the ground. */
static const struct throw_rate {
    double substeps_per_s, most_share, mean_share;
} throw_rates[] = {{240, 0.045, 0.002}, {0, 0.09, 0.005}, {120, 0.1, 0.002}, {480, 0.015, 0.0005}};

static double drawn(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return low + (high - low) * ((double)(*seed >> 11) / 9007199254740992.0);
}

/* How far the lowest of body and wheels is below the frame's origin, with that direction of up in its axes. */
static double reaches_down_m(const kamm_vehicle_def *def, const kamm_model_info *info,
                             const double up[3])
{
    double ahead = info->wheel_position_m[0][0] + def->body.front_overhang_m, lowest = 0;
    for (int corner = 0; corner < 8; ++corner) {
        double at[3] = {corner & 1 ? ahead : ahead - def->body.length_m,
                        (corner & 2 ? 0.5 : -0.5) * def->body.width_m,
                        corner & 4 ? def->body.height_m : def->body.ground_clearance_m};
        lowest = fmin(lowest, at[0] * up[0] + at[1] * up[1] + at[2] * up[2]);
    }
    for (int w = 0; w < info->wheel_count; ++w) {
        const double *at = info->wheel_position_m[w];
        lowest = fmin(lowest, at[0] * up[0] + at[1] * up[1] + at[2] * up[2] - 0.4);
    }
    return -lowest;
}

/* Above the ground in any attitude, with up to 20 m/s and 8 rad/s, brakes pulled or not, hands off. */
static void throw_machine(kamm_cars *cars, int car, uint64_t seed)
{
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    kamm_placement at = {.orientation = {1, 0, 0, 0}};
    kamm_input *input = &kamm_inputs(cars)[car];
    kamm_motion motion;
    double *q = motion.orientation, size = 0;
    for (int i = 0; i < 4; ++i) drawn(&seed, 0, 1);
    kamm_place(cars, car, &at);
    kamm_read_motion(cars, car, &motion);
    for (int i = 0; i < 4; ++i) q[i] = drawn(&seed, -1, 1), size += q[i] * q[i];
    for (int i = 0; i < 4; ++i) q[i] /= sqrt(size);
    for (int i = 0; i < 3; ++i) motion.angular_velocity_radps[i] = drawn(&seed, -8, 8);
    double up[3] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                    1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    motion.position_m[2] =
        drawn(&seed, 0.05, 0.6) + reaches_down_m(kamm_model_of(cars, car)->def, &info, up);
    motion.velocity_mps[0] = drawn(&seed, 0, fmin(20, info.top_speed_mps));
    motion.velocity_mps[1] = drawn(&seed, -2, 2), motion.velocity_mps[2] = drawn(&seed, -5, 0);
    for (int w = 0; w < info.wheel_count; ++w)
        motion.wheel_radps[w] = drawn(&seed, 0, 3) * motion.velocity_mps[0];
    must(kamm_set_motion(cars, car, &motion, NULL), NULL);
    input->gear = 0, input->free_steering = input->clutch = 1;
    input->brake = drawn(&seed, 0, 1) < 0.5, input->hand_brake = drawn(&seed, 0, 1) < 0.3;
}

/* Adds the greatest rise of each throw, as a share. */
static void let_fly(const kamm_vehicle_def *def, struct throw_rate rate, double *sum, int *count)
{
    int throws = of_tier(4, THROWS);
    kamm_cars *cars = start_cars(def, throws);
    double thrown_j[THROWS], least_j[THROWS], rise_j[THROWS] = {0};
    for (int i = 0; i < throws; ++i) throw_machine(cars, i, (uint64_t)i + 1);
    kamm_step(cars, &kamm_flat_ground, 1);
    for (int i = 0; i < throws; ++i) least_j[i] = thrown_j[i] = energy_of(cars, i);
    for (int step = 0; step < 2 * def->stepping.substeps_per_s; ++step) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int i = 0; i < throws; ++i) {
            double energy_j = energy_of(cars, i);
            least_j[i] = fmin(least_j[i], energy_j);
            rise_j[i] = fmax(rise_j[i], energy_j - least_j[i]);
        }
    }
    for (int i = 0; i < throws; ++i) {
        double share = rise_j[i] / thrown_j[i];
        if (kamm_fault(cars, i) || !(share < rate.most_share))
            fail_msg("%s, throw %d, %g substeps/s: fault %d, %g of its energy more", def->name, i,
                     def->stepping.substeps_per_s, kamm_fault(cars, i), share);
        *sum += share, *count += 1;
    }
    end_cars(cars);
}

/* At that rate, or where it is 0 or too few the fewest with which the machine compiles. */
static void fly_at(kamm_vehicle_def def, struct throw_rate rate, double *sum, int *count)
{
    double least = fmax(rate.substeps_per_s, 60);
    for (def.stepping.substeps_per_s = least;; def.stepping.substeps_per_s += 4) {
        kamm_model *model = kamm_create_model(&def, KAMM_FULL, NULL);
        kamm_destroy_model(model);
        if (model) break;
    }
    if (rate.substeps_per_s > 0 && def.stepping.substeps_per_s > least) return;
    let_fly(&def, rate, sum, count);
}

static void thrown_machines_gain_no_energy(void **state)
{
    (void)state;
    for (int r = 0; r < of_tier(2, 4); ++r) {
        double sum = 0;
        int count = 0;
        for (int m = 0; m < fleet_count(); ++m)
            if (!in_long_tier() || is_tried(m + r, 2))
                fly_at(fleet_def(m, 60), throw_rates[r], &sum, &count);
        fly_at(tilting_scooter(60), throw_rates[r], &sum, &count);
        print_message("%3.0f /s: energy rises by %.4f %% in the mean of %d throws\n",
                      throw_rates[r].substeps_per_s, 100 * sum / count, count);
        expect_below(sum / count, throw_rates[r].mean_share);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_slides_to_rest_and_is_picked_up),
        cmocka_unit_test(thrown_machines_gain_no_energy),
    };
    return cmocka_run_group_tests_name("fallen", tests, NULL, NULL);
}
