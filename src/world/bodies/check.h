/* Whether a world def can be a world, and what it leaves to be the usual. */
#ifndef KAMM_WORLD_BODIES_CHECK_H
#define KAMM_WORLD_BODIES_CHECK_H

#include <kamm/world.h>

/* Defaults of bodies. */
#define USUAL_FRICTION 0.5f
#define USUAL_RESTITUTION 0.1f
/* With these where it says 0. */
kamm_body_def kamm_usual_body(const kamm_body_def *def);

/* Errors: RANGE, with what it is and its index. */
kamm_result kamm_check_world_def(const kamm_world_def *def, kamm_error *error);
kamm_result kamm_check_body(const kamm_body_def *def, int index, kamm_error *error);
kamm_result kamm_check_motion(const kamm_body_motion *motion, int index, kamm_error *error);

/* Errors: RANGE. */
kamm_result kamm_check_ground(const kamm_ground *ground, kamm_error *error);

#endif
