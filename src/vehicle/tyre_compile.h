/* From a tyre's def to the constants that its kernels read. All that the step need not work out
 * anew is worked out here, in double. */
#ifndef KAMM_VEHICLE_TYRE_COMPILE_H
#define KAMM_VEHICLE_TYRE_COMPILE_H

#include "../part/tyre/magic_formula.h"
#include "../part/tyre/vertical.h"

#include <kamm/tyre.h>

/* The def has to have passed kamm_check_tyre. */
struct tyre_constants kamm_tyre_compile(const kamm_tyre_def *def);
/* Takes away what keeps friction, stiffness and weights positive for a car's sake: the bare formula,
 * also where a file's coefficients make it absurd. */
void kamm_tyre_drop_guards(struct tyre_constants *k);
struct tyre_vertical_constants kamm_tyre_compile_vertical(const kamm_tyre_def *def);

/* RANGE, with the slips and the load, if the formula gives forces or moments that are no numbers or no
 * tyre's: `design_n` is the load of each wheel of that axle. */
kamm_result kamm_check_formula(const struct tyre_constants *constants, int axle, double design_n,
                               kamm_error *error);

/* How far a load presses the tyre in at rest: the inverse of tyre_spring_force. */
double kamm_tyre_static_deflection(const kamm_tyre_def *def, double load_n);

/* A tyre's force, one at a time, for what is not a kernel: the formula is long, and once is enough. */
struct tyre_force kamm_tyre_force(view tyre, struct tyre_at_load at, struct tyre_slip slip);

#endif
