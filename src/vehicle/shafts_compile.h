/* Shared constants of engine and electric motors: lags, shafts, traction control. */
#ifndef KAMM_VEHICLE_SHAFTS_COMPILE_H
#define KAMM_VEHICLE_SHAFTS_COMPILE_H

#include "powertrain_compile.h"

/* Share of the way that a first-order lag goes in one substep. */
float kamm_lag_share(double substep_s, double time_s);

/* Keeps an explicit spring and damper between the inertias stable; see part/clutch.h. Half of a
 * wheel's inertia is left to the tyre and the brake, which pull at it too. */
double kamm_stable_scale(double stiffness, double damping, double per_inertia, double substep_s);

/* Where the torque has faded out at an engine's limit of road speed. */
float kamm_speed_limit_end(const kamm_engine_def *def, double root);

/* Spring and damper of shafts between an inertia and wheels, stable at that substep; `per_inertia`: the sum of both sides' inverses, half of
 * the wheels' left to tyres and brakes. */
void kamm_compile_shaft_spring(double stiffness, double damping, double per_inertia,
                               double substep_s, struct shaft_constants *c);
/* Their play, after the spring. */
void kamm_compile_shaft_play(double play_rad, double per_inertia, double substep_s,
                             struct shaft_constants *c);
void kamm_compile_shaft_losses(double efficiency, double cage_per_inertia, double substep_s,
                               struct shaft_constants *c);

/* Traction control of what turns an inertia at the wheels with a torque. */
void kamm_compile_traction(const kamm_vehicle_def *def, double wheels_nm, double inertia_kgm2,
                           double radius_m, struct traction_constants *c);

#endif
