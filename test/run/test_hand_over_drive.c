/* A car that drives goes on driving on full: from each rung that has an engine, launched in D and in gear, its shafts bear what
 * they bore, and the car's acceleration goes on.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "run/cars.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>
#include <string.h>

struct drive {
    double speed_mps, seconds, throttle, gear;
};

static const struct drive drives[] = {
    {0, 0.5, 0.5, KAMM_GEAR_DRIVE}, /* the clutch slips */
    {0, 0.5, 0.5, -1},
    {8, 1, 0.6, KAMM_GEAR_DRIVE}, /* in gear */
};
enum { DRIVES = 3, HZ = 240, WATCHED = 12 };

/* How much faster a car gets in that many substeps, over what it does by the acceleration that it has. */
static double went_on(kamm_cars *cars, double acceleration_mps2)
{
    double before = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps);
    kamm_step(cars, &kamm_flat_ground, WATCHED);
    double gained = kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) - before;
    return gained / (acceleration_mps2 * WATCHED / HZ);
}

/* `sums`: of drives, and of the shares that went on. The clutches of full launch by laws of their own, those of a truck otherwise than those
 * of a car; in gear there is but the wind-up of the shafts. */
static void check(int vehicle, kamm_rung rung, kamm_model *const models[2], const struct drive *d,
                  double sums[2])
{
    kamm_cars *from = kamm_create_cars(models[0], 1, NULL),
              *to = kamm_create_cars(models[1], 1, NULL);
    put_car(from, 0, &kamm_flat_ground, 0, d->speed_mps, d->gear > 0 ? KAMM_GEAR_DRIVE : 0);
    kamm_inputs(from)->gear = (float)d->gear;
    kamm_inputs(from)->throttle = (float)d->throttle;
    kamm_step(from, &kamm_flat_ground, (int)(d->seconds * HZ));
    double acceleration = kamm_read(from, 0, KAMM_CHANNEL_acceleration_x_mps2);
    double shifts = (double)CAR_STATE(from, 0, car.shift_remaining_s);
    kamm_hand_over(from, 0, to, 0);
    if (fabs(acceleration) > 0.5 && !(shifts > 0)) {
        double own = went_on(from, acceleration), there = went_on(to, acceleration);
        double least = d->speed_mps > 0 ? 0.84 : 0.4, most = d->speed_mps > 0 ? 1.12 : 1.25;
        if (own > 0.7 && !(there > least * own && there < most * own))
            fail_msg(
                "%s, %s, %g m/s, gear %g: of %.2f m/s2 there is a share of %.3f on full, of %.3f without a hand-over",
                shipped_name(vehicle), rung_name(rung), d->speed_mps, d->gear, acceleration, there,
                own);
        sums[0] += own > 0.7, sums[1] += own > 0.7 ? there / own : 0;
    }
    kamm_destroy_cars(from);
    kamm_destroy_cars(to);
}

static void a_car_that_drives_goes_on_driving(void **state)
{
    double sums[2] = {0, 0};
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(9, 1)) {
        kamm_vehicle_def def = shipped_def(vehicle);
        /* CommonRoad's cars are at the limit of their tyres, which slide otherwise on full; a power split's engine has no clutch. */
        if (!strncmp(shipped_name(vehicle), "commonroad", 10) || def.power_split.sun_teeth > 0)
            continue;
        def.stepping.substeps_per_s = HZ;
        kamm_error error;
        kamm_model *full = kamm_create_model(&def, KAMM_FULL, &error);
        if (!full) fail_msg("%s: %s", shipped_name(vehicle), error.text);
        for (int rung = KAMM_SINGLE_TRACK; rung <= KAMM_DOUBLE_TRACK; ++rung) {
            kamm_model *model = kamm_create_model(&def, (kamm_rung)rung, NULL);
            for (int i = 0; i < DRIVES; ++i)
                check(vehicle, (kamm_rung)rung, (kamm_model *[]){model, full}, &drives[i], sums);
            kamm_destroy_model(model);
        }
        kamm_destroy_model(full);
    }
    expect_near(sums[1] / sums[0], 1, 0.12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_car_that_drives_goes_on_driving),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
