/* The C side of kamm/full: what riders do beyond balancing. */
#include "face.h"

#include <kamm/rider.h>

EXPORT(face_lift_wheel) int face_lift_wheel(kamm_cars *cars, int car, double lift_rad)
{
    return kamm_lift_wheel(cars, car, lift_rad, &face_error);
}

EXPORT(face_park_on_stand)
int face_park_on_stand(kamm_cars *cars, int car, const kamm_placement *placement)
{
    return kamm_park_on_stand(cars, car, placement, &face_error);
}

EXPORT(face_throw_rider)
int face_throw_rider(kamm_cars *cars, int car, kamm_thrown_rider *thrown)
{
    return kamm_throw_rider(cars, car, thrown, &face_error);
}

EXPORT(face_start_rider_watch) void face_start_rider_watch(kamm_rider_watch *watch)
{
    *watch = kamm_default_rider_watch();
}
