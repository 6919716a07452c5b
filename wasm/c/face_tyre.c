/* The C side of the TypeScript face: the forces of an axle's tyre at slips, for drawing its curves. */
#include "face.h"

#include <kamm/tyre.h>

/* `at` is load, camber, friction, speed along the wheel and side of the car. `numbers` has `count` slip ratios, then slip angles,
 * then room for Fx and for Fy. */
EXPORT(face_tyre_forces)
int face_tyre_forces(const kamm_vehicle_def *def, int axle, const double *at, int count,
                     double *numbers)
{
    kamm_tyre_conditions conditions = {at[0], at[1], at[2], at[3], (int32_t)at[4]};
    double *angles = numbers + count, *fx = angles + count, *fy = fx + count;
    return kamm_tyre_forces(&def->axles[axle].tyre, &conditions, count, numbers, angles, fx, fy,
                            &face_error);
}
