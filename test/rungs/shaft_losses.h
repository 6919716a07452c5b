/* Losses of gears in double, beside the lanes of part/clutch.h. */
#ifndef KAMM_TEST_RUNGS_SHAFT_LOSSES_H
#define KAMM_TEST_RUNGS_SHAFT_LOSSES_H

#include "part/clutch.h"

#include <math.h>

/* What losses of gears leave of a torque, at the cage's speed in rad/s. */
static inline double after_losses(const struct shaft_constants *c, double torque, double cage)
{
    double sign = torque > 0 ? 1 : torque < 0 ? -1 : 0;
    double creep = fmax(fabs(torque) * (double)c->creep_radps_per_nm, (double)c->creep_radps);
    double flow = fmax(-1, fmin(1, cage * sign / creep));
    return torque * (1 - flow * (double)(flow > 0 ? c->driving_loss : c->overrun_loss));
}

#endif
