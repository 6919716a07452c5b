#define KAMM_WIDTH 4
#define KAMM_MIXED 1
#define KAMM_INTERLEAVED 4 /* [constant][wheel] */

#include "wheel_lanes.h"

#include "corner.h"

_Static_assert(CAR_WHEELS == KAMM_WIDTH, "a wheel in each lane");

#define REALS(type) (sizeof(type) / sizeof(real))

/* The same floats for all wheels. */
LANE_INLINE void spread(const float *from, size_t count, real *to)
{
    for (size_t i = 0; i < count; ++i) to[i] = splat(from[i]);
}

/* From four structs of `count` floats to one of lanes. */
LANE_INLINE void gather_wheels(const float *from, size_t count, real *to)
{
    for (size_t i = 0; i < count; ++i)
        to[i] = (real){from[i], from[count + i], from[2 * count + i], from[3 * count + i]};
}

LANE_INLINE void scatter_wheels(const real *from, size_t count, float *to)
{
    for (size_t i = 0; i < count; ++i)
        for (size_t w = 0; w < CAR_WHEELS; ++w) to[w * count + i] = from[i][w];
}

/* Left for right on each axle. */
LANE_INLINE real opposite_lanes(real wheels)
{
    return (real){wheels[1], wheels[0], wheels[3], wheels[2]};
}

void kamm_full_wheel_lanes(const float *constants, const float *step, float rack_rad,
                           const float *body, const float *grounds, float *wheels, float *corners)
{
    view axle = {constants};
    real side = {1.0f, -1.0f, 1.0f, -1.0f};
    struct substep own_step;
    struct body_motion own_body;
    struct corner_ground ground;
    struct wheel_lanes wheel;
    spread(step, REALS(own_step), (real *)&own_step);
    spread(body, REALS(own_body), (real *)&own_body);
    gather_wheels(grounds, REALS(ground), (real *)&ground);
    gather_wheels(wheels, REALS(wheel), (real *)&wheel);
    struct opposite_wheel other = {opposite_lanes(wheel.travel_m),
                                   opposite_lanes(wheel.travel_rate_mps)};
    struct corner corner =
        corner_of(axle, side, splat(rack_rad), &own_body, &ground, &wheel, other, own_step);
    scatter_wheels((const real *)&wheel, REALS(wheel), wheels);
    scatter_wheels((const real *)&corner, REALS(corner), corners);
}
