/* Drivers: pedals, wheel and curves of riders at random, changed each half second, with pushes from outside now and then. */
#include "soak.h"

#include <kamm/act.h>
#include <kamm/rider.h>

static double at_random(const struct soak *soak, int moment, int car, int what)
{
    return (double)(soak_bits(soak->seed, 2 + (uint64_t)moment, (uint64_t)car, (uint64_t)what) >>
                    11) /
           9007199254740992.0;
}

/* Gears: mostly by themselves, some by hand, some that there are not. */
static float gear(double share)
{
    if (share < 0.7) return KAMM_GEAR_DRIVE;
    return share < 0.8 ? -1.0f : (float)(int)(20 * (share - 0.8) * 5);
}

static int is_ridden(const struct soak *soak, const kamm_cars *cars, int car)
{
    return kamm_has_rider(kamm_model_of(cars, car)) && at_random(soak, 0, car, 9) < 0.8;
}

/* A rider has the handlebar. */
static void hold_pedals(const struct soak *soak, kamm_cars *cars, int half, int car)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    double lock = kamm_describe(kamm_model_of(cars, car)).steering_lock_rad;
    double temper = at_random(soak, half, car, 0);
    input->throttle = temper < 0.6 ? (float)at_random(soak, half, car, 1) : 0;
    input->brake = temper > 0.75 ? (float)at_random(soak, half, car, 2) : 0;
    input->hand_brake = temper > 0.95;
    input->clutch = temper > 0.5 && temper < 0.55;
    double turn = at_random(soak, half, car, 3) * 2 - 1;
    if (!is_ridden(soak, cars, car)) input->steering_wheel_rad = (float)(lock * turn * turn * turn);
    input->gear = gear(at_random(soak, half / 8, car, 4));
}

static void push(const struct soak *soak, kamm_cars *cars, int car, int moment)
{
    if (at_random(soak, moment, car, 5) > 0.01) return;
    double mass = kamm_describe(kamm_model_of(cars, car)).mass_kg, impulse[3];
    for (int i = 0; i < 3; ++i) impulse[i] = mass * (4 * at_random(soak, moment, car, 6 + i) - 2);
    kamm_apply_impulse(cars, car, impulse, NULL, NULL);
}

void soak_drive(const struct soak *soak, kamm_cars *cars, int moment)
{
    for (int car = 0; car < kamm_count(cars); ++car) {
        if (moment % 5 == 0) hold_pedals(soak, cars, moment / 5, car);
        push(soak, cars, car, moment);
    }
}

int soak_ride(const struct soak *soak, kamm_cars *cars, int moment)
{
    int riders = 0;
    for (int car = 0; car < kamm_count(cars); ++car) {
        if (!is_ridden(soak, cars, car)) continue;
        kamm_ride_request request = kamm_default_ride_request();
        double turn = at_random(soak, moment / 20, car, 10) * 2 - 1;
        request.curvature_per_m = 0.2 * turn * turn * turn;
        request.feet = at_random(soak, 0, car, 11) < 0.8;
        kamm_ride(cars, car, &request, 0.1 / SOAK_RIDES, NULL);
        riders = 1;
    }
    return riders;
}
