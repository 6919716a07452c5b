/* The C side of the TypeScript face: riders of two-wheelers. */
#include "face.h"

#include <kamm/rider.h>

EXPORT(face_ride)
int face_ride(kamm_cars *cars, int car, double curvature_per_m, double max_lean_rad,
              double max_torque_nm, double strength, int feet, double interval_s)
{
    const kamm_ride_request request = {curvature_per_m, max_lean_rad, max_torque_nm, strength,
                                       feet};
    return kamm_ride(cars, car, &request, interval_s, &face_error);
}
