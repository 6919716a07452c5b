/* A motorcycle with a sidecar: three single wheels, of which one is beside the others (axles[].left_m).
 *
 * Three wheels share a weight by moments alone. With the sidecar's wheel at (x_s, y_s) from the motorcycle's plane, the others at x_f
 * and x_r in it, and the weight W at (x, y),
 *
 *     N_s = W y / y_s,   N_f = (W (x - x_r) - N_s (x_s - x_r)) / (x_f - x_r),   N_r = W - N_s - N_f
 *
 * Camber and toe of each wheel go by its side: the sidecar's wheel stands on its own, the motorcycle's wheels on the other one. So
 * positive camber of both leans the motorcycle out, and positive toe of the sidecar's wheel points its front towards the motorcycle.
 *
 * Departures: the steered front is no body of its own, as it is on two-wheelers, and its axis stays in the middle plane; the
 * sidecar's arm moves its wheel straight up and down; the air's drag has no lever about the vertical. */
#ifndef KAMM_VEHICLE_SIDECAR_H
#define KAMM_VEHICLE_SIDECAR_H

#include "layout.h"
#include <kamm/error.h>
#include <math.h>

/* RANGE where `left_m` is given and no such vehicle comes of it, or what it has needs two wheels of an axle. */
kamm_result kamm_check_sidecar(const kamm_vehicle_def *def, const struct layout *layout,
                               kamm_error *error);

/* Whether the axle's wheel is single and has `left_m`; whether any axle has such a wheel. */
static inline int is_beside(const kamm_axle_def *axle)
{
    return KAMM_TAKES_TWO_WHEELERS && axle->wheels == KAMM_WHEELS_SINGLE && fabs(axle->left_m) > 0;
}
int kamm_has_wheel_beside(const kamm_vehicle_def *def);

/* The axle of the sidecar's wheel, and the motorcycle's own in front and behind. */
struct outfit_axles {
    int sidecar, front, rear;
};
struct outfit_axles kamm_outfit_axles(const kamm_vehicle_def *def);

/* Shares of the axles, which are at `axle_x`, in a weight at (x, y) of the vehicle frame. */
void kamm_share_beside(const kamm_vehicle_def *def, const double *axle_x, double x, double y,
                       double share[3]);

/* Where the middle of the body is, to the left of the middle plane: of an outfit half way to the sidecar's wheel, else there. */
static inline double body_middle_m(const kamm_vehicle_def *def)
{
    double middle_m = 0;
    for (int a = 0; a < def->axles_count; ++a)
        if (is_beside(&def->axles[a])) middle_m += def->axles[a].left_m / 2;
    return middle_m;
}

#endif
