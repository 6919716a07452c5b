/* Gear D at a constant pedal on a constant slope: it finds a gear and stays in it. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double grades[] = {-0.06, 0, 0.03, 0.06, 0.09, 0.12, 0.15, 0.2};
static const float pedals[] = {0.05f, 0.1f, 0.2f, 0.3f, 0.5f, 0.8f, 1};

enum { GRADES = sizeof grades / sizeof *grades, PEDALS = sizeof pedals / sizeof *pedals };

/* What the gear of one car did since it was watched. */
struct gear_watch {
    int gear, shifts, direction, reversals;
};

static void watch_gear(struct gear_watch *watch, int gear)
{
    int direction = gear > watch->gear ? 1 : -1;
    if (gear == watch->gear) return;
    watch->gear = gear;
    watch->shifts += direction < 0 || watch->direction < 0; /* up and up: it still gains speed */
    watch->reversals += watch->direction && direction != watch->direction;
    watch->direction = direction;
}

static int gear_of(const kamm_cars *cars, int car)
{
    return (int)kamm_read(cars, car, KAMM_CHANNEL_gear);
}

/* What is left of a torque by the boost that a part of the full torque brings (part/turbocharger.h). */
static double charged(const kamm_vehicle_def *def, double share)
{
    return share * (1 - def->engine.boost_share * (1 - share));
}

/* Push of the first gear at the highest torque up to the launch speed, less slope and rolling resistance, m/s2. */
static double spare_in_first_gear(const kamm_vehicle_def *def, double grade, double pedal)
{
    const kamm_curve *curve = &def->engine.torque_curve;
    double mass = def->body.mass_kg + def->payload.mass_kg, best = 0;
    for (int i = 0; i < curve->count; ++i) {
        double speed = curve->x[i],
               k = def->engine.part_load * (1 - speed / def->engine.limiter_radps);
        double drag = def->engine.drag_nm + def->engine.drag_nms_per_rad * speed;
        double share = pedal * (1 + k) / (1 + k * pedal);
        double launch =
            def->engine.idle_radps + (def->clutch.launch_radps - def->engine.idle_radps) * pedal;
        if (speed <= launch) best = fmax(best, (curve->y[i] + drag) * charged(def, share) - drag);
    }
    double push = best * def->gearbox.ratios[0] * def->gearbox.final_drive *
                  def->clutch.efficiency / (mass * def->axles[0].tyre.unloaded_radius_m);
    return push - GRAVITY_MPS2 * (grade / sqrt(1 + grade * grade) + 0.02);
}

static void expect_steady_gears_of(const char *name, const kamm_vehicle_def *def, kamm_rung rung,
                                   double grade, double settling_s)
{
    kamm_ground slope = kamm_plane_ground(grade, 0, 1);
    struct gear_watch watches[PEDALS];
    double rate = def->stepping.substeps_per_s;
    kamm_cars *cars = start_rung(def, rung, PEDALS);
    for (int i = 0; i < PEDALS; ++i) {
        put_car(cars, i, &slope, 0, 0, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[i].throttle = pedals[i];
    }
    for (int frame = 0; frame < settling_s * 60; ++frame) kamm_step(cars, &slope, (int)rate / 60);
    for (int i = 0; i < PEDALS; ++i) watches[i] = (struct gear_watch){.gear = gear_of(cars, i)};
    for (int frame = 0; frame < of_tier(40, 60) * 60; ++frame) {
        kamm_step(cars, &slope, (int)rate / 60);
        for (int i = 0; i < PEDALS; ++i) watch_gear(&watches[i], gear_of(cars, i));
    }
    for (int i = 0; i < PEDALS; ++i) {
        double speed = kamm_read(cars, i, KAMM_CHANNEL_forward_speed_mps);
        if (watches[i].shifts > 2 || watches[i].reversals)
            fail_msg("%s, %s, slope of %g, pedal %g: %d shifts in a minute, %d reversals", name,
                     rung_name(rung), grade, (double)pedals[i], watches[i].shifts,
                     watches[i].reversals);
        if (spare_in_first_gear(def, grade, (double)pedals[i]) > 0.1 && !(speed > 0.2))
            fail_msg("%s, %s, slope of %g, pedal %g: stands at %g m/s", name, rung_name(rung),
                     grade, (double)pedals[i], speed);
    }
    end_cars(cars);
}

static void expect_steady_gears(int vehicle, kamm_rung rung, double grade, double rate)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = rate;
    expect_steady_gears_of(shipped_name(vehicle), &def, rung, grade, of_tier(40, 60));
}

/* One slope of each vehicle in the long tier, all of them before a release, which takes minutes. */
static int every(int short_tier) { return of_tiers(short_tier, 8, 1); }

static void expect_steady_rung(kamm_rung rung, double rate, int least)
{
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int grade = 0; grade < GRADES; ++grade)
            if ((grade + 3 * vehicle) % every(least) == 0)
                expect_steady_gears(vehicle, rung, grades[grade], rate);
}

static void no_car_hunts_on_full(void **state)
{
    (void)state;
    expect_steady_rung(KAMM_FULL, 240, 12 * GRADES);
}

static void no_car_hunts_on_the_rungs_with_an_engine(void **state)
{
    (void)state;
    expect_steady_rung(KAMM_SINGLE_TRACK, 240, 16 * GRADES);
    expect_steady_rung(KAMM_DOUBLE_TRACK, 240, 16 * GRADES);
}

/* An engine that gives less than its curve at a light pedal, for want of boost: the map counts on what there will be. */
static void no_car_hunts_for_want_of_boost(void **state)
{
    (void)state;
    static const double charged_grades[] = {-0.08, -0.04, 0, 0.04, 0.08, 0.12};
    int tried = 0;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int grade = 0; grade < 6; ++grade) {
            kamm_vehicle_def def = shipped_def(vehicle);
            if (def.engine.torque_curve.count < 2 || def.gearbox.ratios_count < 2) continue;
            if ((grade + 3 * vehicle) % every(72)) continue;
            def.stepping.substeps_per_s = 240;
            if (!(def.engine.boost_share > 0)) def.engine.boost_share = grade % 2 ? 0.6 : 0.4;
            expect_steady_gears_of(shipped_name(vehicle), &def,
                                   (vehicle + grade) % 3 ? KAMM_FULL : KAMM_SINGLE_TRACK,
                                   charged_grades[grade], 60);
            ++tried;
        }
    assert_true(tried > of_tier(0, 12));
}

/* 1-2-1 every 11 s, once. */
static void a_light_pedal_on_a_steep_slope_stays_in_its_gear(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        if (!strcmp(shipped_name(vehicle), "mclaren-mp4-12c"))
            expect_steady_gears(vehicle, KAMM_FULL, 0.12, 240);
}

static void no_car_hunts_at_other_substeps(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int grade = 0; grade < GRADES; ++grade) {
            if ((grade + 5 * vehicle) % (every(1) * of_tiers(1, 3, 1))) continue;
            expect_steady_gears(vehicle, KAMM_FULL, grades[grade], 600);
            expect_steady_gears(vehicle, KAMM_SINGLE_TRACK, grades[grade], 60);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_light_pedal_on_a_steep_slope_stays_in_its_gear),
        cmocka_unit_test(no_car_hunts_on_full),
        cmocka_unit_test(no_car_hunts_on_the_rungs_with_an_engine),
        cmocka_unit_test(no_car_hunts_for_want_of_boost),
        cmocka_unit_test(no_car_hunts_at_other_substeps),
    };
    return cmocka_run_group_tests_name("shift map", tests, NULL, NULL);
}
