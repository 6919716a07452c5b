/* The states of a car's parts as structs of lanes, one for each PART of KAMM_CAR_STATE_PARTS: struct gearbox_lanes, …
 *
 *     gearbox_step(v, &car->gearbox, &demand, wanted, dt);
 *
 * A part takes a pointer to its own and changes it in place: no kernel copies states for it. */
#ifndef KAMM_BASE_STATE_LANES_H
#define KAMM_BASE_STATE_LANES_H

#include "lane.h"
#include <kamm/state_fields.h>

#define LANE_MEMBER(name, unit, default_value, min, max, needs, doc) real name;
#define LANES_OF_NO_PART(name, ...)
#define LANES_OF_PART(FIELD, name, STATES) \
    struct name##_lanes {                  \
        STATES(LANE_MEMBER)                \
    };
/* clang-format off */
KAMM_CAR_STATE_PARTS(LANES_OF_NO_PART, LANES_OF_PART)
/* clang-format on */

#endif
