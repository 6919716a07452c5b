/* A dual clutch gearbox in cars: torque through a shift against its closed form, the engine's intervention, all ways of shifting,
 * power, rest, rungs. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/fitted.h"
#include "support/refused.h"
#include "support/rest.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include "run/cars.h"
#include "shaft_losses.h"
#include "vehicle/chassis.h"

#include <math.h>
#include <string.h>

static const double rates[] = {240, 60, 120, 600, 1200};

static int has_gears(int vehicle)
{
    const kamm_vehicle_def def = shipped_def(vehicle);
    return takes_dual_clutch(&def);
}

static kamm_vehicle_def with_kind(int vehicle, double rate, int kind)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate;
    fit_dual_clutch(&def, 1);
    def.gearbox.kind = kind;
    return def;
}

static kamm_vehicle_def dual(int vehicle, double rate)
{
    return with_kind(vehicle, rate, KAMM_GEARBOX_DUAL_CLUTCH);
}

/* In a gear at a share of the speed at which the engine's limiter ends it, and there for a second. */
static kamm_cars *in_gear(const kamm_vehicle_def *def, kamm_rung rung, int gear, double share,
                          double pedal)
{
    kamm_cars *cars = start_rung(def, rung, 1);
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double speed = share * info.limiter_radps / info.overall_ratio[gear - 1] *
                   info.wheel_radius_m[info.wheel_count - 1];
    put_car(cars, 0, &kamm_flat_ground, 0, speed, gear);
    kamm_inputs(cars)[0].throttle = (float)pedal;
    drive_for(cars, &kamm_flat_ground, 1);
    return cars;
}

static double ratio_of(const kamm_vehicle_def *def, int gear)
{
    return def->gearbox.ratios[gear - 1] * def->gearbox.final_drive;
}

/* ---- torque ---- */

/* While the clutches hand over under power the coming one carries x P, and the leaving one what is left of P after the engine's own
 * acceleration: the wheels get r_a (P - J d(omega)/dt - x P) + r_b x P, which is P (r_a + x (r_b - r_a)) at a steady speed. Then they get
 * P r_b at the least: more where the engine can't slow down enough by itself. */
static void an_upshift_hands_over_as_the_closed_form(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int r = 0; r < of_tiers(1, 3, 5); ++r) {
            if (!has_gears(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = dual(vehicle, rates[r]);
            int gear = middle_gear(&def) - 1;
            kamm_cars *cars = in_gear(&def, KAMM_FULL, gear, 0.55, 0.5);
            double pull = kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm), worst = 0;
            double full = pull * ratio_of(&def, gear) * def.clutch.efficiency;
            kamm_inputs(cars)[0].gear = (float)(gear + 1);
            for (int n = 0; n < (int)(0.3 * rates[r]); ++n) {
                double before = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
                kamm_step(cars, &kamm_flat_ground, 1);
                double x = CAR_STATE(cars, 0, car.hand_over);
                double gains = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps) - before;
                double own = def.engine.inertia_kgm2 * gains * rates[r];
                double leaving = ratio_of(&def, gear) * (pull - own - x * pull);
                double coming = ratio_of(&def, gear + 1) * x * pull;
                double torque = kamm_read(cars, 0, KAMM_CHANNEL_drive_torque_nm);
                if (!(CAR_STATE(cars, 0, car.shift_remaining_s) > 0)) break;
                if (x < 1)
                    worst = fmax(worst, fabs(torque - def.clutch.efficiency * (leaving + coming)));
                else
                    expect_above(torque, 0.8 * def.clutch.efficiency * coming);
            }
            print_message("%-24s %4g /s: off by %.1f %%\n", shipped_name(vehicle), rates[r],
                          100 * worst / full);
            expect_below(worst, (def.body.mass_kg > 5000 ? 0.1 : 0.04) * full);
            end_cars(cars);
        }
}

/* Least and greatest acceleration from a shift's start to `seconds` after it. */
static void shift_range(kamm_cars *cars, int gear, double seconds, double rate, double range[2])
{
    kamm_inputs(cars)[0].gear = (float)gear;
    range[0] = 1e9, range[1] = -1e9;
    for (int n = 0; n < seconds * rate; ++n) {
        kamm_step(cars, &kamm_flat_ground, 1);
        double a = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2);
        range[0] = fmin(range[0], a), range[1] = fmax(range[1], a);
    }
}

/* The automated manual gearbox leaves no force; the dual clutch leaves what the coming gear pulls. */
static void no_upshift_interrupts_the_drive(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1))
        for (int r = 0; r < of_tiers(1, 3, 5); ++r) {
            if (!has_gears(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            double range[2][2], after = 0;
            for (int k = 0; k < 2; ++k) {
                kamm_vehicle_def def = with_kind(
                    vehicle, rates[r], k ? KAMM_GEARBOX_DUAL_CLUTCH : KAMM_GEARBOX_AUTOMATIC);
                kamm_cars *cars = in_gear(&def, KAMM_FULL, 2, 0.55, 0.6);
                shift_range(cars, 3, 0.5, rates[r], range[k]);
                drive_for(cars, &kamm_flat_ground, 0.3);
                after = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_x_mps2);
                end_cars(cars);
            }
            print_message(
                "%-24s %4g /s: least %.2f m/s2 with one clutch, %.2f with two, %.2f after\n",
                shipped_name(vehicle), rates[r], range[0][0], range[1][0], after);
            expect_below(range[0][0], 0.05);
            expect_above(after, 0.1);
            expect_above(range[1][0], 0.5 * after);
        }
}

/* The engine gives P less J d(omega) / t while it slows down. */
static void the_engine_is_slowed_by_its_own_torque(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        if (!has_gears(vehicle)) continue;
        kamm_vehicle_def def = dual(vehicle, 1200);
        if (def.engine.inertia_kgm2 < 0.06) continue; /* slowed before the time that is looked at */
        int gear = middle_gear(&def);
        kamm_cars *cars = in_gear(&def, KAMM_FULL, gear, 0.6, 0.9);
        double pull = kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm), speeds[2] = {0}, mean = 0;
        int steps = 0;
        kamm_inputs(cars)[0].gear = (float)(gear + 1);
        for (int n = 0; n < 0.3 * 1200; ++n) {
            kamm_step(cars, &kamm_flat_ground, 1);
            double left = CAR_STATE(cars, 0, car.shift_remaining_s);
            if (CAR_STATE(cars, 0, car.hand_over) < 1 || left < 0.08 || left > 0.14) continue;
            speeds[1] = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
            if (!steps++) speeds[0] = speeds[1];
            mean += kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm);
        }
        double slowed = def.engine.inertia_kgm2 * (speeds[0] - speeds[1]) / ((steps - 1) / 1200.0);
        mean /= steps;
        print_message("%-24s pull %.0f N.m, J d(omega)/t %.0f, engine %.0f\n",
                      shipped_name(vehicle), pull, slowed, mean);
        expect_above(slowed, 0.2 * pull);
        double drag =
            def.engine.drag_nm + def.engine.drag_nms_per_rad * 0.5 * (speeds[0] + speeds[1]);
        expect_near(mean, fmax(pull - slowed, -drag), 0.1 * pull);
        end_cars(cars);
    }
}

/* ---- shifts ---- */

/* Up and down, with the pedal pressed and released: the shift ends in its gear, and the engine with the wheels. */
static void every_shift_ends(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(8, 1))
        for (int r = 0; r < of_tier(1, 3); ++r)
            for (int k = 0; k < 8; ++k) {
                if (!is_tried(vehicle + r + k, 3) || !has_gears(vehicle) ||
                    !takes_rate(vehicle, rates[r]))
                    continue;
                kamm_vehicle_def def = dual(vehicle, rates[r]);
                int from = k & 1 ? 3 : 2, to = k & 1 ? 2 : 3;
                double pedal = k & 2 ? (k & 4 ? 1 : 0.3) : (k & 4 ? 0 : 0.1);
                kamm_cars *cars = in_gear(&def, KAMM_FULL, from, k & 1 ? 0.4 : 0.6, pedal);
                kamm_inputs(cars)[0].gear = (float)to;
                drive_for(cars, &kamm_flat_ground, 4);
                double cage = 0;
                for (int w = 0; w < wheels_of(cars, 0); ++w)
                    cage += 0.5 * def.axles[cars->layout->axle[w]].drive_share *
                            kamm_read_wheel(cars, 0, w, KAMM_WHEEL_spin_radps);
                double engine = kamm_read(cars, 0, KAMM_CHANNEL_engine_radps);
                if (kamm_read(cars, 0, KAMM_CHANNEL_gear) != to ||
                    CAR_STATE(cars, 0, car.shift_remaining_s) > 0)
                    fail_msg("%s at %g /s, %d to %d at pedal %g: in %g, %g s left",
                             shipped_name(vehicle), rates[r], from, to, pedal,
                             kamm_read(cars, 0, KAMM_CHANNEL_gear),
                             (double)CAR_STATE(cars, 0, car.shift_remaining_s));
                if (cars->layout->wheels == 4 &&
                    cage * ratio_of(&def, to) > 1.4 * def.engine.idle_radps)
                    expect_share(engine, cage * ratio_of(&def, to), 0.03);
                assert_int_equal(kamm_fault(cars, 0), 0);
                end_cars(cars);
            }
}

/* From the 5th to the 3rd by way of the 4th; from the 5th to the 2nd at once, but not before that is in. */
static void a_gear_on_the_same_clutch_is_reached_by_another(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(3, 1)) {
        kamm_vehicle_def def = dual(vehicle, 240);
        if (!has_gears(vehicle) || def.gearbox.ratios_count < 5) continue;
        for (int to = 2; to <= 3; ++to) {
            kamm_cars *cars = in_gear(&def, KAMM_FULL, 5, 0.35, 0.2);
            int passed = 0;
            double longest = 0;
            kamm_inputs(cars)[0].gear = (float)to;
            for (int n = 0; n < 6 * 240; ++n) {
                kamm_step(cars, &kamm_flat_ground, 1);
                passed |= 1 << (int)kamm_read(cars, 0, KAMM_CHANNEL_gear);
                longest = fmax(longest, CAR_STATE(cars, 0, car.shift_remaining_s));
            }
            assert_int_equal(kamm_read(cars, 0, KAMM_CHANNEL_gear), to);
            assert_int_equal(passed, to == 3 ? 1 << 5 | 1 << 4 | 1 << 3 : 1 << 5 | 1 << 2);
            expect_near(longest, to == 3 ? 0.3 : 0.3 + def.gearbox.preselect_s, 0.01);
            end_cars(cars);
        }
    }
}

static double sprint_s(int vehicle, int kind, kamm_rung rung)
{
    kamm_vehicle_def def = with_kind(vehicle, 240, kind);
    kamm_cars *cars = start_rung(&def, rung, 1);
    double time = 0, to = 0.55 * kamm_describe(kamm_model_of(cars, 0)).top_speed_mps;
    put_car(cars, 0, &kamm_flat_ground, 0, 0, KAMM_GEAR_DRIVE);
    kamm_inputs(cars)[0].throttle = 1;
    for (; time < 60 && kamm_read(cars, 0, KAMM_CHANNEL_speed_mps) < to; time += 1.0 / 240)
        kamm_step(cars, &kamm_flat_ground, 1);
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
    return time;
}

/* In D, on all rungs with an engine. */
static void two_clutches_are_faster_than_one(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1))
        for (int rung = KAMM_SINGLE_TRACK; has_gears(vehicle) && rung <= KAMM_FULL; ++rung) {
            if (!is_tried(vehicle + rung, 3)) continue;
            double one = sprint_s(vehicle, KAMM_GEARBOX_AUTOMATIC, (kamm_rung)rung);
            double two = sprint_s(vehicle, KAMM_GEARBOX_DUAL_CLUTCH, (kamm_rung)rung);
            print_message("%-24s %-12s %.2f s with one clutch, %.2f with two\n",
                          shipped_name(vehicle), rung_name((kamm_rung)rung), one, two);
            expect_below(two, one - 0.05);
            expect_above(two, 0.5 * one);
        }
}

/* ---- power ---- */

/* Of one substep: what went through, by the states alone. The node's speed is that of the spring's twist, its torque the spring's and
 * damper's; what each clutch carries follows from that and from the engine's load. */
struct seen {
    double engine, twist, cage, engagement[2];
    int gear[2];
};

static struct seen look(const kamm_cars *cars)
{
    const struct powertrain_constants *v = &kamm_model_at(cars, 0)->chassis->powertrain;
    struct seen seen = {.engine = CAR_STATE(cars, 0, car.engine_radps),
                        .twist = CAR_STATE(cars, 0, car.shaft_twist_rad),
                        .engagement = {CAR_STATE(cars, 0, car.clutch_engagement),
                                       CAR_STATE(cars, 0, car.second_clutch_engagement)},
                        .gear = {(int)CAR_STATE(cars, 0, car.gear_engaged),
                                 (int)CAR_STATE(cars, 0, car.target_gear)}};
    for (int a = 0; a < cars->layout->axles; ++a)
        for (int i = 0; i < 2; ++i) {
            int w = i ? right_hub(cars->layout, a) : left_hub(cars->layout, a);
            seen.cage += 0.5 * (double)v->differential[a].share *
                         (double)CAR_STATE(cars, 0, wheels[w].spin_radps);
        }
    return seen;
}

struct heat {
    double clutch_j[2], least_j[2], through_j;
    int shared; /* substeps in which both carried */
};

/* What both clutches turn to heat, each of which has to be nothing or more; the engine's speed in the middle of the substep. */
static void add_heat(const kamm_cars *cars, const kamm_vehicle_def *def, const struct seen *was,
                     const struct seen *is, double dt, struct heat *heat)
{
    const struct shaft_constants *shaft = &kamm_model_at(cars, 0)->chassis->powertrain.shaft;
    double rate = (is->twist - was->twist) / dt, node = was->cage + rate;
    double torque =
        (double)shaft->stiffness_nm_per_rad * is->twist + (double)shaft->damping_nms_per_rad * rate;
    double load = kamm_read(cars, 0, KAMM_CHANNEL_engine_torque_nm) -
                  def->engine.inertia_kgm2 * (is->engine - was->engine) / dt;
    double ratio[2] = {ratio_of(def, is->gear[0]), ratio_of(def, is->gear[1])};
    double carried[2], rounding = 4e-7 * def->engine.inertia_kgm2 * is->engine / dt;
    carried[1] = (load - torque / ratio[0]) / (1 / ratio[1] - 1 / ratio[0]);
    carried[0] = torque - carried[1];
    rounding = (rounding + 1e-5 * fabs(torque)) / fabs(1 / ratio[1] - 1 / ratio[0]);
    heat->shared += fabs(carried[0]) > 2 * rounding && fabs(carried[1]) > 2 * rounding;
    for (int i = 0; i < 2; ++i) {
        double slip = 0.5 * (was->engine + is->engine) / ratio[i] - node;
        double limit = def->clutch.torque_nm * is->engagement[i] * ratio[i];
        expect_below(fabs(carried[i]), limit * (1 + 1e-4) + rounding + 1e-3 * fabs(torque));
        heat->clutch_j[i] += (carried[i] * slip + rounding * fabs(slip)) * dt;
        heat->least_j[i] = fmin(heat->least_j[i], heat->clutch_j[i]);
    }
    heat->through_j += fabs(torque * node) * dt;
    double drive = kamm_read(cars, 0, KAMM_CHANNEL_drive_torque_nm);
    expect_near(drive, after_losses(shaft, torque, was->cage), 2e-3 * fabs(torque) + 0.5);
}

/* Up and down at changing pedals; the clutches share torque, keep within their capacities and take power only. */
static void both_clutches_only_take_power(void **state)
{
    (void)state;
    int shared = 0;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1))
        for (int r = 0; r < of_tiers(2, 3, 5); ++r) {
            if (!has_gears(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = dual(vehicle, rates[r]);
            kamm_cars *cars = in_gear(&def, KAMM_FULL, 2, 0.5, 0.5);
            struct heat heat = {0};
            for (int n = 0; n < 12 * rates[r]; ++n) {
                double t = n / rates[r];
                kamm_inputs(cars)[0].gear = (int)(t / 1.5) % 2 ? 2 : 3;
                kamm_inputs(cars)[0].throttle = (int)(t / 3) % 2     ? 0
                                                : (int)(t / 0.7) % 2 ? 0.7f
                                                                     : 0.4f;
                struct seen was = look(cars);
                kamm_step(cars, &kamm_flat_ground, 1);
                struct seen is = look(cars);
                if (is.engagement[1] > 0 && is.gear[0] != is.gear[1] && was.cage > 3)
                    add_heat(cars, &def, &was, &is, 1 / rates[r], &heat);
            }
            for (int i = 0; i < 2; ++i) expect_above(heat.least_j[i], -2e-3 * heat.through_j);
            expect_above(heat.clutch_j[0] + heat.clutch_j[1], 0);
            shared += heat.shared;
            assert_int_equal(kamm_fault(cars, 0), 0);
            end_cars(cars);
        }
    assert_true(shared > 50);
}

/* Nothing is stored that the engine has not given. */
static void it_gives_nothing(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1))
        for (int r = 0; r < of_tier(1, 3); ++r) {
            if (!has_gears(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = dual(vehicle, rates[r]);
            kamm_cars *cars = in_gear(&def, KAMM_FULL, 2, 0.5, 0);
            double dt = 1 / rates[r], given = 0, start = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
            for (int n = 0; n < 8 * rates[r]; ++n) {
                kamm_inputs(cars)[0].throttle = (int)(n * dt / 1.3) % 2 ? 0.8f : 0;
                kamm_inputs(cars)[0].gear = (int)(n * dt) % 2 ? 2 : 3;
                kamm_step(cars, &kamm_flat_ground, 1);
                given += fmax(kamm_read(cars, 0, KAMM_CHANNEL_engine_power_w), 0) * dt;
                double now = kamm_read(cars, 0, KAMM_CHANNEL_energy_j);
                if (now > start + 1.02 * given + 2e-5 * start)
                    fail_msg("%s at %g /s: %g J from nowhere", shipped_name(vehicle), rates[r],
                             now - start - given);
            }
            end_cars(cars);
        }
}

static void a_car_with_it_comes_to_rest(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(6, 1))
        for (int r = 0; r < of_tier(1, 2); ++r) {
            if (!in_release_tier() && r != (vehicle % 2 && takes_rate(vehicle, rates[1]))) continue;
            if (!has_gears(vehicle) || !takes_rate(vehicle, rates[r])) continue;
            kamm_vehicle_def def = dual(vehicle, rates[r]);
            struct rest_drive drives[NO_BRAKE] = {0};
            struct rest_figures figures[NO_BRAKE];
            for (int k = 0; k < NO_BRAKE; ++k)
                drives[k] = (struct rest_drive){.speed_mps = 6,
                                                .throttle = 0.3,
                                                .driven_s = 1.5,
                                                .ending = (enum rest_ending)k};
            drive_to_rest(&def, 1, drives, NO_BRAKE, 30, figures);
            for (int k = 0; k < NO_BRAKE; ++k) {
                expect_below(figures[k].rise_j, 0.01 * figures[k].begun_j);
                expect_above(figures[k].stop_s, 0);
                expect_below(figures[k].speed_20, 1e-4);
                assert_int_equal(figures[k].fault, 0);
            }
        }
}

/* ---- bits ---- */

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = dual(0, 240);
    def.gearbox.synchro_nm = 30;
    expect_vehicle_refused(&def, "gearbox.synchro_nm");
    def = dual(0, 240);
    def.gearbox.shift_torque_share = 0.5;
    expect_vehicle_refused(&def, "gearbox.shift_torque_share");
    def = dual(0, 240);
    def.gearbox.shift_s = 0.02;
    expect_vehicle_refused(&def, "gearbox.shift_s");
    def = dual(0, 240);
    def.clutch.shaft_play_rad = 0.05;
    expect_vehicle_refused(&def, "clutch.shaft_play_rad");
    def = dual(0, 240);
    def.converter.k_curve = (kamm_curve){2, {0, 1}, {15, 30}};
    def.converter.torque_ratio_curve = (kamm_curve){2, {0, 1}, {2, 1}};
    def.clutch.torque_nm = 2000;
    expect_vehicle_refused(&def, "gearbox.kind");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_upshift_hands_over_as_the_closed_form),
        cmocka_unit_test(no_upshift_interrupts_the_drive),
        cmocka_unit_test(the_engine_is_slowed_by_its_own_torque),
        cmocka_unit_test(every_shift_ends),
        cmocka_unit_test(a_gear_on_the_same_clutch_is_reached_by_another),
        cmocka_unit_test(two_clutches_are_faster_than_one),
        cmocka_unit_test(both_clutches_only_take_power),
        cmocka_unit_test(it_gives_nothing),
        cmocka_unit_test(a_car_with_it_comes_to_rest),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests_name("dual clutch driving", tests, NULL, NULL);
}
