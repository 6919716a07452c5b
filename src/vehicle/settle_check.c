#include "settle_check.h"

#include "../base/error.h"

#include <math.h>
#include <stdio.h>

/* Least share of the whole weight on each wheel. With less a wheel is in the air, and nothing can
 * be derived from it. */
static const double MIN_LOAD_SHARE = 0.002;

int kamm_rests_level(const double pose[3], double length)
{
    return fabs(pose[0]) <= KAMM_MAX_HEAVE_M * length && fabs(pose[1]) <= KAMM_MAX_TILT_RAD &&
           fabs(pose[2]) <= KAMM_MAX_TILT_RAD;
}

int kamm_least_loaded(const struct layout *layout, const double *loads)
{
    int least = 0;
    for (int w = 1; w < layout->wheels; ++w)
        if (loads[w] < loads[least]) least = w;
    return least;
}

/* "wheel 1 (axles[0], right) carries 12 N" */
static void write_load(char text[80], const struct layout *layout, const double *loads, int wheel)
{
    float side = layout->side[wheel];
    snprintf(text, 80, "wheel %d (axles[%d], %s) carries %.3g N", wheel, layout->axle[wheel],
             side < 0   ? "right"
             : side > 0 ? "left"
                        : "middle",
             loads[wheel]);
}

kamm_result kamm_check_rest(const struct layout *layout, const struct statics *statics,
                            const struct rest *rest, double worst_n, kamm_error *error)
{
    double mass = statics->total_mass_kg, weight = mass * KAMM_STANDARD_GRAVITY;
    const double pose[3] = {rest->rise_m, rest->pitch_rad, rest->roll_rad};
    int least = kamm_least_loaded(layout, rest->load_n);
    char wheel[80];
    write_load(wheel, layout, rest->load_n, least);
    if (!(worst_n < 1e-3 * weight))
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "payload",
            "payload: the springs and stops do not carry %g kg; %.3g N are left out of "
            "balance where %s",
            mass, worst_n, wheel);
    if (!(rest->load_n[least] >= MIN_LOAD_SHARE * weight))
        return kamm_fail(error, KAMM_ERROR_RANGE, "payload",
                         "payload: of %g kg in all %s at rest; at least %.3g N are needed", mass,
                         wheel, MIN_LOAD_SHARE * weight);
    if (!kamm_rests_level(pose, statics->length_scale))
        return kamm_fail(error, KAMM_ERROR_RANGE, "payload",
                         "payload: under %g kg in all the car comes to rest %.3g m lower, with a "
                         "pitch of %.3g and a roll of %.3g rad; allowed: %g m and %g rad",
                         mass, -rest->rise_m, rest->pitch_rad, rest->roll_rad,
                         KAMM_MAX_HEAVE_M * statics->length_scale, KAMM_MAX_TILT_RAD);
    return KAMM_OK;
}
