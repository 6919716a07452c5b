/* Two-wheelers that are handed over while they lean. On the rungs below full the body frame stands upright on the
 * road and the lean is a state; on full the body itself leans. */
#ifndef KAMM_RUN_HAND_OVER_LEAN_H
#define KAMM_RUN_HAND_OVER_LEAN_H

#include "cars.h"

/* The vehicle frame as it would stand upright on its contacts, heading as the machine does. */
struct upright {
    double position[3], q[4], up[3], ahead[3];
    double lean_rad, lean_radps; /* of the machine against it, positive to the right */
};

/* Finds it for either kind. `known`: the ground below its wheels is; else only the planes that were there last. */
struct upright kamm_find_upright(const kamm_cars *cars, int car, int known);

/* From the origin of that frame to the line about which it leans, world axes. */
void kamm_upright_axis(const kamm_model *model, const struct upright *from, double arm[3]);

/* The body frame of a machine on springs that leans so: its place against the vehicle frame upright, and its
 * orientation, in the axes of the upright frame. On other rungs nothing changes. */
void kamm_lean_over(const kamm_model *model, double lean_rad, double origin[3], double q[4]);

/* Travels of a tilting pair whose body leans so, which starts at rest on its springs; a lock has gripped there. */
void kamm_spread_pair(kamm_cars *cars, int car, const struct upright *as);

/* Lean, steering angle and wheels as the rung has them. */
void kamm_take_lean(const kamm_cars *from, kamm_cars *to, int car, const struct upright *as);

#endif
