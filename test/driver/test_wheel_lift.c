/* Wheelies and stoppies of the shipped two-wheelers: the force at which a wheel leaves the road beside m g a / h, a
 * lift that is held, and how it comes down again. */
#include "support/fleet.h"
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"

#include "driver/rider_pedals.h"
#include "driver/stance.h"
#include "run/cars.h"

#include <kamm/rider.h>
#include <math.h>
#include <string.h>

enum { CALLS_PER_S = 60 };

struct lifted {
    kamm_cars *cars;
    kamm_ground ground;
    int substeps;
    double mean_rad, most_off_rad, most_rad, held_s;
};

/* By name; the fleet may grow. */
static int machine_named(const char *name)
{
    for (int m = 0; m < fleet_count(); ++m)
        if (strcmp(fleet_name(m), name) == 0) return m;
    fail_msg("no %s", name);
    return 0;
}

static void ride(struct lifted *l)
{
    const kamm_ride_request request = kamm_default_ride_request();
    kamm_error error = {0};
    must(kamm_ride(l->cars, 0, &request, 1.0 / CALLS_PER_S, &error), &error);
}

/* Coasting until the springs are at rest, then in that gear. */
static struct lifted start(const char *name, double speed, int gear, double friction)
{
    const kamm_vehicle_def def = fleet_def(machine_named(name), 240);
    struct lifted l = {.ground = kamm_flat_ground,
                       .substeps = (int)def.stepping.substeps_per_s / CALLS_PER_S};
    l.ground.plane.friction = (float)friction;
    l.cars = start_cars(&def, 1);
    put_car(l.cars, 0, &l.ground, 0, speed, gear);
    kamm_inputs(l.cars)[0].gear = gear;
    for (int i = 0; i < CALLS_PER_S / 2; ++i) {
        ride(&l);
        kamm_inputs(l.cars)[0].throttle = gear ? 0.2f : 0;
        kamm_step(l.cars, &l.ground, l.substeps);
    }
    return l;
}

static double speed_of(const struct lifted *l)
{
    return kamm_read(l->cars, 0, KAMM_CHANNEL_forward_speed_mps);
}

/* Throttle or front brake rise slowly; back comes the tyre's force over m g a / h when the other wheel has no load left. */
static double lifts_at(struct lifted *l, int wheel)
{
    const double per_s = wheel == REAR ? 0.15 : 0.25;
    kamm_input *input = &kamm_inputs(l->cars)[0];
    float pedal = wheel == REAR ? 0.2f : 0.5f;
    for (; pedal < 1; pedal += (float)(per_s / CALLS_PER_S)) {
        ride(l);
        if (wheel == REAR)
            input->brake = pedal;
        else
            input->throttle = pedal;
        kamm_step(l->cars, &l->ground, l->substeps);
        if (kamm_read_wheel(l->cars, 0, wheel, KAMM_WHEEL_load_n) <= 0) break;
    }
    const struct ridden_stance s = kamm_stance_of(l->cars, 0);
    double force = kamm_read_wheel(l->cars, 0, 1 - wheel, KAMM_WHEEL_longitudinal_force_n);
    double closed = s.mass_kg * s.normal_mps2 * s.arm_m[1 - wheel] / s.height_m;
    print_message("lifts at %.0f N, m g a / h %.0f N, lever %.2f\n", fabs(force), closed,
                  (double)pedal);
    expect_below((double)pedal, 0.99);
    return fabs(force) / closed;
}

/* The air's drag at its own height and the crank's spin count here, and the closed form has neither. */
static void wheels_lift_at_the_closed_form(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct lifted l = start("yamaha-yzf-r6-1999", 25, 0, 1.2);
    expect_near(lifts_at(&l, REAR), 1, 0.04);
    end_cars(l.cars);
    l = start("montesa-cota-4rt-260", 20, 0, 1.2);
    expect_near(lifts_at(&l, REAR), 1, 0.04);
    end_cars(l.cars);
    l = start("sport-1000", 10, 1, 1.2);
    expect_near(lifts_at(&l, FRONT), 1, 0.06);
    end_cars(l.cars);
}

/* The lift l follows (I + m a^2) l'' = F h - m g a. */
static double lift_accelerates(const struct ridden_stance *s, int wheel, double force_n)
{
    double arm = s->arm_m[1 - wheel];
    return (force_n * s->height_m - s->mass_kg * s->normal_mps2 * arm) /
           (s->inertia_kgm2 + s->mass_kg * arm * arm);
}

/* A light machine and a heavy one, level and nose up or down. */
static void forces_hold_the_lift_by_its_equation(void **state)
{
    (void)state;
    for (int i = 0; i < 4; ++i) {
        const int wheel = i % 2;
        struct ridden_stance s = {.mass_kg = 150 + 80 * i,
                                  .inertia_kgm2 = 20 + 15 * i,
                                  .normal_mps2 = 9.8 - i,
                                  .height_m = 0.5 + 0.1 * i,
                                  .arm_m = {0.6 + 0.1 * i, 0.9 - 0.1 * i},
                                  .lift_rad = {0.1, 0.1},
                                  .root = 1};
        double weight_n = s.mass_kg * s.normal_mps2, base_m = s.arm_m[FRONT] + s.arm_m[REAR];
        expect_share(kamm_standing_load_n(&s, wheel), weight_n * s.arm_m[1 - wheel] / base_m,
                     1e-12);
        expect_share(kamm_load_moved(&s), s.height_m / base_m, 1e-12);
        /* It stays where it is wanted, and comes there from both sides, by how far it is away. */
        expect_near(lift_accelerates(&s, wheel, kamm_lifting_force_n(&s, wheel, 0.1)), 0, 1e-12);
        double rises = lift_accelerates(&s, wheel, kamm_lifting_force_n(&s, wheel, 0.3));
        expect_above(rises, 0);
        expect_near(lift_accelerates(&s, wheel, kamm_lifting_force_n(&s, wheel, 0)), -rises / 2,
                    1e-9);
        /* A rise slows down, of a scaled machine with the root of its scale. */
        s.dips_radps = wheel == FRONT ? -0.5 : 0.5;
        double slows = lift_accelerates(&s, wheel, kamm_lifting_force_n(&s, wheel, 0.1));
        expect_below(slows, 0);
        s.root = 2;
        expect_share(lift_accelerates(&s, wheel, kamm_lifting_force_n(&s, wheel, 0.1)), slows / 2,
                     1e-12);
        s.dips_radps = 0;
        expect_share(lift_accelerates(&s, wheel, kamm_lifting_force_n(&s, wheel, 0.3)), rises / 4,
                     1e-12);
        /* A wheel on the road keeps a share of its load where the other's load is the rest of it. */
        s.lift_rad[wheel] = 0, s.load_n[wheel] = kamm_standing_load_n(&s, wheel);
        for (double keeps = 0; keeps < 1; keeps += 0.25)
            expect_share(kamm_keeping_force_n(&s, wheel, keeps) * kamm_load_moved(&s),
                         (1 - keeps) * kamm_standing_load_n(&s, wheel), 1e-12);
    }
}

/* Held while the speed is between these. */
static void hold(struct lifted *l, double lift_rad, double from_s, double least_mps,
                 double most_mps)
{
    double sum = 0;
    int count = 0;
    l->most_off_rad = l->most_rad = 0;
    for (int i = 0; i < 8 * CALLS_PER_S; ++i) {
        double speed = speed_of(l);
        if (i > from_s * CALLS_PER_S && !(speed > least_mps && speed < most_mps)) break;
        ride(l);
        kamm_lift_wheel(l->cars, 0, lift_rad, NULL);
        kamm_step(l->cars, &l->ground, l->substeps);
        double now = kamm_wheel_lift_rad(l->cars, 0);
        l->most_rad = fmax(l->most_rad, fabs(now));
        if (i < from_s * CALLS_PER_S) continue;
        sum += now, ++count;
        l->most_off_rad = fmax(l->most_off_rad, fabs(now - lift_rad));
    }
    l->mean_rad = sum / count, l->held_s = count / (double)CALLS_PER_S;
}

static void comes_down(struct lifted *l)
{
    kamm_input *input = &kamm_inputs(l->cars)[0];
    int down = 0;
    for (int i = 0; i < 5 * CALLS_PER_S; ++i) {
        ride(l);
        input->throttle = 0.1f, input->brake = 0;
        kamm_lift_wheel(l->cars, 0, 0, NULL);
        kamm_step(l->cars, &l->ground, l->substeps);
        down = kamm_wheel_lift_rad(l->cars, 0) == 0 ? down + 1 : 0;
    }
    assert_int_equal(kamm_fault(l->cars, 0), 0);
    expect_above(down, CALLS_PER_S);
    expect_below(fabs(kamm_read(l->cars, 0, KAMM_CHANNEL_roll_rad)), 0.05);
    expect_below(fabs(kamm_read(l->cars, 0, KAMM_CHANNEL_pitch_rad)), 0.1);
}

static void a_wheelie_is_held_on_a_number(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    for (double lift = 0.1; lift < 0.7; lift += 0.05 * of_tier(5, 2)) {
        struct lifted l = start("sport-1000", 7, 1, 1.1);
        hold(&l, lift, 0.8 + 3 * lift, 5, 31);
        print_message(
            "wheelie of %.2f rad: mean %.3f, off by up to %.3f, for %.1f s up to %.1f m/s\n", lift,
            l.mean_rad, l.most_off_rad, l.held_s, speed_of(&l));
        expect_above(l.held_s, 0.5);
        expect_near(l.mean_rad, lift, 0.03);
        expect_below(l.most_off_rad, 0.06);
        expect_below(l.most_rad, lift + 0.08);
        comes_down(&l);
        end_cars(l.cars);
    }
}

static void a_stoppie_is_held_on_a_number(void **state)
{
    NOT_IN_QUICK_TESTS();
    static const char *const names[] = {"yamaha-yzf-r6-1999", "montesa-cota-4rt-260"};
    (void)state;
    for (int k = 0; k < 2; ++k)
        for (double lift = 0.1; lift < 0.45; lift += 0.1 * of_tier(2, 1)) {
            struct lifted l = start(names[k], 22, 0, 1.1);
            hold(&l, -lift, 1.2, 6, 60);
            print_message("%s: stoppie of %.2f rad: mean %.3f, off by up to %.3f, for %.1f s\n",
                          names[k], lift, l.mean_rad, l.most_off_rad, l.held_s);
            expect_above(l.held_s, 0.3);
            expect_near(l.mean_rad, -lift, 0.06);
            expect_below(l.most_rad, lift + 0.08);
            hold(&l, -lift, 5, 0.3, 60);
            comes_down(&l);
            end_cars(l.cars);
        }
}

/* A pull to the end of the throttle with wheelie control: the front wheel stays low. */
static void wheelie_control_keeps_the_front_wheel_low(void **state)
{
    (void)state;
    struct lifted l = start("sport-1000", 12, 1, 1.2);
    double most = 0;
    for (int i = 0; i < 2 * CALLS_PER_S; ++i) {
        ride(&l);
        kamm_inputs(l.cars)[0].throttle = 1;
        kamm_lift_wheel(l.cars, 0, 0, NULL);
        kamm_step(l.cars, &l.ground, l.substeps);
        most = fmax(most, kamm_wheel_lift_rad(l.cars, 0));
    }
    print_message("front wheel up to %.3f rad, %.1f m/s\n", most, speed_of(&l));
    expect_below(most, 0.06);
    expect_above(speed_of(&l), 22);
    end_cars(l.cars);
}

/* A lever pulled at once all the way, with both wheels to stay down. */
static void a_full_brake_keeps_the_rear_wheel_down(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct lifted l = start("yamaha-yzf-r6-1999", 30, 0, 1.2);
    double least_rad = 0, from_mps = speed_of(&l);
    int calls = 0;
    for (; calls < 5 * CALLS_PER_S && speed_of(&l) > 4; ++calls) {
        ride(&l);
        kamm_inputs(l.cars)[0].throttle = 0, kamm_inputs(l.cars)[0].hand_brake = 0;
        kamm_inputs(l.cars)[0].brake = 1;
        kamm_lift_wheel(l.cars, 0, 0, NULL);
        kamm_step(l.cars, &l.ground, l.substeps);
        least_rad = fmin(least_rad, kamm_wheel_lift_rad(l.cars, 0));
    }
    double mean_mps2 = (from_mps - speed_of(&l)) * CALLS_PER_S / calls;
    print_message("rear wheel up to %.4f rad, %.2f m/s2\n", -least_rad, mean_mps2);
    expect_above(least_rad, -0.005);
    expect_above(mean_mps2, 7);
    end_cars(l.cars);
}

static void cars_lift_no_wheel(void **state)
{
    const kamm_vehicle_def def = default_vehicle();
    kamm_error error = {0};
    (void)state;
    kamm_cars *cars = start_cars(&def, 1);
    assert_int_equal(kamm_lift_wheel(cars, 0, 0.2, &error), KAMM_ERROR_RANGE);
    assert_true(isnan(kamm_wheel_lift_rad(cars, 0)));
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wheels_lift_at_the_closed_form),
        cmocka_unit_test(forces_hold_the_lift_by_its_equation),
        cmocka_unit_test(a_wheelie_is_held_on_a_number),
        cmocka_unit_test(a_stoppie_is_held_on_a_number),
        cmocka_unit_test(wheelie_control_keeps_the_front_wheel_low),
        cmocka_unit_test(a_full_brake_keeps_the_rear_wheel_down),
        cmocka_unit_test(cars_lift_no_wheel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
