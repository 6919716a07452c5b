/* The shipped two-wheelers with a rider: turns from walking pace to nine tenths of the top speed, swerves, full throttle, full
 * brakes, standing; energy, mirror, widths, snapshots; and the linear machine of their riders beside `full`. */
#include "support/eigenvalues.h"
#include "support/fleet.h"
#include "support/mirror.h"
#include "support/quick.h"
#include "support/riding.h"
#include "support/tier.h"
#include "support/two_wheels.h"

#include "driver/rider_pedals.h"
#include "driver/stance.h"
#include "run/cars.h"
#include "support/two_wheel_states.h"
#include "vehicle/lean_model.h"

#include <kamm/act.h>
#include <kamm/rider.h>
#include <math.h>
#include <string.h>

enum { CALLS_PER_S = 60 };

struct ride {
    kamm_cars *cars;
    kamm_ground ground;
    kamm_ride_request request;
    double held_mps; /* by a push along; 0: no push */
    int substeps;
};

static struct ride start_ride(int machine, double speed, double substeps_per_s)
{
    kamm_vehicle_def def = fleet_def(machine, substeps_per_s);
    struct ride r = {.ground = kamm_flat_ground, .request = kamm_default_ride_request()};
    r.cars = start_cars(&def, 1);
    put_car(r.cars, 0, &r.ground, 0, speed, 0);
    kamm_inputs(r.cars)[0].gear = 0;
    r.substeps = (int)def.stepping.substeps_per_s / CALLS_PER_S;
    return r;
}

static double read(const struct ride *r, kamm_channel channel)
{
    return kamm_read(r->cars, 0, channel);
}

static double lean_of(const struct ride *r) { return -read(r, KAMM_CHANNEL_roll_rad); }

static double top_speed(const struct ride *r)
{
    return kamm_describe(kamm_model_of(r->cars, 0)).top_speed_mps;
}

/* Throttle and brakes as far as the rider lets them. */
static void ride_frame(struct ride *r, double throttle, double brake)
{
    kamm_input *input = &kamm_inputs(r->cars)[0];
    kamm_error error = {0};
    must(kamm_ride(r->cars, 0, &r->request, 1.0 / CALLS_PER_S, &error), &error);
    input->throttle = (float)fmin(throttle, kamm_throttle_allows(r->cars, 0));
    const struct brake_levers levers = kamm_press_brakes(r->cars, 0, brake);
    input->brake = (float)levers.front, input->hand_brake = (float)levers.rear;
    if (read(r, KAMM_CHANNEL_speed_mps) < 1) input->brake = (float)brake;
    if (r->held_mps > 0) {
        double yaw = read(r, KAMM_CHANNEL_yaw_rad), mass = kamm_model_of(r->cars, 0)->info.mass_kg;
        double push = 8 * mass * (r->held_mps - read(r, KAMM_CHANNEL_speed_mps));
        const double force[3] = {push * cos(yaw), push * sin(yaw), 0};
        must(kamm_apply_force(r->cars, 0, force, NULL, &error), &error);
    }
    kamm_step(r->cars, &r->ground, r->substeps);
}

static void ride_for(struct ride *r, double seconds)
{
    for (int i = 0; i < seconds * CALLS_PER_S; ++i) ride_frame(r, 0, 0);
}

static void expect_well(const struct ride *r, int machine, const char *what)
{
    if (kamm_fault(r->cars, 0) || !(fabs(lean_of(r)) < 1.1))
        fail_msg("%s %s: fault %d, leans by %.2f rad", fleet_name(machine), what,
                 (int)kamm_fault(r->cars, 0), lean_of(r));
}

/* -- turns -- */

/* The lean is that which the call tells, and the path on the ground has the curvature that is asked for. */
static void turn(int machine, double speed, double share)
{
    struct ride r = start_ride(machine, speed, 240);
    r.held_mps = speed;
    ride_for(&r, 0.5);
    r.request.curvature_per_m = share * GRAVITY_MPS2 / (speed * speed);
    ride_for(&r, 10);
    expect_well(&r, machine, "turns");
    double across = read(&r, KAMM_CHANNEL_acceleration_y_mps2);
    double height = kamm_model_of(r.cars, 0)->statics.total_cg[2];
    double inner_m = speed * speed / across, outer_m = inner_m + height * sin(lean_of(&r));
    double wanted =
        -kamm_lean_in_turn_rad(kamm_model_of(r.cars, 0), speed * outer_m / inner_m, 1 / outer_m);
    double off = 1 / (outer_m * r.request.curvature_per_m) - 1;
    if (fabs(lean_of(&r) - wanted) > 0.035 || fabs(off) > 0.08)
        fail_msg("%s, %.1f m/s, %.2f g: leans by %.4f, %.4f by the call; curvature off by %.1f %%",
                 fleet_name(machine), speed, share, lean_of(&r), wanted, 100 * off);
    end_cars(r.cars);
}

static void it_turns_at_all_speeds(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double shares[] = {0.15, 0.35};
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        struct ride r = start_ride(m, 5, 240);
        double top = 0.9 * top_speed(&r), slow = fmin(5, 0.7 * top);
        int steps = of_tiers(1, 4, 12);
        end_cars(r.cars);
        for (int i = 0; i <= steps; ++i)
            for (int k = of_tier(m % 2, 0); k < of_tier(m % 2 + 1, 2); ++k)
                turn(m, slow + (top - slow) * i / steps, shares[k]);
    }
}

/* The rider's torque is that of the tyres' own curves, so the integral (of weight times height) has little to add: on grip a deep lean
 * has most of its side force by camber, and on slippery ground the tyres' trail is less. */
static void the_integral_learns_little_in_bends(void **state)
{
    NOT_IN_QUICK_TESTS();
    const double frictions[] = {0.3, 0.6, 1};
    double worst = 0;
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int i = of_tier(m % 3, 0); i < of_tier(m % 3 + 1, 3); ++i) {
            struct ride r = start_ride(m, 5, 240);
            double speed = fmin(18, 0.7 * top_speed(&r)), mu = frictions[i];
            double leans_to = kamm_model_of(r.cars, 0)->info.mass_kg < 150 ? 0.35 : 0.5;
            end_cars(r.cars);
            r = start_ride(m, speed, 240);
            r.ground.plane.friction = (float)mu, r.held_mps = speed;
            ride_for(&r, 0.5);
            r.request.curvature_per_m = fmin(0.6 * mu, leans_to) * GRAVITY_MPS2 / (speed * speed);
            ride_for(&r, 15);
            expect_well(&r, m, "turns");
            double learned = (double)kamm_inputs(r.cars)[0].steering_wheel_rad;
            print_message("%-22s friction %.1f, leans by %.2f rad: learns %+.5f\n", fleet_name(m),
                          mu, lean_of(&r), learned);
            worst = fmax(worst, fabs(learned));
            end_cars(r.cars);
        }
    expect_below(worst, 0.002);
}

static double stoppie_mps2(const kamm_cars *cars)
{
    const kamm_model_info *info = &kamm_model_of(cars, 0)->info;
    return GRAVITY_MPS2 * info->cg_behind_front_axle_m / info->cg_height_m;
}

static void it_swerves_and_stops(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        struct ride r = start_ride(m, 5, 240);
        double speed = fmin(20, 0.8 * top_speed(&r)), most = 0;
        end_cars(r.cars);
        r = start_ride(m, speed, 240);
        r.held_mps = speed;
        for (int i = 0; i < 6 * CALLS_PER_S; ++i) {
            r.request.curvature_per_m =
                0.25 * GRAVITY_MPS2 / (speed * speed) * (i / 90 % 2 ? -1 : 1);
            ride_frame(&r, 0, 0);
            most = fmax(most, fabs(lean_of(&r)));
        }
        expect_well(&r, m, "swerves");
        expect_above(most, 0.2);
        r.held_mps = r.request.curvature_per_m = 0;
        ride_for(&r, 3);
        double begun = read(&r, KAMM_CHANNEL_speed_mps), braked_s = 0, most_rad = 0;
        for (; braked_s < 20 && read(&r, KAMM_CHANNEL_speed_mps) > 0.05;
             braked_s += 1.0 / CALLS_PER_S) {
            ride_frame(&r, 0, 1);
            most_rad = fmax(most_rad, kamm_stance_of(r.cars, 0).lift_rad[REAR]);
        }
        expect_well(&r, m, "brakes");
        print_message("%-22s brakes by %.2f m/s2, rear wheel up to %.3f rad\n", fleet_name(m),
                      begun / braked_s, most_rad);
        /* From 4.7 m/s an e-scooter, which lifts its rear wheel at 4.8 m/s2, has half of that in the mean. */
        expect_above(begun / braked_s, fmin(3.5, 0.5 * stoppie_mps2(r.cars)));
        expect_below(most_rad, 0.04);
        for (int i = 0; i < 5 * CALLS_PER_S; ++i) ride_frame(&r, 0, 1);
        expect_well(&r, m, "stands");
        expect_below(fabs(lean_of(&r)), 0.08);
        expect_below(read(&r, KAMM_CHANNEL_speed_mps), 0.05);
        end_cars(r.cars);
    }
}

/* Full throttle from rest: both wheels on the road but for moments, and where power is enough most of g b / h. */
static void full_throttle_holds_the_front_wheel_down(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        struct ride r = start_ride(m, 0, 480);
        const kamm_model_info *info = &kamm_model_of(r.cars, 0)->info;
        double up_s = 0, fastest = 0,
               lifts = info->static_load_n[0] * info->wheelbase_m /
                       (info->mass_kg * kamm_model_of(r.cars, 0)->statics.total_cg[2]);
        for (int i = 0; i < CALLS_PER_S; ++i) ride_frame(&r, 0, 1);
        kamm_inputs(r.cars)[0].gear = KAMM_GEAR_DRIVE;
        for (int i = 0; i < 4 * CALLS_PER_S; ++i) {
            ride_frame(&r, 1, 0);
            up_s += (kamm_read_wheel(r.cars, 0, 0, KAMM_WHEEL_load_n) <= 0) / (double)CALLS_PER_S;
            if (i == 2 * CALLS_PER_S) fastest = read(&r, KAMM_CHANNEL_speed_mps) / 2;
        }
        print_message("%-22s %.2f m/s2 in 2 s, lifts at %.2f; front wheel up for %.2f s\n",
                      fleet_name(m), fastest, lifts, up_s);
        expect_well(&r, m, "accelerates");
        expect_below(fastest, lifts);
        expect_below(up_s, strcmp(fleet_name(m), "montesa-cota-4rt-260") ? 0.4 : 1.4);
        if (!strcmp(fleet_name(m), "sport-1000")) expect_above(fastest, 0.7 * lifts);
        end_cars(r.cars);
    }
}

/* On kinematic and single_track an ideal rider leans. */
static void other_rungs_lean_as_the_closed_form(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int k = 0; k < RIDDEN; ++k) {
            const kamm_vehicle_def def = coasting(fleet_def(m, 240));
            kamm_cars *cars = ride(&def, ridden[k], 8);
            double speed = fmin(25, 0.8 * info_of(cars).top_speed_mps);
            end_cars(cars);
            cars = ride(&def, ridden[k], speed);
            ride_curve(cars, &kamm_flat_ground, 0.3 * GRAVITY_MPS2 / (speed * speed), speed, 6);
            double side = level_speed(cars) * yaw_rate(cars);
            double expected = closed_form_lean(cars, side);
            if (fabs(lean_of_car(cars) - expected) > 0.004 ||
                fabs(side / GRAVITY_MPS2 - 0.3) > 0.03)
                fail_msg("%s on %s: %.3f m/s2, leans by %.4f rad, not %.4f", fleet_name(m),
                         rung_name(ridden[k]), side, lean_of_car(cars), expected);
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
}

/* -- laws -- */

/* Hands off after a push, while it weaves or falls, until it lies: energy only goes down. */
static void energy_only_falls(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int fast = of_tier(m % 2, 0); fast < of_tier(m % 2 + 1, 2); ++fast) {
            struct ride r = start_ride(m, fast ? 6 : 1, 480);
            const double push[3] = {0, 0.3 * kamm_model_of(r.cars, 0)->info.mass_kg, 0};
            must(kamm_apply_impulse(r.cars, 0, push, NULL, NULL), NULL);
            kamm_inputs(r.cars)[0].free_steering = 1;
            double least = read(&r, KAMM_CHANNEL_energy_j), begun = least, rise = 0;
            for (int i = 0; i < 480 * 2 && fabs(lean_of(&r)) < 1.2; ++i) {
                kamm_step(r.cars, &r.ground, 1);
                double now = read(&r, KAMM_CHANNEL_energy_j);
                rise = fmax(rise, now - least), least = fmin(least, now);
            }
            print_message("%-22s falls by %.1f J, rises by %.4f J\n", fleet_name(m), begun - least,
                          rise);
            assert_int_equal(kamm_fault(r.cars, 0), 0);
            expect_above(begun - least, 0.1);
            expect_below(rise, 1e-3 * (begun - least) + 1e-5 * fabs(begun));
            end_cars(r.cars);
        }
}

static void bend_by_turns(struct ride *r, int frame, double sign)
{
    double speed = fmax(2, read(r, KAMM_CHANNEL_speed_mps));
    r->request.curvature_per_m = sign * (frame % 80 < 40 ? 1 : -0.5) / (speed * speed);
    ride_frame(r, frame > 60 && frame < 100, frame >= 100);
}

static void mirrored_rides_have_mirrored_bits(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m) {
        struct ride left = start_ride(m, 4, 240), right = start_ride(m, 4, 240);
        double most = 0;
        for (int frame = 0; frame < of_tier(120, 400); ++frame) {
            bend_by_turns(&left, frame, 1), bend_by_turns(&right, frame, -1);
            expect_mirror_images(left.cars, right.cars, frame);
            most = fmax(most, fabs(lean_of(&left)));
        }
        expect_above(most, 0.02);
        end_cars(left.cars);
        end_cars(right.cars);
    }
}

static void ride_frames(kamm_cars *cars, int first, int from, int until)
{
    kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    for (int frame = from; frame < until; ++frame) {
        for (int i = 0; i < kamm_count(cars); ++i) {
            request.curvature_per_m = 0.01 / (1 + first + i) * (frame % 50 > 20);
            must(kamm_ride(cars, i, &request, 1.0 / CALLS_PER_S, &error), &error);
            kamm_inputs(cars)[i].throttle = frame > 30 ? 0.1f : 0;
        }
        kamm_step(cars, &kamm_flat_ground, 240 / CALLS_PER_S);
    }
}

static void place(kamm_cars *cars, int first)
{
    for (int i = 0; i < kamm_count(cars); ++i) {
        put_car(cars, i, &kamm_flat_ground, 0, 4 + first + i, 0);
        kamm_inputs(cars)[i].gear = 1;
    }
}

/* All machines as one batch of mixed models, each alone at width 1, and the batch again from a snapshot: the same bits. */
static void company_width_and_snapshots_do_not_matter(void **state)
{
    enum { MOST = 16, HALF = 45, ALL = 90 };
    static kamm_vehicle_def defs[MOST];
    static unsigned char kept[1 << 18], end[1 << 18], again[1 << 18];
    kamm_error error = {0};
    int count = fleet_count();
    (void)state;
    assert_in_range(count, 1, MOST);
    for (int m = 0; m < count; ++m) defs[m] = fleet_def(m, 240);
    kamm_cars *all = start_mixed_cars(defs, count);
    assert_true(kamm_snapshot_size(all) <= sizeof kept);
    place(all, 0);
    ride_frames(all, 0, 0, HALF);
    kamm_save_snapshot(all, kept);
    ride_frames(all, 0, HALF, ALL);
    kamm_save_snapshot(all, end);
    must(kamm_restore_snapshot(all, kept, kamm_snapshot_size(all), &error), &error);
    ride_frames(all, 0, HALF, ALL);
    kamm_save_snapshot(all, again);
    assert_memory_equal(end, again, kamm_snapshot_size(all));
    must(kamm_set_width(1, &error), &error);
    for (int m = 0; m < count; ++m) {
        kamm_cars *one = start_cars(&defs[m], 1);
        place(one, m);
        ride_frames(one, m, 0, ALL);
        for (int c = 0; c < KAMM_CHANNEL_COUNT; ++c) {
            double alone = kamm_read(one, 0, (kamm_channel)c),
                   among = kamm_read(all, m, (kamm_channel)c);
            if (memcmp(&alone, &among, sizeof alone) != 0)
                fail_msg("%s, channel %d: %.9g alone, %.9g", fleet_name(m), c, alone, among);
        }
        end_cars(one);
    }
    must(kamm_set_width(0, &error), &error);
    end_cars(all);
}

/* -- the riders' linear machine -- */

static const kamm_linear_state states[] = {TWO_WHEEL_STATES(1e-5)};
enum { STATES = sizeof states / sizeof *states };

/* While it pulls with the whole throttle against a gravity that leans back by `pull_mps2`, at a speed that stays. Without it rolls for
 * 2 s, and its tyres slow it. Returns the speed. */
static double modes_of_full(const kamm_vehicle_def *def, double speed, double pull_mps2,
                            double load_n[2], double complex roots[STATES])
{
    const double interval_s = 0.02;
    double a[STATES * STATES];
    kamm_error error = {0};
    kamm_ground ground = kamm_flat_ground;
    ground.plane.rolling_resistance = 0;
    ground.gravity_mps2[0] = -(float)pull_mps2;
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &ground, 0, speed, 0);
    kamm_inputs(cars)[0].gear = pull_mps2 > 0 ? KAMM_GEAR_DRIVE : 0;
    kamm_inputs(cars)[0].throttle = pull_mps2 > 0;
    kamm_inputs(cars)[0].free_steering = 1;
    kamm_step(cars, &ground, 2 * (int)def->stepping.substeps_per_s);
    for (int w = 0; w < 2; ++w) load_n[w] = kamm_read_wheel(cars, 0, w, KAMM_WHEEL_load_n);
    kamm_linear_def linear = {.states = states,
                              .state_count = STATES,
                              .substeps = (int)lround(interval_s * def->stepping.substeps_per_s)};
    must(kamm_linearise(cars, 0, &ground, &linear, a, NULL, NULL, NULL, &error), &error);
    find_eigenvalues(STATES, a, roots);
    for (int i = 0; i < STATES; ++i) roots[i] = clog(roots[i]) / interval_s;
    double rolls_mps = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
    end_cars(cars);
    return rolls_mps;
}

/* Weave, wobble and capsize, with the twisting moment of camber and the pneumatic trail that these tyres have. */
static void compare_modes(int machine, double speed)
{
    kamm_vehicle_def def = fleet_def(machine, 1200);
    def.aero.frontal_area_m2 = 0;
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    struct lean_model lean;
    kamm_find_lean_model(model, &lean);
    speed = fmin(speed, 0.8 * model->info.top_speed_mps);
    kamm_destroy_model(model);
    double a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES];
    double complex full[STATES], linear[LEAN_STATES];
    double load_n[2];
    speed = modes_of_full(&def, speed, 0, load_n, full);
    assert_true(kamm_lean_equations(&lean, speed, a, b));
    find_eigenvalues(LEAN_STATES, a[0], linear);
    for (int i = 0; i < LEAN_STATES; ++i) {
        if (cabs(linear[i]) > 80 || creal(linear[i]) < -25 || cimag(linear[i]) < 0) continue;
        double complex own = nearest_root(STATES, full, linear[i]);
        double off = cabs(own - linear[i]) / fmax(cabs(linear[i]), 1);
        print_message("%-22s %4.1f m/s: %7.3f %+8.3fi, of full %7.3f %+8.3fi, %.1f %%\n",
                      fleet_name(machine), speed, creal(linear[i]), cimag(linear[i]), creal(own),
                      cimag(own), 100 * off);
        expect_below(off, speed > 10 ? 0.05 : 0.08); /* of a slow tyre the carcass damps as well */
    }
}

static void the_linear_machine_has_the_modes_of_full(void **state)
{
    const double speeds[] = {20, 5};
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int i = 0; i < of_tier(1, 2); ++i) compare_modes(m, speeds[i]);
}

/* A motor in the rear hub that gives that pull at any speed, in place of the engine. */
static kamm_vehicle_def pulling(int machine, double pull_mps2)
{
    const kamm_vehicle_def electric = ridden_motorcycle(1200);
    kamm_vehicle_def def = fleet_def(machine, 1200);
    kamm_error error = {0};
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) fail_msg("%s", error.text);
    kamm_motor_def *motor = &def.axles[1].motor;
    motor->peak_nm = model->info.mass_kg * pull_mps2 * model->info.loaded_radius_m[1];
    motor->power_w = 1e6, motor->ratio = motor->efficiency = 1;
    kamm_destroy_model(model);
    def.engine = electric.engine, def.clutch = electric.clutch, def.gearbox = electric.gearbox;
    def.axles[1].drive_share = def.axles[1].suspension.swing_arm.wheel_sprocket_radius_m = 0;
    def.aero.frontal_area_m2 = 0;
    return def;
}

/* Under drive the wobble slows with the front wheel's load, by up to a quarter, and the pull keeps the capsize from growing. */
static void the_linear_machine_has_the_modes_of_one_that_pulls(void **state)
{
    (void)state;
    for (int m = 0; m < fleet_count(); ++m)
        for (int pull = of_tier(4, 1); pull <= 4; ++pull) {
            const kamm_vehicle_def def = pulling(m, pull);
            if (def.body.mass_kg < 130) continue; /* bicycles lift the wheel before */
            kamm_error error = {0};
            kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
            if (!model) fail_msg("%s", error.text);
            double a[LEAN_STATES][LEAN_STATES], b[LEAN_STATES], load_n[2], speed = 20;
            double complex full[STATES], linear[LEAN_STATES];
            struct lean_model lean;
            modes_of_full(&def, speed, pull, load_n, full);
            kamm_find_loaded_lean_model(model, load_n, &lean);
            kamm_destroy_model(model);
            assert_true(kamm_lean_equations(&lean, speed, a, b));
            find_eigenvalues(LEAN_STATES, a[0], linear);
            for (int i = 0; i < LEAN_STATES; ++i) {
                if (cabs(linear[i]) > 80 || creal(linear[i]) < -25 || cimag(linear[i]) < 0)
                    continue;
                double complex own = nearest_root(STATES, full, linear[i]);
                double off = cabs(own - linear[i]);
                int swings = cimag(linear[i]) > 1;
                if (!swings && fabs(creal(linear[i])) > 1) continue;
                print_message("%-22s %d m/s2: %7.3f %+8.3fi, of full %7.3f %+8.3fi\n",
                              fleet_name(m), pull, creal(linear[i]), cimag(linear[i]), creal(own),
                              cimag(own));
                expect_below(swings ? off / cabs(own) : off, swings ? 0.12 : 0.4);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_turns_at_all_speeds),
        cmocka_unit_test(the_integral_learns_little_in_bends),
        cmocka_unit_test(it_swerves_and_stops),
        cmocka_unit_test(full_throttle_holds_the_front_wheel_down),
        cmocka_unit_test(other_rungs_lean_as_the_closed_form),
        cmocka_unit_test(energy_only_falls),
        cmocka_unit_test(mirrored_rides_have_mirrored_bits),
        cmocka_unit_test(company_width_and_snapshots_do_not_matter),
        cmocka_unit_test(the_linear_machine_has_the_modes_of_full),
        cmocka_unit_test(the_linear_machine_has_the_modes_of_one_that_pulls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
