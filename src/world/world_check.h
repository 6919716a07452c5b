/* Whether a world def can be a world. */
#ifndef KAMM_WORLD_WORLD_CHECK_H
#define KAMM_WORLD_WORLD_CHECK_H

#include <kamm/world.h>

/* Errors: RANGE, with what it is and its index. */
kamm_result kamm_check_world_def(const kamm_world_def *def, kamm_error *error);

kamm_result kamm_check_thing(const kamm_thing *thing, int index, kamm_error *error);

/* Errors: RANGE. */
kamm_result kamm_check_ground(const kamm_ground *ground, kamm_error *error);

#endif
