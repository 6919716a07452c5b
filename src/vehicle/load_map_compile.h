/* From an engine's def to the constants of its part load, map and pedal, and of its turbocharger. */
#ifndef KAMM_VEHICLE_LOAD_MAP_COMPILE_H
#define KAMM_VEHICLE_LOAD_MAP_COMPILE_H

#include "../part/engine.h"
#include "../part/turbocharger.h"

/* Errors: RANGE, MISSING. */
kamm_result kamm_check_load_map(const kamm_engine_def *def, kamm_error *error);
/* Compiles the map of a def that passes the check. */
void kamm_compile_load_map(const kamm_engine_def *def, struct engine_constants *c);

/* How a turbocharger brings its share of the torque. */
void kamm_compile_turbo(const kamm_engine_def *def, struct turbo_constants *c);

#endif
