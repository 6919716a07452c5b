/* From an engine's def to the constants of its part load: map and pedal. */
#ifndef KAMM_VEHICLE_LOAD_MAP_COMPILE_H
#define KAMM_VEHICLE_LOAD_MAP_COMPILE_H

#include "../part/engine.h"

/* Errors: RANGE, MISSING. */
kamm_result kamm_check_load_map(const kamm_engine_def *def, kamm_error *error);
/* Of a def that passes the check. */
void kamm_compile_load_map(const kamm_engine_def *def, struct engine_constants *c);

#endif
