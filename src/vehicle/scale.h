/* How large a vehicle is: by that go lengths, speeds and times that no field gives, such as those over which aids fade out towards
 * standstill.
 *
 * What falls and rolls under one gravity does the same at all sizes if times and speeds go with the root of the length (Froude's
 * number; W. Froude 1874, see Barenblatt, Scaling, ch. 4): so a length scale is all that is needed. It is that of the wheels beside an
 * ordinary car's, whose numbers these are. Speeds and times are times `root`, rates over it, accelerations and angles as they are. */
#ifndef KAMM_VEHICLE_SCALE_H
#define KAMM_VEHICLE_SCALE_H

#include "../part/tyre/tyre_size.h"

#include <kamm/vehicle.h>

struct scale {
    double length, root;
};

static inline struct scale kamm_scale_of(const kamm_vehicle_def *def)
{
    double sum = 0;
    for (int a = 0; a < def->axles_count; ++a) sum += def->axles[a].tyre.unloaded_radius_m;
    double length = sum / (def->axles_count * ORDINARY_RADIUS_M);
    return (struct scale){length, sqrt(length)};
}

#endif
