#include "lateral_modes.h"
#include "eigenvalues.h"

#include <math.h>

kamm_ground smooth_ground(void)
{
    kamm_ground ground = kamm_flat_ground;
    ground.plane.rolling_resistance = 0;
    return ground;
}

kamm_cars *ride_without_hands(const kamm_vehicle_def *def, double speed_mps)
{
    kamm_cars *cars = start_cars(def, 1);
    const kamm_ground ground = smooth_ground();
    put_car(cars, 0, &ground, 0, speed_mps, 0);
    kamm_inputs(cars)[0].gear = 0;
    kamm_inputs(cars)[0].free_steering = 1;
    return cars;
}

void modes_of_ride(const kamm_vehicle_def *def, double speed_mps, const struct straight_ride *ride,
                   double complex *roots)
{
    double a[MOST_ROOTS * MOST_ROOTS];
    kamm_error error = {0};
    const kamm_ground ground = smooth_ground();
    kamm_cars *cars = ride_without_hands(def, speed_mps);
    assert_in_range(ride->count, 1, MOST_ROOTS);
    kamm_step(cars, &ground, ride->settling_substeps);
    const double substeps = ride->interval_s * def->stepping.substeps_per_s;
    kamm_linear_def linear = {
        .states = ride->states, .state_count = ride->count, .substeps = (int)lround(substeps)};
    must(kamm_linearise(cars, 0, &ground, &linear, a, NULL, NULL, NULL, &error), &error);
    find_eigenvalues(ride->count, a, roots);
    for (int i = 0; i < ride->count; ++i) roots[i] = clog(roots[i]) / ride->interval_s;
    end_cars(cars);
}
