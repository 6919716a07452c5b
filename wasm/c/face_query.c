/* The C side of the TypeScript face: filters of a world, sensors, casts, sleep. */
#include "face.h"

#include <string.h>

/* Sets the filter of a car, which has no generation, or of a body, which has no cars. */
EXPORT(face_set_filter)
int face_set_filter(kamm_world *world, const kamm_cars *cars, int index, uint32_t generation,
                    uint32_t category, uint32_t mask)
{
    const kamm_filter filter = {category, mask};
    const kamm_body body = {index, generation};
    return cars ? kamm_set_car_filter(world, cars, index, &filter, &face_error)
                : kamm_set_body_filter(world, body, &filter, &face_error);
}

/* Units of combinations have the same number, and which of them they are. */
EXPORT(face_set_identity)
int face_set_identity(kamm_world *world, const kamm_cars *cars, uint32_t identity, int unit)
{
    return kamm_set_identity(world, cars, (uint64_t)unit << 32 | identity, &face_error);
}

/* `numbers`: from, to, radius, half sizes, orientation. They are finite, and a sphere or a box at most. */
EXPORT(face_cast)
int face_cast(const kamm_world *world, const double *numbers, uint32_t category, uint32_t mask,
              uint32_t leaves_out, int sensors, const kamm_cars *own, int own_car, kamm_hit *hits,
              int room)
{
    kamm_cast cast = {.radius_m = numbers[6],
                      .filter = {category, mask},
                      .leaves_out = leaves_out,
                      .sensors = sensors,
                      .own_cars = own,
                      .own_car = own_car};
    memcpy(cast.from_m, numbers, sizeof cast.from_m);
    memcpy(cast.to_m, numbers + 3, sizeof cast.to_m);
    memcpy(cast.half_m, numbers + 7, sizeof cast.half_m);
    memcpy(cast.orientation, numbers + 10, sizeof cast.orientation);
    return kamm_cast_shape(world, &cast, hits, room);
}
