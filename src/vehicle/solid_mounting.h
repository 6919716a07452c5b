/* Solid mounting: wheels that are fixed to the chassis, whose frame bends.
 *
 * Each wheel moves up and down on the frame with one stiffness, pressed or pulled, and one damping:
 *
 *     F = F0 + k z + c dz/dt
 *
 * upwards on the frame, with F0 at rest. In series with the tyre that is all the suspension there is. A frame has k_f
 * and k_r at its front and rear wheels, and tracks t_f and t_r. Its twist takes 1 / (2 / (k_f t_f^2) + 2 / (k_r t_r^2))
 * per angle between its axles: that is how a torsional stiffness as published makes one of these from the other.
 *
 * Source: R. Lot and J. Dal Bianco, Lap time optimisation of a racing go-kart, Vehicle System Dynamics 54 (2016), which has
 * the frame's bending as a vertical stiffness at each wheel.
 *
 * Assumptions: what bends the frame is the vertical force alone; the wheel keeps its camber, toe and place against the
 * body. So side forces have no lever on the travel (a roll centre on the road), nor have drive and brakes (no
 * anti-dive); each wheel bends a part of the frame of its own; the damping is in proportion to the rate. */
#ifndef KAMM_VEHICLE_SOLID_MOUNTING_H
#define KAMM_VEHICLE_SOLID_MOUNTING_H

#include "../part/suspension.h"

#include <kamm/error.h>
#include <kamm/vehicle.h>

/* Runs before the statics: it removes from solid axles all that such a mounting lacks. Errors:
 * RANGE if the def gives such an axle a linkage, curves, third or active springs. */
kamm_result kamm_mount_solid(kamm_vehicle_def *def, kamm_error *error);

/* A spring that never pulls, with its preload and rate, becomes one that does: from where it is loose on, a rebound stop of
 * the same rate goes on with its line. */
void kamm_compile_frame(struct suspension_constants *c);

#endif
