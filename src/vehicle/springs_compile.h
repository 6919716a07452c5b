/* Springs, stops, friction and dampers of a suspension, at the wheel. */
#ifndef KAMM_VEHICLE_SPRINGS_COMPILE_H
#define KAMM_VEHICLE_SPRINGS_COMPILE_H

#include "../part/skyhook.h"
#include "../part/suspension.h"

#include <kamm/error.h>
#include <kamm/vehicle.h>

/* Compiles the springs of axle `a`, which carry `preload_n` each at rest. Errors: RANGE, with the
 * axle named. */
kamm_result kamm_compile_springs(const kamm_suspension_def *s, int a, double preload_n, double dt,
                                 struct suspension_constants *c, kamm_error *error);

/* Whether an axle's dampers have two settings. */
int kamm_has_skyhook(const kamm_vehicle_def *def, int a);
/* RANGE where they can't. */
kamm_result kamm_compile_skyhook(const kamm_vehicle_def *def, int a, struct skyhook_constants *c,
                                 kamm_error *error);

/* Rate per hub that a third spring adds where both wheels travel alike, about rest. */
double kamm_heave_rate(const kamm_suspension_def *s);

/* The steepest of a curve's chords; 0 without points. */
double kamm_steepest(const kamm_curve *curve);

#endif
