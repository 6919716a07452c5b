/* How large a tyre is beside an ordinary one: by that go its speeds and times that no field gives (src/vehicle/scale.h). */
#ifndef KAMM_PART_TYRE_TYRE_SIZE_H
#define KAMM_PART_TYRE_TYRE_SIZE_H

#include <kamm/tyre.h>
#include <math.h>

#define ORDINARY_RADIUS_M 0.3135 /* of a 205/60 R15, the table's default */

static inline double tyre_length_scale(const kamm_tyre_def *def)
{
    return def->unloaded_radius_m / ORDINARY_RADIUS_M;
}

/* Scale of speeds and times. */
static inline double tyre_root_scale(const kamm_tyre_def *def)
{
    return sqrt(tyre_length_scale(def));
}

#endif
