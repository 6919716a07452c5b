/* Swing arms: statics of arm and wheel under drive, engine braking and brake; Cossalter's squat ratio; energy, mirror, company. */
#include "support/mirror.h"
#include "support/momentum.h"
#include "support/quick.h"
#include "support/refused.h"
#include "support/riding.h"
#include "support/rungs.h"

#include "base/quaternion.h"
#include "run/cars.h"
#include "vehicle/chassis.h"

#include <kamm/act.h>
#include <math.h>
#include <string.h>

/* Heights above the road and distances ahead of the wheel's centre, and of the sprocket ahead of the pivot. */
struct arm {
    double pivot_height_m, sprocket_height_m, wheel_sprocket_m;
};
static const struct arm arms[] = {
    {0.40, 0.42, 0.11}, {0.33, 0.30, 0.11}, {0.47, 0.40, 0.09}, {0.40, 0.38, 0}};
enum { ARMS = sizeof arms / sizeof *arms };

static kamm_vehicle_def machine_with(const struct arm *arm, double rate)
{
    kamm_vehicle_def def = machine_of_file("sport-1000");
    kamm_suspension_def *s = &def.axles[1].suspension;
    def.stepping.substeps_per_s = rate;
    def.aero.frontal_area_m2 = 1e-6;
    def.axles[0].brake_torque_nm = 0;
    s->recession = s->caster_gain_rad_per_m = 0;
    s->longitudinal_curve.count = s->caster_curve.count = 0;
    s->friction_n = 0;
    s->swing_arm = (kamm_swing_arm_def){.pivot_ahead_m = 0.56,
                                        .pivot_height_m = arm->pivot_height_m,
                                        .sprocket_ahead_m = 0.08,
                                        .sprocket_height_m = arm->sprocket_height_m,
                                        .sprocket_radius_m = 0.043,
                                        .wheel_sprocket_radius_m = arm->wheel_sprocket_m};
    return def;
}

/* What pulls the chain: the upper run, the lower one, or a torque that the arm holds. */
enum { LOWER = -1, NONE, UPPER };

/* A plane figure: from the pivot, x ahead and z up in the body. */
struct point {
    double x, z;
};

static struct point minus(struct point a, struct point b)
{
    return (struct point){a.x - b.x, a.z - b.z};
}
/* Of a force about the figure's origin; positive lifts the wheel. */
static double moment(struct point at, struct point force)
{
    return at.z * force.x - at.x * force.z;
}

struct figure {
    struct point hub, contact, sprocket, taut,
        along; /* a point of the taut run, and where it goes */
};

/* Of the rear wheel as it rolls: on the spin the road's force has that lever. */
static double effective_radius_m(const kamm_cars *cars)
{
    return (double)CAR_STATE(cars, 0, car.velocity_x_mps) /
           (double)CAR_STATE(cars, 0, wheels[1].spin_radps);
}

/* From the pivot, with the wheel's travel; the tangent by the angle that its radii make with the line of the centres. */
static struct figure figure_of(const kamm_cars *cars, const kamm_vehicle_def *def, int run,
                               double radius_m)
{
    const kamm_swing_arm_def *arm = &def->axles[1].suspension.swing_arm;
    kamm_model_info info = info_of(cars);
    double radius = info.loaded_radius_m[1], drop = arm->pivot_height_m - radius,
           length = hypot(arm->pivot_ahead_m, drop);
    double z = (double)CAR_STATE(cars, 0, wheels[1].travel_m) - drop;
    double pitch = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad);
    struct figure f = {
        .hub = {-sqrt(length * length - z * z), z},
        .sprocket = {arm->sprocket_ahead_m, arm->sprocket_height_m - arm->pivot_height_m}};
    f.contact = (struct point){f.hub.x + radius_m * sin(pitch), f.hub.z - radius_m * cos(pitch)};
    if (run == NONE || !(arm->wheel_sprocket_radius_m > 0)) return f;
    struct point line = minus(f.sprocket, f.hub);
    double apart = arm->wheel_sprocket_radius_m - arm->sprocket_radius_m;
    double angle = atan2(line.z, line.x) - run * asin(apart / hypot(line.x, line.z));
    f.along = (struct point){cos(angle), sin(angle)};
    f.taut = (struct point){f.hub.x - run * arm->wheel_sprocket_radius_m * f.along.z,
                            f.hub.z + run * arm->wheel_sprocket_radius_m * f.along.x};
    return f;
}

/* Force along the travel by the balance of moments of arm and wheel about the pivot: road, weight of the hub, chain. */
static double press_by_statics(const kamm_cars *cars, const kamm_vehicle_def *def, int run,
                               double radius_m)
{
    double force = kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_longitudinal_force_n),
           load = kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_load_n),
           torque = kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_drive_torque_nm),
           pitch = kamm_read(cars, 0, KAMM_CHANNEL_pitch_rad);
    double weight = def->axles[1].unsprung_mass_kg * GRAVITY_MPS2;
    struct figure f = figure_of(cars, def, run, radius_m);
    struct point road = {force * cos(pitch) - load * sin(pitch),
                         force * sin(pitch) + load * cos(pitch)};
    struct point down = {weight * sin(pitch), -weight * cos(pitch)};
    double sum = moment(f.contact, road) + moment(f.hub, down);
    double radius = def->axles[1].suspension.swing_arm.wheel_sprocket_radius_m;
    if (run != NONE && radius > 0) {
        double pull = run * torque / radius;
        sum += moment(f.taut, (struct point){pull * f.along.x, pull * f.along.z});
    }
    return sum / -f.hub.x;
}

/* Straight ahead, with a push along by which it keeps its speed. */
static void hold_speed(kamm_cars *cars, double speed, double seconds)
{
    double integral = 0, rate = kamm_model_of(cars, 0)->def->stepping.substeps_per_s;
    kamm_error error = {0};
    for (int i = 0; i < seconds * 60; ++i) {
        double missing = speed - (double)CAR_STATE(cars, 0, car.velocity_x_mps);
        integral += missing * 40;
        const double force[3] = {1500 * missing + integral, 0, 0};
        must(kamm_apply_force(cars, 0, force, NULL, &error), &error);
        kamm_step(cars, &kamm_flat_ground, (int)(rate / 60));
    }
}

static kamm_cars *roll(const kamm_vehicle_def *def, double speed, int gear)
{
    kamm_cars *cars = start_cars(def, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, speed, gear);
    kamm_inputs(cars)[0].free_steering = 0; /* hands hold it straight: nothing turns it */
    kamm_inputs(cars)[0].gear = gear;
    return cars;
}

struct squat {
    double spring_n, expected_n, force_n, load_n, radius_m;
};

/* What drive or brake adds to the spring's force, beside rolling in neutral. */
static struct squat squat_under(const kamm_vehicle_def *def, float throttle, float brake)
{
    const double speed = 22;
    int run = brake > 0 ? NONE : throttle > 0 ? UPPER : LOWER;
    struct squat of[2];
    for (int i = 0; i < 2; ++i) {
        kamm_cars *cars = roll(def, speed, i && !(brake > 0) ? 2 : 0);
        kamm_inputs(cars)[0].throttle = i ? throttle : 0;
        kamm_inputs(cars)[0].brake = i ? brake : 0;
        hold_speed(cars, speed, 4);
        double radius = i ? of[0].radius_m : effective_radius_m(cars);
        of[i] = (struct squat){def->axles[1].suspension.spring_n_per_m *
                                   (double)CAR_STATE(cars, 0, wheels[1].travel_m),
                               press_by_statics(cars, def, i ? run : NONE, radius),
                               kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_longitudinal_force_n),
                               kamm_read_wheel(cars, 0, 1, KAMM_WHEEL_load_n), radius};
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_speed_mps), speed, 0.3);
        expect_near(kamm_read(cars, 0, KAMM_CHANNEL_roll_rad), 0, 1e-3);
        expect_above(kamm_read_wheel(cars, 0, 0, KAMM_WHEEL_load_n), 100);
        assert_int_equal(kamm_fault(cars, 0), 0);
        end_cars(cars);
    }
    return (struct squat){of[1].spring_n - of[0].spring_n, of[1].expected_n - of[0].expected_n,
                          of[1].force_n - of[0].force_n, of[1].load_n - of[0].load_n,
                          of[0].radius_m};
}

static void drive_and_brake_press_the_arm_as_by_statics(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const struct {
        float throttle, brake;
    } pedals[] = {{0.4f, 0}, {0, 0}, {0, 0.8f}};
    (void)state;
    for (int a = 0; a < ARMS; ++a)
        for (int p = 0; p < 3; ++p) {
            const kamm_vehicle_def def = machine_with(&arms[a], 240);
            struct squat s = squat_under(&def, pedals[p].throttle, pedals[p].brake);
            print_message("arm %d, %s: force %+.0f N, load %+.0f N; spring %+.1f N, by statics "
                          "%+.1f N\n",
                          a,
                          p == 0   ? "drive"
                          : p == 1 ? "overrun"
                                   : "brake",
                          s.force_n, s.load_n, s.spring_n, s.expected_n);
            expect_above(fabs(s.force_n), p == 1 ? 50 : 400);
            expect_near(s.spring_n, s.expected_n, 0.012 * fabs(s.force_n));
        }
}

/* The angle of the line from the rear contact to where the taut run meets the arm's line. */
static double squat_tangent(const kamm_cars *cars, const kamm_vehicle_def *def, double radius_m)
{
    struct figure f = figure_of(cars, def, UPPER, radius_m);
    double det = f.along.x * -f.hub.z + f.along.z * f.hub.x; /* arm: from the pivot to the hub */
    double way = (f.taut.x * f.hub.z - f.taut.z * f.hub.x) / det;
    struct point meets = {f.taut.x + way * f.along.x, f.taut.z + way * f.along.z};
    return (meets.z - f.contact.z) / (meets.x - f.contact.x);
}

/* V. Cossalter, Motorcycle Dynamics, 2nd ed., section 6.4: R = tan of load transfer over tan of the squat line. The spring takes the
 * share 1 - 1 / R of the load that comes to the wheel. */
static void the_squat_ratio_is_that_of_the_lines(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (int a = 0; a < 3; ++a)
        for (double rate = 120; rate < 1000; rate *= 2) {
            kamm_vehicle_def def = machine_with(&arms[a], rate);
            for (int i = 0; i < 2; ++i) def.axles[i].suspension.spring_n_per_m = 400000;
            struct squat s = squat_under(&def, 0.4f, 0);
            kamm_cars *cars = roll(&def, 22, 0);
            double ratio = s.load_n / s.force_n / squat_tangent(cars, &def, s.radius_m);
            print_message("arm %d, %3.0f /s: squat ratio %.3f, spring %+.3f of the load, expected "
                          "%+.3f\n",
                          a, rate, ratio, s.spring_n / s.load_n, 1 - 1 / ratio);
            expect_near(s.spring_n / s.load_n, 1 - 1 / ratio, 0.04);
            end_cars(cars);
        }
}

/* -- energy -- */

/* The rear spring pressed by 3 cm, all else at rest but what spins. */
static void start_swing(kamm_cars *cars)
{
    const struct axle_constants *axles = kamm_model_of(cars, 0)->chassis->axles;
    for (int i = 0; i < 2; ++i) {
        const struct suspension_constants *s = &axles[i].suspension;
        PUT_CAR_STATE(cars, 0, wheels[i].travel_m,
                      -s->preload_n / s->spring_n_per_m + (i ? 0.03f : 0));
        PUT_CAR_STATE(cars, 0, wheels[i].travel_rate_mps, 0);
    }
    PUT_CAR_STATE(cars, 0, car.velocity_x_mps, 0);
    PUT_CAR_STATE(cars, 0, car.velocity_z_mps, 0);
    PUT_CAR_STATE(cars, 0, car.pitch_rate_radps, 0);
}

/* In free fall, in gear: the arm swings, and winds the chain's spring. What energy rises by; damping of the shafts. */
static double energy_gained(double rate, double damping, double *turned)
{
    const kamm_ground space = space_without_air(GRAVITY_MPS2);
    kamm_vehicle_def def = machine_with(&arms[2], rate);
    def.engine.drag_nm = def.engine.drag_nms_per_rad = 0;
    def.clutch.shaft_damping_nms_per_rad = damping, def.clutch.efficiency = 1;
    def.clutch.automatic = 0, def.clutch.torque_nm = 2000;
    for (int i = 0; i < 2; ++i) {
        kamm_suspension_def *s = &def.axles[i].suspension;
        s->bump_damping_ns_per_m = s->bump_fast_damping_ns_per_m = 0;
        s->rebound_damping_ns_per_m = s->rebound_fast_damping_ns_per_m = 0;
        s->rebound_travel_m = s->bump_travel_m = 0.12, s->stop_hysteresis = 0;
        s->recession = 0;
    }
    kamm_cars *cars = roll(&def, 40, 4);
    kamm_step(cars, &space, (int)(rate * 0.4)); /* the clutch closes */
    start_swing(cars);
    double least = kamm_read(cars, 0, KAMM_CHANNEL_energy_j), gain = 0;
    double spin = (double)CAR_STATE(cars, 0, wheels[1].spin_radps);
    for (int i = 0; i < rate / 2; ++i) {
        kamm_step(cars, &space, 1);
        double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
        gain = fmax(gain, now - least), least = fmin(least, now);
        *turned = fmax(*turned, fabs((double)CAR_STATE(cars, 0, wheels[1].spin_radps) - spin));
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return gain;
}

static void energy_only_falls_while_the_arm_winds_the_chain(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (double rate = 240; rate < 4000; rate *= 4)
        for (double damping = 5; damping < 30; damping *= 3) {
            double turned = 0, gain = energy_gained(rate, damping, &turned);
            print_message("%4.0f /s, damping %2.0f: the wheel goes %.2f rad/s to and fro; energy "
                          "gained %.3f J of 30\n",
                          rate, damping, turned, gain);
            expect_above(turned, 1);
            expect_below(gain, 0.7 + 900 / rate);
        }
}

/* -- bits -- */

enum { COMPANY = 8 };

static void press_differently(kamm_cars *cars, int car, int number)
{
    put_car(cars, car, &kamm_flat_ground, 0.1 * number, 8 + 2 * number, 2);
    kamm_inputs(cars)[car].gear = 2;
    kamm_inputs(cars)[car].throttle = 0.2f * (float)(number % 4);
    kamm_inputs(cars)[car].brake = number % 3 == 0 ? 0.3f : 0;
    kamm_inputs(cars)[car].steering_wheel_rad = 0.01f * (float)(number % 2);
}

/* Machines with a chain, with a shaft in the arm and without an arm: as one of many of all these kinds, and alone. */
static void company_changes_no_bits(void **state)
{
    NOT_IN_QUICK_TESTS();
    static kamm_vehicle_def defs[COMPANY];
    (void)state;
    for (int i = 0; i < COMPANY; ++i) {
        defs[i] = machine_with(&arms[i % ARMS], 240);
        if (i % 3 == 2) defs[i].axles[1].suspension.swing_arm.pivot_ahead_m = 0;
    }
    kamm_cars *all = start_mixed_cars(defs, COMPANY);
    for (int i = 0; i < COMPANY; ++i) press_differently(all, i, i);
    kamm_step(all, &kamm_flat_ground, 240);
    for (int i = 0; i < COMPANY; ++i) {
        kamm_cars *one = start_cars(&defs[i], 1);
        press_differently(one, 0, i);
        kamm_step(one, &kamm_flat_ground, 240);
        for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel) {
            double alone = kamm_read(one, 0, (kamm_channel)channel),
                   among = kamm_read(all, i, (kamm_channel)channel);
            if (memcmp(&alone, &among, sizeof alone) != 0)
                fail_msg("car %d, channel %d: %.9g alone, %.9g in company", i, channel, alone,
                         among);
        }
        end_cars(one);
    }
    end_cars(all);
}

static void mirrored_inputs_give_mirrored_bits(void **state)
{
    const kamm_vehicle_def def = machine_with(&arms[0], 240);
    kamm_cars *of[2] = {roll(&def, 15, 2), roll(&def, 15, 2)};
    (void)state;
    for (int frame = 0; frame < 120; ++frame) {
        for (int i = 0; i < 2; ++i) {
            float steer = (frame / 20 % 3 - 1) * 0.01f;
            kamm_inputs(of[i])[0].steering_wheel_rad = i ? -steer : steer;
            kamm_inputs(of[i])[0].throttle = frame % 40 < 15;
            kamm_step(of[i], &kamm_flat_ground, 4);
        }
        expect_mirror_images(of[0], of[1], frame);
    }
    for (int i = 0; i < 2; ++i) end_cars(of[i]);
}

static void what_is_no_swing_arm_is_refused(void **state)
{
    kamm_vehicle_def def = plain_car();
    (void)state;
    def.axles[1].suspension.swing_arm.pivot_ahead_m = 0.5;
    expect_vehicle_refused(&def, "axles[1].suspension.swing_arm: the axle has to have a single");
    def = machine_with(&arms[0], 240), def.axles[0].suspension.swing_arm.pivot_ahead_m = 0.5;
    expect_vehicle_refused(&def, "axles[0].suspension.swing_arm: it has to be the last axle");
    def = machine_with(&arms[0], 240), def.axles[1].suspension.recession = 0.1;
    expect_vehicle_refused(&def, "recession and longitudinal_curve must not be given");
    def = machine_with(&arms[0], 240), def.axles[1].suspension.caster_gain_rad_per_m = 0.1;
    expect_vehicle_refused(&def, "caster_gain_rad_per_m and caster_curve must not be given");
    def = machine_with(&arms[0], 240), def.axles[1].suspension.bump_travel_m = 0.7;
    expect_vehicle_refused(&def, "within 37 degrees of level");
    def = machine_with(&arms[0], 240);
    def.axles[1].suspension.swing_arm.wheel_sprocket_radius_m = 0.61;
    expect_vehicle_refused(&def, "sprockets must not overlap");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drive_and_brake_press_the_arm_as_by_statics),
        cmocka_unit_test(the_squat_ratio_is_that_of_the_lines),
        cmocka_unit_test(energy_only_falls_while_the_arm_winds_the_chain),
        cmocka_unit_test(company_changes_no_bits),
        cmocka_unit_test(mirrored_inputs_give_mirrored_bits),
        cmocka_unit_test(what_is_no_swing_arm_is_refused),
    };
    return cmocka_run_group_tests_name("swing_arm", tests, NULL, NULL);
}
